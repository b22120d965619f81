// Values that several cells need. SPDX-License-Identifier: MIT
//
// The body is taken as one graph, its locals put where they are used, with one node for equal values. Two nodes that
// are the same but for where they read, all of it the same number of cells apart, are one value seen from two cells.
// If it is another plane or row, not another place in the row, the value can be computed once, for each cell, and be
// kept until the next plane or row comes to it (emit/SharedSchedule.h); the furthest cell computes it, since what is
// read behind needs no other loop. The value whose repetition costs most is shared first, with all that it is made of.
#include "compiler/transform/ShareRepeatedValues.h"
#include "compiler/ir/VaryingValues.h"
#include "compiler/ir/Visitor.h"
#include "compiler/transform/Costs.h"
#include "compiler/transform/Definitions.h"
#include "compiler/transform/EliminateCommonSubexpressions.h"
#include "compiler/transform/FreshNames.h"
#include "compiler/transform/Interner.h"
#include "compiler/transform/MovedValues.h"
#include "compiler/transform/RewriteBodies.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <optional>
#include <set>

namespace brickc::transform {
namespace {

using namespace ir;

/// In additions: what is saved must be worth keeping a value and loading it again.
constexpr int leastSaved = 8;
/// Nodes of a body that is looked at: every node is moved in turn.
constexpr std::size_t largestBody = 1000;

/// An expression with other values in place of some of its nodes, the outermost ones where they are nested.
class Replacement {
public:
  explicit Replacement(std::map<ExprRef, ExprRef> values) : values(std::move(values)) {}

  ExprRef in(const ExprRef& expr) {
    if (const auto found = values.find(expr); found != values.end()) return found->second;
    std::vector<ExprRef> operands = operandsOf(*expr);
    for (ExprRef& operand : operands)
      operand = in(operand);
    return values[expr] = withOperands(expr, operands);
  }

private:
  std::map<ExprRef, ExprRef> values; ///< and what has become of others
};

/// What is the same value, by the cell that it is seen from.
using Places = std::map<Offset, ExprRef>;

class Sharing {
public:
  explicit Sharing(const Stencil& stencil)
      : stencil(stencil), names(stencil, "shared"), partNames(stencil, "part"), reads(stencil) {}

  std::vector<Statement> run() {
    if (stencil.dims < 2 || stencil.shares()) return stencil.body;
    expand();
    while (const std::optional<Places> best = mostRepeated())
      share(*best);
    if (shares.empty()) return stencil.body;
    Stencil result = stencil;
    result.body = std::move(invariants);
    llvm::append_range(result.body, shares);
    for (const auto& [statement, value] : roots)
      result.body.push_back(withValue(statement, value));
    return withoutRepetition(result);
  }

private:
  void expand() {
    Expansion expansion;
    VaryingValues varying;
    for (const Statement& statement : stencil.body) {
      const auto* let = std::get_if<Let>(&statement);
      const bool invariant = let && !varying.contains(let->value);
      varying.pass(statement);
      const ExprRef value = interner.mutate(expansion.mutate(valueOf(statement)));
      if (invariant)
        invariants.push_back(statement);
      else if (let)
        expansion.definitions[let->name] = value;
      else
        roots.emplace_back(statement, value);
    }
  }

  std::set<ExprRef> nodesOf(llvm::ArrayRef<ExprRef> values) const {
    std::set<ExprRef> nodes;
    for (const ExprRef& value : values)
      forEachNode(value, [&](const ExprRef& node) { nodes.insert(node); });
    return nodes;
  }

  static int costOfAll(const std::set<ExprRef>& nodes) {
    int cost = 0;
    for (const ExprRef& node : nodes)
      cost += costOf(node);
    return cost;
  }

  /// The value that is computed most often for nothing, if any is worth sharing.
  std::optional<Places> mostRepeated() {
    std::vector<ExprRef> values;
    for (const auto& [statement, value] : roots)
      values.push_back(value);
    const std::set<ExprRef> nodes = nodesOf(values);
    if (nodes.size() > largestBody) return std::nullopt;
    using Key =
        std::pair<ExprRef, int>; // the value as seen from the first cell it reads, and that one's place in the row
    std::map<Key, Places> groups;
    std::vector<Key> order; // pointers differ from run to run
    for (const ExprRef& value : values)
      forEachNode(value, [&](const ExprRef& node) {
        const ReadCells::Reads& read = reads.of(node);
        if (read.stays || !read.first || node->type() == Type::Bool || isLeaf(*node)) return;
        const Key key{interner.mutate(moved(node, *read.first)), read.first->back()};
        if (groups[key].emplace(*read.first, node).second && groups[key].size() == 2) order.push_back(key);
      });
    std::optional<Places> best;
    int most = leastSaved - 1;
    for (const auto& key : order) {
      const Places& places = groups.at(key);
      if (repeatedIn(places) <= most) continue;
      if (const int saved = costOfAll(nodes) - costWith(places); saved > most) {
        most = saved;
        best = places;
      }
    }
    return best;
  }

  /// What computing the value for all places costs more than for one: no more than that is saved.
  int repeatedIn(const Places& places) const {
    std::vector<ExprRef> values;
    for (const auto& [place, value] : places)
      values.push_back(value);
    return costOfAll(nodesOf(values)) - costOfAll(nodesOf(values.front()));
  }

  /// What all costs if the value is shared. Parts of it may be needed besides.
  int costWith(const Places& places) const {
    Replacement replacement(loadsOf("", places));
    std::vector<ExprRef> values;
    for (const auto& [statement, root] : roots)
      values.push_back(replacement.in(root));
    return costOfAll(nodesOf(values)) + costOfAll(nodesOf(places.begin()->second));
  }

  /// By each of the values that are the same, what stands for it.
  static std::map<ExprRef, ExprRef> loadsOf(const std::string& name, const Places& places) {
    std::map<ExprRef, ExprRef> loads;
    for (const auto& [place, value] : places)
      loads[value] = make<LoadExpr>(value->type(), name, difference(place, places.rbegin()->first));
    return loads;
  }

  void share(const Places& places) {
    const ExprRef shared = inParts(places.rbegin()->second);
    const std::string name = names.next();
    shares.push_back(Share{name, shared, {}});
    Replacement replacement(loadsOf(name, places));
    for (auto& [statement, root] : roots)
      root = interner.mutate(replacement.in(root));
  }

  /// The value over shared ones for what it needs twice.
  ExprRef inParts(const ExprRef& value) {
    std::map<ExprRef, int> uses;
    for (const ExprRef& node : nodesOf(value))
      for (const ExprRef& operand : operandsOf(*node))
        ++uses[operand];
    std::map<ExprRef, ExprRef> parts;
    forEachNode(value, [&](const ExprRef& node) {
      if (uses[node] < 2 || isLeaf(*node) || node->type() == Type::Bool || !reads.of(node).first) return;
      const std::string name = partNames.next();
      shares.push_back(Share{name, Replacement(parts).in(node), {}});
      parts[node] = make<LoadExpr>(node->type(), name, Offset(stencil.dims, 0));
    });
    return Replacement(parts).in(value);
  }

  const Stencil& stencil;
  FreshNames names, partNames;
  Interner interner;
  ReadCells reads;
  std::vector<Statement> invariants, shares;
  std::vector<std::pair<Statement, ExprRef>> roots; ///< what is stored or returned, over all locals
};

} // namespace

Module shareRepeatedValues(const Module& module) {
  return rewriteBodies(module, [](const Stencil& stencil) { return Sharing(stencil).run(); });
}

} // namespace brickc::transform
