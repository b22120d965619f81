// The user's file with generated code in it. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/frontend/SourceMap.h"

namespace brickc::frontend {

/// Inserts each text at its name's insertion point, closing the namespaces around it and opening them again. `#line`
/// directives keep the user's line numbers, so that a compiler reports errors in the user's file. Names without an
/// insertion point are left out.
std::string rewrite(const SourceMap& sources, const std::map<std::string, std::string>& generatedByName);

} // namespace brickc::frontend
