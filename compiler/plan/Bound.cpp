// Bytes and operations of a stencil. SPDX-License-Identifier: MIT
#include "compiler/plan/Bound.h"
#include "compiler/ir/VaryingValues.h"
#include "compiler/ir/Visitor.h"
#include "compiler/plan/BrickShape.h"
#include <algorithm>
#include <set>

namespace brickc::plan {
namespace {

using namespace ir;

bool isProduct(const ExprRef& expr) {
  const auto* binary = llvm::dyn_cast<BinaryExpr>(expr.get());
  return binary && binary->op == BinaryOp::Mul && isFloat(binary->type());
}

/// Operations of a node alone. A sum of a product is one with it.
struct Operations : ExprVisitor<Operations, int> {
  int visit(const Expr&) { return 0; }
  int visit(const SelectExpr&) { return 1; }
  int visit(const CallExpr& expr) { return expr.function->name == "sqrt" ? divisionCost : 1; }
  int visit(const BinaryExpr& expr) {
    if (expr.op == BinaryOp::Div) return divisionCost;
    const bool isSum = expr.op == BinaryOp::Add || expr.op == BinaryOp::Sub;
    return isSum && (isProduct(expr.left) || isProduct(expr.right)) ? 0 : 1;
  }
};

/// Adds up the work of statement after statement. What is the same for all cells is done once, and not counted.
class Arithmetic {
public:
  explicit Arithmetic(Work& work) : work(work) {}

  void add(const Statement& statement) {
    const ExprRef& value = valueOf(statement);
    forEachNode(value, [this](const ExprRef& expr) { addNode(expr); });
    varying.pass(statement);
  }

private:
  void addNode(const ExprRef& expr) {
    if (!varying.contains(expr)) return;
    work.operations += Operations().dispatch(*expr);
    work.isDouble = work.isDouble || expr->type() == Type::F64;
    const auto* call = llvm::dyn_cast<CallExpr>(expr.get());
    work.calls += call && !call->function->exact ? 1 : 0;
  }

  Work& work;
  VaryingValues varying;
};

} // namespace

std::set<std::string> fieldsRead(const Stencil& stencil) {
  std::set<std::string> fields;
  forEachRead(stencil, [&](const std::string& field, const std::vector<int>&) { fields.insert(field); });
  return fields;
}

Work workOf(const Stencil& stencil) {
  Work work;
  const std::set<std::string> fields = fieldsRead(stencil);
  int read = 0, written = 0;
  for (const Param& param : stencil.params) {
    if (!isField(param.kind)) continue;
    const int bytes = static_cast<int>(byteSize(param.type));
    read += fields.count(param.name) ? bytes : 0;
    written += isWritten(param.kind) ? bytes : 0;
  }
  work.bytes = read + written;
  work.onlyRead = std::max(0, read - written);
  Arithmetic arithmetic(work);
  for (const Statement& statement : stencil.body)
    arithmetic.add(statement);
  return work;
}

std::int64_t workOfBrick(const Stencil& stencil, const StencilPlan& plan) {
  constexpr std::int64_t callCost = 50; // of one lane: functions are called lane by lane
  const Work work = workOf(stencil);
  const std::int64_t cells = cellsOf(plan.brick);
  return cells * work.bytes / 8 + cells / plan.lanes * work.operations + cells * work.calls * callCost;
}

Bound boundOf(const Work& work, const Machine& machine) {
  const double rate = work.isDouble ? machine.operationsF64 : machine.operationsF32;
  const double readRate = machine.readRate > 0 ? machine.readRate : machine.copyRate;
  const double seconds = (std::max(1, work.bytes) - work.onlyRead) / machine.copyRate + work.onlyRead / readRate;
  return {1 / seconds, rate / std::max(1, work.operations)};
}

} // namespace brickc::plan
