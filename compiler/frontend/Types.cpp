// Classification of C++ types. SPDX-License-Identifier: MIT
#include "compiler/frontend/Types.h"
#include "compiler/frontend/Integers.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

namespace brickc::frontend {
namespace {

/// Arrays beyond this are certainly not meant to be unrolled.
constexpr uint64_t maxArraySize = 1u << 16;

const clang::ClassTemplateSpecializationDecl* specialisation(clang::QualType type) {
  return llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
      type.getNonReferenceType()->getAsCXXRecordDecl());
}

bool isInNamespace(const clang::Decl& decl, llvm::StringRef name) {
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(decl.getDeclContext()->getEnclosingNamespaceContext());
  while (space && space->isInline())
    space = llvm::dyn_cast<clang::NamespaceDecl>(space->getParent());
  return space && space->getName() == name && space->getParent()->getRedeclContext()->isTranslationUnit();
}

/// Whether a class is the `brick::name`.
bool isNamed(const clang::CXXRecordDecl& record, llvm::StringRef name) {
  return record.getIdentifier() && record.getName() == name && isInNamespace(record, "brick");
}

bool isStd(const clang::CXXRecordDecl* record, llvm::StringRef name) {
  return record && record->getIdentifier() && record->getName() == name && record->isInStdNamespace();
}

/// Whether it is the type that the <cstdint> name for such an integer stands for.
bool isOfBits(const clang::ASTContext& context, clang::QualType type, ScalarType integer) {
  return context.hasSameType(type, context.getIntTypeForBitwidth(integer.bits, integer.isSigned));
}

/// The IR type whose C++ name stands for just this type.
std::optional<ir::Type> storedType(const clang::ASTContext& context, clang::QualType type) {
  std::optional<ir::Type> result = scalarParameterType(context, type);
  if (!result || type.getCanonicalType().hasQualifiers()) return std::nullopt;
  if (!ir::isInteger(*result)) return result;
  return isOfBits(context, type, {ScalarType::Integer, 8 * ir::byteSize(*result), true}) ? result : std::nullopt;
}

} // namespace

std::optional<BrickType> brickType(clang::QualType type) {
  const auto* special = specialisation(type);
  if (!special || !special->getIdentifier() || !isInNamespace(*special, "brick")) return std::nullopt;
  auto kind = llvm::StringSwitch<std::optional<BrickType::Kind>>(special->getName())
                  .Case("in", BrickType::In)
                  .Case("out", BrickType::Out)
                  .Case("inout", BrickType::InOut)
                  .Case("field", BrickType::Field)
                  .Case("point", BrickType::Point)
                  .Default(std::nullopt);
  if (!kind) return std::nullopt;
  BrickType result{*kind, {}, 0};
  for (const clang::TemplateArgument& argument : special->getTemplateArgs().asArray()) {
    if (argument.getKind() == clang::TemplateArgument::Type) result.element = argument.getAsType();
    if (argument.getKind() == clang::TemplateArgument::Integral)
      result.dims = static_cast<unsigned>(argument.getAsIntegral().getZExtValue());
  }
  return result;
}

bool isField(clang::QualType type) {
  std::optional<BrickType> special = brickType(type);
  return special && special->kind == BrickType::Field;
}

bool isGrid(clang::QualType type) {
  const auto* special = specialisation(type);
  return special && special->getIdentifier() && special->getName() == "grid" && isInNamespace(*special, "brick");
}

std::optional<ScalarType> scalarType(const clang::ASTContext& context, clang::QualType type) {
  type = type.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  if (type->isBooleanType()) return ScalarType{ScalarType::Bool, 1, false};
  if (type->isSpecificBuiltinType(clang::BuiltinType::Float)) return ScalarType{ScalarType::Float, 32, true};
  if (type->isSpecificBuiltinType(clang::BuiltinType::Double)) return ScalarType{ScalarType::Float, 64, true};
  if (!type->isIntegralOrEnumerationType() || type->isIncompleteType() || type->isDependentType()) return std::nullopt;
  return ScalarType{ScalarType::Integer, context.getIntWidth(type), type->isSignedIntegerOrEnumerationType()};
}

std::optional<ir::Type> scalarParameterType(const clang::ASTContext& context, clang::QualType type) {
  std::optional<ScalarType> scalar = scalarType(context, type);
  if (!scalar || scalar->bits > 64 || type.getNonReferenceType()->isEnumeralType()) return std::nullopt;
  return scalar->kind == ScalarType::Integer ? storageType(*scalar) : scalar->irType();
}

std::optional<ir::Type> fieldElementType(const clang::ASTContext& context, clang::QualType element) {
  const std::optional<ScalarType> scalar = scalarType(context, element);
  if (!scalar || scalar->kind == ScalarType::Bool || element.getCanonicalType().hasQualifiers()) return std::nullopt;
  if (scalar->kind == ScalarType::Float) return scalar->irType();
  if (!isOfBits(context, element, *scalar)) return std::nullopt;
  return ir::typeNamed((llvm::Twine(scalar->isSigned ? "i" : "u") + llvm::Twine(scalar->bits)).str());
}

std::optional<ir::Type> tableElementType(const clang::ASTContext& context, clang::QualType table) {
  std::optional<ArrayType> array = isStdArray(table) ? arrayType(context, table) : std::nullopt;
  return array ? storedType(context, array->element) : std::nullopt;
}

unsigned boxDims(clang::QualType type) {
  const auto* special = specialisation(type);
  if (!special || !isNamed(*special, "box")) return 0;
  return static_cast<unsigned>(special->getTemplateArgs()[0].getAsIntegral().getZExtValue());
}

bool isRegion(clang::QualType type) {
  const auto* special = specialisation(type);
  return special && isNamed(*special, "region");
}

bool isStdArray(clang::QualType type) { return isStd(specialisation(type), "array"); }

bool isInitializerList(clang::QualType type) { return isStd(specialisation(type), "initializer_list"); }

bool isStdPair(const clang::ASTContext& context, clang::QualType type) {
  const auto* special = specialisation(type);
  return isStd(special, "pair") && llvm::all_of(special->getTemplateArgs().asArray(), [&](const auto& argument) {
           return !argument.getAsType()->isReferenceType() && scalarType(context, argument.getAsType());
         });
}

std::optional<ArrayType> arrayType(const clang::ASTContext& context, clang::QualType type) {
  type = type.getNonReferenceType();
  if (const auto* array = context.getAsConstantArrayType(type)) {
    uint64_t size = array->getSize().getLimitedValue();
    if (size == 0 || size > maxArraySize) return std::nullopt;
    return ArrayType{array->getElementType(), static_cast<unsigned>(size)};
  }
  if (!isStdArray(type)) return std::nullopt;
  const clang::TemplateArgumentList& arguments = specialisation(type)->getTemplateArgs();
  uint64_t size = arguments[1].getAsIntegral().getLimitedValue();
  if (size == 0 || size > maxArraySize) return std::nullopt;
  return ArrayType{arguments[0].getAsType(), static_cast<unsigned>(size)};
}

bool isFunction(clang::QualType type) {
  type = type.getNonReferenceType();
  return type->isFunctionType() || type->isFunctionPointerType();
}

clang::QualType innermostElement(const clang::ASTContext& context, clang::QualType type) {
  while (const std::optional<ArrayType> array = arrayType(context, type))
    type = array->element;
  return type;
}

const clang::CXXRecordDecl* valueRecord(clang::QualType type) {
  const clang::CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !(record = record->getDefinition())) return nullptr;
  auto special = brickType(type);
  if (record->isUnion() || record->isPolymorphic() || (special && special->kind != BrickType::Point)) return nullptr;
  if (!record->hasTrivialDestructor()) return nullptr; // values have no end of life
  for (const clang::CXXBaseSpecifier& base : record->bases())
    if (const auto* parent = base.getType()->getAsCXXRecordDecl(); !parent || !parent->isEmpty()) return nullptr;
  // Tags such as std::integral_constant and std::index_sequence have no members to model.
  if (record->isInStdNamespace() && !record->isEmpty() && !isStdPair(record->getASTContext(), type)) return nullptr;
  return record;
}

std::vector<const clang::FieldDecl*> fieldsOf(const clang::CXXRecordDecl& record) {
  return {record.field_begin(), record.field_end()};
}

const clang::ValueDecl* memberAt(const clang::ASTContext& context, clang::QualType type, unsigned position) {
  if (arrayType(context, type) || brickType(type)) return nullptr;
  const clang::CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !(record = record->getDefinition())) return nullptr;
  if (record->isLambda()) {
    const bool isVariable = position < record->capture_size() && record->getCapture(position)->capturesVariable();
    return isVariable ? record->getCapture(position)->getCapturedVar() : nullptr;
  }
  const std::vector<const clang::FieldDecl*> members = fieldsOf(*record);
  const bool isNamed = position < members.size() && !members[position]->getName().empty();
  return isNamed ? members[position] : nullptr;
}

bool isPublic(const clang::FieldDecl& member) {
  return member.getAccess() == clang::AS_public || member.getAccess() == clang::AS_none;
}

Value unsetValue(const clang::ASTContext& context, clang::QualType type) {
  if (auto array = arrayType(context, type))
    return Value::aggregate(std::vector<Value>(array->size, unsetValue(context, array->element)));
  const clang::CXXRecordDecl* record = valueRecord(type);
  if (!record || record->isLambda()) return Value();
  Value result = Value::of(ValueKind::Aggregate);
  for (const clang::FieldDecl* field : fieldsOf(*record))
    result.elements.push_back(field->getType()->isReferenceType() ? Value() : unsetValue(context, field->getType()));
  return result;
}

bool isFieldGroup(const clang::ASTContext& context, clang::QualType type) {
  if (const std::optional<ArrayType> array = arrayType(context, type))
    return isField(array->element) || isFieldGroup(context, array->element);
  const clang::CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !(record = record->getDefinition()) || record->isLambda()) return false;
  if (isInNamespace(*record, "brick") || record->isInStdNamespace()) return false;
  return llvm::any_of(record->fields(), [&](const clang::FieldDecl* member) {
    if (isField(member->getType())) return true;
    return !member->getType()->isReferenceType() && isFieldGroup(context, member->getType());
  });
}

bool isValueType(const clang::ASTContext& context, clang::QualType type) {
  if (type->isReferenceType() && isFieldGroup(context, type)) return true;
  if (isFunction(type)) return true;
  if (type->isDependentType() || type.getNonReferenceType()->isPointerType()) return false;
  if (scalarType(context, type)) return context.getTypeSize(type.getNonReferenceType()) <= 64;
  if (auto array = arrayType(context, type)) return isValueType(context, array->element);
  if (auto special = brickType(type); special && special->kind != BrickType::Point) return true;
  if (isInitializerList(type)) return true;
  const clang::CXXRecordDecl* record = valueRecord(type);
  if (!record) return false;
  if (record->isLambda()) return true;
  return llvm::all_of(fieldsOf(*record), [&](const clang::FieldDecl* field) {
    return !field->isBitField() && isValueType(context, field->getType());
  });
}

} // namespace brickc::frontend
