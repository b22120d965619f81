// Signs that a condition chooses. SPDX-License-Identifier: MIT
//
// Upwind schemes turn an axis around where the wind blows against it, `wind > 0 ? f(a, b) : -f(b, a)`. Once operands
// are chosen instead of results, two kinds of values remain that need no choice, or one of a sign only. Let s be 1
// where the condition c holds and -1 elsewhere:
//
//   (c ? a : b) + (c ? b : a)  is  a + b
//   (c ? a : b) - (c ? b : a)  is  s (a - b)
//   c ? v : -v                 is  s v
//
// Signs are carried from terms to sums and products. Two of them cancel, and one meets the value that the condition is
// about: w s is |w| if c is w > 0. What is left of c ? v : -v, or of w times a sum, are the terms with the sign and
// those without. Each rule alone may cost operations where a value is needed in its old form too, so those of the
// stencil are counted.
#include "compiler/transform/FactorSigns.h"
#include "compiler/ir/Operators.h"
#include "compiler/ir/Visitor.h"
#include "compiler/transform/Definitions.h"
#include "compiler/transform/EliminateCommonSubexpressions.h"
#include "compiler/transform/EliminateDeadCode.h"
#include "compiler/transform/FreshNames.h"
#include "compiler/transform/Sum.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <optional>
#include <set>

namespace brickc::transform {
namespace {

using namespace ir;

template <class Node> const Node* as(const ExprRef& expr) { return llvm::dyn_cast<Node>(expr.get()); }

ExprRef binary(BinaryOp op, const ExprRef& left, const ExprRef& right) { return make<BinaryExpr>(op, left, right); }

bool isNegation(const ExprRef& expr) {
  const auto* unary = as<UnaryExpr>(expr);
  return unary && unary->op == UnaryOp::Negate;
}

/// Whether one is written as the negation of the other.
bool areOpposite(const ExprRef& a, const ExprRef& b) {
  if (equal(negated(a), b) || equal(a, negated(b))) return true;
  const auto *first = as<ConstantExpr>(a), *second = as<ConstantExpr>(b);
  if (first && second) return first->real == -second->real;
  const auto *left = as<BinaryExpr>(a), *right = as<BinaryExpr>(b);
  return left && right && left->op == BinaryOp::Sub && right->op == BinaryOp::Sub && equal(left->left, right->right) &&
         equal(left->right, right->left);
}

/// The sum as one term. Negations become subtractions: added terms go first, and if there are none, the whole sum is
/// subtracted.
Term asTerm(std::vector<Term> terms) {
  for (Term& term : terms)
    if (isNegation(term.value)) term = {negated(term.value), !term.negative};
  llvm::stable_sort(terms, [](const Term& a, const Term& b) { return a.negative < b.negative; });
  const bool negative = terms.front().negative;
  for (Term& term : terms)
    term.negative = term.negative != negative;
  return {sumOf(terms), negative};
}

/// `factor` times the sum.
Term multiplied(const Term& factor, const std::vector<Term>& terms) {
  const Term sum = asTerm(terms);
  return {binary(BinaryOp::Mul, factor.value, sum.value), factor.negative != sum.negative};
}

/// A value whose sign is that of a condition: `value` where it holds, else its negation.
struct SignedValue {
  ExprRef condition, value;
};

/// Such a value without its sign, or null, and how many operations are written anew for it.
struct Stripped {
  ExprRef value;
  int operations = 0;
};

/// `condition` says whether `value` is positive, or whether it is negative; what it says of zero does not matter.
struct Comparison {
  ExprRef value;
  bool negative;
};

class Factoring : public ExprMutator {
public:
  /// New locals go in front of the statement whose value is rewritten.
  Factoring(Definitions& definitions, FreshNames& names, std::vector<Statement>& statements)
      : definitions(definitions), names(names), statements(statements) {}

protected:
  ExprRef rewrite(const ExprRef& expr) override {
    if (!isFloat(expr->type())) return expr;
    if (llvm::isa<SelectExpr>(*expr)) return withSignInside(expr);
    const auto* node = as<BinaryExpr>(expr);
    if (node && (node->op == BinaryOp::Add || node->op == BinaryOp::Sub)) return withoutPair(flattened(*node, expr));
    if (!node || (node->op != BinaryOp::Mul && node->op != BinaryOp::Div)) return expr;
    if (const ExprRef value = withoutSigns(*node)) return value;
    if (node->op == BinaryOp::Div) return expr;
    if (const ExprRef product = absorbed(node->left, node->right)) return product;
    if (const ExprRef product = absorbed(node->right, node->left)) return product;
    return expr;
  }

private:
  ExprRef defined(const ExprRef& expr) const { return definitionOf(expr, definitions); }
  bool same(const ExprRef& a, const ExprRef& b) const { return equal(defined(a), defined(b)); }

  std::optional<SignedValue> signedValueOf(const ExprRef& expr) const {
    const ExprRef value = defined(expr);
    const auto* select = as<SelectExpr>(value);
    if (!select || !areOpposite(select->whenTrue, select->whenFalse)) return std::nullopt;
    return SignedValue{select->condition, select->whenTrue};
  }

  /// Whether both choose between the same values by the same condition, but never the same of them.
  bool areMirrored(const ExprRef& a, const ExprRef& b) const {
    const ExprRef left = defined(a), right = defined(b);
    const auto *first = as<SelectExpr>(left), *second = as<SelectExpr>(right);
    return first && second && same(first->condition, second->condition) && same(first->whenTrue, second->whenFalse) &&
           same(first->whenFalse, second->whenTrue);
  }

  std::optional<Comparison> comparisonOf(const ExprRef& condition) const {
    const ExprRef value = defined(condition);
    const auto* node = as<BinaryExpr>(value);
    if (!node || !isComparison(node->op) || node->op == BinaryOp::Eq || node->op == BinaryOp::Ne) return std::nullopt;
    const bool less = node->op == BinaryOp::Lt || node->op == BinaryOp::Le;
    const auto isZero = [&](const ExprRef& side) {
      const auto* number = as<ConstantExpr>(defined(side));
      return number && isFloat(number->type()) && number->real == 0;
    };
    if (isZero(node->right)) return Comparison{node->left, less};
    if (isZero(node->left)) return Comparison{node->right, !less};
    return std::nullopt;
  }

  /// `product` with |factor| instead of the factor, or null if it is none. What has been tried was none.
  ExprRef withMagnitude(const ExprRef& product, const ExprRef& factor, std::set<ExprRef>& tried) const {
    if (!tried.insert(product).second) return nullptr;
    if (same(product, factor)) return make<CallExpr>(mathFunctionNamed("fabs"), std::vector{product});
    const auto* node = as<BinaryExpr>(product);
    if (!node || node->op != BinaryOp::Mul) return nullptr;
    if (const ExprRef left = withMagnitude(node->left, factor, tried)) return binary(BinaryOp::Mul, left, node->right);
    const ExprRef right = withMagnitude(node->right, factor, tried);
    return right ? binary(BinaryOp::Mul, node->left, right) : nullptr;
  }

  /// A product times the sign that a condition chooses; nothing if that is not the sign of one of its factors.
  std::optional<Term> timesSign(const ExprRef& product, const ExprRef& condition) const {
    const std::optional<Comparison> comparison = comparisonOf(condition);
    std::set<ExprRef> tried;
    const ExprRef magnitude = comparison ? withMagnitude(product, comparison->value, tried) : nullptr;
    return magnitude ? std::optional(Term{magnitude, comparison->negative}) : std::nullopt;
  }

  /// `expr` is the sign that the condition chooses times the result; null if it is no such value.
  ExprRef withoutSign(const ExprRef& expr, const ExprRef& condition) { return withoutSignOf(expr, condition).value; }

  /// Values are looked at once, however often they are used.
  Stripped withoutSignOf(const ExprRef& expr, const ExprRef& condition) {
    const std::pair key{defined(expr), defined(condition)};
    if (const auto found = strippedValues.find(key); found != strippedValues.end()) return found->second;
    const Stripped result = newWithoutSign(key.first, key.second);
    return strippedValues[key] = result.operations > largestExpansion ? Stripped{} : result;
  }

  Stripped newWithoutSign(const ExprRef& value, const ExprRef& condition) {
    if (const auto known = signedValueOf(value); known && same(known->condition, condition)) return {known->value, 0};
    if (isNegation(value)) {
      const Stripped operand = withoutSignOf(negated(value), condition);
      return operand.value ? Stripped{negated(operand.value), operand.operations + 1} : Stripped{};
    }
    const auto* node = as<BinaryExpr>(value);
    if (!node || isComparison(node->op)) return {};
    if (const ExprRef difference = mirroredDifference(*node, condition)) return {difference, 1};
    const Stripped left = withoutSignOf(node->left, condition), right = withoutSignOf(node->right, condition);
    const bool isProduct = node->op == BinaryOp::Mul || node->op == BinaryOp::Div;
    // A sum has the sign if both of its terms have it, a product if one factor has it: else two signs cancel.
    const bool hasSign = isProduct ? !left.value != !right.value : left.value && right.value;
    if (!hasSign) return {};
    return {binary(node->op, left.value ? left.value : node->left, right.value ? right.value : node->right),
            1 + left.operations + right.operations};
  }

  ExprRef mirroredDifference(const BinaryExpr& node, const ExprRef& condition) const {
    if (node.op != BinaryOp::Sub || !areMirrored(node.left, node.right)) return nullptr;
    const ExprRef left = defined(node.left);
    const auto* select = as<SelectExpr>(left);
    return same(select->condition, condition) ? binary(BinaryOp::Sub, select->whenTrue, select->whenFalse) : nullptr;
  }

  /// The terms of a sum. Where one subtracts the mirror image of another, the difference of both is one term.
  std::vector<Term> termsWithDifferences(const ExprRef& sum) const {
    std::vector<Term> terms = termsOf(defined(sum));
    for (std::size_t i = 0; i < terms.size(); ++i)
      for (std::size_t j = i + 1; j < terms.size(); ++j)
        if (terms[i].negative != terms[j].negative && areMirrored(terms[i].value, terms[j].value)) {
          terms[i].value = binary(BinaryOp::Sub, terms[i].value, terms[j].value);
          terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(j));
          break;
        }
    return terms;
  }

  /// A sum by the sign that a condition chooses: the terms that have it, written without, and the others.
  struct Parts {
    std::vector<Term> withSign, others;
  };

  Parts partsOf(const ExprRef& sum, const ExprRef& condition) {
    Parts parts;
    for (const Term& term : termsWithDifferences(sum)) {
      const ExprRef value = withoutSign(term.value, condition);
      (value ? parts.withSign : parts.others).push_back({value ? value : term.value, term.negative});
    }
    return parts;
  }

  /// `c ? v : -v`: the sign goes where terms of v have the same.
  ExprRef withSignInside(const ExprRef& expr) {
    const std::optional<SignedValue> known = signedValueOf(expr);
    if (!known) return expr;
    if (const auto magnitude = timesSign(known->value, known->condition)) {
      const bool isBare = llvm::isa<CallExpr>(*magnitude->value); // |w| but for zeroes, which may be divided by
      return isBare ? expr : sumOf({*magnitude});
    }
    const auto [withSign, others] = partsOf(known->value, known->condition);
    if (withSign.empty()) return expr;
    if (others.empty()) return sumOf({asTerm(withSign)});
    Term rest = asTerm(others);
    rest.value = make<SelectExpr>(known->condition, rest.value, negated(rest.value));
    return sumOf({asTerm({asTerm(withSign), rest})});
  }

  /// A product that has become a sum gives its terms to the sum that it was a term of, each to be added by the
  /// operation that multiplies. The terms before it become a statement of their own: else what all of them are
  /// computed from would wait for the last one, and there are not that many registers.
  ExprRef flattened(const BinaryExpr& node, const ExprRef& expr) {
    if (!multipliedOut.contains(node.right)) return expr;
    std::vector<Term> terms{{isLeaf(*node.left) ? node.left : bound(node.left)}};
    for (const Term& term : termsOf(node.right))
      terms.push_back({term.value, term.negative != (node.op == BinaryOp::Sub)});
    return sumOf(terms);
  }

  ExprRef bound(const ExprRef& value) {
    const ExprRef local = names.bind(value, statements);
    definitions[as<LocalExpr>(local)->name] = value;
    return local;
  }

  /// A sum whose last term is the mirror image of another one.
  ExprRef withoutPair(const ExprRef& expr) const {
    const ExprRef last = defined(as<BinaryExpr>(expr)->right);
    const auto* select = as<SelectExpr>(last);
    if (!select) return expr;
    std::vector<Term> terms = termsOf(expr);
    const bool negative = terms.back().negative;
    terms.pop_back();
    for (Term& term : terms)
      if (term.negative == negative && areMirrored(term.value, last)) {
        term.value = binary(BinaryOp::Add, select->whenFalse, select->whenTrue);
        return sumOf(terms);
      }
    return expr;
  }

  /// A product or quotient of two values that have the same sign, or null.
  ExprRef withoutSigns(const BinaryExpr& node) const {
    const std::optional<SignedValue> left = signedValueOf(node.left), right = signedValueOf(node.right);
    if (!left || !right || !same(left->condition, right->condition)) return nullptr;
    return binary(node.op, left->value, right->value);
  }

  /// `factor * sum`, if terms of the sum have the sign of a value in the factor; else null.
  ExprRef absorbed(const ExprRef& factor, const ExprRef& sum) {
    for (const Term& term : termsOf(defined(sum))) {
      const std::optional<SignedValue> known = signedValueOf(term.value);
      const std::optional<Term> magnitude = known ? timesSign(factor, known->condition) : std::nullopt;
      if (!magnitude) continue;
      const auto [withSign, others] = partsOf(sum, known->condition);
      std::vector<Term> products{multiplied(*magnitude, withSign)};
      if (!others.empty()) products.push_back(multiplied({factor}, others));
      return *multipliedOut.insert(sumOf({asTerm(products)})).first;
    }
    return nullptr;
  }

  Definitions& definitions;
  FreshNames& names;
  std::vector<Statement>& statements;
  std::map<std::pair<ExprRef, ExprRef>, Stripped> strippedValues; ///< by value and condition
  std::set<ExprRef> multipliedOut;
};

Stencil factored(const Stencil& stencil) {
  Stencil result = stencil;
  result.body.clear();
  Definitions definitions;
  FreshNames names(stencil, "sum");
  for (const Statement& statement : stencil.body) {
    // A shared value is computed elsewhere, where locals are not known.
    if (std::holds_alternative<Share>(statement)) {
      result.body.push_back(statement);
      continue;
    }
    const ExprRef value = Factoring(definitions, names, result.body).mutate(valueOf(statement));
    if (const auto* let = std::get_if<Let>(&statement)) definitions[let->name] = value;
    result.body.push_back(withValue(statement, value));
  }
  return result;
}

/// Operations that are needed, each once.
std::size_t operationsOf(const Stencil& stencil) {
  Module module;
  module.stencils = {stencil};
  module = eliminateDeadCode(eliminateCommonSubexpressions(module));
  std::size_t count = 0;
  for (const Statement& statement : module.stencils.front().body)
    forEachNode(valueOf(statement), [&](const ExprRef& expr) { count += !isLeaf(*expr); });
  return count;
}

} // namespace

Module factorSigns(const Module& module) {
  Module result = module;
  for (Stencil& stencil : result.stencils) {
    const Stencil changed = factored(stencil);
    if (operationsOf(changed) < operationsOf(stencil)) stencil = changed;
  }
  return result;
}

} // namespace brickc::transform
