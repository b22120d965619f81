// Template arguments as generated code spells them. SPDX-License-Identifier: MIT
#pragma once

#include "clang/AST/DeclTemplate.h"
#include <optional>
#include <string>
#include <vector>

namespace brickc::frontend {

/// How names are printed in generated code: no scope that a program would not write, no `struct` or `enum`.
clang::PrintingPolicy namingPolicy(const clang::ASTContext& context);

/// `<4, double, 0.1f>`, with which code at namespace scope names just this instance: reals are those of the program to
/// the last bit, and have the suffix of their type. Nothing where an argument has no such spelling: closures and other
/// types without a name, local types, private members, NaNs, `long double`, objects of classes with constructors.
std::optional<std::string> spellingOf(const clang::ASTContext& context, const clang::TemplateArgumentList& arguments,
                                      const clang::TemplateParameterList& parameters);

/// The declarations at namespace scope that the arguments of a template name, in any depth: null for one of a function.
std::vector<const clang::Decl*> namedBy(const clang::TemplateArgumentList& arguments);

} // namespace brickc::frontend
