// Files that live as long as one run of brickc. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace brickc {

/// Makes a folder in the system's temporary folder when one is needed, and removes it with its files when it goes out
/// of scope. Within the folder names are the same in each run, since compilers and linkers write them into what they
/// make, and say them to the user.
class TemporaryFiles {
public:
  TemporaryFiles() = default;
  TemporaryFiles(const TemporaryFiles&) = delete;
  TemporaryFiles& operator=(const TemporaryFiles&) = delete;
  ~TemporaryFiles();

  /// A path in the folder for a file of this name. Who asks again gets the same: the file may be replaced then.
  llvm::Expected<std::string> path(llvm::StringRef name);
  /// The same for a file that stays: `stem.suffix`, or `stem-1.suffix` and so on where that is there already.
  llvm::Expected<std::string> uniquePath(llvm::StringRef stem, llvm::StringRef suffix);
  /// Removes a file elsewhere in the end, too.
  void adopt(const std::string& file);

private:
  std::string folder;
  std::vector<std::string> paths;
};

} // namespace brickc
