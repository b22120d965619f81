// Values that several cells need. SPDX-License-Identifier: MIT
//
// The body is taken as one graph, its locals put where they are used, with one node for equal values. Nodes that are
// the same but for where they read, all of it the same number of cells apart, are one value seen from several cells. It
// can be computed once, for each cell, and be kept until the next plane, row or cell of the row comes to it
// (emit/SharedSchedule.h); the furthest cell computes it, since what is read behind needs no other loop, and what is
// read before in a row only few vectors in front of it. The value whose repetition costs most is shared first; then
// others, in what is left of the statements and in what shared values are made of.
#include "compiler/transform/ShareRepeatedValues.h"
#include "compiler/ir/VaryingValues.h"
#include "compiler/ir/Visitor.h"
#include "compiler/transform/Costs.h"
#include "compiler/transform/Definitions.h"
#include "compiler/transform/EliminateCommonSubexpressions.h"
#include "compiler/transform/FreshNames.h"
#include "compiler/transform/Interner.h"
#include "compiler/transform/ReadCells.h"
#include "compiler/transform/RewriteBodies.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <optional>
#include <set>

namespace brickc::transform {
namespace {

using namespace ir;

/// In additions: what is saved must be worth keeping values and loading them again, of operations and, of these and
/// loads, for each value.
constexpr int leastOperations = 8, leastSaved = 4;
/// What each of several values costs that are shared together: as many products would not stay in the caches.
constexpr int leastOfMany = 3;
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
      : stencil(stencil), names(stencil, "shared"), partNames(stencil, "part"), reads(stencil) {
    expand();
  }

  /// Shares what is worth it, one value after the other; if `together`, at first all that the statements compute alike.
  void run(bool together) {
    while (together) {
      const std::vector<Places> all = allRepeated();
      if (all.empty()) break;
      share(all);
    }
    for (std::vector<Places> best = mostRepeated(); !best.empty(); best = mostRepeated())
      share(best);
  }

  bool isLarge() const { return workWith({}).statements.size() > largestBody; }

  int cost() const { return ownCost().all(); }

  std::vector<Statement> body() {
    if (shares.empty()) return stencil.body;
    Stencil result = stencil;
    result.body = std::move(invariants);
    for (const auto& [name, value] : shares)
      define(name, result.body);
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

  using Nodes = std::set<ExprRef>;

  static void add(const ExprRef& value, Nodes& nodes) {
    forEachNode(value, [&](const ExprRef& node) { nodes.insert(node); });
  }

  static Nodes nodesOf(const ExprRef& value) {
    Nodes nodes;
    add(value, nodes);
    return nodes;
  }

  /// In additions.
  struct Cost {
    int operations = 0, moves = 0;

    int all() const { return operations + moves; }
    Cost operator+(const Cost& other) const { return {operations + other.operations, moves + other.moves}; }
  };

  /// What is beside a cell in its row comes of two vectors.
  static Cost costOfAll(const Nodes& nodes) {
    Cost cost;
    for (const ExprRef& node : nodes) {
      cost.operations += costOf(node);
      if (const auto* load = llvm::dyn_cast<LoadExpr>(node.get())) cost.moves += load->offset.back() == 0 ? 1 : 2;
    }
    return cost;
  }

  /// What the statements and the shared values are made of, by themselves.
  struct Work {
    Nodes statements, shares;
    /// With so many values that are stored.
    Cost cost(std::size_t stores) const {
      return costOfAll(statements) + costOfAll(shares) + Cost{0, static_cast<int>(stores)};
    }
  };

  /// With other values in place of some.
  Work workWith(const std::map<ExprRef, ExprRef>& others) const {
    Replacement replacement(others);
    Work work;
    for (const auto& [statement, value] : roots)
      add(replacement.in(value), work.statements);
    for (const auto& [name, value] : shares)
      add(replacement.in(value), work.shares);
    return work;
  }

  /// The value that is computed most often for nothing, if any is worth sharing.
  std::vector<Places> mostRepeated() {
    Best best{ownCost(), leastSaved - 1, {}};
    for (const Places& places : repeated())
      for (const Places& value : shareable(places))
        if (repeatedIn(value) >= leastOperations) improve(best, {value});
    return best.values;
  }

  /// All such values at once: of the fluxes of several quantities none saves what all of them need.
  std::vector<Places> allRepeated() {
    std::vector<Places> all;
    for (const Places& places : repeated())
      llvm::append_range(all, disjoint(shareable(places)));
    llvm::erase_if(
        all, [](const Places& value) { return costOfAll(nodesOf(value.begin()->second)).operations < leastOfMany; });
    Best best{ownCost(), 0, {}};
    improve(best, all);
    for (const Places& value : std::vector(best.values)) { // without what costs more than it saves
      std::vector<Places> others = best.values;
      llvm::erase(others, value);
      improve(best, others);
    }
    return best.values;
  }

  /// The values that save most.
  struct Best {
    Cost before;
    int saved;
    std::vector<Places> values;
  };

  void improve(Best& best, const std::vector<Places>& values) const {
    const Shared shared = sharedWith(values);
    const int saved = best.before.all() - shared.cost.all();
    const bool isWorthIt = best.before.operations - shared.cost.operations >= leastOperations &&
                           saved >= leastSaved * std::ssize(shared.values);
    if (isWorthIt && saved > best.saved) best = {best.before, saved, shared.values};
  }

  Cost ownCost() const { return workWith({}).cost(shares.size()); }

  /// What it costs to share values, and which of them: others are needed only for these.
  struct Shared {
    std::vector<Places> values;
    Cost cost;
  };

  Shared sharedWith(std::vector<Places> values) const {
    while (true) {
      std::map<ExprRef, ExprRef> loads;
      for (std::size_t number = 0; number < values.size(); ++number)
        loads.merge(loadsOf(std::to_string(number), values[number]));
      Work work = workWith(loads);
      std::map<std::string, std::set<Offset>> read;
      for (const Nodes& nodes : {work.statements, work.shares})
        for (const ExprRef& node : nodes)
          if (const auto* load = llvm::dyn_cast<LoadExpr>(node.get())) read[load->field].insert(load->offset);
      Shared shared;
      for (std::size_t number = 0; number < values.size(); ++number)
        if (read[std::to_string(number)].size() > 1) shared.values.push_back(values[number]);
      if (shared.values.size() < values.size()) {
        values = std::move(shared.values);
        continue;
      }
      for (const Places& value : values)
        add(value.rbegin()->second, work.shares);
      shared.cost = work.cost(shares.size() + values.size());
      return shared;
    }
  }

  /// All that is the same at several cells, in an order that does not depend on where nodes lie in memory.
  std::vector<Places> repeated() {
    std::map<ExprRef, Places> groups; // by the value as seen from there
    std::vector<ExprRef> order;
    const auto note = [&](const ExprRef& value) {
      forEachNode(value, [&](const ExprRef& node) {
        const ReadCells::Reads& read = reads.of(node);
        if (read.stays || !read.first || node->type() == Type::Bool || isLeaf(*node)) return;
        ExprRef& key = seenFromFirst[node];
        if (!key) key = interner.mutate(moved(node, *read.first));
        if (groups[key].emplace(*read.first, node).second && groups[key].size() == 2) order.push_back(key);
      });
    };
    for (const auto& [statement, value] : roots)
      note(value);
    for (const auto& [name, value] : shares)
      note(value);
    std::vector<Places> result;
    for (const ExprRef& key : order)
      result.push_back(groups.at(key));
    return result;
  }

  /// Those of the places that one value may serve: the last of them in the order of memory must be the furthest one of
  /// its row, too, and so are all in a column, all in a row, or maybe all.
  std::vector<Places> shareable(const Places& places) const {
    std::map<Offset, Places> rows;
    std::map<int, Places> columns;
    for (const auto& [place, value] : places) {
      rows[Offset(place.begin(), place.end() - 1)].emplace(place, value);
      columns[place.back()].emplace(place, value);
    }
    std::vector<Places> result;
    const auto consider = [&](const Places& some) {
      if (some.size() > 1) result.push_back(some);
    };
    for (const auto& [x, column] : columns)
      consider(column);
    if (!rowsAreLong()) return result;
    for (const auto& [start, row] : rows)
      consider(row);
    const bool lastIsFurthest = places.rbegin()->first.back() == columns.rbegin()->first;
    if (rows.size() > 1 && columns.size() > 1 && lastIsFurthest) result.push_back(places);
    return result;
  }

  /// The largest of these that have no place in common.
  static std::vector<Places> disjoint(std::vector<Places> some) {
    llvm::stable_sort(some, [](const Places& a, const Places& b) { return a.size() > b.size(); });
    std::set<ExprRef> taken;
    llvm::erase_if(some, [&](const Places& places) {
      if (llvm::any_of(places, [&](const auto& at) { return taken.count(at.second) > 0; })) return true;
      for (const auto& [place, value] : places)
        taken.insert(value);
      return false;
    });
    return some;
  }

  /// Whether a row of a brick is so many vectors that it does not matter to compute one more in front of it.
  bool rowsAreLong() const { return stencil.dims < 3; }

  /// What computing the value for all places costs more than for one: no more than that is saved.
  static int repeatedIn(const Places& places) {
    Nodes nodes;
    for (const auto& [place, value] : places)
      add(value, nodes);
    return costOfAll(nodes).operations - costOfAll(nodesOf(places.begin()->second)).operations;
  }

  /// By each of the values that are the same, what stands for it.
  static std::map<ExprRef, ExprRef> loadsOf(const std::string& name, const Places& places) {
    std::map<ExprRef, ExprRef> loads;
    for (const auto& [place, value] : places)
      loads[value] = make<LoadExpr>(value->type(), name, difference(place, places.rbegin()->first));
    return loads;
  }

  void share(const std::vector<Places>& values) {
    std::map<ExprRef, ExprRef> loads;
    std::vector<std::pair<std::string, ExprRef>> found;
    for (const Places& places : values) {
      found.emplace_back(names.next(), places.rbegin()->second);
      loads.merge(loadsOf(found.back().first, places));
    }
    Replacement replacement(std::move(loads));
    for (auto& [statement, root] : roots)
      root = interner.mutate(replacement.in(root));
    for (auto& [other, value] : shares)
      value = interner.mutate(replacement.in(value));
    llvm::append_range(shares, found);
  }

  /// Appends a shared value, those that it reads before it.
  void define(const std::string& name, std::vector<Statement>& body) {
    if (!defined.insert(name).second) return;
    const ExprRef value = llvm::find_if(shares, [&](const auto& share) { return share.first == name; })->second;
    forEachNode(value, [&](const ExprRef& node) {
      const auto* load = llvm::dyn_cast<LoadExpr>(node.get());
      if (load && !stencil.findParam(load->field)) define(load->field, body);
    });
    const ExprRef whole = inParts(value, body);
    body.push_back(Share{name, whole, {}});
  }

  /// The value over shared ones for what it needs twice.
  ExprRef inParts(const ExprRef& value, std::vector<Statement>& body) {
    std::map<ExprRef, int> uses;
    for (const ExprRef& node : nodesOf(value))
      for (const ExprRef& operand : operandsOf(*node))
        ++uses[operand];
    std::map<ExprRef, ExprRef> parts;
    forEachNode(value, [&](const ExprRef& node) {
      if (uses[node] < 2 || isLeaf(*node) || node->type() == Type::Bool || !reads.of(node).first) return;
      const std::string name = partNames.next();
      body.push_back(Share{name, Replacement(parts).in(node), {}});
      parts[node] = make<LoadExpr>(node->type(), name, Offset(stencil.dims, 0));
    });
    return Replacement(parts).in(value);
  }

  const Stencil& stencil;
  FreshNames names, partNames;
  Interner interner;
  ReadCells reads;
  std::map<ExprRef, ExprRef> seenFromFirst; ///< nodes as the first cell that each reads sees them
  std::vector<Statement> invariants;
  std::vector<std::pair<Statement, ExprRef>> roots;    ///< what is stored or returned, over all locals
  std::vector<std::pair<std::string, ExprRef>> shares; ///< by name, in the order they were found
  std::set<std::string> defined;
};

} // namespace

Module shareRepeatedValues(const Module& module) {
  return rewriteBodies(module, [](const Stencil& stencil) {
    Sharing oneByOne(stencil), together(stencil);
    if (stencil.shares() || oneByOne.isLarge()) return stencil.body;
    oneByOne.run(false);
    together.run(true);
    return together.cost() < oneByOne.cost() ? together.body() : oneByOne.body();
  });
}

} // namespace brickc::transform
