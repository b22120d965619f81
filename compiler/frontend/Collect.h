// The stencils, steps and boundary kernels of a file. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/frontend/Attributes.h"
#include "compiler/frontend/Reporter.h"

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace brickc::frontend {

/// A definition to compile: a function, or one used instance of a function template.
struct Entity {
  Role role;
  const clang::FunctionDecl* definition;
};

/// All stencils and steps defined in the source file and its headers, and the boundary kernels that generated code can
/// name, in their order; instances of a template follow each other. Reports attributes where they cannot stand, and
/// uses before the definition.
std::vector<Entity> collect(clang::ASTContext& context, Reporter& reporter);

/// Reports what stencils and steps cannot be called, for a program that Clang has refused: that may be why.
void checkNames(clang::ASTContext& context, Reporter& reporter);

} // namespace brickc::frontend
