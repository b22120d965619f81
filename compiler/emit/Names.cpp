// Unique identifiers and the two naming rules of generated code. SPDX-License-Identifier: MIT
#include "compiler/emit/Names.h"
#include "llvm/ADT/StringExtras.h"

namespace brickc::emit {
namespace {

/// Names made by the compiler begin with a dot, which no C++ name has.
std::string identifier(llvm::StringRef wanted) {
  std::string text;
  for (const char c : wanted.starts_with(".") ? wanted.drop_front() : wanted)
    text += llvm::isAlnum(c) || c == '_' || (c & 0x80) ? c : '_'; // bytes of UTF-8 sequences are letters
  return text.empty() || llvm::isDigit(text.front()) ? "t" + text : text;
}

} // namespace

std::string Names::declare(llvm::StringRef wanted) {
  std::string name = identifier(wanted);
  while (!taken.insert(name).second)
    name += '_';
  return name;
}

std::string offsetName(llvm::StringRef name, llvm::ArrayRef<int> offset) {
  std::string text = name.str();
  for (const int cells : offset)
    text += (cells < 0 ? "_m" : "_") + std::to_string(cells < 0 ? -cells : cells);
  return text;
}

std::vector<std::string> axisNames(unsigned dims) {
  const std::vector<std::string> all{"z", "y", "x"};
  return {all.end() - dims, all.end()};
}

} // namespace brickc::emit
