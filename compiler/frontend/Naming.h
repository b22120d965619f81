// What a stencil or step is called in generated code, and where that code goes. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/frontend/SourceMap.h"
#include "clang/Basic/SourceLocation.h"
#include <optional>
#include <string>

namespace clang {
class ASTContext;
class FunctionDecl;
class NamedDecl;
class ParmVarDecl;
} // namespace clang

namespace brickc::frontend {

/// The name of a function or variable at global scope, with template arguments: "heat", "waves::star<4>". Nothing for
/// an instance of a template whose arguments no code at namespace scope can spell (spellingOf).
std::optional<std::string> entityName(const clang::ASTContext& context, const clang::NamedDecl& entity);

/// Where another function of its name is, if its name alone does not tell which is meant: "stdlib.h:861".
std::optional<std::string> placeOfOverload(const clang::FunctionDecl& function);

/// The name of a stencil's or step's parameter, made unique where a pack has expanded to several; "" for none.
std::string parameterName(const clang::ParmVarDecl& parameter);

/// A byte of a file as the user's #line directives name its line.
NamedLine namedLine(const clang::SourceManager& sources, clang::FileID file, unsigned offset);

/// Behind the definition of `function`: of its template, for an instance, or of what the template's arguments name
/// where that comes later.
clang::SourceLocation placeOfInsertion(const clang::ASTContext& context, const clang::FunctionDecl& function);

/// That place, or the start of the next line if nothing but a comment follows. Its file is left to the caller.
Insertion insertionBehind(const clang::ASTContext& context, const clang::FunctionDecl& function);

} // namespace brickc::frontend
