// Creating and removing temporary files. SPDX-License-Identifier: MIT
#include "compiler/driver/TemporaryFiles.h"
#include "compiler/driver/Interrupt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include <cerrno>
#include <cstdlib>

namespace brickc {

TemporaryFiles::~TemporaryFiles() {
  for (const std::string& path : paths) {
    llvm::sys::fs::remove(path);
    llvm::sys::DontRemoveFileOnSignal(path);
  }
  if (folder.empty()) return;
  removeOnInterrupt("");
  llvm::sys::fs::remove_directories(folder); // with what compilers may have left beside the files
}

llvm::Expected<std::string> TemporaryFiles::path(llvm::StringRef name) {
  if (folder.empty()) {
    // Not by createUniqueDirectory, which takes a % in TMPDIR for a digit to be chosen.
    llvm::SmallString<128> place;
    llvm::sys::path::system_temp_directory(/*ErasedOnReboot=*/true, place);
    llvm::sys::path::append(place, "brickc-");
    std::string unique = std::string(place) + std::string(6, 'X'); // which mkdtemp replaces
    if (!::mkdtemp(unique.data())) {
      const std::error_code failure(errno, std::generic_category());
      return llvm::createStringError(failure, "cannot create the temporary folder '%s': %s", unique.c_str(),
                                     failure.message().c_str());
    }
    folder = unique;
    removeOnInterrupt(folder);
  }
  std::string path = folder + "/" + name.str();
  if (!llvm::is_contained(paths, path)) adopt(path);
  return path;
}

llvm::Expected<std::string> TemporaryFiles::uniquePath(llvm::StringRef stem, llvm::StringRef suffix) {
  std::string name = (stem + "." + suffix).str();
  for (int number = 1; llvm::is_contained(paths, folder + "/" + name); ++number)
    name = (stem + "-" + llvm::Twine(number) + "." + suffix).str();
  return path(name);
}

void TemporaryFiles::adopt(const std::string& file) {
  llvm::sys::RemoveFileOnSignal(file);
  paths.push_back(file);
}

} // namespace brickc
