// A boundary kernel's offsets, as those of a stencil are found. SPDX-License-Identifier: MIT
#include "compiler/frontend/BoundaryReach.h"
#include "compiler/frontend/StencilLowering.h"
#include "compiler/ir/Visitor.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/ScopeExit.h"
#include <algorithm>
#include <cstdlib>

namespace brickc::frontend {

std::vector<int> reachOf(clang::ASTContext& context, const clang::FunctionDecl& kernel) {
  const clang::FunctionDecl* definition = kernel.getDefinition();
  if (!definition) return {};
  clang::DiagnosticsEngine& engine = context.getDiagnostics();
  const auto restore =
      llvm::make_scope_exit([&engine, before = engine.getSuppressAllDiagnostics()] { // what it says is for stencils
        engine.setSuppressAllDiagnostics(before);
      });
  engine.setSuppressAllDiagnostics(true);
  Reporter silent(engine, Warnings::Silent);
  silent.enter(definition->getLocation());
  const std::optional<ir::Stencil> stencil = lowerStencil(context, silent, *definition, definition->getNameAsString());
  if (!stencil) return {};
  std::vector<int> reach(stencil->dims);
  ir::forEachRead(*stencil, [&](const std::string&, const std::vector<int>& offset) {
    for (std::size_t axis = 0; axis < reach.size(); ++axis)
      reach[axis] = std::max(reach[axis], std::abs(offset[axis]));
  });
  return reach;
}

} // namespace brickc::frontend
