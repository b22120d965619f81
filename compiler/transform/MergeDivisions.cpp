// Quotients in denominators. SPDX-License-Identifier: MIT
//
// A division takes as long as ten other vector operations. The denominator is read as a polynomial in the quotient p/q
// that stands in it, through the locals it names; multiplied by a power of q it has no quotient left. That pays if the
// quotient is needed nowhere else, which is tried out: the divisions that are still alive are counted.
#include "compiler/transform/MergeDivisions.h"
#include "compiler/ir/Visitor.h"
#include "compiler/transform/Definitions.h"
#include "compiler/transform/Divisions.h"
#include "compiler/transform/EliminateDeadCode.h"
#include "compiler/transform/Interner.h"
#include "compiler/transform/RewriteBodies.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <optional>
#include <set>

namespace brickc::transform {
namespace {

using namespace ir;

constexpr int largestPower = 2;

/// A denominator as a polynomial in the one quotient that stands in it.
class Denominator {
public:
  explicit Denominator(const Definitions& definitions) : definitions(definitions) {}

  /// The highest power of the quotient, if it is one that can be multiplied out: nothing where there are different
  /// quotients, one stands in another operation, its power is too high, or it would take too many operations.
  std::optional<int> degreeOf(const ExprRef& expr) {
    const std::optional<Form> form = formOf(expr);
    if (!form || form->degree > largestPower || form->operations > largestExpansion) return std::nullopt;
    return form->degree;
  }

  /// `expr` times the denominator of the quotient to that power, its degree at least.
  ExprRef times(const ExprRef& expr, int power) {
    const int degree = *degreeOf(expr);
    if (degree == 0) return multiplied(expr, power);
    const ExprRef value = definitionOf(expr, definitions);
    if (const BinaryExpr* division = asDivision(value)) return multiplied(division->left, power - 1);
    if (const auto* unary = llvm::dyn_cast<UnaryExpr>(value.get()))
      return make<UnaryExpr>(unary->op, times(unary->operand, power));
    const auto* binary = llvm::cast<BinaryExpr>(value.get());
    if (binary->op != BinaryOp::Mul)
      return make<BinaryExpr>(binary->op, times(binary->left, power), times(binary->right, power));
    const int left = *degreeOf(binary->left);
    if (left == 0) return make<BinaryExpr>(BinaryOp::Mul, binary->left, times(binary->right, power));
    return make<BinaryExpr>(BinaryOp::Mul, times(binary->left, left), times(binary->right, power - left));
  }

  /// `expr` times the denominator of the quotient to that power.
  ExprRef multiplied(const ExprRef& expr, int power) const {
    const ExprRef& factor = asDivision(quotient)->right;
    if (power == 0) return expr;
    const ExprRef factors = power == 1 ? factor : make<BinaryExpr>(BinaryOp::Mul, factor, factor);
    const auto* constant = llvm::dyn_cast<ConstantExpr>(expr.get());
    return constant && constant->real == 1 ? factors : make<BinaryExpr>(BinaryOp::Mul, expr, factors);
  }

private:
  struct Form {
    int degree = 0;     ///< highest power of the quotient
    int operations = 0; ///< that the quotient has a part in, each as often as it would be written
  };

  /// Values are looked at once, however often they are used.
  std::optional<Form> formOf(const ExprRef& expr) {
    const ExprRef value = definitionOf(expr, definitions);
    if (const auto known = forms.find(value.get()); known != forms.end()) return known->second;
    const std::optional<Form> form = newFormOf(value);
    forms[value.get()] = form;
    return form;
  }

  std::optional<Form> newFormOf(const ExprRef& value) {
    if (asDivision(value)) {
      if (quotient && !equal(quotient, value)) return std::nullopt;
      quotient = value;
      return Form{1, 1};
    }
    if (const auto* unary = llvm::dyn_cast<UnaryExpr>(value.get())) return formOf(unary->operand);
    const auto* binary = llvm::dyn_cast<BinaryExpr>(value.get());
    if (!binary || !isPolynomial(binary->op)) return Form{};
    const std::optional<Form> left = formOf(binary->left), right = formOf(binary->right);
    if (!left || !right) return std::nullopt;
    if (left->degree + right->degree == 0) return Form{};
    const int degree =
        binary->op == BinaryOp::Mul ? left->degree + right->degree : std::max(left->degree, right->degree);
    const int operations = 1 + left->operations + right->operations;
    return Form{std::min(degree, largestPower + 1), std::min(operations, largestExpansion + 1)};
  }

  static bool isPolynomial(BinaryOp op) { return op == BinaryOp::Add || op == BinaryOp::Sub || op == BinaryOp::Mul; }

  const Definitions& definitions;
  std::map<const Expr*, std::optional<Form>> forms;
  ExprRef quotient;
};

class Merging : public ExprMutator {
public:
  explicit Merging(const Definitions& definitions) : definitions(definitions) {}

protected:
  ExprRef rewrite(const ExprRef& expr) override {
    const BinaryExpr* division = asDivision(expr);
    if (!division || expr->type() != Type::F64) return expr;
    Denominator denominator(definitions);
    const std::optional<int> power = denominator.degreeOf(division->right);
    if (!power || *power < 1) return expr;
    return make<BinaryExpr>(BinaryOp::Div, denominator.multiplied(division->left, *power),
                            denominator.times(division->right, *power));
  }

private:
  const Definitions& definitions;
};

/// Different divisions that are needed.
std::size_t divisionsIn(const std::vector<Statement>& body) {
  Interner interner;
  std::set<ExprRef> found;
  for (const Statement& statement : liveStatements(body))
    forEachNode(valueOf(statement), [&](const ExprRef& expr) {
      if (asDivision(expr)) found.insert(interner.mutate(expr));
    });
  return found.size();
}

/// One statement at a time: each is changed only if that saves a division.
std::vector<Statement> merged(std::vector<Statement> body) {
  Definitions definitions;
  std::size_t divisions = divisionsIn(body);
  for (std::size_t i = 0; i < body.size() && divisions > 1; ++i) {
    if (const ExprRef value = Merging(definitions).mutate(valueOf(body[i])); value != valueOf(body[i])) {
      std::vector<Statement> changed = body;
      changed[i] = withValue(body[i], value);
      if (const std::size_t left = divisionsIn(changed); left < divisions) {
        divisions = left;
        body = std::move(changed);
      }
    }
    if (const auto* let = std::get_if<Let>(&body[i])) definitions[let->name] = let->value;
  }
  return body;
}

} // namespace

Module mergeDivisions(const Module& module) {
  return rewriteBodies(module, [](const Stencil& stencil) { return merged(stencil.body); });
}

} // namespace brickc::transform
