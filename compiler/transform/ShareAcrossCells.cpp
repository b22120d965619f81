// Partial sums shared by neighbouring cells. SPDX-License-Identifier: MIT
//
// A weighted sum over a box of cells, sum of c(z, y, x) u[z, y, x], is cut along its axes, the last one first.
//
//   rows    x offsets that have equal weights in every row of the box are added up: r_p[y] = sum of u[y, x in p].
//           For a symmetric cube p is {0}, {-1, 1}, {-2, 2}, and all rows need the same three sums.
//   planes  (y, p) that have equal weights in every plane are added up: s_q = sum of r_p[y].
//   weights the plane z then contributes w_z = sum of c(z, q) s_q; planes with equal weights (z and -z) share one w.
//
// The value is the sum of w_z[z] over z. Every r is needed by all rows around it, every w by all planes around it: both
// become shared values, computed once for each cell. What the planes before contribute is added to the w of the plane
// itself when that is computed, if they are several and no other plane needs it: so theirs are kept for half as long. A
// cube of 125 points with 10 weights takes 2 additions for the r, 9 for the s, 18 multiply-adds for the w and 3
// additions, instead of 125 multiply-adds.
#include "compiler/transform/ShareAcrossCells.h"
#include "compiler/ir/Printer.h"
#include "compiler/ir/Visitor.h"
#include "compiler/transform/Costs.h"
#include "compiler/transform/EliminateDeadCode.h"
#include "compiler/transform/FreshNames.h"
#include "compiler/transform/RewriteBodies.h"
#include "compiler/transform/Sum.h"
#include "compiler/transform/WeightedSum.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

namespace brickc::transform {
namespace {

using namespace ir;

/// The weights of one field's cells as texts (equal ones are equal weights) by offset.
using Weights = std::map<std::vector<int>, std::string>;

/// Groups of keys that have the same signature, in the order of their first keys.
template <class Key> using Groups = std::vector<std::vector<Key>>;

template <class Key> Groups<Key> groupsOf(const std::map<Key, std::string>& signatures) {
  llvm::MapVector<std::string, std::vector<Key>, std::map<std::string, unsigned>> groups;
  for (const auto& [key, signature] : signatures)
    groups[signature].push_back(key);
  Groups<Key> result;
  for (auto& [signature, keys] : groups)
    result.push_back(std::move(keys));
  return result;
}

/// Measured on AMD Zen 5, 256^3: chains of six (125 points) are 1.02 to 1.08 times as fast the other way round in
/// double, 0.97 to 1.04 in float; shorter ones 0.97 to 1.02.
constexpr std::size_t longChain = 6;

/// Measured there, in several series: where two planes before contribute, adding them early makes 125 points 0.99
/// to 1.10 times as fast, 45 points 0.97 to 1.03, and more once statements are computed with the rows of their nest
/// (emit/SharedSchedule.h); where it is one, 27 points 1.05 times in the caches and 0.92 to 0.95 at 256^3 (one thread).
constexpr int manyPlanes = 2;

/// Cuts one weighted sum, and writes the shared values in front of it.
class Cutter {
public:
  Cutter(const WeightedSum& sum, unsigned dims) : cell(sum.cell), dims(dims) {
    for (const auto& [offset, weight] : sum.weights) {
      weights[offset] = toString(weight);
      weightOf[weights[offset]] = weight;
    }
    cutRows();
    cutPlanes();
  }

  /// Additions and multiplications for a cell, margins of rows in a brick of the usual extents included. Planes have
  /// none in columns of bricks.
  double cost() const {
    constexpr double extent = 8;
    const double rows = dims == 3 ? (extent + middleReach()) / extent : 1;
    double result = 0;
    for (const auto& row : rowGroups)
      result += (static_cast<double>(row.size()) * (1 + costOfAll(cell)) - 1) * rows;
    for (const auto& plane : planeGroups)
      result += static_cast<double>(plane.size()) - 1;
    for (const auto& weighted : weightedGroups)
      result += static_cast<double>(used(weighted.front()).size());
    return result + static_cast<double>(planeWeights.size()) - 1;
  }

  ExprRef cut(FreshNames& rowNames, FreshNames& planeNames, FreshNames& weightedNames,
              std::vector<Statement>& shares) const {
    const auto share = [&](FreshNames& names, const ExprRef& value) {
      const std::string name = names.next();
      shares.push_back(Share{name, value, {}});
      return name;
    };
    std::vector<std::string> rows;
    for (const auto& row : rowGroups)
      rows.push_back(share(rowNames, sumOver(row, [&](int x) { return cellAt(x); })));
    std::vector<ExprRef> planes;
    for (const auto& plane : planeGroups) {
      const ExprRef sum = sumOver(plane, [&](const auto& at) { return load(rows[at.second], 0, at.first, 0); });
      planes.push_back(plane.size() == 1 ? sum : load(share(planeNames, sum), 0, 0, 0));
    }
    std::vector<Term> total;
    const auto weighted = [&](const std::vector<int>& group, std::vector<Term> terms) {
      for (const std::size_t q : used(group.front()))
        terms.push_back({make<BinaryExpr>(BinaryOp::Mul, weightOf.at(planeWeights.at(group.front())[q]), planes[q])});
      const std::string name = share(weightedNames, sumOf(terms));
      for (const int z : group)
        total.push_back({load(name, z, 0, 0)});
    };
    const auto isBefore = [](const Term& term) { return slowOffset(term) < 0; };
    const std::vector<int> middle{0};
    for (const auto& group : weightedGroups)
      if (group != middle) weighted(group, {});
    if (llvm::is_contained(weightedGroups, middle)) {
      std::vector<Term> before;
      if (dims == 3 && llvm::count_if(total, isBefore) >= manyPlanes) {
        llvm::copy_if(total, std::back_inserter(before), isBefore);
        llvm::erase_if(total, isBefore);
      }
      weighted(middle, inOrder(before));
    }
    return sumOf(inOrder(total));
  }

private:
  /// In two dimensions the only slow axis is that of the planes, and a plane is one row.
  int slowest(const std::vector<int>& offset) const { return offset[0]; }
  int middle(const std::vector<int>& offset) const { return dims == 3 ? offset[1] : 0; }

  static std::vector<Term> inOrder(std::vector<Term> planes) {
    llvm::sort(planes, [](const Term& a, const Term& b) { return slowOffset(a) < slowOffset(b); });
    return planes;
  }

  static int slowOffset(const Term& term) { return llvm::cast<LoadExpr>(term.value.get())->offset[0]; }

  int middleReach() const {
    int low = 0, high = 0;
    for (const auto& [offset, weight] : weights) {
      low = std::min(low, middle(offset));
      high = std::max(high, middle(offset));
    }
    return high - low;
  }

  void cutRows() {
    std::map<int, std::string> signatures;
    for (const auto& [offset, weight] : weights)
      signatures[offset.back()] +=
          std::to_string(slowest(offset)) + "," + std::to_string(middle(offset)) + ":" + weight + ";";
    rowGroups = groupsOf(signatures);
  }

  void cutPlanes() {
    std::map<std::pair<int, std::size_t>, std::map<int, std::string>> byPlace; // weights by plane, of (row, row group)
    for (const auto& [offset, weight] : weights)
      for (std::size_t p = 0; p < rowGroups.size(); ++p)
        if (rowGroups[p].front() == offset.back()) byPlace[{middle(offset), p}][slowest(offset)] = weight;
    std::map<std::pair<int, std::size_t>, std::string> signatures;
    for (const auto& [place, planes] : byPlace)
      for (const auto& [z, weight] : planes)
        signatures[place] += std::to_string(z) + ":" + weight + ";";
    planeGroups = groupsOf(signatures);
    for (std::size_t q = 0; q < planeGroups.size(); ++q)
      for (const auto& [z, weight] : byPlace.at(planeGroups[q].front())) {
        planeWeights[z].resize(planeGroups.size());
        planeWeights[z][q] = weight;
      }
    std::map<int, std::string> byWeights;
    for (const auto& [z, of] : planeWeights)
      byWeights[z] = llvm::join(of, ";");
    weightedGroups = groupsOf(byWeights);
  }

  /// The plane groups that plane z has weights for. Where they are many, those that reach the furthest rows come last:
  /// what a chain of multiply-adds takes from rows that are loaded early is done while the others are on their way.
  std::vector<std::size_t> used(int z) const {
    std::vector<std::size_t> result;
    for (std::size_t q = 0; q < planeGroups.size(); ++q)
      if (!planeWeights.at(z)[q].empty()) result.push_back(q);
    if (result.size() >= longChain) std::ranges::reverse(result);
    return result;
  }

  Offset offset(int z, int y, int x) const { return dims == 3 ? Offset{z, y, x} : Offset{z, x}; }
  ExprRef cellAt(int x) const { return moved(cell, offset(0, 0, -x)); }
  ExprRef load(const std::string& from, int z, int y, int x) const {
    return make<LoadExpr>(cell->type(), from, offset(z, y, x));
  }

  template <class Keys, class Value> static ExprRef sumOver(const Keys& keys, const Value& value) {
    std::vector<Term> terms;
    for (const auto& key : keys)
      terms.push_back({value(key)});
    return sumOf(terms);
  }

  ExprRef cell;
  unsigned dims;
  Weights weights;
  std::map<std::string, ExprRef> weightOf;
  Groups<int> rowGroups;                                ///< x offsets
  Groups<std::pair<int, std::size_t>> planeGroups;      ///< (y offset, row group)
  std::map<int, std::vector<std::string>> planeWeights; ///< by plane, of each plane group; empty for none
  Groups<int> weightedGroups;                           ///< planes with the same weights
};

/// Sharing, and giving up a user's locals for it, must save a third of the operations: shared values are stored and
/// loaded, and locals make generated code readable.
constexpr double enoughGain = 1.5;

class Sharing {
public:
  explicit Sharing(const Stencil& stencil)
      : stencil(stencil), sums(stencil), rows(stencil, "row"), planes(stencil, "plane"), weighted(stencil, "weighted"),
        weights(stencil, "weight") {}

  std::vector<Statement> run() {
    if (stencil.dims < 2 || stencil.shares()) return stencil.body;
    std::vector<LinearForm> forms;
    for (const Statement& statement : stencil.body) {
      sums.see(statement);
      forms.push_back(formOf(statement));
    }
    std::set<std::string> opened; // by statements behind them
    for (std::size_t i = forms.size(); i-- > 0;)
      if (!isOneOf(opened, stencil.body[i])) opened.merge(forms[i].opened);
    for (std::size_t i = 0; i < forms.size(); ++i)
      if (!isOneOf(opened, stencil.body[i])) body.push_back(shared(stencil.body[i], forms[i]));
    return liveStatements(body);
  }

private:
  static bool isOneOf(const std::set<std::string>& locals, const Statement& statement) {
    const auto* let = std::get_if<Let>(&statement);
    return let && locals.contains(let->name);
  }

  /// The value of a statement as sums for which it pays to cut them, and what it adds of others.
  LinearForm formOf(const Statement& statement) {
    const ExprRef& value = valueOf(statement);
    if (!isFloat(value->type())) return {};
    const auto all = [](const std::string&) { return true; };
    const LinearForm own = sums.formOf(value, all, Locals::Closed), whole = sums.formOf(value, all, Locals::Opened);
    const double together = costOf(whole);
    double apart = costOf(own);
    for (const std::string& local : whole.direct)
      apart += costs.at(local);
    const bool opens = !isLeaf(*value) && enoughGain * together < apart;
    if (const auto* let = std::get_if<Let>(&statement)) costs[let->name] = opens ? together : apart;
    std::set<std::string> paying;
    for (const WeightedSum& sum : (opens ? whole : own).sums)
      if (pays(sum)) paying.insert(sum.name);
    if (paying.empty()) return {};
    return sums.formOf(
        value, [&](const std::string& cell) { return paying.contains(cell); }, opens ? Locals::Opened : Locals::Closed);
  }

  double costOf(const LinearForm& form) const {
    double cost = static_cast<double>(form.rest.size());
    for (const WeightedSum& sum : form.sums)
      cost += pays(sum) ? Cutter(sum, stencil.dims).cost() : plainCost(sum);
    return cost;
  }

  /// A multiply-add for each cell, behind what its value costs.
  static double plainCost(const WeightedSum& sum) {
    return static_cast<double>(sum.weights.size()) * (1 + (sum.isKept ? 0 : costOfAll(sum.cell)));
  }

  bool pays(const WeightedSum& sum) const {
    return sum.weights.size() >= longSum && enoughGain * Cutter(sum, stencil.dims).cost() < plainCost(sum);
  }

  Statement shared(const Statement& statement, LinearForm& form) {
    if (form.sums.empty()) return statement;
    std::vector<Term> terms;
    for (WeightedSum& sum : form.sums) {
      nameWeights(sum);
      terms.push_back({Cutter(sum, stencil.dims).cut(rows, planes, weighted, body)});
    }
    llvm::append_range(terms, form.rest);
    return withValue(statement, sumOf(terms));
  }

  /// Weights that are computed get a name, so that they are computed once.
  void nameWeights(WeightedSum& sum) {
    std::map<std::string, ExprRef> named;
    for (auto& [offset, weight] : sum.weights) {
      if (isLeaf(*weight)) continue;
      ExprRef& name = named[toString(weight)];
      if (!name) name = weights.bind(weight, body);
      weight = name;
    }
  }

  const Stencil& stencil;
  WeightedSums sums;
  std::map<std::string, double> costs; ///< operations for a cell, of locals
  FreshNames rows, planes, weighted, weights;
  std::vector<Statement> body;
};

} // namespace

Module shareAcrossCells(const Module& module) {
  return rewriteBodies(module, [](const Stencil& stencil) { return Sharing(stencil).run(); });
}

} // namespace brickc::transform
