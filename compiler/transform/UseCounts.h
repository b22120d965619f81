// How often locals are used. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "compiler/ir/Visitor.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <string>
#include <vector>

namespace brickc::transform {

/// Uses of every local as printed: what shared nodes use counts as often as they are used. Numbers that are too large
/// for a double are infinite.
class UseCounts {
public:
  explicit UseCounts(const ir::ExprRef& value) { add(value); }
  explicit UseCounts(const std::vector<ir::Statement>& body) {
    for (const ir::Statement& statement : body)
      add(ir::valueOf(statement));
  }

  double of(const std::string& local) const {
    const auto found = uses.find(local);
    return found == uses.end() ? 0 : found->second;
  }

  bool usedOnce(const std::string& local) const { return of(local) == 1; }

private:
  void add(const ir::ExprRef& value) {
    std::vector<ir::ExprRef> operandsFirst;
    ir::forEachNode(value, [&](const ir::ExprRef& node) { operandsFirst.push_back(node); });
    std::map<const ir::Expr*, double> occurrences{{value.get(), 1}};
    for (const ir::ExprRef& node : llvm::reverse(operandsFirst)) {
      const double count = occurrences.at(node.get());
      for (const ir::ExprRef& operand : ir::operandsOf(*node))
        occurrences[operand.get()] += count;
      if (const auto* local = llvm::dyn_cast<ir::LocalExpr>(node.get())) uses[local->name] += count;
    }
  }

  std::map<std::string, double> uses;
};

} // namespace brickc::transform
