// Insertion of generated text and #line directives. SPDX-License-Identifier: MIT
#include "compiler/frontend/Rewrite.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <tuple>

namespace brickc::frontend {
namespace {

struct Piece {
  const Insertion* place;
  const std::string* text;
};

std::string lineDirective(unsigned line, const std::string& file) {
  std::string escaped;
  for (char c : file) {
    if (c == '\\' || c == '"') escaped += '\\';
    escaped += c;
  }
  return "#line " + std::to_string(line) + " \"" + escaped + "\"\n";
}

/// In the order of the file; several texts at one place in the order of their names.
std::vector<Piece> orderedPieces(const SourceMap& sources, const std::map<std::string, std::string>& generatedByName) {
  std::vector<Piece> pieces;
  for (const auto& [name, text] : generatedByName)
    if (auto found = sources.insertions.find(name); found != sources.insertions.end())
      pieces.push_back({&found->second, &text});
  llvm::stable_sort(pieces, [](const Piece& a, const Piece& b) { return a.place->offset < b.place->offset; });
  return pieces;
}

/// "namespace a::b" is closed by one brace, and so is every other entry.
void closeNamespaces(const std::vector<std::string>& namespaces, std::string& out) {
  for (const std::string& name : llvm::reverse(namespaces))
    out += "} // " + name + "\n";
}

void openNamespaces(const std::vector<std::string>& namespaces, std::string& out) {
  for (const std::string& name : namespaces)
    out += name + " {\n";
}

} // namespace

std::string rewrite(const SourceMap& sources, const std::map<std::string, std::string>& generatedByName) {
  std::vector<Piece> pieces = orderedPieces(sources, generatedByName);
  llvm::StringRef text = sources.text;
  std::string out = lineDirective(1, sources.file);
  unsigned done = 0;
  for (auto piece = pieces.begin(); piece != pieces.end();) {
    const Insertion& place = *piece->place;
    out += text.slice(done, place.offset);
    if (!llvm::StringRef(out).ends_with("\n")) out += '\n';
    closeNamespaces(place.namespaces, out);
    for (; piece != pieces.end() && piece->place->offset == place.offset; ++piece) {
      out += *piece->text;
      if (!llvm::StringRef(out).ends_with("\n")) out += '\n';
    }
    openNamespaces(place.namespaces, out);
    out += lineDirective(place.line, sources.file);
    done = place.offset;
  }
  out += text.drop_front(done);
  return out;
}

} // namespace brickc::frontend
