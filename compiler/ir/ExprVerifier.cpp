// Checking expressions. SPDX-License-Identifier: MIT
#include "compiler/ir/ExprVerifier.h"
#include "compiler/ir/TypeRules.h"
#include "llvm/ADT/Twine.h"
#include <cmath>
#include <limits>

namespace brickc::ir {
namespace {

std::string text(const llvm::Twine& message) { return message.str(); }

std::string typeMismatch(llvm::StringRef name, Type declared, Type used) {
  return text("'" + name + "' has type " + typeName(declared) + " but is used as " + typeName(used));
}

bool fitsInFloat(double value) { return std::isnan(value) || static_cast<float>(value) == value; }

} // namespace

std::string ExprVerifier::check(const ExprRef& expr) {
  deepest.clear();
  return checkTree(expr, 1);
}

bool ExprVerifier::bind(const Let& let) {
  const bool isParameter = stencil && (stencil->findParam(let.name) || scalars.count(let.name));
  if (varies(let.value)) varying.insert(let.name);
  return !isParameter && !shares.count(let.name) && locals.insert({let.name, let.value->type()}).second;
}

/// What differs between a cell's own sweep and that of a neighbour cannot be part of it.
std::string ExprVerifier::bind(const Share& share) {
  std::string error;
  forEachNode(share.value, [&](const ExprRef& expr) {
    const auto* load = llvm::dyn_cast<LoadExpr>(expr.get());
    const Param* field = load ? stencil->findParam(load->field) : nullptr;
    const auto* local = llvm::dyn_cast<LocalExpr>(expr.get());
    if (llvm::isa<PointExpr>(expr.get())) error = "shared value '" + share.name + "' uses the point";
    if (local && varying.count(local->name))
      error = "shared value '" + share.name + "' uses '" + local->name + "', which differs from cell to cell";
    if (field && isWritten(field->kind))
      error = "shared value '" + share.name + "' reads '" + load->field + "', which is written";
  });
  if (!error.empty()) return error;
  if (share.value->type() == Type::Bool) return "shared value '" + share.name + "' has type bool";
  const bool taken = stencil->findParam(share.name) || scalars.count(share.name) || locals.count(share.name);
  if (taken || !shares.insert({share.name, share.value->type()}).second)
    return "'" + share.name + "' is already defined";
  return {};
}

bool ExprVerifier::varies(const ExprRef& value) const {
  bool result = false;
  forEachNode(value, [&](const ExprRef& expr) {
    const auto* local = llvm::dyn_cast<LocalExpr>(expr.get());
    result |= llvm::isa<LoadExpr, PointExpr>(expr.get()) || (local && varying.count(local->name));
  });
  return result;
}

bool ExprVerifier::bindScalar(const std::string& name, Type type) {
  return !step->findParam(name) && scalars.insert({name, type}).second;
}

/// A shared node is visited again only when met deeper than before, so that the depth check sees every path.
std::string ExprVerifier::checkTree(const ExprRef& expr, unsigned depth) {
  if (!expr) return "an operand is missing";
  if (depth > maxExpressionDepth) return "expression is nested too deeply";
  unsigned& known = deepest[expr.get()];
  if (known >= depth) return {};
  known = depth;
  for (const ExprRef& operand : operandsOf(*expr))
    if (std::string error = checkTree(operand, depth + 1); !error.empty()) return error;
  return dispatch(*expr);
}

std::string ExprVerifier::visit(const ConstantExpr& expr) {
  using Int32 = std::numeric_limits<std::int32_t>;
  const bool integer32 = expr.type() != Type::I32 || (expr.integer >= Int32::min() && expr.integer <= Int32::max());
  const bool truth = expr.type() != Type::Bool || expr.integer == 0 || expr.integer == 1;
  const bool single = expr.type() != Type::F32 || fitsInFloat(expr.real);
  if (integer32 && truth && single) return {};
  return text("constant does not fit in " + typeName(expr.type()));
}

std::string ExprVerifier::visit(const ScalarExpr& expr) {
  const Param* param = stencil ? stencil->findParam(expr.name) : nullptr;
  const StepParam* stepParam = step ? step->findParam(expr.name) : nullptr;
  const auto known = scalars.find(expr.name);
  const bool scalar = (param && param->kind == ParamKind::Scalar) ||
                      (stepParam && stepParam->kind == StepParamKind::Scalar) || known != scalars.end();
  if (!scalar) return text("'" + expr.name + "' is not a scalar");
  const Type declared = param ? param->type : stepParam ? stepParam->type : known->second;
  return declared == expr.type() ? "" : typeMismatch(expr.name, declared, expr.type());
}

std::string ExprVerifier::visit(const TableElementExpr& expr) {
  const Param* param = stencil ? stencil->findParam(expr.table) : nullptr;
  const StepParam* stepParam = step ? step->findParam(expr.table) : nullptr;
  const bool table = (param && param->kind == ParamKind::Table) || (stepParam && isTable(stepParam->kind));
  if (!table) return text("'" + expr.table + "' is not a table");
  if (expr.index >= (param ? param->tableSize : stepParam->tableSize))
    return text("index " + llvm::Twine(expr.index) + " is outside table '" + expr.table + "'");
  const Type declared = param ? param->type : stepParam->type;
  return declared == expr.type() ? "" : typeMismatch(expr.table, declared, expr.type());
}

std::string ExprVerifier::visit(const LoadExpr& expr) {
  if (const auto share = shares.find(expr.field); share != shares.end()) return checkShared(expr, share->second);
  const Param* param = stencil ? stencil->findParam(expr.field) : nullptr;
  if (!param || !isField(param->kind)) return text("'" + expr.field + "' is not a field that can be read");
  if (expr.offset.size() != stencil->dims)
    return text("'" + expr.field + "' is read with " + llvm::Twine(expr.offset.size()) + " offsets instead of " +
                llvm::Twine(stencil->dims));
  for (const int offset : expr.offset) {
    if (std::abs(offset) > maxOffset) return text("offset " + llvm::Twine(offset) + " is too large");
    if (offset != 0 && isWritten(param->kind))
      return text("'" + expr.field + "' is written and may be read only at the point");
  }
  const Type value = valueType(param->type);
  return value == expr.type() ? "" : typeMismatch(expr.field, value, expr.type());
}

std::string ExprVerifier::checkShared(const LoadExpr& expr, Type type) const {
  if (expr.offset.size() != stencil->dims)
    return text("'" + expr.field + "' is read with " + llvm::Twine(expr.offset.size()) + " offsets instead of " +
                llvm::Twine(stencil->dims));
  for (const int offset : expr.offset)
    if (std::abs(offset) > maxOffset) return text("offset " + llvm::Twine(offset) + " is too large");
  if (expr.offset.back() > 0)
    return text("shared value '" + expr.field + "' is read behind the point on the last axis");
  return type == expr.type() ? "" : typeMismatch(expr.field, type, expr.type());
}

std::string ExprVerifier::visit(const PointExpr& expr) {
  if (!stencil) return "a step has no point";
  return expr.axis < stencil->dims ? "" : text("point has no axis " + llvm::Twine(expr.axis));
}

std::string ExprVerifier::visit(const LocalExpr& expr) {
  const auto found = locals.find(expr.name);
  if (found == locals.end()) return text("'" + expr.name + "' is used before it is bound");
  return found->second == expr.type() ? "" : typeMismatch(expr.name, found->second, expr.type());
}

std::string ExprVerifier::visit(const UnaryExpr& expr) { return unaryTypeError(expr.op, expr.operand->type()); }

std::string ExprVerifier::visit(const BinaryExpr& expr) {
  return binaryTypeError(expr.op, expr.left->type(), expr.right->type());
}

std::string ExprVerifier::visit(const SelectExpr& expr) {
  return selectTypeError(expr.condition->type(), expr.whenTrue->type(), expr.whenFalse->type());
}

std::string ExprVerifier::visit(const CallExpr& expr) {
  std::vector<Type> types;
  for (const ExprRef& argument : expr.arguments)
    types.push_back(argument->type());
  return expr.function ? callTypeError(*expr.function, types) : "a call has no function";
}

} // namespace brickc::ir
