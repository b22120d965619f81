// A walk over the members of structs and arrays of fields. SPDX-License-Identifier: MIT
//
// A group of fields is passed on as it is, and its parts are named where generated code uses them: so these have to be
// public. All else that a struct has, such as a grid, is left alone. The runtime has to find a field of the group, too,
// without brickc: it knows the members of structs without constructors and bases, of others only what their member
// function `fields` returns (brick/field_group.hpp). What that cannot take apart is refused here.
#include "compiler/frontend/Groups.h"
#include "compiler/frontend/Types.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

namespace brickc::frontend {
namespace {

constexpr std::size_t maxMembers = 16; ///< of a struct: as many as brick::detail::visit_members can tell apart

/// A std::tuple, std::pair or std::array that has a field or a group of fields.
bool isTupleOfFields(const clang::ASTContext& context, clang::QualType type) {
  if (arrayType(context, type)) return isFieldGroup(context, type);
  const auto* record = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!record || !record->isInStdNamespace() || (record->getName() != "tuple" && record->getName() != "pair"))
    return false;
  const auto hasFields = [&](const clang::TemplateArgument& argument) {
    return argument.getKind() == clang::TemplateArgument::Type &&
           (isField(argument.getAsType()) || isFieldGroup(context, argument.getAsType()));
  };
  return llvm::any_of(record->getTemplateArgs().asArray(), [&](const clang::TemplateArgument& argument) {
    if (argument.getKind() != clang::TemplateArgument::Pack) return hasFields(argument);
    return llvm::any_of(argument.pack_elements(), hasFields);
  });
}

/// Whether brick::detail::says_which_fields holds, and what it says has a field.
bool saysWhichFields(const clang::ASTContext& context, const clang::CXXRecordDecl& record, bool isConst) {
  return llvm::any_of(record.methods(), [&](const clang::CXXMethodDecl* method) {
    if (!method->getIdentifier() || method->getName() != "fields" || method->getMinRequiredArguments() > 0)
      return false;
    if (method->getAccess() != clang::AS_public || (isConst && !method->isConst() && !method->isStatic())) return false;
    const clang::QualType result = method->getReturnType();
    return result->isUndeducedType() || (!result->isReferenceType() && isTupleOfFields(context, result));
  });
}

/// Why brick::detail::parts_of cannot take a struct with this member apart; empty if it can.
std::string problemOfMember(const clang::ASTContext& context, const clang::FieldDecl& member) {
  if (member.isAnonymousStructOrUnion()) return "it has an unnamed union or struct";
  const std::string name = "its member '" + member.getNameAsString() + "' ";
  if (member.isBitField()) return name + "is a bit-field";
  if (member.getType()->isRValueReferenceType()) return name + "is an rvalue reference";
  if (member.getType()->isArrayType()) return name + "is a C array: use std::array";
  if (!isFieldGroup(context, member.getType()) || member.getType()->isReferenceType()) return "";
  const std::string problem = problemOfGroup(context, member.getType());
  return problem.empty() ? "" : name + "cannot be in it: " + problem;
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
  if (saysWhichFields(context, record, isConst)) return "";
  const std::string noFunction = std::string(", and no public function fields()") + (isConst ? " const" : "") +
                                 " that returns std::tie of its fields";
  if (!record.isAggregate())
    return "it has constructors, virtual functions or members that are not public" + noFunction;
  const std::vector<const clang::FieldDecl*> members = fieldsOf(record);
  if (members.size() > maxMembers) return "it has more than " + std::to_string(maxMembers) + " members" + noFunction;
  for (const clang::FieldDecl* member : members)
    if (std::string problem = problemOfMember(context, *member); !problem.empty()) return problem;
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
