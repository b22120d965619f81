// Files that live as long as one run of brickc. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace brickc {

/// Creates files in the system's temporary folder and removes them when it goes out of scope.
class TemporaryFiles {
public:
  TemporaryFiles() = default;
  TemporaryFiles(const TemporaryFiles&) = delete;
  TemporaryFiles& operator=(const TemporaryFiles&) = delete;
  ~TemporaryFiles();

  /// A new empty file whose name is `stem`, a dash, random characters, a dot and `suffix`; its path.
  llvm::Expected<std::string> create(llvm::StringRef stem, llvm::StringRef suffix);
  /// Replaces the content of a file made here.
  llvm::Error write(const std::string& path, llvm::StringRef text);

private:
  std::vector<std::string> paths;
};

} // namespace brickc
