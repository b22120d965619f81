// How names and strings are spelt in the text form. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>

namespace brickc::ir {

/// Whether `text` may name a parameter or local: a C++ identifier (bytes of UTF-8 sequences count as letters).
bool isIdentifier(llvm::StringRef text);
bool isIdentifierStart(char c);
bool isIdentifierPart(char c);

/// `name`, between backquotes if a bare `name` would read as a literal (`inf`, `nan`, `inff`, `nanf`) or as `point`.
std::string nameText(llvm::StringRef name);
bool isLiteralName(llvm::StringRef name);
bool isPointName(llvm::StringRef name);

/// `text` between double quotes; quotes, backslashes and control characters become `\` and two hexadecimal digits.
std::string quoted(llvm::StringRef text);

} // namespace brickc::ir
