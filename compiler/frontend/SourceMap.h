// The user's files and the places where generated code goes. SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace brickc::frontend {

/// Where the text generated for one stencil or step is inserted: behind its definition.
struct Insertion {
  unsigned file = 0;   ///< number in SourceMap::files
  unsigned offset = 0; ///< byte in the file's text
  unsigned line = 0;   ///< 1-based line of the text that follows
  /// The namespaces around the definition, outermost first, as they are opened again: "namespace waves".
  std::vector<std::string> namespaces;
};

/// What stands in the program instead of bytes `begin` to `end` of a file: another file's text, or `text`.
struct Replacement {
  unsigned begin = 0, end = 0;
  unsigned line = 0; ///< 1-based line of byte `end`
  std::optional<unsigned> file;
  std::string text;
};

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
