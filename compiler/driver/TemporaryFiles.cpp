// Creating and removing temporary files. SPDX-License-Identifier: MIT
#include "compiler/driver/TemporaryFiles.h"
#include "compiler/driver/TextFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Signals.h"

namespace brickc {

TemporaryFiles::~TemporaryFiles() {
  for (const std::string& path : paths) {
    llvm::sys::fs::remove(path);
    llvm::sys::DontRemoveFileOnSignal(path);
  }
}

llvm::Expected<std::string> TemporaryFiles::create(llvm::StringRef stem, llvm::StringRef suffix) {
  llvm::SmallString<128> path;
  if (std::error_code failure = llvm::sys::fs::createTemporaryFile(stem, suffix, path))
    return llvm::createStringError(failure, "cannot create a temporary file: %s", failure.message().c_str());
  llvm::sys::RemoveFileOnSignal(path);
  paths.push_back(std::string(path));
  return paths.back();
}

llvm::Error TemporaryFiles::write(const std::string& path, llvm::StringRef text) { return writeTextFile(path, text); }

} // namespace brickc
