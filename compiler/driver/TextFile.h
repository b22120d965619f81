// Reading and writing whole text files. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>

namespace brickc {

/// The file's content, or an error that names it.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readTextFile(const std::string& path);
/// Replaces the file's content; write errors (a full disk) are reported too.
llvm::Error writeTextFile(const std::string& path, llvm::StringRef text);

} // namespace brickc
