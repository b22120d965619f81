// Which cells a stencil reads. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/analysis/Facts.h"
#include <set>

namespace brickc::analysis {

/// Offsets per input field, slowest axis first.
using Offsets = std::set<std::vector<int>>;
Offsets offsetsRead(const ir::Stencil& stencil, llvm::StringRef field);

/// Footprints of all inputs, and the radius.
StencilFacts factsOf(const ir::Stencil& stencil);

} // namespace brickc::analysis
