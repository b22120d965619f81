// The user's files with generated code in them. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/frontend/SourceMap.h"

namespace brickc::frontend {

/// The main file with the headers of `sources` in it and each text at its name's insertion point, where the namespaces
/// around it are closed and opened again. `#line` directives keep the user's files and line numbers, so that a compiler
/// reports errors there. Names without an insertion point are left out.
std::string rewrite(const SourceMap& sources, const std::map<std::string, std::string>& generatedByName);

} // namespace brickc::frontend
