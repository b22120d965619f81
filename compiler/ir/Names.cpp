// Identifiers and quoted strings of the text form. SPDX-License-Identifier: MIT
#include "compiler/ir/Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace brickc::ir {

bool isIdentifierStart(char c) { return llvm::isAlpha(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80; }
bool isIdentifierPart(char c) { return isIdentifierStart(c) || llvm::isDigit(c); }

bool isIdentifier(llvm::StringRef text) {
  return !text.empty() && isIdentifierStart(text.front()) && llvm::all_of(text, isIdentifierPart);
}

bool isLiteralName(llvm::StringRef name) {
  return name == "inf" || name == "nan" || name == "inff" || name == "nanf" || name == "true" || name == "false";
}

bool isPointName(llvm::StringRef name) { return name == "point"; }

std::string nameText(llvm::StringRef name) {
  return isLiteralName(name) || isPointName(name) ? "`" + name.str() + "`" : name.str();
}

std::string quoted(llvm::StringRef text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\' || byte < 0x20 || byte == 0x7f)
      result += {'\\', llvm::hexdigit(byte >> 4, true), llvm::hexdigit(byte & 15, true)};
    else
      result += c;
  }
  return result + '"';
}

} // namespace brickc::ir
