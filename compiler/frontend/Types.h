// What the C++ types of a stencil mean. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/frontend/Value.h"
#include "clang/AST/Type.h"

namespace clang {
class ASTContext;
class CXXRecordDecl;
class FunctionDecl;
class FieldDecl;
class ValueDecl;
} // namespace clang

namespace brickc::frontend {

/// A specialisation of one of the library's class templates, references and qualifiers removed.
struct BrickType {
  enum Kind { In, Out, InOut, Field, Point } kind;
  clang::QualType element; ///< null for Point
  unsigned dims;
};
std::optional<BrickType> brickType(clang::QualType type);
/// Whether it is a brick::field, or a reference to one.
bool isField(clang::QualType type);
/// brick::grid.
bool isGrid(clang::QualType type);

/// bool, integers, enumerations, float and double; nothing for all else.
std::optional<ScalarType> scalarType(const clang::ASTContext& context, clang::QualType type);

/// The IR type of a scalar parameter. An enumeration has none: generated code would pass its number on as an int.
std::optional<ir::Type> scalarParameterType(const clang::ASTContext& context, clang::QualType type);
/// The IR type of the elements of a field: float, double, std::int32_t and std::int64_t, and no other types of their
/// sizes, since generated code has pointers to them.
std::optional<ir::Type> fieldElementType(const clang::ASTContext& context, clang::QualType element);
/// The IR type of a table's elements: those of fields, and bool.
std::optional<ir::Type> tableElementType(const clang::ASTContext& context, clang::QualType table);

/// The element type and size of `std::array<T, N>` with N > 0, or of a C array.
struct ArrayType {
  clang::QualType element;
  unsigned size;
};
std::optional<ArrayType> arrayType(const clang::ASTContext& context, clang::QualType type);
/// A function, a pointer to one, or a reference to either.
bool isFunction(clang::QualType type);
/// What arrays of arrays hold; the type itself if it is no array.
clang::QualType innermostElement(const clang::ASTContext& context, clang::QualType type);
bool isStdArray(clang::QualType type);
/// Whether it is a std::pair of two scalars.
bool isStdPair(const clang::ASTContext& context, clang::QualType type);
/// The D of `brick::box<D>`, references and qualifiers removed; 0 for all else.
unsigned boxDims(clang::QualType type);
/// Whether it is what `brick::on` returns.
bool isRegion(clang::QualType type);
bool isInitializerList(clang::QualType type);

/// The record behind a type if its members are values: the user's structs, closures, brick::point, std::pair; not
/// unions, other std classes or classes with bases that have members.
const clang::CXXRecordDecl* valueRecord(clang::QualType type);
std::vector<const clang::FieldDecl*> fieldsOf(const clang::CXXRecordDecl& record);
/// What element `position` of a value is, if it has a name: the member of a struct, the variable that a lambda has
/// captured; null in arrays and points.
const clang::ValueDecl* memberAt(const clang::ASTContext& context, clang::QualType type, unsigned position);
/// Whether generated code can name a member.
bool isPublic(const clang::FieldDecl& member);

/// An uninitialised value of a type: arrays and records become aggregates of uninitialised elements.
Value unsetValue(const clang::ASTContext& context, clang::QualType type);

/// Whether it is a group of fields: a struct or array that has fields or references to fields somewhere in it, or a
/// reference to one. Closures and library types other than std::array are none.
bool isFieldGroup(const clang::ASTContext& context, clang::QualType type);

/// Whether a type can be that of a local: scalars, arrays and records of these, accessors and closures, and references
/// to them and to groups of fields.
bool isValueType(const clang::ASTContext& context, clang::QualType type);

} // namespace brickc::frontend
