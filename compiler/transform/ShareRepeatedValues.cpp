// Values that several cells need. SPDX-License-Identifier: MIT
//
// The body is taken as one graph, its locals put where they are used, with one node for equal values. Nodes that are
// the same but for where they read, all of it the same number of cells apart, are one value seen from several cells. It
// can be computed once, for each cell, and be kept until the next plane, row or cell of the row comes to it
// (emit/SharedSchedule.h); the furthest cell computes it, since what is read behind needs no other loop, and what is
// read before in a row only few vectors in front of it. The value whose repetition costs most is shared first; then
// others, in what is left of the statements and in what shared values are made of.
#include "compiler/transform/ShareRepeatedValues.h"
#include "compiler/ir/TypeRules.h"
#include "compiler/ir/VaryingValues.h"
#include "compiler/ir/Visitor.h"
#include "compiler/transform/Costs.h"
#include "compiler/transform/Definitions.h"
#include "compiler/transform/EliminateCommonSubexpressions.h"
#include "compiler/transform/FreshNames.h"
#include "compiler/transform/Interner.h"
#include "compiler/transform/ReadCells.h"
#include "compiler/transform/RewriteBodies.h"
#include "compiler/transform/ValueKeys.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>
#include <unordered_map>

namespace brickc::transform {
namespace {

using namespace ir;

/// In additions: what is saved must be worth keeping values and loading them again, of operations and, of these and
/// loads, for each value.
constexpr int leastOperations = 8, leastSaved = 4;
/// What each of several values costs that are shared together: as many products would not stay in the caches.
constexpr int leastOfMany = 3;

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
      : stencil(stencil), names(stencil, "shared"), partNames(stencil, "part"), reads(stencil), keys(reads) {
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

  int cost() const { return ownCost().all(); }

  /// Whether the statements, without their locals, are nested too deeply to be written so.
  bool isTooDeep() const {
    return llvm::any_of(roots, [](const auto& root) { return heightOf(root.second) > maxExpressionDepth; });
  }

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

  /// In additions.
  struct Cost {
    int operations = 0, moves = 0;

    int all() const { return operations + moves; }
    Cost& operator+=(const Cost& other) {
      operations += other.operations;
      moves += other.moves;
      return *this;
    }
  };

  struct Node {
    std::vector<ExprRef> operands;
    Cost cost; ///< without that of the operands
  };

  /// What is beside a cell in its row comes of two vectors.
  static int costOfLoad(const Offset& offset) { return offset.back() == 0 ? 1 : 2; }

  const Node& node(const ExprRef& expr) const {
    const auto [found, isNew] = nodes.try_emplace(expr);
    if (isNew) {
      found->second.operands = operandsOf(*expr);
      found->second.cost.operations = costOf(expr);
      if (const auto* load = llvm::dyn_cast<LoadExpr>(expr.get())) found->second.cost.moves = costOfLoad(load->offset);
    }
    return found->second;
  }

  /// Adds up what values are made of, each node once.
  class Walk {
  public:
    using Read = std::map<const Expr*, Offset>;

    explicit Walk(const Sharing& sharing) : sharing(sharing) {}

    /// With loads in place of some values; returns whether there are any.
    bool add(const ExprRef& expr, const Read& loads) {
      const auto [known, isNew] = withLoads.try_emplace(expr.get(), false);
      if (!isNew) return known->second;
      bool hasLoads = false;
      if (const auto load = loads.find(expr.get()); load != loads.end()) {
        cost.moves += costOfLoad(load->second);
        hasLoads = true;
      } else {
        const Node& node = sharing.node(expr);
        cost += node.cost;
        for (const ExprRef& operand : node.operands)
          hasLoads |= add(operand, loads);
      }
      return withLoads[expr.get()] = hasLoads;
    }

    /// As it is.
    void add(const ExprRef& expr) {
      if (const auto found = withLoads.find(expr.get()); found != withLoads.end() && !found->second) return;
      if (!whole.insert(expr.get()).second) return;
      const Node& node = sharing.node(expr);
      cost += node.cost;
      for (const ExprRef& operand : node.operands)
        add(operand);
    }

    bool has(const ExprRef& expr) const { return withLoads.contains(expr.get()); }

    Cost cost;

  private:
    const Sharing& sharing;
    llvm::DenseMap<const Expr*, bool> withLoads;
    llvm::DenseSet<const Expr*> whole;
  };

  Cost costOfOne(const Places& places) const {
    Walk walk(*this);
    walk.add(places.begin()->second);
    return walk.cost;
  }

  /// What computing the value for all places costs more than for one: no more than that is saved.
  Cost repeatedIn(const Places& places) const {
    Walk walk(*this);
    for (const auto& [place, value] : places)
      walk.add(value);
    const Cost one = costOfOne(places);
    return {walk.cost.operations - one.operations, walk.cost.moves - one.moves};
  }

  /// The value that is computed most often for nothing, if any is worth sharing.
  std::vector<Places> mostRepeated() {
    Best best{ownCost(), leastSaved - 1, {}};
    for (const Places& places : repeated())
      for (const Places& value : shareable(places)) {
        const Cost most = repeatedIn(value);
        if (most.operations >= leastOperations && most.all() > best.saved) improve(best, {value});
      }
    return best.values;
  }

  /// All such values at once: of the fluxes of several quantities none saves what all of them need.
  std::vector<Places> allRepeated() {
    std::vector<Places> all;
    for (const Places& places : repeated())
      llvm::append_range(all, disjoint(shareable(places)));
    llvm::erase_if(all, [&](const Places& value) { return costOfOne(value).operations < leastOfMany; });
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

  Cost ownCost() const { return sharedWith({}).cost; }

  /// What all costs if values are shared, and which of them are: others are needed only for these.
  struct Shared {
    std::vector<Places> values;
    Cost cost;
  };

  Shared sharedWith(std::vector<Places> values) const {
    while (true) {
      Walk::Read read;
      for (const Places& places : values)
        for (const auto& [place, value] : places)
          read[value.get()] = difference(place, places.rbegin()->first);
      Walk ofStatements(*this), ofShares(*this);
      for (const auto& [statement, value] : roots)
        ofStatements.add(value, read);
      for (const auto& [name, value] : shares)
        ofShares.add(value, read);
      std::vector<Places> used;
      for (const Places& places : values) {
        const auto isRead = [&](const auto& at) { return ofStatements.has(at.second) || ofShares.has(at.second); };
        if (llvm::count_if(places, isRead) > 1) used.push_back(places);
      }
      if (used.size() < values.size()) {
        values = std::move(used);
        continue;
      }
      for (const Places& places : values)
        ofShares.add(places.rbegin()->second);
      Cost cost = ofStatements.cost;
      cost += ofShares.cost;
      cost.moves += static_cast<int>(shares.size() + values.size());
      return {values, cost};
    }
  }

  /// All that is the same at several cells, in an order that does not depend on where nodes lie in memory.
  std::vector<Places> repeated() {
    std::map<ExprRef, Places> groups; // by the value as the first cell that it reads sees it
    std::vector<ExprRef> order;
    const auto note = [&](const ExprRef& value) {
      forEachNode(value, [&](const ExprRef& node) {
        const ReadCells::Reads& read = reads.of(node);
        if (read.stays || !read.first || node->type() == Type::Bool || isLeaf(*node)) return;
        const ExprRef key = keys.of(node);
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
    forEachNode(value, [&](const ExprRef& node) {
      for (const ExprRef& operand : operandsOf(*node))
        ++uses[operand];
    });
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
  ValueKeys keys;
  mutable std::unordered_map<ExprRef, Node> nodes; ///< all that were walked through
  std::vector<Statement> invariants;
  std::vector<std::pair<Statement, ExprRef>> roots;    ///< what is stored or returned, over all locals
  std::vector<std::pair<std::string, ExprRef>> shares; ///< by name, in the order they were found
  std::set<std::string> defined;
};

} // namespace

Module shareRepeatedValues(const Module& module) {
  return rewriteBodies(module, [](const Stencil& stencil) {
    if (stencil.shares()) return stencil.body;
    Sharing oneByOne(stencil), together(stencil);
    if (oneByOne.isTooDeep()) return stencil.body;
    oneByOne.run(false);
    together.run(true);
    return together.cost() < oneByOne.cost() ? together.body() : oneByOne.body();
  });
}

} // namespace brickc::transform
