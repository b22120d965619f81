// Equal expressions as one node. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Visitor.h"
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace brickc::transform {

/// Gives equal expressions one node, whatever statements they come from.
class Interner : public ir::ExprMutator {
protected:
  ir::ExprRef rewrite(const ir::ExprRef& expr) override;

private:
  using Key = std::tuple<ir::ExprKind, ir::Type, std::string, std::vector<ir::ExprRef>>;
  std::map<Key, ir::ExprRef> nodes;
};

} // namespace brickc::transform
