// What Clang knows of the options of compilers, GCC's among them. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace brickc {

/// One option of a command line, or one file.
struct HostOption {
  std::vector<std::string> words; ///< with its value, where that is a word of its own
  std::vector<std::string> plain; ///< the same by its shortest name: -DK=2 for --define-macro K=2
  bool changesParse = false;      ///< whether it may change what a source means: -D, -std=, -funsigned-char, ...
  bool forLinker = false;         ///< libraries and what only the linker reads, files left out
};

/// Whose options they are: those of clang++ and g++, or those behind -Xclang.
enum class OptionsOf { Driver, Frontend };

/// The options in a command line, in their order.
std::vector<HostOption> readOptions(const std::vector<std::string>& words, OptionsOf whose = OptionsOf::Driver);

} // namespace brickc
