// One text for each entity of a module; those of fused stencils are parts of their steps'. SPDX-License-Identifier: MIT
#include "compiler/emit/Emitter.h"
#include "compiler/emit/BoundaryEmitter.h"
#include "compiler/emit/CodeStream.h"
#include "compiler/emit/FusedFunction.h"
#include "compiler/emit/KernelEmitter.h"
#include "compiler/emit/Spelling.h"
#include "compiler/emit/StencilEmitter.h"
#include "compiler/emit/StepEmitter.h"
#include "compiler/plan/Target.h"
#include <cassert>

namespace brickc::emit {
namespace {

/// Code that finds out, when the program starts, whether another file that includes the same header was compiled with
/// other options. The linker keeps one version of the kernel, so that one of the files would have the other's.
std::string variantCheck(const std::string& name, const plan::Plan& plan, llvm::ArrayRef<int> brick,
                         std::size_t number) {
  const std::string options = "\"--fp=" + std::string(plan::spelling(plan.fp)) + ", --target=" + plan.target +
                              ", --brick=" + list(brick, "x") + "\"";
  CodeStream out;
  out.line("template <>");
  out.line("BRICK_OPAQUE inline const char* brick::variant<" + name + ">() { return " + options + "; }");
  out.line("static const brick::detail::one_variant brick_variant_" + std::to_string(number) + "(\"" + name + "\", " +
           options + ", brick::variant<" + name + ">());");
  return out.take();
}

} // namespace

std::map<std::string, std::string> emit(const ir::Module& module, const plan::Plan& plan, bool debugLines) {
  std::map<std::string, std::string> texts;
  std::size_t number = 0;
  const auto add = [&](const auto& entity, const auto& entityPlan, std::string text, const std::string& place) {
    if (entity.location.file) text += variantCheck(entity.name, plan, entityPlan.brick, number++);
    texts[place] += text;
  };
  for (const ir::Stencil& stencil : module.stencils) {
    const plan::StencilPlan* stencilPlan = plan.findStencil(stencil.name);
    assert(stencilPlan && "the plan covers every stencil");
    const std::string function = stencil.fused ? emitFusedFunction(stencil) + "\n" : "";
    add(stencil, *stencilPlan,
        function + (stencilPlan->threads > 0 ? emitKernelStencil(stencil, plan, module.source, debugLines)
                                             : emitStencil(stencil, *stencilPlan, plan.fp, module.source, debugLines)),
        stencil.fused ? stencil.fused->step : stencil.name);
    if (stencil.fused) texts[stencil.fused->step] += "\n";
  }
  if (!plan::hasKernels(plan.target)) // else the vectors of the plan are not the host's, which runs these
    for (const ir::Stencil& kernel : module.boundaries)
      texts[kernel.name] = emitBoundary(kernel, plan.vectorBytes, module.source, debugLines);
  for (const ir::Step& step : module.steps) {
    const plan::StepPlan* stepPlan = plan.findStep(step.name);
    assert(stepPlan && "the plan covers every step");
    add(step, *stepPlan, emitStep(module, step, plan), step.name);
  }
  return texts;
}

} // namespace brickc::emit
