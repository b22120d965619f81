// Look-ups in a Plan. SPDX-License-Identifier: MIT
#include "compiler/plan/Plan.h"

namespace brickc::plan {
namespace {

template <class Items> auto find(const Items& items, const std::string& name) -> decltype(items.data()) {
  for (const auto& item : items)
    if (item.name == name) return &item;
  return nullptr;
}

} // namespace

const StencilPlan* Plan::findStencil(const std::string& name) const { return find(stencils, name); }
const StepPlan* Plan::findStep(const std::string& name) const { return find(steps, name); }

} // namespace brickc::plan
