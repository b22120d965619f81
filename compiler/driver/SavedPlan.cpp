// Options and a saved plan must agree. SPDX-License-Identifier: MIT
#include "compiler/driver/SavedPlan.h"
#include "compiler/driver/TextFile.h"
#include "compiler/plan/PlanYaml.h"

namespace brickc {
namespace {

llvm::Error conflict(const char* option, const std::string& file) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s: the plan in '%s' already decides this", option,
                                 file.c_str());
}

} // namespace

llvm::Error adoptSavedPlan(Options& options) {
  if (options.planFile.empty()) return llvm::Error::success();
  if (!options.planOptionsGiven.empty()) return conflict(options.planOptionsGiven.front().c_str(), options.planFile);
  auto text = readTextFile(options.planFile);
  if (!text) return text.takeError();
  auto plan = plan::planFromYaml((*text)->getBuffer(), options.planFile);
  if (!plan) return plan.takeError();
  options.target = plan->target;
  options.fp = plan->fp;
  options.savedPlan = std::move(*plan);
  return llvm::Error::success();
}

} // namespace brickc
