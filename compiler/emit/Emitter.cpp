// One text for each entity of a module. SPDX-License-Identifier: MIT
#include "compiler/emit/Emitter.h"
#include "compiler/emit/StencilEmitter.h"
#include "compiler/emit/StepEmitter.h"
#include <cassert>

namespace brickc::emit {

std::map<std::string, std::string> emit(const ir::Module& module, const plan::Plan& plan, bool debugLines) {
  std::map<std::string, std::string> texts;
  for (const ir::Stencil& stencil : module.stencils) {
    const plan::StencilPlan* stencilPlan = plan.findStencil(stencil.name);
    assert(stencilPlan && "the plan covers every stencil");
    texts[stencil.name] = emitStencil(stencil, *stencilPlan, module.source, debugLines);
  }
  for (const ir::Step& step : module.steps) {
    assert(plan.findStep(step.name) && "the plan covers every step");
    texts[step.name] = emitStep(module, step, plan);
  }
  return texts;
}

} // namespace brickc::emit
