// A C++ function to an ir::Step. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/frontend/Reporter.h"
#include "compiler/ir/Module.h"
#include <map>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace brickc::frontend {

/// The stencils of the module by their canonical declaration; null for those that were refused.
using StencilTable = std::map<const clang::FunctionDecl*, const ir::Stencil*>;

/// Nothing if the function is no step that brickc can compile; the reasons have been reported.
std::optional<ir::Step> lowerStep(clang::ASTContext& context, Reporter& reporter, const StencilTable& stencils,
                                  const clang::FunctionDecl& definition, const std::string& name);

} // namespace brickc::frontend
