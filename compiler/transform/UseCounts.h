// How often locals are used. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "compiler/ir/Visitor.h"
#include <map>
#include <string>

namespace brickc::transform {

/// Uses of every local, counted up to two. A shared node is entered at most twice: more cannot change the answer.
class UseCounts {
public:
  explicit UseCounts(const std::vector<ir::Statement>& body) {
    for (const ir::Statement& statement : body)
      count(ir::valueOf(statement));
  }

  bool usedOnce(const std::string& name) const {
    const auto found = uses.find(name);
    return found != uses.end() && found->second == 1;
  }

private:
  void count(const ir::ExprRef& expr) {
    if (++visits[expr.get()] > 2) return;
    if (const auto* local = llvm::dyn_cast<ir::LocalExpr>(expr.get())) ++uses[local->name];
    for (const ir::ExprRef& operand : ir::operandsOf(*expr))
      count(operand);
  }

  std::map<const ir::Expr*, int> visits;
  std::map<std::string, int> uses;
};

} // namespace brickc::transform
