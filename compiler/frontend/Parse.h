// Running Clang on a file. SPDX-License-Identifier: MIT
#pragma once

#include "clang/AST/DeclBase.h"
#include "clang/Frontend/FrontendAction.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>
#include <vector>

namespace brickc::frontend {

/// Runs `action` on `file` with arguments as for clang++. False if there were errors, which are written to `errors`.
/// Warnings are left to the host compiler, which sees the file again.
bool runAction(const std::string& file, const std::vector<std::string>& clangArgs,
               std::unique_ptr<clang::FrontendAction> action, llvm::raw_ostream& errors);

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
