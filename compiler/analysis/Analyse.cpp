// The analysis stage. SPDX-License-Identifier: MIT
#include "compiler/analysis/Analyse.h"
#include "compiler/analysis/Dependences.h"
#include "compiler/analysis/Exchanges.h"
#include "compiler/analysis/Footprint.h"
#include "compiler/ir/Rejection.h"
#include "compiler/ir/StepOps.h"

namespace brickc::analysis {
namespace {

/// A sweep over cells has no order, so what one cell reads no other may write.
llvm::Error checkAliasing(const ir::Module& module, const ir::Step& step) {
  llvm::Error problem = llvm::Error::success();
  ir::forEachOp<ir::Apply>(step.body, [&](const ir::Apply& apply) {
    const ir::Stencil& stencil = *module.findStencil(apply.stencil);
    std::map<std::string, int> uses, writes;
    for (std::size_t i = 0; i < apply.args.size(); ++i)
      if (const auto* field = std::get_if<ir::FieldArg>(&apply.args[i])) {
        ++uses[field->name];
        writes[field->name] += ir::isWritten(stencil.params[i].kind);
      }
    for (const auto& [field, count] : uses)
      if (count > 1 && writes[field] > 0 && !problem)
        problem = ir::reject(ir::DiagnosticKind::AliasingFields, apply.location.line ? apply.location : step.location,
                             {field, stencil.name});
  });
  return problem;
}

llvm::Error dependencesOf(const ir::Module& module, const ir::Step& step, StepFacts& facts) {
  facts.uniform = ir::isUniform(step);
  if (!facts.uniform) return llvm::Error::success();
  const BufferTracker buffers(step);
  const std::vector<Access> accesses = accessesOf(module, step, buffers);
  for (const Access& access : accesses) {
    facts.domains.push_back(domainOf(step, access));
    facts.accesses.push_back(access.cells);
  }
  if (llvm::Error error = findDependences(step, accesses, facts)) return error;
  findExchanges(module, step, buffers, facts);
  return llvm::Error::success();
}

} // namespace

llvm::Expected<Facts> analyse(const ir::Module& module, Extent extent) {
  Facts facts;
  for (const ir::Stencil& stencil : module.stencils)
    facts.stencils.push_back(factsOf(stencil));
  for (const ir::Step& step : module.steps) {
    if (llvm::Error error = checkAliasing(module, step)) return error;
    StepFacts& known = facts.steps.emplace_back();
    known.name = step.name;
    findHalo(module, step, known);
    if (extent == Extent::Halos) continue;
    if (llvm::Error error = dependencesOf(module, step, known)) return error;
  }
  return facts;
}

} // namespace brickc::analysis
