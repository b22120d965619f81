// Words of C++ text, without regard to what they mean. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace brickc::frontend {

/// Identifiers, keywords and numbers, in their order; those of comments and strings, too.
inline std::vector<llvm::StringRef> wordsOf(llvm::StringRef text) {
  const auto isInWord = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  std::vector<llvm::StringRef> words;
  while (!(text = text.drop_until(isInWord)).empty()) {
    words.push_back(text.take_while(isInWord));
    text = text.drop_while(isInWord);
  }
  return words;
}

} // namespace brickc::frontend
