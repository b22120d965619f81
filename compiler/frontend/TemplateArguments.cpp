// Clang prints template arguments for messages: reals with seven digits, and names as no program writes them. Generated
// code names kernels by these arguments, so that here they are spelt to mean just what they mean.
// SPDX-License-Identifier: MIT
#include "compiler/frontend/TemplateArguments.h"
#include "compiler/ir/Printer.h"
#include "clang/AST/APValue.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/StringExtras.h"

namespace brickc::frontend {
namespace {

using Text = std::optional<std::string>;

/// The declaration at namespace scope that `declaration` is, or is a member of; null inside a function.
const clang::Decl* outermost(const clang::Decl* declaration) {
  while (declaration && !declaration->getLexicalDeclContext()->isFileContext()) {
    if (declaration->getLexicalDeclContext()->isFunctionOrMethod()) return nullptr;
    declaration = llvm::dyn_cast<clang::Decl>(declaration->getLexicalDeclContext());
  }
  return declaration;
}

/// Calls `visit` for the classes and enumerations that a type is made of: of pointers, arrays, functions, members.
void forEachTag(clang::QualType type, llvm::function_ref<void(const clang::TagDecl&)> visit) {
  if (type.isNull()) return;
  type = type.getCanonicalType();
  if (const clang::TagDecl* tag = type->getAsTagDecl()) return visit(*tag);
  if (const auto* member = type->getAs<clang::MemberPointerType>())
    forEachTag(clang::QualType(member->getClass(), 0), visit);
  if (const auto* function = type->getAs<clang::FunctionProtoType>()) {
    forEachTag(function->getReturnType(), visit);
    for (const clang::QualType parameter : function->getParamTypes())
      forEachTag(parameter, visit);
  }
  if (const clang::ArrayType* array = type->getAsArrayTypeUnsafe()) forEachTag(array->getElementType(), visit);
  forEachTag(type->getPointeeType(), visit);
}

void collectNamed(const clang::TemplateArgument& argument, std::vector<const clang::Decl*>& named) {
  clang::QualType type;
  switch (argument.getKind()) {
  case clang::TemplateArgument::Pack:
    for (const clang::TemplateArgument& element : argument.pack_elements())
      collectNamed(element, named);
    return;
  case clang::TemplateArgument::Declaration:
    if (const auto* object = llvm::dyn_cast<clang::TemplateParamObjectDecl>(argument.getAsDecl()))
      type = object->getType();
    else
      named.push_back(outermost(argument.getAsDecl()));
    break;
  case clang::TemplateArgument::Template:
  case clang::TemplateArgument::TemplateExpansion:
    named.push_back(outermost(argument.getAsTemplateOrTemplatePattern().getAsTemplateDecl()));
    return;
  case clang::TemplateArgument::Type:
    type = argument.getAsType();
    break;
  case clang::TemplateArgument::Integral: // an enumeration
    type = argument.getIntegralType();
    break;
  default:
    return;
  }
  forEachTag(type, [&](const clang::TagDecl& tag) {
    const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&tag);
    named.push_back(outermost(special ? special->getSpecializedTemplate()->getTemplatedDecl() : &tag));
    if (!special) return;
    for (const clang::TemplateArgument& inner : special->getTemplateArgs().asArray())
      collectNamed(inner, named);
  });
}

class Speller {
public:
  explicit Speller(const clang::ASTContext& context) : context(context), policy(namingPolicy(context)) {}

  Text list(llvm::ArrayRef<clang::TemplateArgument> arguments, const clang::TemplateParameterList& parameters) const {
    std::vector<std::string> parts;
    for (unsigned i = 0; i < arguments.size(); ++i) {
      const bool typed = clang::TemplateParameterList::shouldIncludeTypeForArgument(policy, &parameters, i);
      if (!add(arguments[i], typed, parts)) return std::nullopt;
    }
    return "<" + llvm::join(parts, ", ") + ">";
  }

private:
  /// A pack is as many parts as it has elements. `typed`: the parameter's type is deduced from the spelling.
  bool add(const clang::TemplateArgument& argument, bool typed, std::vector<std::string>& parts) const {
    if (argument.getKind() == clang::TemplateArgument::Pack)
      return llvm::all_of(argument.pack_elements(), [&](const auto& element) { return add(element, typed, parts); });
    Text text = spelt(argument, typed);
    if (text) parts.push_back(std::move(*text));
    return text.has_value();
  }

  Text spelt(const clang::TemplateArgument& argument, bool typed) const {
    switch (argument.getKind()) {
    case clang::TemplateArgument::Type:
      return spelt(argument.getAsType());
    case clang::TemplateArgument::Integral:
      return integer(argument, typed);
    case clang::TemplateArgument::Declaration:
      return declaration(*argument.getAsDecl(), argument.getParamTypeForDecl());
#if CLANG_VERSION_MAJOR >= 18
    case clang::TemplateArgument::StructuralValue:
      return value(argument.getAsStructuralValue(), argument.getStructuralValueType());
#endif
    default:
      return printed([&](llvm::raw_ostream& out) { argument.print(policy, out, typed); });
    }
  }

  std::string printed(llvm::function_ref<void(llvm::raw_ostream&)> print) const {
    std::string text;
    llvm::raw_string_ostream out(text);
    print(out);
    return text;
  }

  Text spelt(clang::QualType type) const {
    type = type.getCanonicalType();
    if (const clang::TagDecl* tag = type->getAsTagDecl()) {
      Text text = name(*tag);
      const std::string qualifiers = type.getLocalQualifiers().getAsString(policy);
      return text && !qualifiers.empty() ? qualifiers + " " + *text : text;
    }
    // Of types made of others Clang prints what is right unless they are made of a class with such arguments.
    bool isRight = true;
    forEachTag(type, [&](const clang::TagDecl& tag) {
      isRight = isRight && name(tag) == context.getTypeDeclType(&tag).getAsString(policy);
    });
    return isRight ? Text(type.getAsString(policy)) : std::nullopt;
  }

  /// `waves::model<0.1>::`, empty at global scope.
  Text scopeOf(const clang::NamedDecl& declaration) const {
    const clang::DeclContext* scope = declaration.getDeclContext()->getRedeclContext();
    if (scope->isFunctionOrMethod()) return std::nullopt;
    if (const auto* outer = llvm::dyn_cast<clang::TagDecl>(scope)) {
      Text prefix = name(*outer);
      return prefix ? Text(*prefix + "::") : std::nullopt;
    }
    return printed([&](llvm::raw_ostream& out) { declaration.printNestedNameSpecifier(out, policy); });
  }

  /// Of a class or enumeration that code at namespace scope may name.
  Text name(const clang::TagDecl& tag) const {
    const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(&tag);
    if (!tag.getIdentifier() || (record && record->isLambda())) return std::nullopt;
    if (tag.getAccess() == clang::AS_private || tag.getAccess() == clang::AS_protected) return std::nullopt;
    Text scope = scopeOf(tag);
    if (!scope) return std::nullopt;
    std::string text = std::move(*scope);
    text += tag.getName();
    const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&tag);
    if (!special) return text;
    Text arguments =
        list(special->getTemplateArgs().asArray(), *special->getSpecializedTemplate()->getTemplateParameters());
    return arguments ? Text(text + *arguments) : std::nullopt;
  }

  /// Clang's spelling where it means the number: characters beyond ASCII, and of other types than char, have no
  /// literals that every parameter takes, and those with an escape sequence do not look the same in messages.
  Text integer(const clang::TemplateArgument& argument, bool typed) const {
    const clang::QualType type = argument.getIntegralType();
    const llvm::APSInt number = argument.getAsIntegral();
    const auto* tag = type->getAsTagDecl();
    if (tag && !name(*tag)) return std::nullopt;
    const bool isOfClass = tag && tag->getDeclContext()->isRecord(); // whose own arguments Clang would print
    const bool isPlain = type->isSpecificBuiltinType(clang::BuiltinType::Char_S) && number >= 0 &&
                         llvm::isAlnum(static_cast<char>(number.getExtValue()));
    if ((type->isAnyCharacterType() && !isPlain) || isLeast(number) || isOfClass) return converted(number, type);
    return printed([&](llvm::raw_ostream& out) { argument.print(policy, out, typed); });
  }

  /// Whether it has no literal: the number behind its minus sign is too large.
  static bool isLeast(const llvm::APSInt& number) { return number.isSigned() && number.isMinSignedValue(); }

  Text converted(const llvm::APSInt& number, clang::QualType type) const {
    const Text name = spelt(type.getUnqualifiedType());
    if (!name) return std::nullopt;
    const auto text = [](const llvm::APInt& value, bool isSigned) { return llvm::toString(value, 10, isSigned); };
    const std::string digits = isLeast(number) ? text(number + 1, true) + " - 1" : text(number, number.isSigned());
    return "static_cast<" + *name + ">(" + digits + ")";
  }

  Text declaration(const clang::ValueDecl& declaration, clang::QualType parameter) const {
    if (const auto* object = llvm::dyn_cast<clang::TemplateParamObjectDecl>(&declaration))
      return value(object->getValue(), object->getType());
    if (declaration.getAccess() == clang::AS_private || declaration.getAccess() == clang::AS_protected)
      return std::nullopt;
    const Text scope = scopeOf(declaration);
    if (!scope) return std::nullopt;
    std::string text = (parameter->isReferenceType() ? "" : "&") + *scope + declaration.getNameAsString();
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
    const clang::TemplateArgumentList* arguments = function ? function->getTemplateSpecializationArgs() : nullptr;
    if (!arguments) return text;
    Text rest = list(arguments->asArray(), *function->getPrimaryTemplate()->getTemplateParameters());
    return rest ? Text(text + *rest) : std::nullopt;
  }

  Text value(const clang::APValue& value, clang::QualType type) const {
    if (value.isFloat()) return real(value.getFloat(), type);
    if (value.isInt()) return converted(value.getInt(), type);
    if (value.isArray()) return array(value, type);
    const clang::CXXRecordDecl* record = value.isStruct() ? type->getAsCXXRecordDecl() : nullptr;
    if (!record || !record->isAggregate() || record->getNumBases() != 0) return std::nullopt;
    Text text = name(*record);
    if (!text) return std::nullopt;
    std::vector<std::string> members;
    for (const clang::FieldDecl* field : record->fields()) {
      Text member = this->value(value.getStructField(field->getFieldIndex()), field->getType());
      if (!member) return std::nullopt;
      members.push_back(std::move(*member));
    }
    return *text + "{" + llvm::join(members, ", ") + "}";
  }

  Text array(const clang::APValue& value, clang::QualType type) const {
    std::vector<std::string> elements;
    for (unsigned i = 0; i < value.getArraySize(); ++i) {
      const bool isFiller = i >= value.getArrayInitializedElts();
      Text element = this->value(isFiller ? value.getArrayFiller() : value.getArrayInitializedElt(i),
                                 context.getAsArrayType(type)->getElementType());
      if (!element) return std::nullopt;
      elements.push_back(std::move(*element));
    }
    return "{" + llvm::join(elements, ", ") + "}";
  }

  static Text real(const llvm::APFloat& number, clang::QualType type) {
    const bool isFloat = type->isSpecificBuiltinType(clang::BuiltinType::Float);
    if ((!isFloat && !type->isSpecificBuiltinType(clang::BuiltinType::Double)) || number.isNaN()) return std::nullopt;
    if (number.isInfinity())
      return (number.isNegative() ? "-" : "") + std::string(isFloat ? "__builtin_inff()" : "__builtin_inf()");
    const double value = isFloat ? number.convertToFloat() : number.convertToDouble();
    return ir::toString(ir::ConstantExpr(isFloat ? ir::Type::F32 : ir::Type::F64, 0, value));
  }

  const clang::ASTContext& context;
  const clang::PrintingPolicy policy;
};

} // namespace

clang::PrintingPolicy namingPolicy(const clang::ASTContext& context) {
  clang::PrintingPolicy policy(context.getLangOpts());
  policy.SuppressUnwrittenScope = true;
  policy.PrintCanonicalTypes = true;
  policy.SuppressTagKeyword = true;
  return policy;
}

std::optional<std::string> spellingOf(const clang::ASTContext& context, const clang::TemplateArgumentList& arguments,
                                      const clang::TemplateParameterList& parameters) {
  return Speller(context).list(arguments.asArray(), parameters);
}

std::vector<const clang::Decl*> namedBy(const clang::TemplateArgumentList& arguments) {
  std::vector<const clang::Decl*> named;
  for (const clang::TemplateArgument& argument : arguments.asArray())
    collectNamed(argument, named);
  return named;
}

} // namespace brickc::frontend
