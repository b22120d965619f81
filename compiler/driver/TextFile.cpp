// Reading and writing whole text files. SPDX-License-Identifier: MIT
#include "compiler/driver/TextFile.h"

namespace brickc {

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readTextFile(const std::string& path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer) return llvm::createFileError(path, buffer.getError());
  return std::move(*buffer);
}

llvm::Error failureOf(llvm::raw_fd_ostream& out, const std::string& path) {
  const std::error_code failure = out.error();
  if (!failure) return llvm::Error::success();
  out.clear_error(); // or the stream ends the program
  return llvm::createFileError(path, failure);
}

llvm::Error writeTextFile(const std::string& path, llvm::StringRef text) {
  std::error_code failure;
  llvm::raw_fd_ostream out(path, failure);
  if (failure) return llvm::createFileError(path, failure);
  out << text;
  out.close();
  return failureOf(out, path);
}

} // namespace brickc
