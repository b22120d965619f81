// Columns of weights that are multiples of each other, axis by axis. SPDX-License-Identifier: MIT
//
// A weighted sum over a box of cells, sum of c(z, y, x) u[z, y, x], is cut along its axes, the last one first.
//
//   rows    x offsets whose weights are multiples of each other, by one factor in every row of the box, are added up:
//           r_p[y] = sum of f(x) u[y, x in p]. For a symmetric cube p is {0}, {-1, 1}, {-2, 2}, and all rows need the
//           same three sums; where weights are products of one for each axis, p is all of them.
//   planes  (y, p) whose weights are, by one factor in every plane, are added up: s_q = sum of f(y, p) r_p[y].
//   weights the plane z then contributes w_z = sum of c(z, q) s_q; planes z and -z share one w, or all do.
//
// The value is the sum of f(z) w[z] over z. Every r is needed by all rows around it, every w by all planes around it:
// both become shared values, computed once for each cell. What the planes before contribute is added to the w of the
// plane itself when that is computed, if they are several and no other plane needs it: so theirs are kept for half as
// long. A cube of 125 points with 10 weights takes 2 additions for the r, 9 for the s, 18 multiply-adds for the w and 3
// additions, instead of 125 multiply-adds; one of products 4 additions and 2 multiplications an axis.
//
// The smallest or largest of the cells of a box is the same with all weights 1, and extremes instead of sums. Rows
// leave out cells that are NaNs, so that planes and weighted sums have none.
#include "compiler/transform/SumCutter.h"
#include "compiler/ir/Printer.h"
#include "compiler/ir/Visitor.h"
#include "compiler/transform/Costs.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

namespace brickc::transform {

using namespace ir;

namespace {

/// Measured on AMD Zen 5, 256^3: chains of six (125 points) are 1.02 to 1.08 times as fast the other way round in
/// double, 0.97 to 1.04 in float; shorter ones 0.97 to 1.02.
constexpr std::size_t longChain = 6;

/// Measured there, in several series: where two planes before contribute, adding them early makes 125 points 0.99
/// to 1.10 times as fast, 45 points 0.97 to 1.03, and more once statements are computed with the rows of their nest
/// (emit/SharedSchedule.h); where it is one, 27 points 1.05 times in the caches and 0.92 to 0.95 at 256^3 (one thread).
constexpr int manyPlanes = 2;

/// A fifth of the operations must be saved, as shared values are stored and loaded. Where all that is saved is to take
/// rows apart once, 25 to 125 different weights, that is 1.4 to 1.7 here, and Zen 4 has 1.3 to 2.0 (AVX-512), 1.3
/// to 1.95 (AVX2) and 1.1 to 2.0 (SSE).
constexpr double enoughGain = 1.25;

double accessCost(int x) { return x == 0 ? 0 : 1; }

/// Numbers whose quotients differ by rounding only are multiples. Weights are products that were rounded, or values of
/// functions whose arguments were: `exp(-(x * x + y * y) / 18)`.
constexpr double doubleTolerance = 16 * std::numeric_limits<double>::epsilon();
constexpr double floatTolerance = 4 * std::numeric_limits<float>::epsilon();

double toleranceOf(Type type) { return type == Type::F32 ? floatTolerance : doubleTolerance; }

/// How many times the second column the first one is, if it is that.
template <class Place>
std::optional<double> quotient(const std::map<Place, Weight>& column, const std::map<Place, Weight>& of, Type type) {
  if (column.size() != of.size()) return std::nullopt;
  std::optional<double> factor;
  for (const auto& [at, weight] : of) {
    const auto own = column.find(at);
    if (own == column.end() || own->second.rest != weight.rest) return std::nullopt;
    if (!factor && weight.number != 0) factor = own->second.number / weight.number;
  }
  if (!factor) factor = 1; // of nothing
  if (*factor == 0 || !std::isfinite(*factor)) return std::nullopt;
  const double tolerance = toleranceOf(type);
  for (const auto& [at, weight] : of) {
    const double own = column.at(at).number;
    if (!(std::abs(own - *factor * weight.number) <= tolerance * std::abs(own))) return std::nullopt;
  }
  return factor;
}

/// Makes the first one of those that are counted most often, so that no sum on the way is larger than it would be with
/// equal weights.
template <class Key> void startWithLargest(Group<Key>& group) {
  const auto less = [](const auto& a, const auto& b) { return std::abs(a.second) < std::abs(b.second); };
  const auto largest = std::ranges::max_element(group, less); // the first of equal ones
  if (std::abs(largest->second) == 1) return;
  const double factor = largest->second;
  std::rotate(group.begin(), largest, std::next(largest));
  for (auto& member : group)
    member.second /= factor;
}

/// A factor, or the one that a group has and that differs from it by rounding only: equal ones are one multiplication.
template <class Key> double settled(double factor, const Group<Key>& group, Type type) {
  for (const auto& [key, known] : group)
    if (std::abs(std::abs(factor) - std::abs(known)) <= toleranceOf(type) * std::abs(known))
      return std::copysign(known, factor);
  return factor;
}

/// Keys whose columns of weights are multiples of each other, in the order of their first keys.
template <class Key, class Place>
std::vector<Group<Key>> groupsOf(const std::map<Key, std::map<Place, Weight>>& columns, Type type) {
  std::vector<Group<Key>> groups;
  for (const auto& [key, column] : columns) {
    std::optional<double> factor;
    const auto group = llvm::find_if(groups, [&](const Group<Key>& each) {
      factor = quotient(column, columns.at(each.front().first), type);
      return factor.has_value();
    });
    if (group == groups.end())
      groups.push_back({{key, 1}});
    else
      group->emplace_back(key, settled(*factor, *group, type));
  }
  for (Group<Key>& group : groups)
    startWithLargest(group);
  return groups;
}

/// Multiplications that the members of a group need.
template <class Key> double productsOf(const Group<Key>& group) {
  std::set<double> factors;
  for (const auto& [key, factor] : group)
    factors.insert(std::abs(factor));
  factors.erase(1);
  return static_cast<double>(factors.size());
}

ExprRef times(double factor, const ExprRef& value) {
  return factor == 1 ? value : make<BinaryExpr>(BinaryOp::Mul, makeReal(value->type(), factor), value);
}

/// Added ones first, so that no negation is needed where there is one.
std::vector<Term> sorted(std::vector<Term> terms) {
  llvm::stable_sort(terms, [](const Term& a, const Term& b) { return a.negative < b.negative; });
  return terms;
}

} // namespace

ExprRef CutParts::weight(const ExprRef& value) {
  if (isLeaf(*value)) return value;
  ExprRef& local = locals[toString(value)];
  if (!local) local = weights.bind(value, body);
  return local;
}

std::string CutParts::share(FreshNames& names, const ExprRef& value) {
  std::string& name = shares[toString(value)];
  if (name.empty()) {
    name = names.next();
    body.push_back(Share{name, value, {}});
  }
  return name;
}

double SumCutter::plainCost(const WeightedSum& sum) {
  double cost = 0;
  for (const auto& [offset, weight] : sum.weights)
    cost += accessCost(offset.back()) + 1 + sum.cost;
  return cost;
}

std::optional<SumCutter> SumCutter::ifWorthIt(const WeightedSum& sum, unsigned dims, std::optional<Extreme> extreme) {
  if (sum.weights.size() < longSum) return std::nullopt;
  SumCutter cutter(sum, dims, extreme);
  return enoughGain * cutter.cost() < plainCost(sum) ? std::optional(std::move(cutter)) : std::nullopt;
}

SumCutter::SumCutter(const WeightedSum& sum, unsigned dims, std::optional<Extreme> extreme)
    : cell(sum.cell), dims(dims), extreme(extreme), weights(sum.weights) {
  cutRows();
  cutPlanes();
}

double SumCutter::cost() const {
  constexpr double extent = 8;
  const double rows = dims == 3 ? (extent + middleReach()) / extent : 1;
  double result = 0;
  for (const auto& row : rowGroups) {
    double own = productsOf(row) - 1;
    for (const auto& [x, factor] : row)
      own += accessCost(x) + 1 + costOfAll(cell);
    result += own * rows;
  }
  for (const auto& plane : planeGroups)
    result += static_cast<double>(plane.size()) - 1 + productsOf(plane);
  for (const auto& weighted : weightedGroups)
    result += static_cast<double>(planeWeights.at(weighted.front().first).size()) + productsOf(weighted);
  return result + static_cast<double>(planeWeights.size()) - 1;
}

ExprRef SumCutter::cut(CutParts& parts) const {
  std::vector<std::string> rows;
  for (const auto& row : rowGroups)
    rows.push_back(parts.row(sumOver(row, [&](int x) { return moved(cell, offset(0, 0, -x)); }, Of::Cells)));
  std::vector<ExprRef> planes;
  for (const auto& plane : planeGroups) {
    const ExprRef sum = sumOver(plane, [&](const Place& at) { return load(rows[at.second], 0, at.first); });
    planes.push_back(plane.size() == 1 ? sum : load(parts.plane(sum), 0, 0));
  }
  std::map<int, std::string> byPlane; // the weighted sum that it has, or is a multiple of
  Group<int> total;
  const auto weighted = [&](const Group<int>& group, std::vector<Term> terms) {
    const auto& own = planeWeights.at(group.front().first);
    for (const std::size_t q : used(group.front().first)) {
      const Weight& weight = own.at(q);
      const bool one = weight.rest.empty() && weight.number == 1;
      terms.push_back({one ? planes[q] : make<BinaryExpr>(BinaryOp::Mul, parts.weight(weight.value), planes[q])});
    }
    const std::string name = parts.weightedSum(combined(terms, Of::Parts));
    for (const auto& [z, factor] : group)
      byPlane[z] = name;
    llvm::append_range(total, group);
  };
  const auto isMiddle = [](const Group<int>& group) { return group.size() == 1 && group.front().first == 0; };
  for (const auto& group : weightedGroups)
    if (!isMiddle(group)) weighted(group, {});
  llvm::sort(total);
  if (const auto middle = llvm::find_if(weightedGroups, isMiddle); middle != weightedGroups.end()) {
    const auto isBefore = [](const auto& member) { return member.first < 0; };
    std::vector<Term> before;
    if (dims == 3 && llvm::count_if(total, isBefore) >= manyPlanes) {
      for (const auto& [z, factor] : llvm::make_filter_range(total, isBefore))
        before.push_back({times(std::abs(factor), load(byPlane.at(z), z, 0)), factor < 0});
      llvm::erase_if(total, isBefore);
    }
    weighted(*middle, before);
    llvm::sort(total);
  }
  return sumOver(total, [&](int z) { return load(byPlane.at(z), z, 0); });
}

int SumCutter::middleReach() const {
  int low = 0, high = 0;
  for (const auto& [offset, weight] : weights) {
    low = std::min(low, middle(offset));
    high = std::max(high, middle(offset));
  }
  return high - low;
}

/// In two dimensions the only slow axis is that of the planes, and a plane is one row.
void SumCutter::cutRows() {
  std::map<int, std::map<std::pair<int, int>, Weight>> columns;
  for (const auto& [offset, weight] : weights)
    columns[offset.back()][{slowest(offset), middle(offset)}] = weight;
  rowGroups = groupsOf(columns, cell->type());
}

void SumCutter::cutPlanes() {
  std::map<Place, std::map<int, Weight>> columns; // by plane
  for (const auto& [offset, weight] : weights)
    for (std::size_t p = 0; p < rowGroups.size(); ++p)
      if (rowGroups[p].front().first == offset.back()) columns[{middle(offset), p}][slowest(offset)] = weight;
  planeGroups = groupsOf(columns, cell->type());
  for (std::size_t q = 0; q < planeGroups.size(); ++q)
    for (const auto& [z, weight] : columns.at(planeGroups[q].front().first))
      planeWeights[z][q] = weight;
  weightedGroups = groupsOf(planeWeights, cell->type());
}

/// The plane groups that plane z has weights for. Where they are many, those that reach the furthest rows come last:
/// what a chain of multiply-adds takes from rows that are loaded early is done while the others are on their way.
std::vector<std::size_t> SumCutter::used(int z) const {
  std::vector<std::size_t> result;
  for (const auto& [q, weight] : planeWeights.at(z))
    result.push_back(q);
  if (result.size() >= longChain) std::ranges::reverse(result);
  return result;
}

ExprRef SumCutter::load(const std::string& from, int z, int y) const {
  return make<LoadExpr>(cell->type(), from, offset(z, y, 0));
}

ExprRef SumCutter::combined(const std::vector<Term>& terms, Of what) const {
  if (!extreme) return sumOf(terms);
  std::vector<ExprRef> values;
  for (const Term& term : terms)
    values.push_back(term.value);
  return what == Of::Cells ? extremeOfNumbers(*extreme, values) : extremeOf(*extreme, values);
}

/// What has the same factor is added up before it is multiplied.
template <class Key, class Value>
ExprRef SumCutter::sumOver(const Group<Key>& keys, const Value& value, Of what) const {
  std::vector<std::pair<double, std::vector<Term>>> byFactor;
  for (const auto& [key, factor] : keys) {
    const double size = std::abs(factor);
    auto found = llvm::find_if(byFactor, [&](const auto& each) { return each.first == size; });
    if (found == byFactor.end()) found = byFactor.insert(byFactor.end(), {size, {}});
    found->second.push_back({value(key), factor < 0});
  }
  std::vector<Term> terms;
  for (auto& [factor, members] : byFactor) {
    if (factor == 1) {
      llvm::append_range(terms, members);
      continue;
    }
    const bool negative = llvm::all_of(members, [](const Term& each) { return each.negative; });
    if (negative)
      for (Term& each : members)
        each.negative = false;
    terms.push_back({times(factor, combined(sorted(members), what)), negative});
  }
  return combined(sorted(terms), what);
}

} // namespace brickc::transform
