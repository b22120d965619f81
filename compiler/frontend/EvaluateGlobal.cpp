// Constants of namespaces, classes and enclosing functions. SPDX-License-Identifier: MIT
//
// Most are worth what Clang's constant evaluator says. It does not know <cmath>, which GCC's does, and `const double pi
// = std::acos(-1.0)` may have to wait until the program starts anyway: such a constant is worth what its initialiser
// is, evaluated like the stencil itself, if that makes an expression of constants. The host compiler computes both, by
// the same functions.
#include "compiler/frontend/Evaluator.h"
#include "compiler/ir/Visitor.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"

namespace brickc::frontend {
namespace {

constexpr unsigned maxConstantSize = 1000;        // operations of an initialiser, for each number
constexpr unsigned maxConstantOperations = 20000; // evaluated in one

/// Of the initialisers of constants, which act on no fields.
class NoActions : public StepActions {
public:
  std::optional<Value> call(const clang::CallExpr&, const clang::FunctionDecl&) override { return std::nullopt; }
  Value declareField(const clang::VarDecl&) override { return Value::poison(); }
  void beginBlock() override {}
  void endBlocks(const ir::ExprRef&) override {}
};

/// What a reference is bound to before the program starts; null where that is not known.
const clang::Expr* constantReference(const clang::VarDecl& variable) {
  const clang::VarDecl* initialised = nullptr;
  const clang::Expr* init = variable.getAnyInitializer(initialised);
  return init && !init->isValueDependent() && initialised->evaluateValue() ? init : nullptr;
}

/// Whether a value is known as a whole, and short enough to be written out wherever it is used.
bool isUsable(const Value& value) {
  if (value.hasElements()) return llvm::all_of(value.elements, isUsable);
  if (value.is(ValueKind::Expression)) return ir::printedSize(value.expr) <= maxConstantSize;
  return value.is(ValueKind::Integer) || value.is(ValueKind::Function);
}

/// Whether the program is certain to initialise `variable` before the initialisers of `users` read it: constexpr ones
/// are when it starts, static locals when they are come to, others in the order of their definitions, but those that
/// are instantiated.
bool isInitialisedBefore(const clang::VarDecl& variable, llvm::ArrayRef<const clang::VarDecl*> users) {
  if (variable.isConstexpr() || variable.isStaticLocal()) return true;
  const auto isUnordered = [](const clang::VarDecl& one) {
    return clang::isTemplateInstantiation(one.getTemplateSpecializationKind());
  };
  const clang::SourceManager& sources = variable.getASTContext().getSourceManager();
  return llvm::all_of(users, [&](const clang::VarDecl* user) {
    return user->isStaticLocal() || (!isUnordered(variable) && !isUnordered(*user) &&
                                     sources.isBeforeInTranslationUnit(variable.getLocation(), user->getLocation()));
  });
}

} // namespace

/// Anything that could change is state.
Place Evaluator::placeOfGlobal(const clang::VarDecl& variable, clang::SourceLocation where) {
  const clang::VarDecl* initialised = variable.getInitializingDeclaration();
  const auto slot = slotNumbers.find(&variable);
  if (slot != slotNumbers.end() && isInitialisedBefore(initialised ? *initialised : variable, initialising))
    if (!state.read(slot->second).is(ValueKind::Unset)) return {Place::Slot, slot->second, {}};
  if (variable.getType()->isReferenceType())
    if (const clang::Expr* referred = constantReference(variable)) return place(referred);
  const clang::CXXRecordDecl* record = valueRecord(variable.getType());
  bool isStateless = record && record->isEmpty(); // such as a lambda that captures nothing
  bool isConstant = variable.isConstexpr() || variable.getType().isConstQualified() || isStateless;
  const clang::CXXRecordDecl* element = context.getBaseElementType(variable.getType())->getAsCXXRecordDecl();
  if (element && element->hasDefinition() && element->hasMutableFields()) isConstant = false;
  if (variable.getType().isVolatileQualified()) isConstant = false;
  std::optional<Reporter::Remark> problem;
  if (isConstant && initialised && !initialised->getInit()->isValueDependent()) {
    if (const clang::APValue* constant = initialised->evaluateValue()) {
      Value value = constantOf(*constant, variable.getType(), where).value_or(Value());
      if (value.is(ValueKind::Unset))
        value =
            fail(DiagnosticKind::UnsupportedType, where, {variable.getType().getAsString(context.getPrintingPolicy())});
      return temporary(&variable, std::move(value), where);
    }
    if (std::optional<Value> value = lateConstant(*initialised, problem))
      return temporary(&variable, named(std::move(*value), variable.getNameAsString(), where, 0, false), where);
  }
  const bool isItself = variable.hasLocalStorage(); // in its own initialiser
  const bool isKnownLate = isConstant && variable.getType().isConstQualified();
  reporter.error(isItself      ? DiagnosticKind::UninitialisedValue
                 : isKnownLate ? DiagnosticKind::UnknownConstant
                               : DiagnosticKind::StaticState,
                 where, {variable.getNameAsString()}, problem);
  return {};
}

/// What the initialiser of a constant is worth that Clang has no value for; nothing, and perhaps a problem, where that
/// is no expression of constants.
std::optional<Value> Evaluator::lateConstant(const clang::VarDecl& variable, std::optional<Reporter::Remark>& problem) {
  if (!variable.hasGlobalStorage() || variable.getType()->isReferenceType()) return std::nullopt;
  if (!initialising.empty()) { // another one's initialiser is evaluated, by this evaluator
    if (llvm::is_contained(initialising, &variable) || !isInitialisedBefore(variable, initialising))
      return std::nullopt;
    initialising.push_back(&variable);
    Value value = evaluate(variable.getInit());
    initialising.pop_back();
    return isUsable(value) ? std::optional(std::move(value)) : std::nullopt;
  }
  SilentReporter silent(context.getDiagnostics());
  silent.enter(variable.getLocation());
  NoActions none;
  Evaluator evaluator(context, silent, none);
  evaluator.limit(maxConstantOperations);
  evaluator.initialising.push_back(&variable);
  Value value = evaluator.evaluate(variable.getInit());
  if (!silent.firstError() && isUsable(value)) return value;
  const std::string length = "an expression of more than " + std::to_string(maxConstantSize) + " operations";
  problem = silent.firstError().value_or(Reporter::Remark{variable.getLocation(), length});
  problem->text = "in its initialiser: " + problem->text;
  return std::nullopt;
}

} // namespace brickc::frontend
