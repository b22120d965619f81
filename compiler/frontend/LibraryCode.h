// Which code is the libraries', not the user's. SPDX-License-Identifier: MIT
#pragma once

#include "clang/AST/DeclBase.h"
#include "llvm/ADT/StringRef.h"

namespace brickc::frontend {

/// Whether functions of the standard library with that name are written as users write theirs, so that a stencil can
/// contain their bodies: those of libstdc++ and libc++, where what begins with underscores is behind the others.
bool isPlainLibraryCode(llvm::StringRef name);

/// Whether a function's body is one that no stencil can contain: the standard library's, but for plain code, or the
/// runtime's. Half the time of a parse would go into those. Clang keeps the bodies of constexpr functions and of those
/// whose result type it must deduce, whatever this says.
bool isLibraryBody(const clang::Decl& function);

/// Whether a declaration at namespace scope is one of a system header or the runtime's.
bool isLibraryDeclaration(const clang::Decl& declaration);

} // namespace brickc::frontend
