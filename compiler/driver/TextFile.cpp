// Reading and writing whole text files. SPDX-License-Identifier: MIT
#include "compiler/driver/TextFile.h"
#include "llvm/Support/raw_ostream.h"

namespace brickc {

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readTextFile(const std::string& path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer) return llvm::createFileError(path, buffer.getError());
  return std::move(*buffer);
}

llvm::Error writeTextFile(const std::string& path, llvm::StringRef text) {
  std::error_code failure;
  llvm::raw_fd_ostream out(path, failure);
  if (failure) return llvm::createFileError(path, failure);
  out << text;
  out.close();
  if (!out.has_error()) return llvm::Error::success();
  failure = out.error();
  out.clear_error();
  return llvm::createFileError(path, failure);
}

} // namespace brickc
