// One weighted sum as partial sums that cells share. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/transform/FreshNames.h"
#include "compiler/transform/WeightedSum.h"
#include <utility>

namespace brickc::transform {

/// A weight as a number times what has none, so that multiples of each other are found.
struct Weight {
  double number = 1;
  std::string rest;  ///< as text; empty for a number alone
  ir::ExprRef value; ///< the product
};

/// What is added up together: keys, and how many times the value of each; the first one once.
template <class Key> using Group = std::vector<std::pair<Key, double>>;

/// Names for what cutting sums of one stencil makes.
class CutNames {
public:
  explicit CutNames(const ir::Stencil& stencil)
      : rows(stencil, "row"), planes(stencil, "plane"), weighted(stencil, "weighted"), weights(stencil, "weight") {}

  /// A weight that is computed becomes a local, once, so that it is not computed for each vector.
  ir::ExprRef weight(const ir::ExprRef& value, std::vector<ir::Statement>& body);

  FreshNames rows, planes, weighted;

private:
  FreshNames weights;
  std::map<std::string, ir::ExprRef> known; ///< by text
};

/// Cuts a sum over a box of cells of a stencil in two or three dimensions (SumCutter.cpp says how).
class SumCutter {
public:
  SumCutter(const WeightedSum& sum, unsigned dims);

  /// Additions and multiplications for a cell, margins of rows in a brick of the usual extents included. Planes have
  /// none in columns of bricks.
  double cost() const;

  /// The sum over shared values, which come behind the statements there are.
  ir::ExprRef cut(CutNames& names, std::vector<ir::Statement>& body) const;

private:
  using Place = std::pair<int, std::size_t>; ///< row and group of rows

  int slowest(const Offset& offset) const { return offset[0]; }
  int middle(const Offset& offset) const { return dims == 3 ? offset[1] : 0; }
  int middleReach() const;
  void cutRows();
  void cutPlanes();
  std::vector<std::size_t> used(int z) const;
  Offset offset(int z, int y, int x) const { return dims == 3 ? Offset{z, y, x} : Offset{z, x}; }
  ir::ExprRef load(const std::string& from, int z, int y) const;
  template <class Key, class Value> ir::ExprRef sumOver(const Group<Key>& keys, const Value& value) const;

  ir::ExprRef cell;
  unsigned dims;
  std::map<Offset, Weight> weights;
  std::vector<Group<int>> rowGroups;                         ///< of x offsets
  std::vector<Group<Place>> planeGroups;                     ///< y offsets with a group of rows
  std::map<int, std::map<std::size_t, Weight>> planeWeights; ///< by plane, of the plane groups that it has
  std::vector<Group<int>> weightedGroups;                    ///< of planes
};

} // namespace brickc::transform
