// Indentation and line breaks. SPDX-License-Identifier: MIT
#include "compiler/emit/CodeStream.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>
#include <vector>

namespace brickc::emit {
namespace {

constexpr std::size_t columns = 120;

/// The depth of brackets before every character of `code`. Angle brackets of templates have no space on the inside.
std::vector<int> bracketDepths(llvm::StringRef code) {
  std::vector<int> depths;
  int depth = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    depths.push_back(depth);
    const bool spaceAfter = i + 1 < code.size() && code[i + 1] == ' ';
    const bool spaceBefore = i > 0 && code[i - 1] == ' ';
    if (llvm::StringRef("([{").contains(code[i]) || (code[i] == '<' && !spaceAfter)) ++depth;
    if (llvm::StringRef(")]}").contains(code[i]) || (code[i] == '>' && !spaceBefore)) --depth;
  }
  return depths;
}

/// How much a break at the space `at` hurts: least outside brackets, then before an operator that binds loosely.
/// Nothing where a line may not end: in a string, behind an operator or between two words, `const double`.
std::optional<int> breakCost(llvm::StringRef code, std::size_t at, int depth) {
  const llvm::StringRef before = code.take_front(at), after = code.drop_front(at + 1);
  const bool inDeclaration = llvm::isAlnum(before.back()) && (llvm::isAlpha(after.front()) || after.front() == '_');
  if (before.count('"') % 2 != 0) return std::nullopt;
  if (inDeclaration || llvm::StringRef("+-*/%<>=&|?:").contains(before.back())) return std::nullopt;
  const bool tight = llvm::StringRef("*/%<>=&!").contains(after.front());
  return 2 * depth + tight;
}

/// Where to break `code` so that at most `room` columns stay on the line: at the best place in its second half. Nothing
/// to break at: the whole length.
std::size_t breakPoint(llvm::StringRef code, std::size_t room) {
  if (code.size() <= room) return code.size();
  const std::vector<int> depths = bracketDepths(code);
  std::size_t best = code.size();
  std::optional<int> least;
  for (std::size_t at = code.find(' ', room / 2); at < code.size() - 1; at = code.find(' ', at + 1)) {
    if (at > room && least) break;
    const std::optional<int> cost = breakCost(code, at, depths[at]);
    if (!cost || (least && *cost > *least)) continue;
    least = cost;
    best = at;
  }
  return best;
}

} // namespace

void CodeStream::line(const llvm::Twine& code) {
  const std::string whole = code.str();
  if (llvm::StringRef(whole).starts_with("#line ")) {
    place = whole + '\n';
    return;
  }
  // The preprocessor's lines and comments cannot be broken.
  const bool isDirective = llvm::StringRef(whole).starts_with("#");
  if (isDirective || llvm::StringRef(whole).starts_with("//")) {
    text.append(isDirective ? 0 : 2 * depth, ' ').append(whole) += '\n';
    return;
  }
  llvm::StringRef rest = whole;
  std::size_t indent = 2 * depth;
  while (true) {
    const std::size_t end = breakPoint(rest, columns - std::min(indent, columns / 2));
    text.append(place).append(indent, ' ').append(rest.take_front(end)) += '\n';
    rest = rest.drop_front(end).ltrim(' ');
    if (rest.empty()) return;
    indent = 2 * depth + 4;
  }
}

CodeStream::Scope CodeStream::open(const llvm::Twine& head, llvm::StringRef end) {
  const std::string text = head.str();
  line(text.empty() ? "{" : text + " {");
  return Scope(*this, end);
}

} // namespace brickc::emit
