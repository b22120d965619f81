// Lvalues: where values are read and written. SPDX-License-Identifier: MIT
#include "compiler/frontend/Evaluator.h"
#include "compiler/frontend/Unwrap.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/StringExtras.h"

namespace brickc::frontend {
namespace {

/// The array below `array-to-pointer decay`, or the expression itself.
const clang::Expr* undecayed(const clang::Expr* expr) {
  expr = unwrap(expr);
  const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expr);
  return cast && cast->getCastKind() == clang::CK_ArrayToPointerDecay ? cast->getSubExpr() : expr;
}

} // namespace

Place Evaluator::place(const clang::Expr* expr) {
  expr = unwrap(expr);
  if (isTooLarge(expr->getBeginLoc())) return {};
  if (std::optional<Place> object = placeOfThis(expr)) return *object;
  if (const auto* known = llvm::dyn_cast<clang::OpaqueValueExpr>(expr)) {
    const auto found = opaque.find(known);
    return found == opaque.end() ? place(known->getSourceExpr()) : found->second;
  }
  if (expr->isPRValue()) return temporary(expr, evaluate(expr), expr->getBeginLoc());
  return placeByKind(expr);
}

Place Evaluator::placeByKind(const clang::Expr* expr) {
  using namespace clang;
  if (const auto* reference = dyn_cast<DeclRefExpr>(expr)) return placeOfDeclaration(reference);
  if (const auto* member = dyn_cast<MemberExpr>(expr)) return placeOfMember(member);
  if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(expr))
    return placeOfElement(undecayed(subscript->getBase()), subscript->getIdx(), expr->getBeginLoc());
  if (const auto* made = dyn_cast<MaterializeTemporaryExpr>(expr))
    return temporary(expr, evaluate(made->getSubExpr()), expr->getBeginLoc());
  if (const auto* choice = dyn_cast<AbstractConditionalOperator>(expr)) return placeOfConditional(choice);
  const auto* cast = dyn_cast<CastExpr>(expr);
  // A base has no members of its own: brick::out below brick::inout, or empty.
  if (cast && (cast->getCastKind() == CK_UncheckedDerivedToBase || cast->getCastKind() == CK_DerivedToBase))
    return place(cast->getSubExpr());
  if (cast && (cast->getCastKind() == CK_NoOp || cast->getCastKind() == CK_UserDefinedConversion))
    return place(cast->getSubExpr());
  if (cast && cast->getCastKind() == CK_BaseToDerived) return asDerived(place(cast->getSubExpr()), cast);
  if (const auto* op = dyn_cast<BinaryOperator>(expr)) {
    if (op->isAssignmentOp()) return assign(op);
    if (op->getOpcode() == BO_Comma) {
      evaluate(op->getLHS());
      return place(op->getRHS());
    }
  }
  if (const auto* op = dyn_cast<UnaryOperator>(expr)) {
    if (op->isIncrementDecrementOp()) {
      Place target = place(op->getSubExpr());
      increment(op, target);
      return target;
    }
    if (op->getOpcode() == UO_Extension) return place(op->getSubExpr());
    if (op->getOpcode() == UO_Deref) {
      if (std::optional<Place> object = placeOfThis(op->getSubExpr())) return *object;
      if (std::optional<Place> element = placeOfIterator(op->getSubExpr())) return *element;
      if (op->getType()->isFunctionType()) return temporary(expr, evaluate(op->getSubExpr()), expr->getBeginLoc());
      fail(DiagnosticKind::PointerUse, expr->getBeginLoc(),
           {op->getSubExpr()->getType().getAsString(context.getPrintingPolicy())});
      return {};
    }
  }
  if (const auto* call = dyn_cast<CallExpr>(expr)) return placeOfCall(call);
  fail(DiagnosticKind::UnsupportedExpression, expr->getBeginLoc(),
       {isa<clang::StringLiteral>(expr) ? "a string" : "this expression"});
  return {};
}

Place Evaluator::placeOfDeclaration(const clang::DeclRefExpr* expr) {
  const clang::ValueDecl* declaration = expr->getDecl();
  if (auto found = variables.find(declaration); found != variables.end()) return found->second;
  if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration))
    return placeOfGlobal(*variable, expr->getBeginLoc());
  if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration))
    return temporary(expr, Value::of(*function), expr->getBeginLoc());
  if (std::optional<Value> known = knownToClang(expr)) return temporary(expr, *known, expr->getBeginLoc());
  fail(DiagnosticKind::UnsupportedExpression, expr->getBeginLoc(),
       {("'" + llvm::Twine(declaration->getNameAsString()) + "'").str()});
  return {};
}

Place Evaluator::placeOfElement(const clang::Expr* object, const clang::Expr* index, clang::SourceLocation where) {
  Place whole = place(object);
  std::optional<ArrayType> array = arrayType(context, object->getType());
  if (whole.kind != Place::None && !array)
    fail(DiagnosticKind::PointerUse, where, {object->getType().getAsString(context.getPrintingPolicy())});
  return array ? elementOf(whole, spelling(whole), array->size, index) : Place();
}

/// Element `index` of the array at `whole`, which messages call `name`.
Place Evaluator::elementOf(const Place& whole, const std::string& name, unsigned size, const clang::Expr* index) {
  Value position = evaluate(index->IgnoreParenImpCasts()); // before its conversion to std::size_t
  if (whole.kind == Place::None || position.is(ValueKind::Poison)) return {};
  if (!position.is(ValueKind::Integer)) {
    fail(DiagnosticKind::NonConstantIndex, index->getBeginLoc(), {name});
    return {};
  }
  if (position.integer.isNegative() || position.integer.getLimitedValue() >= size) {
    fail(DiagnosticKind::IndexOutOfRange, index->getBeginLoc(),
         {llvm::toString(position.integer, 10), name, std::to_string(size)});
    return {};
  }
  return whole.element(static_cast<unsigned>(position.integer.getZExtValue()));
}

Place Evaluator::placeOfMember(const clang::MemberExpr* expr) {
  if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(expr->getMemberDecl())) { // a static data member
    evaluateForEffects(expr->getBase());
    return placeOfGlobal(*variable, expr->getMemberLoc());
  }
  const auto* field = llvm::dyn_cast<clang::FieldDecl>(expr->getMemberDecl());
  const clang::Expr* base = unwrap(expr->getBase());
  Place whole;
  if (std::optional<Place> object = placeOfThis(base))
    whole = *object;
  else if (!expr->isArrow())
    whole = place(base);
  else
    fail(DiagnosticKind::PointerUse, expr->getBeginLoc(), {base->getType().getAsString(context.getPrintingPolicy())});
  if (isPoison(whole)) return {};
  const clang::QualType type = field ? context.getRecordType(field->getParent()) : clang::QualType();
  if (!field || (!valueRecord(type) && !isFieldGroup(context, type))) {
    fail(DiagnosticKind::UnsupportedType, expr->getMemberLoc(),
         {base->getType().getAsString(context.getPrintingPolicy())});
    return {};
  }
  const Place member = whole.element(field->getFieldIndex());
  if (isUnknownInGroup(member)) {
    fail(DiagnosticKind::GroupMemberUnsupported, expr->getMemberLoc(),
         {field->getNameAsString(), type.getAsString(context.getPrintingPolicy())});
    return {};
  }
  if (!field->getType()->isReferenceType()) return member;
  const Value referred = read(member, expr->getMemberLoc());
  if (referred.is(ValueKind::Field)) return member; // of a group that is a parameter
  return referred.is(ValueKind::Reference) ? referred.reference : Place{};
}

/// Whether a step is not told what a group of fields has there.
bool Evaluator::isUnknownInGroup(const Place& place) const {
  if (place.kind != Place::Slot || !groups.contains(place.index)) return false;
  const std::optional<Value> value = part(state.read(place.index), place.path);
  return value && value->is(ValueKind::Unset);
}

/// The object that the pointer `this` points to, perhaps as one to a base or to a derived class. It stands for the
/// object of calls and accesses that are written without one.
std::optional<Place> Evaluator::placeOfThis(const clang::Expr* expr) {
  expr = unwrap(expr);
  if (!expr->getType()->isPointerType() || objects.empty()) return std::nullopt;
  if (llvm::isa<clang::CXXThisExpr>(expr)) return objects.back();
  const auto* cast = llvm::dyn_cast<clang::CastExpr>(expr);
  if (!cast) return std::nullopt;
  switch (cast->getCastKind()) {
  case clang::CK_UncheckedDerivedToBase: // bases have no members
  case clang::CK_DerivedToBase:
  case clang::CK_NoOp:
    return placeOfThis(cast->getSubExpr());
  case clang::CK_BaseToDerived:
    if (std::optional<Place> object = placeOfThis(cast->getSubExpr())) return asDerived(*object, cast);
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

/// What the iterator of a range-based loop, a pointer that only Clang names, points to.
std::optional<Place> Evaluator::placeOfIterator(const clang::Expr* expr) {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(expr->IgnoreParenImpCasts());
  const auto* variable = reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
  if (!variable || !variable->isImplicit()) return std::nullopt;
  const auto found = variables.find(variable);
  return found == variables.end() ? std::nullopt : std::optional(found->second);
}

/// `static_cast<const Derived&>(*this)`: a base is the object that it is part of, as it has no members.
Place Evaluator::asDerived(Place object, const clang::CastExpr* expr) {
  if (isPoison(object)) return {};
  const clang::QualType type = expr->getType();
  const clang::CXXRecordDecl* derived = valueRecord(type->isPointerType() ? type->getPointeeType() : type);
  const Value value = read(object, expr->getBeginLoc());
  if (derived && value.is(ValueKind::Aggregate) && value.elements.size() == fieldsOf(*derived).size()) return object;
  fail(DiagnosticKind::UnsupportedExpression, expr->getBeginLoc(), {"this conversion"});
  return {};
}

/// Whether an error about what is there has been reported.
bool Evaluator::isPoison(const Place& place) const {
  if (place.kind == Place::Chosen) return isPoison(place.choice->whenTrue) || isPoison(place.choice->whenFalse);
  return place.kind == Place::None || (place.kind == Place::Slot && state.read(place.index).is(ValueKind::Poison));
}

Place Evaluator::placeOfCall(const clang::CallExpr* expr) {
  if (std::optional<Place> chosen = placeOfMinMax(expr)) return *chosen;
  Value result = evaluateCall(expr);
  return result.is(ValueKind::Reference) ? result.reference : temporary(expr, result, expr->getBeginLoc());
}

Place Evaluator::placeOfConditional(const clang::AbstractConditionalOperator* expr) {
  bindCommon(expr);
  ir::ExprRef test = condition(expr->getCond());
  if (!test) return {};
  if (auto known = knownCondition(test)) return place(*known ? expr->getTrueExpr() : expr->getFalseExpr());
  test = bind("when", test, expr->getBeginLoc(), 0);
  Place whenTrue, whenFalse;
  branch(test, [&] { whenTrue = place(expr->getTrueExpr()); }, [&] { whenFalse = place(expr->getFalseExpr()); });
  return choose(test, whenTrue, whenFalse);
}

Place Evaluator::assign(const clang::BinaryOperator* expr) {
  const clang::Expr* target = expr->getLHS();
  Value value = evaluate(expr->getRHS()); // C++17: the right operand comes first
  bool outer = std::exchange(writing, true);
  Place where = place(target);
  writing = outer;
  if (const auto* compound = llvm::dyn_cast<clang::CompoundAssignOperator>(expr)) {
    Value old = convertTo(read(where, target->getBeginLoc()), compound->getComputationLHSType(), expr->getBeginLoc());
    auto op = clang::BinaryOperator::getOpForCompoundAssignment(expr->getOpcode());
    value = convertTo(compute(op, old, value, expr), target->getType(), expr->getBeginLoc());
  }
  write(where, std::move(value), expr->getBeginLoc());
  return where;
}

/// `++` and `--` of a place. Returns the value before.
Value Evaluator::increment(const clang::UnaryOperator* expr, const Place& where) {
  const clang::Expr* target = expr->getSubExpr();
  Value old = read(where, target->getBeginLoc());
  Value one = convertTo(Value::of(llvm::APSInt::get(1)), target->getType(), expr->getBeginLoc());
  auto op = expr->isIncrementOp() ? clang::BO_Add : clang::BO_Sub;
  write(where, compute(op, old, one, expr), expr->getBeginLoc());
  return old;
}

/// A slot for a value that has no variable. A place in the program has one slot, however often it is evaluated.
Place Evaluator::temporary(const void* key, Value value, clang::SourceLocation where) {
  Place result{Place::Slot, slotOfNew(key), {}};
  state.slot(result.index) = named(std::move(value), "value", where, 0, false);
  return result;
}

} // namespace brickc::frontend
