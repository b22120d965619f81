// What is computed for every cell, and what once for all. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include <map>
#include <set>
#include <string>

namespace brickc::ir {

/// Tells the values of a stencil that differ from cell to cell from those that are the same in all: numbers,
/// parameters, and what is computed from these. Looks at the statements of a body in their order.
class VaryingValues {
public:
  /// Whether a value of the next statement differs from cell to cell.
  bool contains(const ExprRef& value);

  /// Goes on to the statement behind this one.
  void pass(const Statement& statement);

private:
  std::map<ExprRef, bool> known; ///< by node: keeps nodes alive, so that no other one gets their address
  std::set<std::string> locals;
};

} // namespace brickc::ir
