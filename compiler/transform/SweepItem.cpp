// What is put together where applies of a step become one sweep. SPDX-License-Identifier: MIT
#include "compiler/transform/SweepItem.h"
#include "compiler/ir/StepOps.h"
#include "compiler/ir/Visitor.h"
#include "llvm/ADT/STLExtras.h"

namespace brickc::transform {

using namespace ir;

namespace {

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

bool onSameCells(const Apply& a, const Apply& b) {
  if (!a.on || !b.on) return !a.on && !b.on;
  return equalEnds(a.on->low, b.on->low) && equalEnds(a.on->high, b.on->high);
}

} // namespace brickc::transform
