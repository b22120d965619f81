// The analysis stage. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/analysis/Facts.h"
#include "llvm/Support/Error.h"

namespace brickc::analysis {

/// How much is found out about steps. Plans need halos only, and the rest takes isl a time that grows with the cube of
/// a step's length: half a minute for 400 applies.
enum class Extent {
  Halos,
  Dependences ///< the domains, accesses, dependences and exchanges of uniform steps too
};

/// Footprints of every stencil, and what `extent` says of every step. The module must be verified. An apply that writes
/// a field it also takes as another argument is rejected (ir::Rejection, AliasingFields).
llvm::Expected<Facts> analyse(const ir::Module& module, Extent extent = Extent::Halos);

} // namespace brickc::analysis
