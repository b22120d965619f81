// Parameters of steps that are structs or arrays of fields. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/frontend/Value.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>

namespace clang {
class ASTContext;
} // namespace clang

namespace brickc::frontend {

/// Why a group of fields (isFieldGroup) cannot be the parameter of a step: "it has a base"; empty where it can be.
std::string problemOfGroup(const clang::ASTContext& context, clang::QualType group);

/// What such a parameter is worth: `part` makes the values of its fields and numbers, given their types and what C++
/// spells behind the parameter, ".u" or "[2]". All else that it has is Unset.
Value groupValue(const clang::ASTContext& context, clang::QualType group,
                 llvm::function_ref<Value(clang::QualType, const std::string& path)> part);

} // namespace brickc::frontend
