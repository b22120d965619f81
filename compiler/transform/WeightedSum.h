// Values as weighted sums of cells. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "compiler/ir/VaryingValues.h"
#include "compiler/transform/Sum.h"
#include <map>
#include <string>
#include <vector>

namespace brickc::transform {

/// The sum of weight * field[offset]. Weights are the same at all cells.
struct WeightedSum {
  std::string field;
  std::map<std::vector<int>, ir::ExprRef> weights;
};

/// One sum for every field, and the terms that are none of these.
struct LinearForm {
  std::vector<WeightedSum> sums;
  std::vector<Term> rest;
};

/// Finds linear forms in a stencil, whose statements it is shown one by one.
class WeightedSums {
public:
  /// To be called for every statement in turn.
  void see(const ir::Statement& statement) { varying.pass(statement); }

  /// A floating-point value as a linear form. Products are multiplied out where one factor is the same at all cells,
  /// which changes rounding.
  LinearForm formOf(const ir::ExprRef& value);

private:
  void collect(const ir::ExprRef& expr, const ir::ExprRef& weight, bool negative, LinearForm& form);

  ir::VaryingValues varying;
};

} // namespace brickc::transform
