// The user's files and the places where generated code goes. SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace brickc::frontend {

/// A line by the name that messages and debuggers are to give it.
struct NamedLine {
  unsigned line = 0;     ///< 1-based
  std::string file = {}; ///< empty: the file that it is in, and no #line of the user's says otherwise
};

/// Where the text generated for one stencil or step is inserted: behind its definition.
struct Insertion {
  unsigned file = 0;   ///< number in SourceMap::files
  unsigned offset = 0; ///< byte in the file's text
  NamedLine line;      ///< of the text that follows
  /// The namespaces around the definition, outermost first, as they are opened again: "namespace waves".
  std::vector<std::string> namespaces;
};

/// What stands in the program instead of bytes `begin` to `end` of a file: another file's text, or `text`.
struct Replacement {
  unsigned begin = 0, end = 0;
  NamedLine line; ///< of byte `end`, where another file is put
  std::optional<unsigned> file;
  std::string text;
};

/// Other text, which has as many lines.
inline Replacement textInstead(unsigned begin, unsigned end, std::string text) {
  Replacement result;
  result.begin = begin;
  result.end = end;
  result.text = std::move(text);
  return result;
}

struct SourceFile {
  std::string name; ///< of the main file as given on the command line
  std::string text;
  std::vector<Replacement> replacements; ///< none inside another
};

struct SourceMap {
  std::vector<SourceFile> files;               ///< the main file, then the headers that become part of the text
  std::map<std::string, Insertion> insertions; ///< by the name of the stencil or step
  std::set<std::string> macros;                ///< what files and -D define; perhaps not where the insertions are
};

} // namespace brickc::frontend
