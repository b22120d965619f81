// Chains of choices as boxes of cells. SPDX-License-Identifier: MIT
//
// `m = min(m, u[...])` for many cells is a chain: each value is chosen from one cell and the value before, which nobody
// else needs. It leaves out cells that are NaNs, but is one if the value that it begins with is. So it is the choice
// between that value and the extreme of the cells' numbers, which need no order and may be taken more than once, as the
// first value is where it is a cell of the box, too. `fmin` leaves out all NaNs.
#include "compiler/transform/ShareExtremes.h"
#include "compiler/ir/Visitor.h"
#include "compiler/transform/EliminateDeadCode.h"
#include "compiler/transform/Extreme.h"
#include "compiler/transform/FreshNames.h"
#include "compiler/transform/RewriteBodies.h"
#include "compiler/transform/SumCutter.h"
#include "llvm/ADT/STLExtras.h"

namespace brickc::transform {
namespace {

using namespace ir;

/// The values that an extreme is taken of.
struct Chain {
  Extreme kind;
  std::vector<ExprRef> values;
  ExprRef start; ///< of choices between numbers that may be NaNs: one here is one in the end; else null
};

class Sharing {
public:
  explicit Sharing(const Stencil& stencil)
      : stencil(stencil), uses(stencil.body), cells(stencil), extremes(stencil, "extreme"), parts(stencil, body) {}

  std::vector<Statement> run() {
    if (stencil.dims < 2) return stencil.body;
    for (const Statement& statement : stencil.body) {
      if (const auto* let = std::get_if<Let>(&statement)) definitions[let->name] = let->value;
      findLinks(valueOf(statement));
    }
    for (const Statement& statement : stencil.body) {
      const auto* let = std::get_if<Let>(&statement);
      const bool isLink = let && links.contains(let->name);
      body.push_back(isLink || std::holds_alternative<Share>(statement)
                         ? statement
                         : withValue(statement, shared(valueOf(statement))));
      cells.see(statement);
    }
    return any ? liveStatements(body) : stencil.body;
  }

private:
  /// Whether an extreme is the same, NaNs included, if its operands change places.
  static bool isSymmetric(const Extreme& kind, Type type) { return kind.function || !isFloat(type); }

  /// The name of a local that a chain goes on with, as nobody else needs it; null for any other value.
  const std::string* linkOf(const Extreme& kind, const ExprRef& operand) const {
    const auto* local = llvm::dyn_cast<LocalExpr>(operand.get());
    if (!local || uses.of(local->name) != (kind.function ? 1 : 2)) return nullptr;
    const auto definition = definitions.find(local->name);
    if (definition == definitions.end()) return nullptr;
    const auto before = asExtreme(*definition->second);
    return before && before->kind == kind ? &local->name : nullptr;
  }

  void findLinks(const ExprRef& value) {
    forEachNode(value, [&](const ExprRef& node) {
      const auto extreme = asExtreme(*node);
      if (!extreme) return;
      if (const std::string* link = linkOf(extreme->kind, extreme->second)) links.insert(*link);
      if (!isSymmetric(extreme->kind, node->type())) return;
      if (const std::string* link = linkOf(extreme->kind, extreme->first)) links.insert(*link);
    });
  }

  Chain chainOf(const ExtremeOfTwo& last) const {
    Chain chain{last.kind, {}, nullptr};
    add(last, chain);
    return chain;
  }

  void add(const ExtremeOfTwo& extreme, Chain& chain) const {
    const auto addInner = [&](const ExprRef& operand) {
      const std::string* const link = linkOf(chain.kind, operand);
      const auto inner = asExtreme(link ? *definitions.at(*link) : *operand);
      if (!inner || inner->kind != chain.kind) return false;
      add(*inner, chain);
      return true;
    };
    const bool symmetric = isSymmetric(chain.kind, extreme.first->type());
    if (!addInner(extreme.second)) (symmetric ? chain.values.emplace_back() : chain.start) = extreme.second;
    if (!symmetric || !addInner(extreme.first)) chain.values.push_back(extreme.first);
  }

  ExprRef shared(const ExprRef& value) {
    const auto [place, isNew] = done.try_emplace(value, value);
    if (!isNew) return place->second;
    const auto extreme = asExtreme(*value);
    if (const ExprRef cut = extreme ? cutChain(chainOf(*extreme)) : nullptr) return done[value] = cut;
    std::vector<ExprRef> operands = operandsOf(*value);
    for (ExprRef& operand : operands)
      operand = shared(operand);
    return done[value] = withOperands(value, operands);
  }

  /// The value of a chain with that of its most frequent kind of cells cut; null if none is worth it.
  ExprRef cutChain(const Chain& chain) {
    if (chain.values.size() < longSum) return nullptr;
    std::vector<WeightedSum> boxes;
    for (const ExprRef& value : chain.values)
      collect(value, boxes);
    if (chain.start) collect(chain.start, boxes);
    const auto box = llvm::max_element(
        boxes, [](const WeightedSum& a, const WeightedSum& b) { return a.weights.size() < b.weights.size(); });
    if (box == boxes.end()) return nullptr;
    const auto cutter = SumCutter::ifWorthIt(*box, stencil.dims, chain.kind);
    if (!cutter) return nullptr;
    any = true;
    ExprRef result = chain.start;
    for (const ExprRef& value : chain.values)
      if (nameOf(value) != box->name) result = with(result, shared(value), chain.kind);
    return with(result, cutter->cut(parts), chain.kind);
  }

  /// The extreme of the values so far, null for none, and one more.
  ExprRef with(const ExprRef& before, const ExprRef& value, const Extreme& kind) {
    if (!before) return value;
    return extremeOfTwo(kind, named(value), named(before));
  }

  /// Two choices name their operands twice each.
  ExprRef named(const ExprRef& value) { return isLeaf(*value) ? value : extremes.bind(value, body); }

  std::optional<WeightedSum> cellOf(const ExprRef& value) {
    const auto* local = llvm::dyn_cast<LocalExpr>(value.get());
    const auto definition = local ? definitions.find(local->name) : definitions.end();
    return cells.asCell(definition == definitions.end() ? value : definition->second);
  }

  std::string nameOf(const ExprRef& value) {
    const auto cell = cellOf(value);
    return cell ? cell->name : "";
  }

  void collect(const ExprRef& value, std::vector<WeightedSum>& boxes) {
    const auto cell = cellOf(value);
    if (!cell) return;
    const auto box = llvm::find_if(boxes, [&](const WeightedSum& each) { return each.name == cell->name; });
    if (box == boxes.end())
      boxes.push_back(*cell);
    else
      box->weights.insert(cell->weights.begin(), cell->weights.end());
  }

  const Stencil& stencil;
  UseCounts uses;
  WeightedSums cells;
  FreshNames extremes;
  Definitions definitions;
  std::set<std::string> links;     ///< locals that are part of a longer chain
  std::map<ExprRef, ExprRef> done; ///< by node
  std::vector<Statement> body;
  CutParts parts;
  bool any = false;
};

} // namespace

Module shareExtremes(const Module& module) {
  return rewriteBodies(module, [](const Stencil& stencil) { return Sharing(stencil).run(); });
}

} // namespace brickc::transform
