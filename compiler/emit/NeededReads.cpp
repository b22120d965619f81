// From what is stored back to what is read: an operand is needed where its users are, of a choice only what is chosen,
// and behind && and || only what is asked. SPDX-License-Identifier: MIT
#include "compiler/emit/NeededReads.h"
#include "compiler/ir/Visitor.h"
#include "llvm/ADT/STLExtras.h"

namespace brickc::emit {
namespace {

using ir::ExprRef;

constexpr double mostOperations = 64; ///< in a condition

/// Writes out locals.
class Inliner : public ir::ExprMutator {
public:
  explicit Inliner(const std::map<std::string, ExprRef>& values) : values(values) {}

private:
  ExprRef rewrite(const ExprRef& expr) override {
    const auto* local = llvm::dyn_cast<ir::LocalExpr>(expr.get());
    return local ? values.at(local->name) : expr;
  }

  const std::map<std::string, ExprRef>& values;
};

class Analysis {
public:
  std::map<std::pair<std::string, std::vector<int>>, ExprRef> run(const ir::Stencil& kernel) {
    ir::forEachRead(kernel, [&](const std::string& field, const std::vector<int>& offset) { reads[{field, offset}]; });
    for (const ir::Statement& statement : kernel.body)
      if (const auto* let = std::get_if<ir::Let>(&statement)) inlined[let->name] = Inliner(inlined).mutate(let->value);
    for (const ir::Statement& statement : llvm::reverse(kernel.body)) {
      const auto* let = std::get_if<ir::Let>(&statement);
      if (!let)
        visit(ir::valueOf(statement), always);
      else if (const auto found = locals.find(let->name); found != locals.end())
        visit(let->value, found->second);
    }
    for (auto& [read, condition] : reads)
      if (!condition) condition = ir::makeBool(false);
    return std::move(reads);
  }

private:
  using Conditions = std::map<const ir::Expr*, ExprRef>;

  void visit(const ExprRef& root, const ExprRef& condition) {
    std::vector<ExprRef> nodes; // users behind their operands
    ir::forEachNode(root, [&](const ExprRef& node) { nodes.push_back(node); });
    Conditions conditions{{root.get(), condition}};
    for (const ExprRef& node : llvm::reverse(nodes))
      visit(*node, conditions.at(node.get()), conditions);
  }

  void visit(const ir::Expr& expr, const ExprRef& condition, Conditions& conditions) {
    const auto need = [&](const ExprRef& operand, const ExprRef& when) { add(conditions[operand.get()], when); };
    if (const auto* load = llvm::dyn_cast<ir::LoadExpr>(&expr)) {
      add(reads[{load->field, load->offset}], condition);
    } else if (const auto* local = llvm::dyn_cast<ir::LocalExpr>(&expr)) {
      add(locals[local->name], condition);
    } else if (const auto* select = llvm::dyn_cast<ir::SelectExpr>(&expr)) {
      need(select->condition, condition);
      need(select->whenTrue, both(condition, select->condition, true));
      need(select->whenFalse, both(condition, select->condition, false));
    } else if (const auto* binary = llvm::dyn_cast<ir::BinaryExpr>(&expr);
               binary && (binary->op == ir::BinaryOp::And || binary->op == ir::BinaryOp::Or)) {
      need(binary->left, condition);
      need(binary->right, both(condition, binary->left, binary->op == ir::BinaryOp::And));
    } else {
      for (const ExprRef& operand : ir::operandsOf(expr))
        need(operand, condition);
    }
  }

  static bool isTrue(const ExprRef& condition) {
    const auto* constant = llvm::dyn_cast<ir::ConstantExpr>(condition.get());
    return constant && constant->integer != 0;
  }

  /// Makes `condition`, null where nothing needs the value yet, one that holds where `another` does, too.
  void add(ExprRef& condition, const ExprRef& another) const {
    if (!condition)
      condition = another;
    else if (isTrue(condition) || isTrue(another))
      condition = always;
    else if (!ir::equal(condition, another))
      condition = orAlways(ir::make<ir::BinaryExpr>(ir::BinaryOp::Or, condition, another));
  }

  /// Where `condition` holds, and `another` is as it is wanted, if that is no question of what fields hold.
  ExprRef both(const ExprRef& condition, const ExprRef& another, bool wanted) const {
    ExprRef asked = Inliner(inlined).mutate(another);
    bool loads = false;
    ir::forEachNode(asked, [&](const ExprRef& node) { loads |= llvm::isa<ir::LoadExpr>(node.get()); });
    if (loads || ir::printedSize(asked) > mostOperations) return condition;
    if (!wanted) asked = ir::make<ir::UnaryExpr>(ir::UnaryOp::Not, asked);
    return isTrue(condition) ? asked : orAlways(ir::make<ir::BinaryExpr>(ir::BinaryOp::And, condition, asked));
  }

  ExprRef orAlways(const ExprRef& condition) const {
    return ir::printedSize(condition) > mostOperations ? always : condition;
  }

  const ExprRef always = ir::makeBool(true);
  std::map<std::string, ExprRef> inlined; ///< the values of locals
  std::map<std::string, ExprRef> locals;  ///< when they are needed
  std::map<std::pair<std::string, std::vector<int>>, ExprRef> reads;
};

} // namespace

std::map<std::pair<std::string, std::vector<int>>, ExprRef> conditionsOfReads(const ir::Stencil& kernel) {
  return Analysis().run(kernel);
}

} // namespace brickc::emit
