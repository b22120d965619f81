// Visiting the operations of a step, nested ones too. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include <type_traits>

namespace brickc::ir {

/// Calls `visit` for every operation in program order, an If before its branches, a While before its body. `Ops` is a
/// vector of StepOp or of const ones.
template <class Ops, class Visit> void forEachOp(Ops& ops, Visit&& visit) {
  for (auto& op : ops) {
    visit(op);
    if (auto* branch = std::get_if<If>(&op)) {
      forEachOp(branch->whenTrue, visit);
      forEachOp(branch->whenFalse, visit);
    }
    if (auto* loop = std::get_if<While>(&op)) forEachOp(loop->body, visit);
  }
}

/// Calls `visit` for every operation of type `Op`, as above.
template <class Op, class Ops, class Visit> void forEachOp(Ops& ops, Visit&& visit) {
  forEachOp(ops, [&](auto& op) {
    if (auto* found = std::get_if<Op>(&op)) visit(*found);
  });
}

/// Calls `visit` for every scalar expression that an operation holds, not for those of nested ones.
template <class Op, class Visit> void forEachScalar(Op& op, Visit&& visit) {
  const auto visitArgs = [&](auto& args) {
    for (auto& arg : args) {
      if (auto* scalar = std::get_if<ExprRef>(&arg)) visit(*scalar);
      if (auto* record = std::get_if<RecordArg>(&arg))
        for (auto& part : record->parts)
          visit(part.value);
    }
  };
  if (auto* let = std::get_if<Let>(&op)) {
    visit(let->value);
  } else if (auto* set = std::get_if<Set>(&op)) {
    visit(set->value);
  } else if (auto* apply = std::get_if<Apply>(&op)) {
    visitArgs(apply->args);
    if (apply->on)
      for (auto* ends : {&apply->on->low, &apply->on->high})
        for (auto& end : *ends)
          visit(end);
  } else if (auto* boundary = std::get_if<ApplyBoundary>(&op)) {
    visitArgs(boundary->args);
  } else if (auto* branch = std::get_if<If>(&op)) {
    visit(branch->condition);
  } else if (auto* assign = std::get_if<Assign>(&op)) {
    for (auto& assignment : assign->all)
      visit(assignment.value);
  } else if (auto* loop = std::get_if<While>(&op)) {
    visit(loop->condition);
  }
}

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
  const auto visitAll = [&](auto& ops) {
    for (auto& nested : ops)
      forEachFieldName(nested, visit);
  };
  if (auto* branch = std::get_if<If>(&op)) {
    visitAll(branch->whenTrue);
    visitAll(branch->whenFalse);
  }
  if (auto* loop = std::get_if<While>(&op)) visitAll(loop->body);
}

/// Whether an operation, or one within it, names a field. The name that a temporary gets does not count.
bool mentions(const StepOp& op, const std::string& field);

/// The names of a step: those of its parameters, and of what it makes, scalars and temporaries.
std::set<std::string> namesIn(const Step& step);

/// Cells on each axis that the boundary kernels of a step read away from their points, as far as that is known.
std::vector<int> reachOfBoundaries(const Step& step);

/// Whether all cells go through the same operations in every repetition: no branch, loop, region, nor boundary kernel.
bool isUniform(const Step& step);

} // namespace brickc::ir
