// One weighted sum as partial sums that cells share. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/transform/Extreme.h"
#include "compiler/transform/FreshNames.h"
#include "compiler/transform/WeightedSum.h"
#include <optional>
#include <utility>

namespace brickc::transform {

/// What is added up together: keys, and how many times the value of each; the first one once.
template <class Key> using Group = std::vector<std::pair<Key, double>>;

/// What cutting the sums of one stencil makes, each value once.
class CutParts {
public:
  CutParts(const ir::Stencil& stencil, std::vector<ir::Statement>& body)
      : rows(stencil, "row"), planes(stencil, "plane"), weighted(stencil, "weighted"), weights(stencil, "weight"),
        body(body) {}

  std::string row(const ir::ExprRef& sum) { return share(rows, sum); }
  std::string plane(const ir::ExprRef& sum) { return share(planes, sum); }
  std::string weightedSum(const ir::ExprRef& sum) { return share(weighted, sum); }

  /// A local for a weight that is computed, so that it is not computed for each vector.
  ir::ExprRef weight(const ir::ExprRef& value);

private:
  std::string share(FreshNames& names, const ir::ExprRef& value);

  FreshNames rows, planes, weighted, weights;
  std::map<std::string, std::string> shares; ///< names by text
  std::map<std::string, ir::ExprRef> locals; ///< of weights, by text
  std::vector<ir::Statement>& body;          ///< where they are added
};

/// Cuts a sum over a box of cells of a stencil in two or three dimensions (SumCutter.cpp says how); or, where an
/// extreme is asked for instead, that of what the cells have, whose weights are 1 each. For a choice it is infinite
/// where all are NaNs.
class SumCutter {
public:
  SumCutter(const WeightedSum& sum, unsigned dims, std::optional<Extreme> extreme = std::nullopt);

  /// Nothing for a sum that is short, or that would get too little cheaper.
  static std::optional<SumCutter> ifWorthIt(const WeightedSum& sum, unsigned dims,
                                            std::optional<Extreme> extreme = std::nullopt);

  /// Operations for a cell without any cut: a multiply-add for each of those it reads, behind what that has. What lies
  /// elsewhere in its row is an operation, too, a shuffle or a load across lines.
  static double plainCost(const WeightedSum& sum);

  /// The same of what is cut, margins of rows in a brick of the usual extents included. Planes have none in columns of
  /// bricks.
  double cost() const;

  /// The sum over shared values.
  ir::ExprRef cut(CutParts& parts) const;

private:
  using Place = std::pair<int, std::size_t>; ///< row and group of rows
  /// What is combined: cells may be NaNs, which an extreme leaves out.
  enum class Of { Cells, Parts };

  int slowest(const Offset& offset) const { return offset[0]; }
  int middle(const Offset& offset) const { return dims == 3 ? offset[1] : 0; }
  int middleReach() const;
  void cutRows();
  void cutPlanes();
  std::vector<std::size_t> used(int z) const;
  Offset offset(int z, int y, int x) const { return dims == 3 ? Offset{z, y, x} : Offset{z, x}; }
  ir::ExprRef load(const std::string& from, int z, int y) const;
  ir::ExprRef combined(const std::vector<Term>& terms, Of what) const;
  template <class Key, class Value>
  ir::ExprRef sumOver(const Group<Key>& keys, const Value& value, Of what = Of::Parts) const;

  ir::ExprRef cell;
  unsigned dims;
  std::optional<Extreme> extreme;
  std::map<Offset, Weight> weights;
  std::vector<Group<int>> rowGroups;                         ///< of x offsets
  std::vector<Group<Place>> planeGroups;                     ///< y offsets with a group of rows
  std::map<int, std::map<std::size_t, Weight>> planeWeights; ///< by plane, of the plane groups that it has
  std::vector<Group<int>> weightedGroups;                    ///< of planes
};

} // namespace brickc::transform
