// Values as weighted sums of cells. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "compiler/ir/VaryingValues.h"
#include "compiler/transform/Definitions.h"
#include "compiler/transform/ReadCells.h"
#include "compiler/transform/Sum.h"
#include "compiler/transform/UseCounts.h"
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace brickc::transform {

/// A weight as a number times what has none, so that multiples of each other are found.
struct Weight {
  double number = 1;
  std::string rest;  ///< as text, which may be part of a product; empty for a number alone
  ir::ExprRef value; ///< the product
};

/// The sum of weight * what cells have: a field's value, or what is computed from fields at and around each cell in the
/// same way. Weights are the same at all cells.
struct WeightedSum {
  ir::ExprRef cell;                 ///< what the cell at offset 0 has, its locals written out
  std::string name;                 ///< that, as text
  std::map<Offset, Weight> weights; ///< by cell
  double cost = 0;                  ///< of what a cell has; of a local that others use, too, its part by the uses
};

/// A sum for each kind of cell that is asked for, and the terms that are none of these.
struct LinearForm {
  std::vector<WeightedSum> sums;
  std::vector<Term> rest;
  std::set<std::string> opened; ///< locals whose values became part of the form
  std::set<std::string> direct; ///< those of them that the value itself names
};

/// Which kinds of cells sums are asked for, by the name of the sum.
using CellFilter = std::function<bool(const std::string&)>;

/// Whether a local that is used once counts as if its value stood where it is used: users give names to parts of a sum.
enum class Locals { Opened, Closed };

/// Finds linear forms in a stencil, whose statements it is shown one by one.
class WeightedSums {
public:
  /// Of a stencil without shared values.
  explicit WeightedSums(const ir::Stencil& stencil) : uses(stencil.body), reads(stencil) {}

  /// To be called for every statement in turn.
  void see(const ir::Statement& statement);

  bool usedOnce(const std::string& local) const { return uses.usedOnce(local); }

  /// The operands that a value is the sum of, possibly negated or times what is the same at all cells; none for any
  /// other operation.
  std::vector<ir::ExprRef> summandsOf(const ir::Expr& value);

  /// A number as a linear form of the cells that are wanted; what has none of these stays as it is.
  /// Products are multiplied out where one factor is the same at all cells, which changes rounding.
  LinearForm formOf(const ir::ExprRef& value, const CellFilter& wanted, Locals locals);

  /// A number as what one cell has, times 1; nothing for one that is not the same computation at all cells.
  std::optional<WeightedSum> asCell(const ir::ExprRef& value);

private:
  class Collector;

  /// What some cell has.
  struct Cell {
    ir::ExprRef value; ///< at offset 0; null for what is not the same computation at all cells, or a long one
    std::string name;
    Offset at;
    double cost = 0; ///< see WeightedSum
  };

  /// A product, or a choice between one and 0, as what is the same at all cells, null for nothing, and the rest.
  struct Product {
    ir::ExprRef fixed, rest;
  };

  bool isOpenable(const ir::LocalExpr& local) const;
  const Product& factorsOf(const ir::ExprRef& value);
  Product factorsOfNew(const ir::ExprRef& value);
  const Cell& cellOf(const ir::ExprRef& value);
  const Weight& weightOf(const ir::ExprRef& value); ///< of a value that is the same at all cells
  Weight weightOfNew(const ir::ExprRef& value);
  double sizeOf(const ir::ExprRef& value);    ///< its locals written out
  double costOfOwn(const ir::ExprRef& value); ///< see WeightedSum

  UseCounts uses;
  ReadCells reads;
  ir::VaryingValues varying;
  Expansion expansion;
  Definitions locals;                      ///< that differ from cell to cell
  Definitions fixed;                       ///< locals that do not
  std::map<ir::ExprRef, Product> products; ///< by node, as the next ones
  std::map<ir::ExprRef, Cell> cells;
  std::map<ir::ExprRef, double> sizes, costs;
  std::map<ir::ExprRef, Weight> weighed;
};

} // namespace brickc::transform
