// Reciprocals. SPDX-License-Identifier: MIT
//
// A division takes as long as ten other vector operations. Divisions by numbers come first, so that what is left of
// denominators stays as it is. Equal denominators are one local, or one leaf, behind the elimination of common
// subexpressions; those that are the same for all cells may be whole expressions. What another cell computes in the
// same way has its reciprocals, too, or it would be no value that these cells can share (ShareRepeatedValues.h): the
// weight of a stencil that two faces have may be one of several quotients of the one, and the only one of the other.
#include "compiler/transform/UseReciprocals.h"
#include "compiler/ir/VaryingValues.h"
#include "compiler/ir/Visitor.h"
#include "compiler/transform/Definitions.h"
#include "compiler/transform/Divisions.h"
#include "compiler/transform/FreshNames.h"
#include "compiler/transform/RewriteBodies.h"
#include "compiler/transform/ValueKeys.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <limits>
#include <set>

namespace brickc::transform {
namespace {

using namespace ir;

bool isNumber(const ExprRef& expr) { return llvm::isa<ConstantExpr>(*expr); }

/// Whether a number is neither zero nor infinite in its type, nor rounded more coarsely there than others.
template <class Real> bool isNormalIn(double number) {
  return std::abs(number) >= std::numeric_limits<Real>::min() && std::abs(number) <= std::numeric_limits<Real>::max();
}
bool isNormal(double number, Type type) {
  return type == Type::F32 ? isNormalIn<float>(number) : isNormalIn<double>(number);
}

class ByNumbers : public ExprMutator {
protected:
  ExprRef rewrite(const ExprRef& expr) override {
    const BinaryExpr* division = asDivision(expr);
    if (!division || !isNumber(division->right) || isNumber(division->left)) return expr;
    const double reciprocal = 1 / llvm::cast<ConstantExpr>(*division->right).real;
    if (!isNormal(reciprocal, expr->type())) return expr;
    return make<BinaryExpr>(BinaryOp::Mul, division->left, makeReal(expr->type(), reciprocal));
  }
};

/// A denominator, and the quotients that have it.
struct Denominator {
  ExprRef value;
  bool varies;
  ExprRef key;                    ///< of the value without locals
  std::vector<ExprRef> quotients; ///< different ones
  ExprRef reciprocal;             ///< the local that holds it, once it is declared
};

class Denominators {
public:
  explicit Denominators(const Stencil& stencil) : reads(stencil), keys(reads) {}

  /// Looks at a statement for quotients that differ from cell to cell; all others are computed once anyway.
  void collect(const Statement& statement) {
    forEachNode(valueOf(statement), [&](const ExprRef& expr) {
      const BinaryExpr* division = asDivision(expr);
      if (!division || isNumber(division->right) || !varying.contains(expr)) return;
      Denominator* denominator = find(division->right);
      if (!denominator)
        denominator = &all.emplace_back(Denominator{
            division->right, varying.contains(division->right), keys.of(expansion.mutate(division->right)), {}, {}});
      if (llvm::any_of(denominator->quotients, [&](const ExprRef& known) { return equal(known, expr); })) return;
      denominator->quotients.push_back(expr);
      if (denominator->quotients.size() > 1) ofSeveral.insert(denominator->key);
    });
    varying.pass(statement);
    if (const auto* let = std::get_if<Let>(&statement)) expansion.definitions[let->name] = expansion.mutate(let->value);
  }

  bool isWorthIt(const Denominator& denominator) const {
    return !denominator.varies || ofSeveral.contains(denominator.key);
  }

  Denominator* find(const ExprRef& value) {
    const auto found = llvm::find_if(all, [&](const Denominator& known) { return equal(known.value, value); });
    return found == all.end() ? nullptr : &*found;
  }

private:
  std::vector<Denominator> all;
  VaryingValues varying;
  Expansion expansion;
  ReadCells reads;
  ValueKeys keys;
  std::set<ExprRef> ofSeveral; ///< keys of denominators of several quotients, in any cell
};

/// Products instead of the quotients of a statement; the reciprocals that it is the first to use are added to `body`.
class ByReciprocals : public ExprMutator {
public:
  ByReciprocals(Denominators& denominators, FreshNames& names, std::vector<Statement>& body)
      : denominators(denominators), names(names), body(body) {}

protected:
  ExprRef rewrite(const ExprRef& expr) override {
    const BinaryExpr* division = asDivision(expr);
    Denominator* denominator = division ? denominators.find(division->right) : nullptr;
    if (!denominator || !denominators.isWorthIt(*denominator)) return expr;
    const ExprRef one = makeReal(expr->type(), 1);
    ExprRef& reciprocal = denominator->reciprocal;
    if (!reciprocal) reciprocal = names.bind(make<BinaryExpr>(BinaryOp::Div, one, denominator->value), body);
    return equal(division->left, one) ? reciprocal : make<BinaryExpr>(BinaryOp::Mul, division->left, reciprocal);
  }

private:
  Denominators& denominators;
  FreshNames& names;
  std::vector<Statement>& body;
};

std::vector<Statement> multiplied(const Stencil& stencil) {
  std::vector<Statement> body;
  Denominators denominators(stencil);
  for (const Statement& statement : stencil.body) {
    body.push_back(withValue(statement, ByNumbers().mutate(valueOf(statement))));
    denominators.collect(body.back());
  }
  FreshNames names(stencil, "reciprocal");
  std::vector<Statement> result;
  for (const Statement& statement : body) {
    const ExprRef value = ByReciprocals(denominators, names, result).mutate(valueOf(statement));
    result.push_back(withValue(statement, value));
  }
  return result;
}

} // namespace

Module useReciprocals(const Module& module) {
  return rewriteBodies(module, [](const Stencil& stencil) { return multiplied(stencil); });
}

} // namespace brickc::transform
