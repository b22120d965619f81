// Reading and writing whole text files. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>

namespace brickc {

/// The file's content, or an error that names it.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readTextFile(const std::string& path);
/// Replaces the file's content; write errors (a full disk) are reported too.
llvm::Error writeTextFile(const std::string& path, llvm::StringRef text);
/// Whether all that was written to that file could be; to be asked of every stream, once it is flushed or closed.
llvm::Error failureOf(llvm::raw_fd_ostream& out, const std::string& path);

} // namespace brickc
