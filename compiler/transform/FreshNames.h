// Locals that a pass makes, and their names. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace brickc::transform {

/// `wanted`, or that with the first number from 2 on that makes it another name than those taken, which it joins.
inline std::string freeName(const std::string& wanted, std::set<std::string>& taken) {
  std::string name = wanted;
  for (unsigned count = 2; !taken.insert(name).second; ++count)
    name = wanted + "_" + std::to_string(count);
  return name;
}

/// Hands out `stem0`, `stem1`, ..., leaving out what the stencil uses already.
class FreshNames {
public:
  FreshNames(const ir::Stencil& stencil, std::string stem) : stem(std::move(stem)), taken(stencil.parameterNames()) {
    for (const ir::Statement& statement : stencil.body) {
      if (const auto* let = std::get_if<ir::Let>(&statement)) taken.insert(let->name);
      if (const auto* share = std::get_if<ir::Share>(&statement)) taken.insert(share->name);
    }
  }

  std::string next() {
    std::string name;
    do
      name = stem + std::to_string(count++);
    while (!taken.insert(name).second);
    return name;
  }

  /// A new local that holds `value`, behind the statements there are.
  ir::ExprRef bind(const ir::ExprRef& value, std::vector<ir::Statement>& statements) {
    std::string name = next();
    statements.emplace_back(ir::Let{name, value, {}});
    return ir::make<ir::LocalExpr>(value->type(), std::move(name));
  }

private:
  std::string stem;
  std::set<std::string> taken;
  unsigned count = 0;
};

} // namespace brickc::transform
