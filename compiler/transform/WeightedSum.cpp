// One walk down a value, with the factor that has been found on the way. SPDX-License-Identifier: MIT
#include "compiler/transform/WeightedSum.h"
#include "compiler/ir/Printer.h"
#include "compiler/ir/Visitor.h"
#include "compiler/transform/Costs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include <cmath>
#include <optional>

namespace brickc::transform {

using namespace ir;

namespace {

/// Null stands for 1.
ExprRef product(const ExprRef& a, const ExprRef& b) { return !a ? b : !b ? a : make<BinaryExpr>(BinaryOp::Mul, a, b); }

/// Of an integer none but 1: multiples of others are no weights of integers.
std::optional<double> numberOf(const ConstantExpr& constant) {
  if (isFloat(constant.type())) return constant.real;
  return constant.integer == 1 ? std::optional(1.0) : std::nullopt;
}

/// Of those functions that weights are made with: others have a value when the program runs.
std::optional<double> valueOf(const MathFunction& function, double argument) {
  if (function.name == "exp") return std::exp(argument);
  if (function.name == "sqrt") return std::sqrt(argument);
  return std::nullopt;
}

ExprRef one(Type type) { return isFloat(type) ? makeReal(type, 1) : makeInteger(type, 1); }

bool isOne(const Expr& expr) {
  const auto* constant = llvm::dyn_cast<ConstantExpr>(&expr);
  return constant && (isFloat(expr.type()) ? constant->real == 1 : constant->integer == 1);
}

bool isZero(const Expr& expr) {
  const auto* constant = llvm::dyn_cast<ConstantExpr>(&expr);
  return constant && constant->real == 0 && constant->integer == 0;
}

bool isSum(const Expr& expr) {
  const auto* binary = llvm::dyn_cast<BinaryExpr>(&expr);
  return binary && (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub);
}

} // namespace

/// Takes one value apart.
class WeightedSums::Collector {
public:
  Collector(WeightedSums& sums, const CellFilter& wanted, Locals opening)
      : sums(sums), wanted(wanted), opening(opening) {}

  LinearForm of(const ExprRef& value) {
    collect(value, nullptr, false);
    for (WeightedSum& sum : form.sums)
      for (auto& [at, weight] : sum.weights)
        weight = sums.weightOf(weight.value);
    return std::move(form);
  }

private:
  void collect(const ExprRef& expr, const ExprRef& weight, bool negative) {
    const bool adds = isSum(*expr) && sums.varying.contains(expr);
    if (!reaches(expr) && (weight || !adds)) return keep(expr, weight, negative);
    if (const ExprRef value = opened(expr); value && reaches(value)) {
      const std::string& name = llvm::cast<LocalExpr>(expr.get())->name;
      if (!depth) form.direct.insert(name);
      form.opened.insert(name);
      const llvm::SaveAndRestore inside(depth, depth + 1);
      return collect(value, weight, negative);
    }
    if (!adds && sums.summandsOf(*expr).empty()) {
      const Product factors = sums.factorsOf(expr);
      return add(sums.cellOf(factors.rest), product(weight, factors.fixed), negative);
    }
    if (const auto* unary = llvm::dyn_cast<UnaryExpr>(expr.get())) return collect(unary->operand, weight, !negative);
    const auto& binary = llvm::cast<BinaryExpr>(*expr);
    if (adds) {
      collect(binary.left, weight, negative);
      collect(binary.right, weight, negative != (binary.op == BinaryOp::Sub));
    } else if (binary.op == BinaryOp::Div) {
      const ExprRef dividend = weight ? weight : one(expr->type());
      collect(binary.left, make<BinaryExpr>(BinaryOp::Div, dividend, binary.right), negative);
    } else if (sums.varying.contains(binary.left)) {
      collect(binary.left, product(weight, binary.right), negative);
    } else {
      collect(binary.right, product(weight, binary.left), negative);
    }
  }

  /// Whether wanted cells are added up in a value, possibly times what is the same at all cells.
  bool reaches(const ExprRef& expr) {
    const auto known = reached.find(expr);
    if (known != reached.end()) return known->second;
    const std::vector<ExprRef> summands = sums.summandsOf(*expr);
    const ExprRef value = opened(expr);
    const bool result = (value && reaches(value)) ||
                        (summands.empty() ? isWanted(expr)
                                          : llvm::any_of(summands, [&](const ExprRef& each) { return reaches(each); }));
    return reached[expr] = result;
  }

  bool isWanted(const ExprRef& expr) {
    const auto* local = llvm::dyn_cast<LocalExpr>(expr.get());
    if (local && opening == Locals::Closed && sums.isOpenable(*local)) return false;
    const ExprRef& rest = sums.factorsOf(expr).rest;
    if (!rest) return false;
    const Cell& cell = sums.cellOf(rest);
    return cell.value && wanted(cell.name);
  }

  /// The value of a local that is to be opened; null for anything else.
  ExprRef opened(const ExprRef& expr) const {
    const auto* local = llvm::dyn_cast<LocalExpr>(expr.get());
    return local && opening == Locals::Opened && sums.isOpenable(*local) ? sums.locals.at(local->name) : nullptr;
  }

  void add(const Cell& cell, const ExprRef& weight, bool negative) {
    auto sum = llvm::find_if(form.sums, [&](const WeightedSum& each) { return each.name == cell.name; });
    if (sum == form.sums.end()) sum = form.sums.insert(form.sums.end(), {cell.value, cell.name, {}, cell.cost});
    sum->cost = std::min(sum->cost, cell.cost);
    ExprRef own = weight ? weight : one(cell.value->type());
    ExprRef& known = sum->weights[cell.at].value;
    if (known)
      known = make<BinaryExpr>(negative ? BinaryOp::Sub : BinaryOp::Add, known, own);
    else
      known = negative ? make<UnaryExpr>(UnaryOp::Negate, own) : own;
  }

  void keep(const ExprRef& expr, const ExprRef& weight, bool negative) {
    if (isZero(*expr)) return; // the start of a sum
    form.rest.push_back({weight ? make<BinaryExpr>(BinaryOp::Mul, weight, expr) : expr, negative});
  }

  WeightedSums& sums;
  const CellFilter& wanted;
  Locals opening;
  std::map<ExprRef, bool> reached;
  int depth = 0; ///< of locals in each other
  LinearForm form;
};

void WeightedSums::see(const Statement& statement) {
  varying.pass(statement);
  const auto* let = std::get_if<Let>(&statement);
  if (!let) return;
  if (!varying.contains(let->value)) {
    fixed[let->name] = let->value;
    return;
  }
  locals[let->name] = let->value;
  expansion.definitions[let->name] = expansion.mutate(let->value);
}

std::vector<ExprRef> WeightedSums::summandsOf(const Expr& value) {
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
    if (isFloat(value.type()) && !varying.contains(right)) return {left};
    return {};
  default:
    return {};
  }
}

bool WeightedSums::isOpenable(const LocalExpr& local) const {
  return uses.usedOnce(local.name) && locals.contains(local.name);
}

const WeightedSums::Product& WeightedSums::factorsOf(const ExprRef& value) {
  if (const auto found = products.find(value); found != products.end()) return found->second;
  return products[value] = factorsOfNew(value);
}

WeightedSums::Product WeightedSums::factorsOfNew(const ExprRef& value) {
  if (!varying.contains(value)) return {value, nullptr};
  if (const auto* select = llvm::dyn_cast<SelectExpr>(value.get())) {
    const bool isLast = isZero(*select->whenFalse);
    if (!isLast && !isZero(*select->whenTrue)) return {nullptr, value};
    const Product chosen = factorsOf(isLast ? select->whenTrue : select->whenFalse);
    if (!chosen.fixed) return {nullptr, value};
    const ExprRef rest = chosen.rest ? chosen.rest : one(value->type());
    return {chosen.fixed, isLast ? make<SelectExpr>(select->condition, rest, select->whenFalse)
                                 : make<SelectExpr>(select->condition, select->whenTrue, rest)};
  }
  const auto* binary = llvm::dyn_cast<BinaryExpr>(value.get());
  if (!binary || (binary->op != BinaryOp::Mul && binary->op != BinaryOp::Div)) return {nullptr, value};
  const Product left = factorsOf(binary->left);
  if (binary->op == BinaryOp::Div) {
    if (!isFloat(value->type()) || !left.fixed || isOne(*left.fixed)) return {nullptr, value};
    const ExprRef dividend = left.rest ? left.rest : one(value->type());
    return {left.fixed, make<BinaryExpr>(BinaryOp::Div, dividend, binary->right)};
  }
  const Product right = factorsOf(binary->right);
  if (!left.fixed && !right.fixed) return {nullptr, value};
  return {product(left.fixed, right.fixed), product(left.rest, right.rest)};
}

double WeightedSums::sizeOf(const ExprRef& value) {
  if (const auto found = sizes.find(value); found != sizes.end()) return found->second;
  double size = 1;
  if (const auto* local = llvm::dyn_cast<LocalExpr>(value.get()); local && varying.contains(value))
    size = sizeOf(locals.at(local->name));
  for (const ExprRef& operand : operandsOf(*value))
    size += sizeOf(operand);
  return sizes[value] = size;
}

double WeightedSums::costOfOwn(const ExprRef& value) {
  if (const auto found = costs.find(value); found != costs.end()) return found->second;
  const UseCounts own(value);
  std::set<std::string> seen;
  double cost = 0;
  forEachNode(value, [&](const ExprRef& node) {
    cost += costOf(node);
    const auto* local = llvm::dyn_cast<LocalExpr>(node.get());
    const auto definition = local ? locals.find(local->name) : locals.end();
    if (definition == locals.end() || !seen.insert(local->name).second || std::isinf(uses.of(local->name))) return;
    cost += own.of(local->name) / uses.of(local->name) * costOfOwn(definition->second);
  });
  return costs[value] = cost;
}

const WeightedSums::Cell& WeightedSums::cellOf(const ExprRef& value) {
  if (const auto found = cells.find(value); found != cells.end()) return found->second;
  Cell cell;
  if (sizeOf(value) <= largestExpansion) {
    const ExprRef written = expansion.mutate(value);
    const ReadCells::Reads& read = reads.of(written);
    if (read.first && !read.stays) {
      const ExprRef atOrigin = moved(written, read.middle());
      cell = {atOrigin, toString(atOrigin), read.middle(), costOfOwn(value)};
    }
  }
  return cells[value] = cell;
}

const Weight& WeightedSums::weightOf(const ExprRef& value) {
  if (const auto found = weighed.find(value); found != weighed.end()) return found->second;
  Weight weight = weightOfNew(value);
  weight.value = value;
  return weighed[value] = std::move(weight);
}

Weight WeightedSums::weightOfNew(const ExprRef& value) {
  const Weight plain{1, isLeaf(*value) ? toString(value) : "(" + toString(value) + ")", value};
  if (const auto* constant = llvm::dyn_cast<ConstantExpr>(value.get())) {
    const auto number = numberOf(*constant);
    return number ? Weight{*number, "", value} : plain;
  }
  if (const auto* local = llvm::dyn_cast<LocalExpr>(value.get())) {
    const auto definition = fixed.find(local->name);
    return definition == fixed.end() ? plain : weightOf(definition->second);
  }
  if (const auto* call = llvm::dyn_cast<CallExpr>(value.get()); call && call->arguments.size() == 1) {
    const Weight argument = weightOf(call->arguments.front());
    const auto number = argument.rest.empty() ? valueOf(*call->function, argument.number) : std::nullopt;
    return number ? Weight{*number, "", value} : plain;
  }
  if (const auto* unary = llvm::dyn_cast<UnaryExpr>(value.get()); unary && unary->op == UnaryOp::Negate) {
    const Weight operand = weightOf(unary->operand);
    return {-operand.number, operand.rest, value};
  }
  const auto* binary = llvm::dyn_cast<BinaryExpr>(value.get());
  if (!binary) return plain;
  const Weight left = weightOf(binary->left), right = weightOf(binary->right);
  const bool numbers = left.rest.empty() && right.rest.empty() && isFloat(value->type());
  switch (binary->op) {
  case BinaryOp::Add:
    return numbers ? Weight{left.number + right.number, "", value} : plain;
  case BinaryOp::Sub:
    return numbers ? Weight{left.number - right.number, "", value} : plain;
  case BinaryOp::Mul: {
    const bool both = !left.rest.empty() && !right.rest.empty();
    return {left.number * right.number, both ? left.rest + " * " + right.rest : left.rest + right.rest, value};
  }
  case BinaryOp::Div:
    if (!isFloat(value->type())) return plain;
    return {left.number / right.number, right.rest.empty() ? left.rest : left.rest + " / (" + right.rest + ")", value};
  default:
    return plain;
  }
}

std::optional<WeightedSum> WeightedSums::asCell(const ExprRef& value) {
  const Cell& cell = cellOf(value);
  if (!cell.value) return std::nullopt;
  return WeightedSum{cell.value, cell.name, {{cell.at, Weight{}}}, cell.cost};
}

LinearForm WeightedSums::formOf(const ExprRef& value, const CellFilter& wanted, Locals locals) {
  return Collector(*this, wanted, locals).of(value);
}

} // namespace brickc::transform
