// How sweeps store what they write. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "compiler/plan/Plan.h"

namespace brickc::plan {

/// How much of a plane is stored past the caches in one go (brick::window::stores). `plan`: the stencil's, with how
/// rows are looped over and fetched.
StoresAtOnce storesAtOnce(const ir::Stencil& stencil, const StencilPlan& plan);

} // namespace brickc::plan
