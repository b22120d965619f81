// The attributes [[brick::stencil]], [[brick::step]] and [[brick::boundary]]. SPDX-License-Identifier: MIT
//
// Attributes.cpp registers them with Clang when the program starts; a function that carries one has an AnnotateAttr of
// the same name, which template instantiations inherit.
#pragma once

namespace clang {
class FunctionDecl;
}

namespace brickc::frontend {

enum class Role { None, Stencil, Step, Boundary };

/// What the attributes make of `function`, or of the template it is an instance of.
Role roleOf(const clang::FunctionDecl& function);

} // namespace brickc::frontend
