// Look-ups by name in modules, stencils and steps. SPDX-License-Identifier: MIT
#include "compiler/ir/StepOps.h"
#include <algorithm>

namespace brickc::ir {
namespace {

template <class Items> auto find(const Items& items, llvm::StringRef name) -> decltype(items.data()) {
  for (const auto& item : items)
    if (item.name == name) return &item;
  return nullptr;
}

template <class Params> std::set<std::string> namesOf(const Params& params) {
  std::set<std::string> names;
  for (const auto& param : params) {
    names.insert(param.name);
    for (const Member& member : param.members)
      names.insert(member.name);
  }
  return names;
}

} // namespace

std::set<std::string> Stencil::parameterNames() const { return namesOf(params); }
std::set<std::string> Step::parameterNames() const {
  std::set<std::string> names = namesOf(params);
  for (const StepParam* argument : arguments())
    if (!argument->group.empty()) names.insert(argument->group);
  return names;
}

std::vector<const StepParam*> Step::arguments() const {
  std::vector<const StepParam*> first;
  const std::string* group = nullptr;
  for (const StepParam& param : params) {
    const bool continues = !param.group.empty() && group && *group == param.group;
    if (!continues) first.push_back(&param);
    group = &param.group;
  }
  return first;
}

const Param* Stencil::findParam(llvm::StringRef name) const { return find(params, name); }
const Share* Stencil::findShare(llvm::StringRef name) const {
  for (const Statement& statement : body)
    if (const auto* share = std::get_if<Share>(&statement); share && share->name == name) return share;
  return nullptr;
}

bool Stencil::shares() const {
  return llvm::any_of(body, [](const Statement& s) { return std::holds_alternative<Share>(s); });
}
bool Stencil::writes() const {
  return llvm::any_of(params, [](const Param& param) { return isField(param.kind) && isWritten(param.kind); });
}
const StepParam* Step::findParam(llvm::StringRef name) const { return find(params, name); }
const Stencil* Module::findStencil(llvm::StringRef name) const { return find(stencils, name); }
const Step* Module::findStep(llvm::StringRef name) const { return find(steps, name); }

bool mentions(const StepOp& op, const std::string& field) {
  bool found = false;
  forEachFieldName(op, [&](const std::string& name) { found |= name == field; });
  return found;
}

std::set<std::string> namesIn(const Step& step) {
  std::set<std::string> names = step.parameterNames();
  forEachOp(step.body, [&](const StepOp& op) {
    if (const auto* let = std::get_if<Let>(&op)) names.insert(let->name);
    if (const auto* assign = std::get_if<Assign>(&op))
      for (const Assign::Assignment& assignment : assign->all)
        names.insert(assignment.name);
    if (const auto* field = std::get_if<Temporary>(&op)) names.insert(field->name);
    if (const auto* apply = std::get_if<Apply>(&op); apply && apply->reduction) names.insert(apply->reduction->result);
  });
  return names;
}

std::vector<int> reachOfBoundaries(const Step& step) {
  std::vector<int> most(step.dims());
  forEachOp<ApplyBoundary>(step.body, [&](const ApplyBoundary& boundary) {
    for (std::size_t axis = 0; axis < boundary.reach.size(); ++axis)
      most[axis] = std::max(most[axis], boundary.reach[axis]);
  });
  return most;
}

bool isUniform(const Step& step) {
  bool uniform = true;
  forEachOp(step.body, [&](const StepOp& op) {
    const auto* apply = std::get_if<Apply>(&op);
    uniform &= apply ? !apply->on
                     : std::holds_alternative<Let>(op) || std::holds_alternative<Swap>(op) ||
                           std::holds_alternative<Temporary>(op) || std::holds_alternative<Set>(op);
  });
  return uniform;
}

unsigned Step::dims() const {
  for (const StepParam& param : params)
    if (param.kind == StepParamKind::Field) return param.dims;
  return 0;
}

} // namespace brickc::ir
