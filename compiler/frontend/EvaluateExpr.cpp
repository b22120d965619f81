// Arithmetic, logic and conversions. SPDX-License-Identifier: MIT
#include "compiler/frontend/Evaluator.h"
#include "compiler/frontend/Unwrap.h"
#include "compiler/ir/Visitor.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Stack.h"
#include "llvm/Support/SaveAndRestore.h"

namespace brickc::frontend {
namespace {

/// Expressions this deep get a let, so that later passes may recurse over them.
constexpr unsigned splitDepth = 200;

std::string describe(const clang::Expr* expr) {
  if (llvm::isa<clang::StringLiteral>(expr)) return "a string";
  if (llvm::isa<clang::CXXThrowExpr>(expr)) return "'throw'";
  if (llvm::isa<clang::CXXNewExpr>(expr)) return "'new'";
  if (llvm::isa<clang::CXXDeleteExpr>(expr)) return "'delete'";
  if (llvm::isa<clang::CastExpr>(expr)) return "this conversion";
  return "this expression";
}

ir::ExprRef real(const clang::FloatingLiteral& literal, ir::Type type) {
  llvm::APFloat value = literal.getValue();
  return ir::makeReal(type, type == ir::Type::F32 ? value.convertToFloat() : value.convertToDouble());
}

} // namespace

Value Evaluator::evaluate(const clang::Expr* expr) {
  llvm::SaveAndRestore nested(depth, depth + 1);
  ++operations;
  if (isTooLarge(expr->getBeginLoc())) return Value::poison();
  Value value;
  clang::runWithSufficientStackSpace([] {}, [&] { value = evaluateUncounted(expr); }); // long sums nest deeply
  if (depth % splitDepth == 0) return named(std::move(value), "value", expr->getBeginLoc(), 0, false);
  return value;
}

Value Evaluator::evaluateUncounted(const clang::Expr* expr) {
  expr = unwrap(expr);
  if (llvm::isa<clang::OpaqueValueExpr>(expr)) return read(place(expr), expr->getBeginLoc());
  if (const auto* choice = llvm::dyn_cast<clang::AbstractConditionalOperator>(expr)) return evaluateConditional(choice);
  if (const auto* call = llvm::dyn_cast<clang::CallExpr>(expr); call && expr->isGLValue()) {
    Value result = evaluateCall(call);
    return result.is(ValueKind::Reference) ? read(result.reference, expr->getBeginLoc())
                                           : named(std::move(result), "value", expr->getBeginLoc(), 0, false);
  }
  if (expr->isGLValue()) return read(place(expr), expr->getBeginLoc());
  return evaluateByKind(expr);
}

Value Evaluator::evaluateByKind(const clang::Expr* expr) {
  using namespace clang;
  if (const auto* literal = dyn_cast<IntegerLiteral>(expr))
    return Value::of(llvm::APSInt(literal->getValue(), !literal->getType()->isSignedIntegerType()));
  if (const auto* literal = dyn_cast<CXXBoolLiteralExpr>(expr)) return Value::of(literal->getValue());
  if (const auto* literal = dyn_cast<FloatingLiteral>(expr)) {
    auto type = scalarType(context, literal->getType());
    if (!type)
      return fail(DiagnosticKind::UnsupportedType, expr->getBeginLoc(),
                  {literal->getType().getAsString(context.getPrintingPolicy())});
    return Value::of(real(*literal, *type->irType()));
  }
  if (const auto* cast = dyn_cast<CastExpr>(expr)) return evaluateCast(cast);
  if (const auto* op = dyn_cast<UnaryOperator>(expr)) return evaluateUnary(op);
  if (const auto* op = dyn_cast<BinaryOperator>(expr)) return evaluateBinary(op);
  if (const auto* call = dyn_cast<CallExpr>(expr)) return evaluateCall(call);
  if (const auto* list = dyn_cast<InitListExpr>(expr)) return evaluateInitList(list);
  if (const auto* lambda = dyn_cast<LambdaExpr>(expr)) return evaluateLambda(lambda);
  if (const auto* construct = dyn_cast<CXXConstructExpr>(expr)) return evaluateConstruction(construct);
  if (const auto* list = dyn_cast<CXXStdInitializerListExpr>(expr)) return evaluate(list->getSubExpr());
  if (const auto* copy = dyn_cast<ArrayInitLoopExpr>(expr)) return evaluateArrayCopy(copy);
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(expr)) return zeroValue(expr->getType(), expr->getBeginLoc());
  if (std::optional<Value> known = knownToClang(expr)) return *known;
  if (expr->getType()->isPointerType())
    return fail(DiagnosticKind::PointerUse, expr->getBeginLoc(),
                {expr->getType().getAsString(context.getPrintingPolicy())});
  return fail(DiagnosticKind::UnsupportedExpression, expr->getBeginLoc(), {describe(expr)});
}

/// Of a built-in array: in structured bindings, captures and members.
Value Evaluator::evaluateArrayCopy(const clang::ArrayInitLoopExpr* expr) {
  const clang::Expr* innermost = unwrap(expr->getSubExpr());
  while (const auto* row = llvm::dyn_cast<clang::ArrayInitLoopExpr>(innermost))
    innermost = unwrap(row->getSubExpr());
  const auto* element = llvm::dyn_cast<clang::CXXConstructExpr>(innermost);
  if (element && !element->getConstructor()->isTrivial())
    return fail(
        DiagnosticKind::CopyUnsupported, expr->getBeginLoc(),
        {context.getBaseElementType(expr->getType()).getUnqualifiedType().getAsString(context.getPrintingPolicy()) +
         "[]"});
  return evaluate(expr->getCommonExpr()->getSourceExpr());
}

Value Evaluator::evaluateCast(const clang::CastExpr* expr) {
  const clang::Expr* operand = expr->getSubExpr();
  switch (expr->getCastKind()) {
  case clang::CK_LValueToRValue:
    if (operand->getType().isVolatileQualified())
      return fail(DiagnosticKind::VolatileAccess, expr->getBeginLoc(), {"this value"});
    return evaluate(operand);
  case clang::CK_NoOp:
  case clang::CK_ConstructorConversion:
  case clang::CK_UserDefinedConversion:
  case clang::CK_FunctionToPointerDecay:
    return evaluate(operand);
  case clang::CK_ToVoid:
    evaluate(operand);
    return Value();
  case clang::CK_IntegralCast:
  case clang::CK_BooleanToSignedIntegral:
  case clang::CK_IntegralToBoolean:
  case clang::CK_IntegralToFloating:
  case clang::CK_FloatingCast:
  case clang::CK_FloatingToIntegral:
  case clang::CK_FloatingToBoolean:
    return convertTo(evaluate(operand), expr->getType(), expr->getBeginLoc());
  case clang::CK_NullToPointer:
    return fail(DiagnosticKind::UnsupportedExpression, expr->getBeginLoc(), {"a null pointer"});
  default:
    break;
  }
  if (std::optional<Value> known = knownToClang(expr)) return *known;
  if (expr->getType()->isPointerType())
    return fail(DiagnosticKind::PointerUse, expr->getBeginLoc(),
                {expr->getType().getAsString(context.getPrintingPolicy())});
  return fail(DiagnosticKind::UnsupportedExpression, expr->getBeginLoc(), {describe(expr)});
}

Value Evaluator::evaluateUnary(const clang::UnaryOperator* expr) {
  const clang::Expr* operand = expr->getSubExpr();
  if (expr->isIncrementDecrementOp()) return increment(expr, place(operand)); // postfix: prefix forms are lvalues
  if (expr->getOpcode() == clang::UO_Extension) return evaluate(operand);
  if (expr->getOpcode() == clang::UO_AddrOf && expr->getType()->isFunctionPointerType()) return evaluate(operand);
  if (expr->getOpcode() == clang::UO_AddrOf)
    return fail(DiagnosticKind::PointerUse, expr->getBeginLoc(),
                {expr->getType().getAsString(context.getPrintingPolicy())});
  Value value = evaluate(operand);
  if (value.is(ValueKind::Poison)) return value;
  return checked(unary(expr->getOpcode(), value), expr->getOperatorLoc(),
                 clang::UnaryOperator::getOpcodeStr(expr->getOpcode()).str());
}

Value Evaluator::evaluateBinary(const clang::BinaryOperator* expr) {
  if (expr->getOpcode() == clang::BO_Comma) {
    evaluate(expr->getLHS());
    return evaluate(expr->getRHS());
  }
  if (expr->isLogicalOp()) return evaluateLogical(expr);
  Value left = evaluate(expr->getLHS());
  Value right = evaluate(expr->getRHS());
  return compute(expr->getOpcode(), left, right, expr);
}

Value Evaluator::compute(clang::BinaryOperatorKind op, Value left, Value right, const clang::Expr* where) {
  if (left.is(ValueKind::Poison) || right.is(ValueKind::Poison)) return Value::poison();
  const std::string spelling = clang::BinaryOperator::getOpcodeStr(op).str();
  const auto isScalar = [](const Value& value) {
    return value.is(ValueKind::Integer) || value.is(ValueKind::Expression);
  };
  if (!isScalar(left) || !isScalar(right))
    return fail(DiagnosticKind::UnsupportedExpression, where->getExprLoc(),
                {"'" + spelling + "' of what are no numbers"});
  if (repeatsOperands(op, left)) {
    left = named(std::move(left), "value", where->getExprLoc(), 0, false);
    right = named(std::move(right), "value", where->getExprLoc(), 0, false);
  }
  return checked(binary(op, left, right), where->getExprLoc(), spelling);
}

Value Evaluator::evaluateLogical(const clang::BinaryOperator* expr) {
  ir::ExprRef left = condition(expr->getLHS());
  if (!left) return Value::poison();
  bool isAnd = expr->getOpcode() == clang::BO_LAnd;
  if (auto known = knownCondition(left)) {
    if (*known != isAnd) return Value::of(*known);
    ir::ExprRef right = condition(expr->getRHS());
    return right ? Value::of(right) : Value::poison();
  }
  ir::ExprRef right;
  auto evaluateRight = [&] { right = condition(expr->getRHS()); };
  if (isAnd)
    branch(left, evaluateRight, [] {});
  else
    branch(left, [] {}, evaluateRight);
  if (!right) return Value::poison();
  return Value::of(isAnd ? conjunction(left, right) : disjunction(left, right));
}

/// `a ?: b`, which GCC and Clang take for `a ? a : b`: evaluates the former once, for both places where it stands.
void Evaluator::bindCommon(const clang::AbstractConditionalOperator* expr) {
  if (const auto* choice = llvm::dyn_cast<clang::BinaryConditionalOperator>(expr))
    opaque[choice->getOpaqueValue()] = place(choice->getCommon());
}

Value Evaluator::evaluateConditional(const clang::AbstractConditionalOperator* expr) {
  bindCommon(expr);
  ir::ExprRef test = condition(expr->getCond());
  if (!test) return Value::poison();
  if (auto known = knownCondition(test)) return evaluate(*known ? expr->getTrueExpr() : expr->getFalseExpr());
  Value a, b;
  branch(test, [&] { a = evaluate(expr->getTrueExpr()); }, [&] { b = evaluate(expr->getFalseExpr()); });
  Value result = mergeValues(test, a, b, [](ir::ExprRef value) { return value; });
  if (result.is(ValueKind::Conflict))
    return fail(
        DiagnosticKind::UnsupportedExpression, expr->getBeginLoc(),
        {"a choice by data between values of '" + expr->getType().getAsString(context.getPrintingPolicy()) + "'"});
  return result;
}

Value Evaluator::convertTo(const Value& value, clang::QualType type, clang::SourceLocation where) {
  if (value.is(ValueKind::Poison)) return value;
  std::optional<ScalarType> target = scalarType(context, type);
  if (!target) return fail(DiagnosticKind::UnsupportedType, where, {type.getAsString(context.getPrintingPolicy())});
  const Value operand = repeatsOperand(value, *target) ? named(value, "value", where, 0, false) : value;
  return checked(convert(operand, *target), where, type.getAsString(context.getPrintingPolicy()));
}

Value Evaluator::checked(Computed computed, clang::SourceLocation where, const std::string& argument) {
  if (computed.problem) return fail(*computed.problem, where, {argument});
  return std::move(computed.value);
}

/// A condition as an IR expression, or null after an error.
ir::ExprRef Evaluator::condition(const clang::Expr* expr) {
  Value value = evaluate(expr);
  if (value.is(ValueKind::Poison)) return nullptr;
  value = convertTo(value, context.BoolTy, expr->getBeginLoc());
  return value.is(ValueKind::Poison) ? nullptr : toExpr(value);
}

Value Evaluator::fail(DiagnosticKind kind, clang::SourceLocation where, std::vector<std::string> args) {
  const bool isCall = kind == DiagnosticKind::UnsupportedCall;
  if (actions && isCall) args[0] = "a call of '" + args[0] + "'";
  if (actions &&
      (isCall || kind == DiagnosticKind::UnsupportedStatement || kind == DiagnosticKind::UnsupportedExpression))
    kind = DiagnosticKind::StepStatementUnsupported;
  reporter.error(kind, where.isValid() ? where : currentStatement, std::move(args));
  return Value::poison();
}

/// Of a type that no value can have here.
Value Evaluator::failType(clang::QualType type, clang::SourceLocation where) {
  const clang::CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  const bool ends = !type->isReferenceType() && record && record->hasDefinition() && !record->hasTrivialDestructor();
  return fail(ends ? DiagnosticKind::DestructorUnsupported : DiagnosticKind::UnsupportedType, where,
              {type.getAsString(context.getPrintingPolicy())});
}

} // namespace brickc::frontend
