// What is put together where applies of a step become one sweep. SPDX-License-Identifier: MIT
#include "compiler/transform/SweepItem.h"
#include "compiler/ir/Visitor.h"
#include "llvm/ADT/STLExtras.h"

namespace brickc::transform {

using namespace ir;

namespace {

/// Calls `visit` for each name of a field in an operation, nested ones too, but not for that of a temporary it makes.
template <class Op, class Visit> void forEachFieldName(Op& op, Visit&& visit) {
  const auto visitArgs = [&](auto& args) {
    for (auto& arg : args)
      if (auto* field = std::get_if<FieldArg>(&arg)) visit(field->name);
  };
  if (auto* apply = std::get_if<Apply>(&op)) visitArgs(apply->args);
  if (auto* swap = std::get_if<Swap>(&op)) {
    visit(swap->first);
    visit(swap->second);
  }
  if (auto* temporary = std::get_if<Temporary>(&op)) visit(temporary->like);
  if (auto* boundary = std::get_if<ApplyBoundary>(&op)) {
    visit(boundary->grid);
    visitArgs(boundary->args);
  }
  if (auto* branch = std::get_if<If>(&op))
    for (auto* ops : {&branch->whenTrue, &branch->whenFalse})
      for (auto& nested : *ops)
        forEachFieldName(nested, visit);
}

bool equalEnds(const std::vector<ExprRef>& a, const std::vector<ExprRef>& b) {
  return llvm::equal(a, b, [](const ExprRef& x, const ExprRef& y) { return equal(x, y); });
}

std::size_t nodesOf(const Stencil& stencil) {
  std::size_t nodes = 0;
  for (const Statement& statement : stencil.body)
    forEachNode(valueOf(statement), [&](const ExprRef&) { ++nodes; });
  return nodes;
}

} // namespace

bool SweepItem::reduces() const { return !applies.empty() && applies.back().reduction; }

bool SweepItem::writesInstead(const std::string& field) const {
  return llvm::any_of(instead, [&](const auto& entry) { return entry.second == field; });
}

bool SweepItem::touches(const std::string& field) const {
  return writesInstead(field) || llvm::any_of(ops, [&](const StepOp& op) {
           return !std::holds_alternative<Temporary>(op) && mentions(op, field);
         });
}

bool SweepItem::touchesInsteadOf(const SweepItem& other) const {
  return llvm::any_of(other.instead, [&](const auto& entry) { return touches(entry.second); });
}

SweepItem itemOf(const Module& module, std::vector<StepOp> ops, std::set<std::string> inner,
                 std::map<std::string, std::string> instead) {
  SweepItem item{std::move(ops), {}, {}, 0, std::move(inner), std::move(instead)};
  for (const StepOp& op : item.ops) {
    const auto* apply = std::get_if<Apply>(&op);
    if (!apply) continue;
    item.applies.push_back(*apply);
    item.nodes += nodesOf(*module.findStencil(apply->stencil));
  }
  item.uses = usesOf(module, item.applies);
  for (const auto& [field, written] : item.instead)
    item.uses[written].written = true;
  return item;
}

SweepItem renamed(const Module& module, SweepItem item,
                  llvm::function_ref<std::string(const std::string& name)> newName) {
  for (StepOp& op : item.ops)
    forEachFieldName(op, [&](std::string& name) { name = newName(name); });
  std::map<std::string, std::string> instead;
  for (const auto& [field, written] : item.instead)
    instead[newName(field)] = newName(written);
  return itemOf(module, std::move(item.ops), std::move(item.inner), std::move(instead));
}

bool mentions(const StepOp& op, const std::string& field) {
  bool found = false;
  forEachFieldName(op, [&](const std::string& name) { found |= name == field; });
  return found;
}

bool onSameCells(const Apply& a, const Apply& b) {
  if (!a.on || !b.on) return !a.on && !b.on;
  return equalEnds(a.on->low, b.on->low) && equalEnds(a.on->high, b.on->high);
}

} // namespace brickc::transform
