// Values as weighted sums of cells. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "compiler/ir/VaryingValues.h"
#include "compiler/transform/Definitions.h"
#include "compiler/transform/Sum.h"
#include "compiler/transform/UseCounts.h"
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace brickc::transform {

/// The sum of weight * field[offset]. Weights are the same at all cells.
struct WeightedSum {
  std::string field;
  std::map<std::vector<int>, ir::ExprRef> weights;
};

/// A sum for each field that is asked for, and the terms that are none of these.
struct LinearForm {
  std::vector<WeightedSum> sums;
  std::vector<Term> rest;
  std::set<std::string> opened; ///< locals whose values became part of the form
  std::set<std::string> direct; ///< those of them that the value itself names
};

/// See WeightedSums.
std::vector<ir::ExprRef> summandsOf(const ir::Expr& value, ir::VaryingValues& varying);

/// Which fields sums are asked for.
using FieldFilter = std::function<bool(const std::string&)>;

/// Whether a local that is used once counts as if its value stood where it is used: users give names to parts of a sum.
enum class Locals { Opened, Closed };

/// Finds linear forms in a stencil, whose statements it is shown one by one.
class WeightedSums {
public:
  explicit WeightedSums(const std::vector<ir::Statement>& body) : uses(body) {}

  /// To be called for every statement in turn.
  void see(const ir::Statement& statement);

  /// The operands that a value is the sum of, possibly negated or times what is the same at all cells; none for any
  /// other operation.
  std::vector<ir::ExprRef> summandsOf(const ir::Expr& value) { return transform::summandsOf(value, varying); }

  /// A floating-point value as a linear form of the fields that are wanted; what reads none of these stays as it is.
  /// Products are multiplied out where one factor is the same at all cells, which changes rounding.
  LinearForm formOf(const ir::ExprRef& value, const FieldFilter& wanted, Locals locals);

private:
  UseCounts uses;
  ir::VaryingValues varying;
  Definitions usedOnce; ///< values of locals
};

} // namespace brickc::transform
