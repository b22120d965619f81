// Limits that keep hostile YAML away from LLVM's recursive parser. SPDX-License-Identifier: MIT
//
// A plan needs block lists, plain keys and lists in brackets. Everything that nests otherwise (many brackets, deep
// indentation, rows of `- - -` or `? ? ?`) and everything a plan has no use for (tags, anchors, directives, several
// documents) is refused here.
#include "compiler/plan/YamlGuard.h"
#include "llvm/ADT/StringExtras.h"

namespace brickc::plan {
namespace {

constexpr std::size_t maxBytes = std::size_t{1} << 22;
constexpr int maxBrackets = 4;
constexpr std::size_t maxIndent = 32;

/// Length of the leading run of blanks and block indicators.
std::size_t indentOf(llvm::StringRef line) { return line.size() - line.ltrim(" -?:").size(); }

std::string problemIn(llvm::StringRef line, int& brackets, std::size_t& column) {
  column = 1;
  const bool documentMark = line == "---" || line == "...";
  if (!documentMark && indentOf(line) > maxIndent) return "indented too deeply";
  if (line.starts_with("%")) return "directives are not accepted";
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    column = i + 1;
    if (static_cast<unsigned char>(c) < 0x20 && c != '\r') return "control character";
    if (c == '\'' || c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '[' || c == '{') ++brackets;
    if (c == ']' || c == '}') --brackets;
    if (brackets > maxBrackets) return "nested too deeply";
    const bool starts = i == 0 || llvm::isSpace(line[i - 1]);
    if (starts && (c == '&' || c == '*' || c == '!')) return "anchors, aliases and tags are not accepted";
  }
  return {};
}

} // namespace

std::string yamlGuard(llvm::StringRef text) {
  if (text.size() > maxBytes) return "1:1: too large";
  int brackets = 0;
  bool begun = false, ended = false;
  for (unsigned number = 1; !text.empty(); ++number) {
    llvm::StringRef line;
    std::tie(line, text) = text.split('\n');
    const bool isContent = !line.trim().empty() && !line.ltrim().starts_with("#");
    if (isContent && (ended || (begun && line.starts_with("---"))))
      return std::to_string(number) + ":1: a second document is not accepted";
    ended |= line.starts_with("...");
    begun |= isContent;
    std::size_t column = 1;
    if (const std::string problem = problemIn(line, brackets, column); !problem.empty())
      return std::to_string(number) + ":" + std::to_string(column) + ": " + problem;
  }
  return {};
}

} // namespace brickc::plan
