// How kernels for devices are launched and written. SPDX-License-Identifier: MIT
#include "compiler/plan/KernelPlan.h"
#include "compiler/ir/VaryingValues.h"
#include "compiler/ir/Visitor.h"
#include "compiler/plan/Bound.h"
#include "compiler/plan/BrickShape.h"
#include <algorithm>

namespace brickc::plan {
namespace {

constexpr std::int64_t usualThreads = 256;
constexpr std::int64_t manyOperations = 4000; ///< written out
constexpr int manyPlanes = 64;                ///< of columns, whatever is done there

/// Whether cells divide doubles, or take square roots. GPUs do that by some thirty instructions, with a branch for
/// denormal numbers, which keeps planes from being computed side by side: WENO by 3 points is 1.4 times as fast as a
/// loop (H200), while other schemes lose up to two thirds by one.
bool dividesDoubles(const ir::Stencil& stencil) {
  bool found = false;
  ir::VaryingValues varying;
  for (const ir::Statement& statement : stencil.body) {
    ir::forEachNode(ir::valueOf(statement), [&](const ir::ExprRef& expr) {
      const auto* binary = llvm::dyn_cast<ir::BinaryExpr>(expr.get());
      const auto* call = llvm::dyn_cast<ir::CallExpr>(expr.get());
      const bool slow = (binary && binary->op == ir::BinaryOp::Div) || (call && call->function->name == "sqrt");
      found |= slow && expr->type() == ir::Type::F64 && varying.contains(expr);
    });
    varying.pass(statement);
  }
  return found;
}

} // namespace

StencilPlan kernelPlan(const ir::Stencil& stencil, const analysis::StencilFacts& facts, const std::vector<int>& brick) {
  StencilPlan result{stencil.name, brick, facts.radius, 1};
  const std::int64_t cells = cellsOf(brick);
  if (cells == 0) return result; // which check() refuses
  result.threads = static_cast<int>(std::min(stencil.dims == 1 ? cells : cells / brick.front(), usualThreads));
  result.unrollsPlanes = stencil.dims > 1 && brick.front() <= manyPlanes &&
                         workOf(stencil).operations * brick.front() <= manyOperations && !dividesDoubles(stencil);
  return result;
}

} // namespace brickc::plan
