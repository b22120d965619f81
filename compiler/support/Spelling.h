// Words for the values of an enumeration, on the command line and in files. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace brickc {

template <class Value> struct Spelling {
  const char* text;
  Value value;
};

template <class Value>
std::optional<Value> valueSpelled(llvm::StringRef text, llvm::ArrayRef<Spelling<Value>> spellings) {
  for (const Spelling<Value>& spelling : spellings)
    if (text == spelling.text) return spelling.value;
  return std::nullopt;
}

/// All words, for messages: "strict, contract, reassociate".
template <class Value> std::string acceptedWords(llvm::ArrayRef<Spelling<Value>> spellings) {
  std::string words;
  for (const Spelling<Value>& spelling : spellings)
    words += (words.empty() ? "" : ", ") + std::string(spelling.text);
  return words;
}

} // namespace brickc
