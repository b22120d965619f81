// Unused locals and shared values: one walk backwards, collecting the names that are still needed. SPDX-License-Identifier: MIT
#include "compiler/transform/EliminateDeadCode.h"
#include "compiler/ir/Visitor.h"
#include "compiler/transform/RewriteBodies.h"
#include <algorithm>
#include <set>

namespace brickc::transform {

using namespace ir;

std::vector<Statement> liveStatements(const std::vector<Statement>& body) {
  std::set<std::string> needed;
  std::vector<Statement> live;
  for (auto statement = body.rbegin(); statement != body.rend(); ++statement) {
    const auto* let = std::get_if<Let>(&*statement);
    const auto* share = std::get_if<Share>(&*statement);
    if ((let && !needed.contains(let->name)) || (share && !needed.contains(share->name))) continue;
    live.push_back(*statement);
    forEachNode(valueOf(*statement), [&](const ExprRef& expr) {
      if (const auto* local = llvm::dyn_cast<LocalExpr>(expr.get())) needed.insert(local->name);
      if (const auto* load = llvm::dyn_cast<LoadExpr>(expr.get())) needed.insert(load->field);
    });
  }
  std::reverse(live.begin(), live.end());
  return live;
}

Module eliminateDeadCode(const Module& module) {
  return rewriteBodies(module, [](const Stencil& stencil) { return liveStatements(stencil.body); });
}

} // namespace brickc::transform
