// The user's file and the places where generated code goes. SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

namespace brickc::frontend {

/// Where the text generated for one stencil or step is inserted: behind its definition.
struct Insertion {
  unsigned offset = 0; ///< byte in SourceMap::text
  unsigned line = 0;   ///< 1-based line of the text that follows
  /// The namespaces around the definition, outermost first, as they are opened again: "namespace waves".
  std::vector<std::string> namespaces;
};

struct SourceMap {
  std::string file;                            ///< as given on the command line
  std::string text;                            ///< without a byte order mark
  std::map<std::string, Insertion> insertions; ///< by the name of the stencil or step
};

} // namespace brickc::frontend
