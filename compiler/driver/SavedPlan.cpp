// Options and a saved plan must agree. SPDX-License-Identifier: MIT
#include "compiler/driver/SavedPlan.h"
#include "compiler/driver/Fail.h"
#include "compiler/driver/TextFile.h"
#include "compiler/plan/PlanYaml.h"
#include "compiler/plan/Target.h"

namespace brickc {
namespace {

llvm::Error conflict(const char* option, const std::string& file) {
  return fail("%s: the plan in '%s' already decides this", option, file.c_str());
}

} // namespace

llvm::Error adoptSavedPlan(Options& options) {
  if (options.planFile.empty()) return llvm::Error::success();
  if (!options.planOptionsGiven.empty()) return conflict(options.planOptionsGiven.front().c_str(), options.planFile);
  auto text = readTextFile(options.planFile);
  if (!text) return text.takeError();
  auto plan = plan::planFromYaml((*text)->getBuffer(), options.planFile);
  if (!plan) return plan.takeError();
  if (!plan::isTarget(plan->target))
    return fail("%s: unknown target '%s'; accepted: %s", options.planFile.c_str(), plan->target.c_str(),
                plan::acceptedTargets);
  options.target = plan->target;
  options.fp = plan->fp;
  options.savedPlan = std::move(*plan);
  return llvm::Error::success();
}

} // namespace brickc
