// Arrays, structs, closures and compile-time constants. SPDX-License-Identifier: MIT
#include "compiler/frontend/Evaluator.h"
#include "compiler/ir/TypeRules.h"
#include "clang/AST/APValue.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include <algorithm>
#include <cstdlib>

namespace brickc::frontend {

/// What Clang's own constant evaluator makes of an expression, if it is a constant of a supported type.
std::optional<Value> Evaluator::knownToClang(const clang::Expr* expr) {
  if (expr->isValueDependent() || expr->isInstantiationDependent()) return std::nullopt;
  clang::Expr::EvalResult result;
  if (!expr->EvaluateAsRValue(result, context) || result.HasSideEffects) return std::nullopt;
  return constantOf(result.Val, expr->getType(), expr->getBeginLoc());
}

std::optional<Value> Evaluator::constantOf(const clang::APValue& constant, clang::QualType type,
                                           clang::SourceLocation where) {
  if (auto scalar = scalarType(context, type)) {
    if (constant.isInt()) return convert(Value::of(constant.getInt()), *scalar).value;
    if (!constant.isFloat() || scalar->kind != ScalarType::Float) return std::nullopt;
    double value = scalar->bits == 32 ? constant.getFloat().convertToFloat() : constant.getFloat().convertToDouble();
    return Value::of(ir::makeReal(*scalar->irType(), value));
  }
  if (isFunction(type)) {
    const auto* pointed = constant.isLValue() ? constant.getLValueBase().dyn_cast<const clang::ValueDecl*>() : nullptr;
    const auto* function = llvm::dyn_cast_or_null<clang::FunctionDecl>(pointed);
    return function ? std::optional(Value::of(*function)) : std::nullopt;
  }
  Value result = Value::of(ValueKind::Aggregate);
  auto add = [&](const clang::APValue& element, clang::QualType elementType) {
    std::optional<Value> value = constantOf(element, elementType, where);
    if (value) result.elements.push_back(std::move(*value));
    return value.has_value();
  };
  if (constant.isStruct() && isStdArray(type) && constant.getStructNumFields() == 1)
    return constantOf(constant.getStructField(0),
                      fieldsOf(*type.getNonReferenceType()->getAsCXXRecordDecl())[0]->getType(), where);
  if (auto array = arrayType(context, type); array && constant.isArray()) {
    for (unsigned i = 0; i < array->size; ++i) {
      bool explicitly = i < constant.getArrayInitializedElts();
      if (!explicitly && !constant.hasArrayFiller()) return std::nullopt;
      if (!add(explicitly ? constant.getArrayInitializedElt(i) : constant.getArrayFiller(), array->element))
        return std::nullopt;
    }
    return result;
  }
  const clang::CXXRecordDecl* record = constant.isStruct() ? valueRecord(type) : nullptr;
  if (!record) return std::nullopt;
  if (record->isLambda())
    return record->captures().empty() ? std::optional(Value::of(ValueKind::Lambda)) : std::nullopt;
  for (const clang::FieldDecl* field : fieldsOf(*record))
    if (!add(constant.getStructField(field->getFieldIndex()), field->getType())) return std::nullopt;
  return result;
}

Value Evaluator::zeroValue(clang::QualType type, clang::SourceLocation where) {
  if (scalarType(context, type)) return convertTo(Value::of(llvm::APSInt::get(0)), type, where);
  Value result = Value::of(ValueKind::Aggregate);
  if (auto array = arrayType(context, type)) {
    result.elements.assign(array->size, zeroValue(array->element, where));
    return result;
  }
  const clang::CXXRecordDecl* record = valueRecord(type);
  if (!record || record->isLambda())
    return fail(DiagnosticKind::UnsupportedType, where, {type.getAsString(context.getPrintingPolicy())});
  for (const clang::FieldDecl* field : fieldsOf(*record))
    result.elements.push_back(zeroValue(field->getType(), where));
  return result;
}

Value Evaluator::evaluateInitList(const clang::InitListExpr* expr) {
  if (const clang::InitListExpr* semantic = expr->getSemanticForm()) expr = semantic;
  clang::QualType type = expr->getType();
  clang::SourceLocation where = expr->getBeginLoc();
  if (expr->getNumInits() == 0 && !expr->hasArrayFiller()) return zeroValue(type, where);
  if (expr->isTransparent() || scalarType(context, type) || isStdArray(type)) return evaluate(expr->getInit(0));
  Value result = Value::of(ValueKind::Aggregate);
  if (auto array = arrayType(context, type)) {
    for (unsigned i = 0; i < array->size; ++i) {
      const clang::Expr* element = i < expr->getNumInits() ? expr->getInit(i) : expr->getArrayFiller();
      result.elements.push_back(element ? evaluate(element) : zeroValue(array->element, where));
    }
    return result;
  }
  const clang::CXXRecordDecl* record = valueRecord(type);
  if (!record || !isValueType(context, type)) return failType(type, where);
  return initialiseAggregate(expr);
}

/// Member by member: the default initialisers among them may read the members before. Bases, which come first, have no
/// members.
Value Evaluator::initialiseAggregate(const clang::InitListExpr* expr) {
  Place object{Place::Slot, slotOfNew(expr), {}};
  state.slot(object.index) = unsetValue(context, expr->getType());
  const clang::CXXRecordDecl& record = *expr->getType()->getAsCXXRecordDecl();
  llvm::ArrayRef<clang::Expr*> initialisers(expr->getInits(), expr->getNumInits());
  for (const clang::Expr* base : initialisers.take_front(record.getNumBases()))
    evaluate(base);
  for (const auto [initialiser, member] : llvm::zip(initialisers.drop_front(record.getNumBases()), record.fields())) {
    const bool isDefault = llvm::isa<clang::CXXDefaultInitExpr>(initialiser);
    if (isDefault) objects.push_back(object);
    Value value = initialValue(*initialiser, *member);
    if (isDefault) objects.pop_back();
    state.slot(object.index).elements.at(member->getFieldIndex()) = std::move(value);
  }
  return state.read(object.index);
}

Value Evaluator::evaluateConstruction(const clang::CXXConstructExpr* expr) {
  const clang::CXXConstructorDecl* constructor = expr->getConstructor();
  clang::QualType type = expr->getType();
  if (actions && isField(type))
    return fail(DiagnosticKind::StepStatementUnsupported, expr->getBeginLoc(), {"a field made in an expression"});
  if (constructor->isCopyOrMoveConstructor() && expr->getNumArgs() == 1 &&
      (constructor->isTrivial() || brickType(type) || isGrid(type)))
    return evaluate(expr->getArg(0));
  if (constructor->isCopyOrMoveConstructor() && (isStdArray(type) || constructor->getParent()->isLambda()))
    return fail(DiagnosticKind::CopyUnsupported, expr->getBeginLoc(),
                {type.getUnqualifiedType().getAsString(context.getPrintingPolicy())});
  if (std::optional<Value> known = knownToClang(expr)) return *known;
  if (isStdPair(context, type)) return constructPair(expr);
  if (!isValueType(context, type) || brickType(type) || isInitializerList(type))
    return failType(type, expr->getBeginLoc());
  if (constructor->isDefaultConstructor() && constructor->isTrivial())
    return expr->requiresZeroInitialization() ? zeroValue(type, expr->getBeginLoc()) : unsetValue(context, type);
  return runConstructor(expr, type);
}

/// From two values, from a pair of others, or from nothing, which makes zeros.
Value Evaluator::constructPair(const clang::CXXConstructExpr* expr) {
  const clang::QualType type = expr->getType();
  const clang::SourceLocation where = expr->getBeginLoc();
  Exprs arguments(expr->getArgs(), expr->getNumArgs());
  if (arguments.empty()) return zeroValue(type, where);
  if (arguments.size() == 2) return pairOf(arguments, type, where);
  if (arguments.size() > 2 || !isStdPair(context, arguments[0]->getType()))
    return fail(DiagnosticKind::UnsupportedCall, where, {"this constructor of std::pair"});
  Value other = evaluate(arguments[0]);
  if (!other.is(ValueKind::Aggregate)) return Value::poison();
  for (const clang::FieldDecl* member : fieldsOf(*valueRecord(type))) {
    Value& element = other.elements.at(member->getFieldIndex());
    element = convertTo(element, member->getType(), where);
  }
  return other;
}

/// A std::pair of the values of two expressions.
Value Evaluator::pairOf(Exprs values, clang::QualType type, clang::SourceLocation where) {
  Value result = Value::of(ValueKind::Aggregate);
  for (const clang::FieldDecl* member : fieldsOf(*valueRecord(type)))
    result.elements.push_back(convertTo(evaluate(values[member->getFieldIndex()]), member->getType(), where));
  return result;
}

/// A constructor of one of the user's structs, for each element of an array: member initialisers, then the body.
Value Evaluator::runConstructor(const clang::CXXConstructExpr* expr, clang::QualType type) {
  if (const clang::ConstantArrayType* array = context.getAsConstantArrayType(type)) {
    Value result = Value::of(ValueKind::Aggregate);
    for (uint64_t i = 0; i < array->getSize().getZExtValue(); ++i)
      result.elements.push_back(runConstructor(expr, array->getElementType()));
    return result;
  }
  Place object{Place::Slot, slotOfNew(expr), {}};
  state.slot(object.index) =
      expr->requiresZeroInitialization() ? zeroValue(type, expr->getBeginLoc()) : unsetValue(context, type);
  std::vector<const clang::Expr*> arguments(expr->arg_begin(), expr->arg_end());
  Operands operands = evaluateOperands(*expr->getConstructor(), nullptr, arguments);
  operands.self = object;
  Value result = inlineCall(*expr->getConstructor(), std::move(operands), expr->getBeginLoc());
  return result.is(ValueKind::Poison) ? result : state.read(object.index);
}

/// What has been captured are the elements of the closure, in the order of the captures. Each evaluation makes another.
Value Evaluator::evaluateLambda(const clang::LambdaExpr* expr) {
  Value result = Value::of(ValueKind::Lambda);
  const clang::Expr* const* initialiser = expr->capture_init_begin();
  for (const clang::LambdaCapture& capture : expr->captures()) {
    const clang::Expr* made = *initialiser++;
    if (capture.getCaptureKind() == clang::LCK_This) {
      result.elements.push_back(Value::referenceTo(objects.back()));
    } else if (capture.getCaptureKind() == clang::LCK_StarThis) {
      result.elements.push_back(evaluate(made));
    } else if (!capture.capturesVariable()) {
      return fail(DiagnosticKind::UnsupportedExpression, capture.getLocation(), {"this capture"});
    } else if (expr->isInitCapture(&capture)) {
      declareVariable(*llvm::cast<clang::VarDecl>(capture.getCapturedVar()));
      result.elements.push_back(captured(capture, nullptr));
    } else {
      result.elements.push_back(captured(capture, made));
    }
  }
  return result;
}

/// Nothing for a constant, which is looked up when it is used. `copy` makes the closure's own object from the variable;
/// null where the variable is that object.
Value Evaluator::captured(const clang::LambdaCapture& capture, const clang::Expr* copy) {
  auto found = variables.find(capture.getCapturedVar());
  if (found == variables.end()) return Value();
  if (capture.getCaptureKind() == clang::LCK_ByCopy)
    return copy ? evaluate(copy) : read(found->second, capture.getLocation());
  return Value::referenceTo(found->second);
}

/// `u(-1, 0, 0)`, or nothing if the call is not that of a field.
std::optional<Place> Evaluator::access(const clang::CXXOperatorCallExpr* call) {
  auto type = brickType(call->getArg(0)->getType());
  if (!type || call->getOperator() != clang::OO_Call) return std::nullopt;
  Value object = evaluate(call->getArg(0));
  if (!object.is(ValueKind::Accessor)) return Place{};
  return accessField(call, fields.at(object.parameter));
}

Place Evaluator::accessField(const clang::CXXOperatorCallExpr* call, const FieldParam& field) {
  unsigned count = call->getNumArgs() - 1;
  if (count != field.dims) {
    fail(DiagnosticKind::UnsupportedExpression, call->getBeginLoc(), {"an access with another number of offsets"});
    return {};
  }
  bool isTarget = writing;
  llvm::SaveAndRestore offsetsAreRead(writing, false);
  std::vector<int> offset;
  for (unsigned axis = 0; axis < count; ++axis) {
    const clang::Expr* argument = call->getArg(axis + 1);
    Value value = evaluate(argument);
    if (value.is(ValueKind::Poison)) return {};
    if (!value.is(ValueKind::Integer)) {
      fail(DiagnosticKind::NonConstantOffset, argument->getBeginLoc(), {std::to_string(axis), field.name});
      return {};
    }
    if (value.integer > ir::maxReach || value.integer < -ir::maxReach) {
      fail(DiagnosticKind::OffsetTooLarge, argument->getBeginLoc(),
           {llvm::toString(value.integer, 10), field.name, std::to_string(ir::maxReach)});
      return {};
    }
    offset.push_back(static_cast<int>(value.integer.getExtValue()));
  }
  furthest.resize(std::max<std::size_t>(furthest.size(), count));
  for (unsigned axis = 0; axis < count; ++axis)
    furthest[axis] = std::max(furthest[axis], std::abs(offset[axis]));
  if (!field.output) {
    Place result{Place::Slot, slotOfNew(call), {}};
    state.slot(result.index) = field.load(std::move(offset));
    return result;
  }
  if (llvm::all_of(offset, [](int o) { return o == 0; })) return {Place::Output, *field.output, {}};
  DiagnosticKind isRead = field.isUpdated ? DiagnosticKind::InoutOffPoint : DiagnosticKind::ReadBackOffPoint;
  fail(isTarget ? DiagnosticKind::WriteOffPoint : isRead, call->getBeginLoc(), {field.name});
  return {};
}

} // namespace brickc::frontend
