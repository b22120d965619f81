// One walk down a value, with the factor that has been found on the way. SPDX-License-Identifier: MIT
#include "compiler/transform/WeightedSum.h"
#include "compiler/ir/Visitor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

namespace brickc::transform {

using namespace ir;

namespace {

/// Products and sums of weights; null stands for 1.
ExprRef product(const ExprRef& a, const ExprRef& b) { return !a ? b : make<BinaryExpr>(BinaryOp::Mul, a, b); }

void add(LinearForm& form, const LoadExpr& load, const ExprRef& weight, bool negative) {
  auto sum = llvm::find_if(form.sums, [&](const WeightedSum& each) { return each.field == load.field; });
  if (sum == form.sums.end()) sum = form.sums.insert(form.sums.end(), {load.field, {}});
  ExprRef own = weight ? weight : makeReal(load.type(), 1);
  ExprRef& known = sum->weights[load.offset];
  if (known)
    known = make<BinaryExpr>(negative ? BinaryOp::Sub : BinaryOp::Add, known, own);
  else
    known = negative ? make<UnaryExpr>(UnaryOp::Negate, own) : own;
}

/// Takes one value apart.
class Collector {
public:
  Collector(VaryingValues& varying, const Definitions& opening, const FieldFilter& wanted)
      : varying(varying), opening(opening), wanted(wanted) {}

  LinearForm of(const ExprRef& value) {
    collect(value, nullptr, false);
    return std::move(form);
  }

private:
  void collect(const ExprRef& expr, const ExprRef& weight, bool negative) {
    const auto* binary = llvm::dyn_cast<BinaryExpr>(expr.get());
    const bool adds = binary && (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub) && varying.contains(expr);
    if (!reaches(expr) && (weight || !adds)) return keep(expr, weight, negative);
    if (const auto* load = llvm::dyn_cast<LoadExpr>(expr.get())) return add(form, *load, weight, negative);
    if (const auto* local = llvm::dyn_cast<LocalExpr>(expr.get())) {
      if (!depth) form.direct.insert(local->name);
      form.opened.insert(local->name);
      const llvm::SaveAndRestore inside(depth, depth + 1);
      return collect(opening.at(local->name), weight, negative);
    }
    if (const auto* unary = llvm::dyn_cast<UnaryExpr>(expr.get())) return collect(unary->operand, weight, !negative);
    if (adds) {
      collect(binary->left, weight, negative);
      collect(binary->right, weight, negative != (binary->op == BinaryOp::Sub));
    } else if (binary->op == BinaryOp::Div) {
      const ExprRef one = weight ? weight : makeReal(expr->type(), 1);
      collect(binary->left, make<BinaryExpr>(BinaryOp::Div, one, binary->right), negative);
    } else if (varying.contains(binary->left)) {
      collect(binary->left, product(weight, binary->right), negative);
    } else {
      collect(binary->right, product(weight, binary->left), negative);
    }
  }

  /// Whether wanted cells are added up in a value, possibly times what is the same at all cells.
  bool reaches(const ExprRef& expr) {
    const auto known = reached.find(expr.get());
    if (known != reached.end()) return known->second;
    const bool result = reachesAnew(*expr);
    return reached[expr.get()] = result;
  }

  bool reachesAnew(const Expr& expr) {
    if (const auto* load = llvm::dyn_cast<LoadExpr>(&expr)) return wanted(load->field);
    if (const auto* local = llvm::dyn_cast<LocalExpr>(&expr)) {
      const auto value = opening.find(local->name);
      return value != opening.end() && reaches(value->second);
    }
    return llvm::any_of(summandsOf(expr, varying), [&](const ExprRef& summand) { return reaches(summand); });
  }

  void keep(const ExprRef& expr, const ExprRef& weight, bool negative) {
    const auto* constant = llvm::dyn_cast<ConstantExpr>(expr.get());
    if (constant && constant->real == 0) return; // the start of a sum
    form.rest.push_back({weight ? make<BinaryExpr>(BinaryOp::Mul, weight, expr) : expr, negative});
  }

  VaryingValues& varying;
  const Definitions& opening; ///< of locals
  const FieldFilter& wanted;
  std::map<const Expr*, bool> reached;
  int depth = 0; ///< of locals in each other
  LinearForm form;
};

} // namespace

std::vector<ExprRef> summandsOf(const Expr& value, VaryingValues& varying) {
  if (const auto* unary = llvm::dyn_cast<UnaryExpr>(&value))
    return unary->op == UnaryOp::Negate ? std::vector{unary->operand} : std::vector<ExprRef>{};
  const auto* binary = llvm::dyn_cast<BinaryExpr>(&value);
  if (!binary) return {};
  const ExprRef &left = binary->left, &right = binary->right;
  switch (binary->op) {
  case BinaryOp::Add:
  case BinaryOp::Sub:
    return {left, right};
  case BinaryOp::Mul:
    if (!varying.contains(left)) return {right};
    if (!varying.contains(right)) return {left};
    return {};
  case BinaryOp::Div:
    if (!varying.contains(right)) return {left};
    return {};
  default:
    return {};
  }
}

void WeightedSums::see(const Statement& statement) {
  varying.pass(statement);
  const auto* let = std::get_if<Let>(&statement);
  if (let && uses.usedOnce(let->name)) usedOnce[let->name] = let->value;
}

LinearForm WeightedSums::formOf(const ExprRef& value, const FieldFilter& wanted, Locals locals) {
  const Definitions none;
  return Collector(varying, locals == Locals::Opened ? usedOnce : none, wanted).of(value);
}

} // namespace brickc::transform
