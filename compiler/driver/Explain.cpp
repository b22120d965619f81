// The plan in words. SPDX-License-Identifier: MIT
#include "compiler/driver/Explain.h"
#include "compiler/driver/Report.h"
#include "compiler/plan/Bound.h"
#include "compiler/plan/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace brickc {
namespace {

std::string shape(const std::vector<int>& extents) {
  return llvm::join(llvm::map_range(extents, [](int extent) { return std::to_string(extent); }), "x");
}

int product(const std::vector<int>& extents) {
  int result = 1;
  for (int extent : extents)
    result *= extent;
  return result;
}

/// Distinct cells that a stencil reads, over all its inputs.
unsigned pointsRead(const analysis::StencilFacts& facts) {
  unsigned points = 0;
  for (const analysis::FieldFootprint& field : facts.inputs)
    points += field.offsets;
  return points;
}

ir::Type elementType(const ir::Stencil& stencil) {
  return llvm::find_if(stencil.params, [](const ir::Param& param) { return ir::isField(param.kind); })->type;
}

/// Nothing is fetched for stencils that read nothing beside the point.
std::string explainFetch(const plan::StencilPlan& plan) {
  if (llvm::all_of(plan.radius, [](int cells) { return cells == 0; })) return "";
  return std::string(", bricks ahead fetched into the ") +
         (plan::fetchesIntoFirstLevel(plan.fetch) ? "first" : "second") + "-level cache" +
         (plan.fetchesInCaches ? ", also where the last-level one holds the fields" : "");
}

std::string explainLoops(const plan::StencilPlan& plan) {
  return explainFetch(plan) +
         (plan.rowSumsInMemory ? ", sums of rows kept in memory, so that registers are left for weights" : "");
}

std::string nameOf(const ir::Stencil& stencil) {
  if (!stencil.fused) return "stencil '" + stencil.name + "'";
  return "one sweep for stencils '" + llvm::join(stencil.fused->parts, "', '") + "'";
}

std::string describe(const ir::Stencil& stencil, const plan::StencilPlan& plan, const analysis::StencilFacts& facts,
                     const std::string& target) {
  ir::Type type = elementType(stencil);
  int bytes = product(plan.brick) * static_cast<int>(ir::byteSize(type));
  const std::string reads =
      nameOf(stencil) + " reads " + std::to_string(pointsRead(facts)) + " points within radius " + shape(plan.radius);
  const std::string cells = shape(plan.brick) + " " + ir::typeName(type).str();
  if (plan.threads > 0)
    return reads + "; a block of " + std::to_string(plan.threads) + " threads computes a brick of " + cells + " (" +
           std::to_string(bytes) + " bytes) for " + target;
  return reads + "; swept over bricks of " + cells + " (" + std::to_string(bytes) + " bytes each) in vectors of " +
         std::to_string(plan.lanes) + " for " + target + (stencil.dims > 1 ? explainLoops(plan) : "");
}

const char* explainExchange(plan::Exchange exchange) {
  switch (exchange) {
  case plan::Exchange::Shared:
    return "shared: bricks of ranks on the node are read in place, others sent as by memmap, nothing packed";
  case plan::Exchange::MemMap:
    return "memmap: one message a neighbour, sent from a mapped view, nothing packed";
  case plan::Exchange::Layout:
    return "layout: surface bricks ordered so that messages are contiguous, nothing packed";
  case plan::Exchange::Basic:
    return "basic: one message a surface region and neighbour, nothing packed";
  }
  llvm_unreachable("all strategies are listed");
}

std::string describe(const ir::Step& step, const plan::StepPlan& plan, const analysis::StepFacts& facts) {
  std::string text = "step '" + step.name + "' needs a halo of " + shape(plan.halo) + " cells; ghost zone one brick (" +
                     shape(plan.brick) + ") deep; ";
  if (!facts.uniform) return text + "exchanges happen when the runtime finds ghost zones out of date";
  text += facts.exchanges.empty()
              ? "no exchange is needed"
              : std::to_string(facts.exchanges.size()) + " exchange(s) a step by " + explainExchange(plan.exchange);
  return text;
}

/// `2.95`, in 10^9.
std::string billions(double value) { return llvm::formatv("{0:f2}", value * 1e-9).str(); }

/// What limits a stencil, and what else would.
std::string describe(const plan::Work& work, const plan::Machine& machine) {
  const plan::Bound bound = plan::boundOf(work, machine);
  const std::string memory =
      std::to_string(work.bytes) + " bytes a cell at " + billions(work.bytes * bound.memory) + " GB/s";
  const std::string arithmetic = std::to_string(work.operations) + " operations a cell" +
                                 (work.calls ? ", and those of the functions called" : "");
  const bool byMemory = bound.memory <= bound.arithmetic;
  return "; at most " + billions(std::min(bound.memory, bound.arithmetic)) + " GCells/s on " + machine.name + " (" +
         std::to_string(machine.cores) + " cores): " + (byMemory ? memory : arithmetic) + ", where " +
         (byMemory ? arithmetic : memory) + " would allow " + billions(std::max(bound.memory, bound.arithmetic));
}

} // namespace

void explain(const Compilation& unit, const std::optional<plan::Machine>& machine) {
  for (const ir::Stencil& stencil : unit.module.stencils) {
    const plan::StencilPlan* plan = unit.plan.findStencil(stencil.name);
    const analysis::StencilFacts* facts = unit.facts.findStencil(stencil.name);
    if (plan && facts)
      report(unit.source, stencil.location, llvm::SourceMgr::DK_Remark,
             describe(stencil, *plan, *facts, unit.plan.target) +
                 (machine && plan->threads == 0 ? describe(plan::workOf(stencil), *machine) : ""));
  }
  const auto onBoundary = [&](const std::string& name, ir::Location location, const std::string& how) {
    report(unit.source, location, llvm::SourceMgr::DK_Remark, "boundary kernel '" + name + "' " + how);
  };
  if (!plan::hasKernels(unit.plan.target))
    for (const ir::Stencil& kernel : unit.module.boundaries)
      onBoundary(kernel.name, kernel.location, "computes several cells at once");
  for (const frontend::UncompiledKernel& kernel : unit.uncompiled)
    onBoundary(kernel.name, kernel.location, "is called for each cell: " + kernel.why);
  for (const ir::Step& step : unit.module.steps) {
    const plan::StepPlan* plan = unit.plan.findStep(step.name);
    const analysis::StepFacts* facts = unit.facts.findStep(step.name);
    if (plan && facts) report(unit.source, step.location, llvm::SourceMgr::DK_Remark, describe(step, *plan, *facts));
  }
}

} // namespace brickc
