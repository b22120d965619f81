// A C++ function to an ir::Stencil. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/frontend/Reporter.h"
#include "compiler/ir/Module.h"

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace brickc::frontend {

/// Nothing if the function is no stencil that brickc can compile; the reasons have been reported.
std::optional<ir::Stencil> lowerStencil(clang::ASTContext& context, Reporter& reporter,
                                        const clang::FunctionDecl& definition, const std::string& name);

} // namespace brickc::frontend
