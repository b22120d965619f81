// The planning stage. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/analysis/Facts.h"
#include "compiler/ir/Diagnostics.h"
#include "compiler/plan/HostCaches.h"
#include "compiler/plan/Plan.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace brickc::plan {

/// What the command line asks for.
struct PlanOptions {
  std::string target = "native";
  FpMode fp = FpMode::Reassociate;
  std::vector<int> brick; ///< overrides the shape for stencils of as many dimensions; empty: the planner decides
  Exchange exchange = Exchange::Shared;
  CoreCaches caches;
};

/// Brick shape, vector lanes and radius of every stencil; brick, halo and exchange of every step. Asked for something
/// impossible it returns an ir::Rejection, at the user's line where one is to blame.
llvm::Expected<Plan> makePlan(const ir::Module& module, const analysis::Facts& facts, const PlanOptions& options);

/// What is to be said where a brick is asked for that has another number of dimensions than all stencils and steps.
std::optional<ir::Diagnostic> unusedBrick(const ir::Module& module, const std::vector<int>& brick);

} // namespace brickc::plan
