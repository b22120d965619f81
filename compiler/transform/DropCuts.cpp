// Values that are cut before they are stored. SPDX-License-Identifier: MIT
#include "compiler/transform/DropCuts.h"
#include "compiler/ir/Visitor.h"
#include "compiler/transform/RewriteBodies.h"
#include <cstdint>
#include <optional>

namespace brickc::transform {
namespace {

using namespace ir;

std::optional<std::int64_t> constant(const ExprRef& expr) {
  const auto* value = llvm::dyn_cast<ConstantExpr>(expr.get());
  return value ? std::optional(value->integer) : std::nullopt;
}

/// What `x & mask` is made from if the mask has the lowest `bits`; null if it is something else.
ExprRef masked(const BinaryExpr& expr, unsigned bits) {
  if (expr.op != BinaryOp::BitAnd) return nullptr;
  const std::uint64_t lowest = (std::uint64_t{1} << bits) - 1;
  const auto keeps = [&](const ExprRef& mask) {
    const std::optional<std::int64_t> value = constant(mask);
    return value && (static_cast<std::uint64_t>(*value) & lowest) == lowest;
  };
  return keeps(expr.right) ? expr.left : keeps(expr.left) ? expr.right : nullptr;
}

/// The same of `x << n >> n`, which fills the highest n bits with copies of the one below.
ExprRef shifted(const BinaryExpr& expr, unsigned bits) {
  const auto* left = expr.op == BinaryOp::Shr ? llvm::dyn_cast<BinaryExpr>(expr.left.get()) : nullptr;
  if (!left || left->op != BinaryOp::Shl) return nullptr;
  const std::optional<std::int64_t> up = constant(left->right), down = constant(expr.right);
  const auto kept = static_cast<std::int64_t>(8 * byteSize(expr.type())) - bits;
  return up && up == down && *up >= 0 && *up <= kept ? left->left : nullptr;
}

/// A value whose lowest `bits` are the same.
ExprRef uncut(const ExprRef& value, unsigned bits) {
  if (const auto* choice = llvm::dyn_cast<SelectExpr>(value.get()))
    return make<SelectExpr>(choice->condition, uncut(choice->whenTrue, bits), uncut(choice->whenFalse, bits));
  const auto* binary = llvm::dyn_cast<BinaryExpr>(value.get());
  if (!binary) return value;
  ExprRef operand = masked(*binary, bits);
  if (!operand) operand = shifted(*binary, bits);
  return operand ? uncut(operand, bits) : value;
}

} // namespace

Module dropCuts(const Module& module) {
  return rewriteBodies(module, [](const Stencil& stencil) {
    std::vector<Statement> body = stencil.body;
    for (Statement& statement : body) {
      auto* store = std::get_if<Store>(&statement);
      if (!store) continue;
      const Type element = stencil.findParam(store->field)->type;
      if (byteSize(element) < byteSize(valueType(element))) store->value = uncut(store->value, 8 * byteSize(element));
    }
    return body;
  });
}

} // namespace brickc::transform
