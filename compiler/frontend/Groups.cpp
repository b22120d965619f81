// A walk over the members of structs and arrays of fields. SPDX-License-Identifier: MIT
//
// A group of fields is passed on as it is, and its parts are named where generated code uses them: so these have to be
// public. All else that a struct has, such as a grid, is left alone. The runtime has to find a field of the group, too,
// without brickc: it knows the members of structs without constructors and bases, of others only what their member
// function `fields` returns (brick/field_group.hpp).
#include "compiler/frontend/Groups.h"
#include "compiler/frontend/Types.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

namespace brickc::frontend {
namespace {

constexpr std::size_t maxMembers = 16; ///< of a struct: as many as brick::detail::members_of can tell apart

bool saysWhichFields(const clang::CXXRecordDecl& record, bool isConst) {
  return llvm::any_of(record.methods(), [&](const clang::CXXMethodDecl* method) {
    return method->getIdentifier() && method->getName() == "fields" && method->getNumParams() == 0 &&
           (method->isConst() || !isConst);
  });
}

/// Whether it is a number that a scalar of a step can be.
bool isNumber(const clang::ASTContext& context, clang::QualType type) {
  const std::optional<ScalarType> scalar = scalarType(context, type);
  return scalar && scalar->bits <= 64;
}

} // namespace

std::string problemOfGroup(const clang::ASTContext& context, clang::QualType group) {
  if (const std::optional<ArrayType> array = arrayType(context, group))
    return isField(array->element) ? "" : problemOfGroup(context, array->element);
  const clang::CXXRecordDecl& record = *group.getNonReferenceType()->getAsCXXRecordDecl()->getDefinition();
  if (record.isUnion()) return "it is a union";
  if (record.getNumBases() > 0) return "it has a base";
  const bool isConst = group.getNonReferenceType().isConstQualified();
  if (saysWhichFields(record, isConst)) return "";
  const std::string noFunction =
      std::string(", and no function fields()") + (isConst ? " const" : "") + " that returns std::tie of its fields";
  if (!record.isAggregate())
    return "it has constructors, virtual functions or members that are not public" + noFunction;
  const std::vector<const clang::FieldDecl*> members = fieldsOf(record);
  if (members.size() > maxMembers) return "it has more than " + std::to_string(maxMembers) + " members" + noFunction;
  for (const clang::FieldDecl* member : members) {
    if (member->getType()->isArrayType())
      return "its member '" + member->getNameAsString() + "' is a C array: use std::array";
    if (!isFieldGroup(context, member->getType()) || member->getType()->isReferenceType()) continue;
    if (std::string problem = problemOfGroup(context, member->getType()); !problem.empty())
      return "its member '" + member->getNameAsString() + "' cannot be in it: " + problem;
  }
  return "";
}

Value groupValue(const clang::ASTContext& context, clang::QualType group,
                 llvm::function_ref<Value(clang::QualType, const std::string& path)> part) {
  const auto visit = [&](const auto& self, clang::QualType type, const std::string& path) -> Value {
    if (isField(type) || isNumber(context, type)) return part(type, path);
    Value result = Value::of(ValueKind::Aggregate);
    if (const std::optional<ArrayType> array = arrayType(context, type)) {
      for (unsigned i = 0; i < array->size; ++i)
        result.elements.push_back(self(self, array->element, path + "[" + std::to_string(i) + "]"));
      return result;
    }
    if (!isFieldGroup(context, type) && !(valueRecord(type) && isValueType(context, type))) return Value();
    for (const clang::FieldDecl* member :
         fieldsOf(*type.getNonReferenceType()->getAsCXXRecordDecl()->getDefinition())) {
      const bool isPassedOn = isPublic(*member) && !member->isBitField() && !member->getName().empty() &&
                              !member->getType().isVolatileQualified() &&
                              (!member->getType()->isReferenceType() || isField(member->getType()));
      result.elements.push_back(isPassedOn ? self(self, member->getType(), path + "." + member->getNameAsString())
                                           : Value());
    }
    return result;
  };
  return visit(visit, group, "");
}

} // namespace brickc::frontend
