// The planning stage. SPDX-License-Identifier: MIT
#include "compiler/plan/Planner.h"
#include "compiler/ir/Rejection.h"
#include "compiler/ir/StepOps.h"
#include "compiler/plan/BrickShape.h"
#include "compiler/plan/Fetch.h"
#include "compiler/plan/KernelPlan.h"
#include "compiler/plan/PlanYaml.h"
#include "compiler/plan/Results.h"
#include "compiler/plan/RowLoop.h"
#include "compiler/plan/RowSums.h"
#include "compiler/plan/Stores.h"
#include "compiler/plan/Target.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace brickc::plan {
namespace {

class Planner {
public:
  Planner(const ir::Module& module, const analysis::Facts& facts, const PlanOptions& options)
      : module(module), facts(facts), options(options) {}

  llvm::Expected<Plan> run() {
    llvm::Expected<int> vectorBytes = vectorBytesOf(options.target);
    if (!vectorBytes) return vectorBytes.takeError();
    plan.target = options.target;
    plan.vectorBytes = *vectorBytes;
    plan.fp = options.fp;
    for (const ir::Stencil& stencil : module.stencils)
      plan.stencils.push_back(planFor(stencil));
    for (const ir::Step& step : module.steps)
      plan.steps.push_back(planFor(step));
    if (llvm::Error error = check(plan, module)) return error;
    return std::move(plan);
  }

private:
  std::vector<int> brickFor(unsigned dims) const {
    if (options.brick.size() == dims) return options.brick;
    if (hasKernels(options.target)) return deviceBrick(module, facts, dims);
    return defaultBrick(module, facts, dims, options.exchange, options.caches);
  }

  /// Memory of devices can be sent, but has no views, and ranks do not see that of others.
  Exchange exchange() const {
    const bool seen = options.exchange == Exchange::Shared || options.exchange == Exchange::MemMap;
    return hasKernels(options.target) && seen ? Exchange::Layout : options.exchange;
  }

  StencilPlan planFor(const ir::Stencil& stencil) const {
    const std::vector<int> brick = brickFor(stencil.dims);
    if (hasKernels(options.target)) return kernelPlan(stencil, *facts.findStencil(stencil.name), brick);
    const int lanes = lanesFor(stencil, plan.vectorBytes, brick.back());
    const analysis::StencilFacts& known = *facts.findStencil(stencil.name);
    StencilPlan result{stencil.name, brick, known.radius, lanes};
    if (cellsOf(brick) == 0) return result; // which check() refuses
    result.fetch = fetchOf(stencil, known, brick, options.caches);
    result.fetchesInCaches = fetchesInCaches(stencil, known, options.caches);
    result.rowLoop = rowLoopOf(stencil, known, brick, lanes, result.fetch);
    result.unrollsVectors = unrollsVectors(stencil, brick, lanes, result.rowLoop);
    result.storesAtOnce = storesAtOnce(stencil, result, options.caches);
    result.resultsWithRows = resultsWithRows(stencil, result.fetch);
    result.rowSumsInMemory = rowSumsInMemory(stencil, brick, lanes, plan.vectorBytes);
    return result;
  }

  StepPlan planFor(const ir::Step& step) const {
    StepPlan result{step.name, brickFor(step.dims()), ir::reachOfBoundaries(step), smallestElement(step), exchange()};
    for (const analysis::FieldFootprint& field : facts.findStep(step.name)->halo)
      for (unsigned axis = 0; axis < step.dims(); ++axis)
        result.halo[axis] = std::max({result.halo[axis], field.low[axis], field.high[axis]});
    return result;
  }

  const ir::Module& module;
  const analysis::Facts& facts;
  const PlanOptions& options;
  Plan plan;
};

} // namespace

llvm::Expected<Plan> makePlan(const ir::Module& module, const analysis::Facts& facts, const PlanOptions& options) {
  return Planner(module, facts, options).run();
}

std::optional<ir::Diagnostic> unusedBrick(const ir::Module& module, const std::vector<int>& brick) {
  if (brick.empty() || (module.stencils.empty() && module.steps.empty())) return std::nullopt;
  if (llvm::any_of(module.stencils, [&](const ir::Stencil& stencil) { return stencil.dims == brick.size(); }) ||
      llvm::any_of(module.steps, [&](const ir::Step& step) { return step.dims() == brick.size(); }))
    return std::nullopt;
  const ir::Location first = module.stencils.empty() ? module.steps[0].location : module.stencils[0].location;
  return ir::Diagnostic{ir::DiagnosticKind::BrickFitsNoStencil, first, {std::to_string(brick.size())}};
}

} // namespace brickc::plan
