// A C++ function to an ir::Stencil. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/frontend/Reporter.h"
#include "compiler/ir/Module.h"

namespace clang {
class ASTContext;
class FunctionDecl;
class ParmVarDecl;
} // namespace clang

namespace brickc::frontend {

/// Nothing if the function is no stencil that brickc can compile; the reasons have been reported.
std::optional<ir::Stencil> lowerStencil(clang::ASTContext& context, Reporter& reporter,
                                        const clang::FunctionDecl& definition, const std::string& name);

/// A boundary kernel as a stencil whose point is a ghost cell. Nothing where it is none that brickc can compile within
/// some time: it runs as it is then.
std::optional<ir::Stencil> lowerBoundary(clang::ASTContext& context, Reporter& reporter,
                                         const clang::FunctionDecl& definition, const std::string& name);

/// Cells on each axis between the point and the furthest cell that a boundary kernel reads, of any field; of what
/// stencils may not do, and behind it, perhaps less. Empty where it has no fields, or is only declared. Nothing is
/// reported.
std::vector<int> reachOf(clang::ASTContext& context, const clang::FunctionDecl& kernel);

/// The parameters of a stencil that take an argument: all but brick::point. They are those of its ir::Stencil.
std::vector<const clang::ParmVarDecl*> argumentParameters(const clang::FunctionDecl& stencil);

} // namespace brickc::frontend
