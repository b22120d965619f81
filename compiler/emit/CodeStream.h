// Indented C++ text. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace brickc::emit {

/// Collects lines of code at the current depth of nesting, two spaces a level, at most 120 columns where the code has a
/// space to break at.
class CodeStream {
public:
  /// Closes the scope it stands for when it goes.
  class [[nodiscard]] Scope {
  public:
    Scope(CodeStream& out, llvm::StringRef end) : out(out), end(end) { ++out.depth; }
    Scope(const Scope&) = delete;
    ~Scope() {
      --out.depth;
      out.line(end);
    }

  private:
    CodeStream& out;
    std::string end;
  };

  /// What follows a #line directive, up to the next one, is all of the line that it names, not of the lines behind.
  void line(const llvm::Twine& code);
  void blank() { text += '\n'; }
  /// Writes `head {` (or `{`) and goes one level down until the result is destroyed, which writes `end`.
  Scope open(const llvm::Twine& head, llvm::StringRef end = "}");
  std::string take() { return std::move(text); }

private:
  std::string text, place; // the latter is the directive in front of each line
  unsigned depth = 0;
};

} // namespace brickc::emit
