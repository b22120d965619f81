// Indentation and line breaks. SPDX-License-Identifier: MIT
#include "compiler/emit/CodeStream.h"

namespace brickc::emit {
namespace {

constexpr std::size_t columns = 120;

/// Where to break `code` so that at most `room` columns stay on the line: before the last space that fits, in front of
/// an operator rather than behind it. Nothing to break at: the whole length.
std::size_t breakPoint(llvm::StringRef code, std::size_t room) {
  if (code.size() <= room) return code.size();
  std::size_t space = code.rfind(' ', room);
  const auto followsOperator = [&] { return llvm::StringRef("+-*/%<>=&|?:").contains(code[space - 1]); };
  if (space != llvm::StringRef::npos && space > 0 && followsOperator()) {
    const std::size_t before = code.rfind(' ', space - 1);
    if (before != llvm::StringRef::npos && before > 0) space = before;
  }
  if (space == llvm::StringRef::npos || space == 0) space = code.find(' ', room);
  return space == llvm::StringRef::npos ? code.size() : space;
}

} // namespace

void CodeStream::line(const llvm::Twine& code) {
  const std::string whole = code.str();
  llvm::StringRef rest = whole;
  std::size_t indent = 2 * depth;
  while (true) {
    const std::size_t end = breakPoint(rest, columns - std::min(indent, columns / 2));
    text.append(indent, ' ').append(rest.take_front(end)) += '\n';
    rest = rest.drop_front(end).ltrim(' ');
    if (rest.empty()) return;
    indent = 2 * depth + 4;
  }
}

CodeStream::Scope CodeStream::open(const llvm::Twine& head, llvm::StringRef end) {
  line(head + " {");
  return Scope(*this, end);
}

} // namespace brickc::emit
