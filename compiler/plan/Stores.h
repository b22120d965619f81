// How sweeps store what they write. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "compiler/plan/HostCaches.h"
#include "compiler/plan/Plan.h"

namespace brickc::plan {

/// How much of a plane is stored past the caches in one go (brick::window::stores). `plan`: the stencil's, with how
/// rows are looped over and fetched. `caches`: of the machine that it is for.
StoresAtOnce storesAtOnce(const ir::Stencil& stencil, const StencilPlan& plan, const CoreCaches& caches);

} // namespace brickc::plan
