// What locals stand for. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Visitor.h"
#include <map>
#include <string>

namespace brickc::transform {

/// The values of locals, by name.
using Definitions = std::map<std::string, ir::ExprRef>;

/// Operations of a value that are written anew, through its locals: what doubles from local to local would have no end.
constexpr int largestExpansion = 64;

/// The value that an expression names, through locals; the expression itself if it names none that is known.
inline ir::ExprRef definitionOf(const ir::ExprRef& expr, const Definitions& definitions) {
  const auto* local = llvm::dyn_cast<ir::LocalExpr>(expr.get());
  const auto found = local ? definitions.find(local->name) : definitions.end();
  return found == definitions.end() ? expr : definitionOf(found->second, definitions);
}

/// Values of locals in place of their names.
class Expansion : public ir::ExprMutator {
public:
  Definitions definitions;

protected:
  ir::ExprRef rewrite(const ir::ExprRef& expr) override { return definitionOf(expr, definitions); }
};

} // namespace brickc::transform
