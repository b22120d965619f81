// The attributes [[brick::stencil]], [[brick::step]] and [[brick::boundary]]. SPDX-License-Identifier: MIT
//
// Attributes.cpp registers them with Clang when the program starts; a function that carries one has an AnnotateAttr of
// the same name, which template instantiations inherit.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <initializer_list>

namespace clang {
class FunctionDecl;
}

namespace brickc::frontend {

enum class Role { None, Stencil, Step, Boundary };

/// Whether `function` is one of those of namespace brick, such as `apply`.
bool isBrickFunction(const clang::FunctionDecl& function, std::initializer_list<llvm::StringRef> names);

/// The F of `brick::apply<F>(...)` and its like; null where it is no function.
const clang::FunctionDecl* kernelOf(const clang::FunctionDecl& caller);

/// What the attributes make of `function`, or of the template it is an instance of.
Role roleOf(const clang::FunctionDecl& function);

} // namespace brickc::frontend
