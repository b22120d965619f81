// A module and its plan, for tests of the planning stage. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/analysis/Analyse.h"
#include "compiler/plan/PlanYaml.h"
#include "compiler/plan/Planner.h"
#include "test/compiler/IrText.h"

namespace brickc::test {

inline llvm::Expected<plan::Plan> planned(const ir::Module& module, const plan::PlanOptions& options) {
  llvm::Expected<analysis::Facts> facts = analysis::analyse(module);
  if (!facts) return facts.takeError();
  return plan::makePlan(module, *facts, options);
}

inline plan::PlanOptions forTarget(const std::string& target, std::vector<int> brick = {}) {
  plan::PlanOptions options;
  options.target = target;
  options.brick = std::move(brick);
  return options;
}

inline plan::Plan plannedOrFail(const ir::Module& module, const plan::PlanOptions& options) {
  llvm::Expected<plan::Plan> result = planned(module, options);
  if (result) return std::move(*result);
  ADD_FAILURE() << errorText(result.takeError());
  return {};
}

/// A good module with one stencil and one step.
inline ir::Module heat(const std::string& offset = "1") {
  return parsed(
      "module \"heat.cpp\"\n"
      "stencil \"heat\" 3d (out f64 next, in f64 u) at 5:6 { next = u[-1, 0, 0] + u[0, " +
      offset +
      ", 0] + u[0, 0, -2] }\n"
      "step \"advance\" (field f64 3d u, field f64 3d next) at 9:6 { apply \"heat\"(next, u) swap u, next }\n");
}

} // namespace brickc::test
