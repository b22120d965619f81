// Functions of the standard library that a stencil may call. SPDX-License-Identifier: MIT
#include "compiler/frontend/Attributes.h"
#include "compiler/frontend/Evaluator.h"
#include "compiler/frontend/LibraryCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include <limits>

namespace brickc::frontend {

bool Evaluator::isLibraryFunction(const clang::FunctionDecl& function) const {
  return function.isInStdNamespace() || function.getBuiltinID() != 0 ||
         context.getSourceManager().isInSystemHeader(function.getLocation());
}

Value Evaluator::evaluateLibraryCall(const clang::CallExpr* expr, const clang::FunctionDecl& function) {
  clang::SourceLocation where = expr->getBeginLoc();
  llvm::StringRef name = function.getIdentifier() ? function.getName() : "";
  name.consume_front("__builtin_");
  if (isBrickFunction(function, {"get"})) return elementNamedByTemplate(expr, function);
  // Headers that come by -isystem may have functions of these names in namespaces of their own.
  if (!function.isInStdNamespace() && function.getBuiltinID() == 0 && !function.isExternC())
    return fail(DiagnosticKind::UnsupportedCall, where, {function.getQualifiedNameAsString()});
  if (function.isInStdNamespace() && expr->getNumArgs() == 1 &&
      (name == "move" || name == "forward" || name == "as_const")) {
    if (expr->isPRValue()) return evaluate(expr->getArg(0));
    return Value::referenceTo(place(expr->getArg(0)));
  }
  if (function.isInStdNamespace() && name == "get" &&
      (isStdArray(expr->getArg(0)->getType()) || isStdPair(context, expr->getArg(0)->getType())))
    return elementNamedByTemplate(expr, function);
  if (function.isInStdNamespace() && name == "make_pair" && isStdPair(context, expr->getType()))
    return pairOf({expr->getArgs(), expr->getNumArgs()}, expr->getType(), where);
  if (name == "expect" && function.getBuiltinID() != 0) return evaluate(expr->getArg(0));
  if (name == "memcpy" && isInDefaultedFunction()) return copyArray(expr);
  if (function.isInStdNamespace() && name == "swap" && expr->getNumArgs() == 2) {
    const clang::QualType type = expr->getArg(0)->getType();
    const std::optional<ArrayType> array = arrayType(context, type); // whose elements may have a swap of their own
    if (!type.isTriviallyCopyableType(context) || (array && !scalarType(context, innermostElement(context, type))))
      return fail(DiagnosticKind::UnsupportedCall, where,
                  {"std::swap(" + type.getUnqualifiedType().getAsString(context.getPrintingPolicy()) + ")"});
    Place a = place(expr->getArg(0)), b = place(expr->getArg(1));
    Value first = read(a, where), second = read(b, where);
    write(a, std::move(second), where);
    write(b, std::move(first), where);
    return Value();
  }
  if (function.getOverloadedOperator() == clang::OO_EqualEqual && isStdArray(expr->getArg(0)->getType()) &&
      scalarType(context, innermostElement(context, expr->getArg(0)->getType())))
    return areEqual(place(expr->getArg(0)), place(expr->getArg(1)), expr->getArg(0)->getType(), expr);
  if (function.isInStdNamespace())
    if (std::optional<Value> result = evaluateMinMax(expr, name)) return *result;
  if (name == "abs" && expr->getNumArgs() == 1)
    if (std::optional<Value> result = evaluateAbs(expr)) return *result;
  if (std::optional<Value> result = evaluateClassification(expr, name)) return *result;
  if (std::optional<Value> result = evaluateRounding(expr, name)) return *result;
  if (std::optional<Value> result = evaluateMath(expr, name)) return *result;
  const bool isOfValues = expr->getType().isTriviallyCopyableType(context); // not of a step's fields
  if (function.isInStdNamespace() && isPlainLibraryCode(name) && isOfValues && function.hasBody())
    return inlineCall(function, evaluateOperands(function, nullptr, {expr->getArgs(), expr->getNumArgs()}, false),
                      where);
  return fail(DiagnosticKind::UnsupportedCall, where, {function.getQualifiedNameAsString()});
}

/// `a == b` of arrays of scalars, or of scalars in them.
Value Evaluator::areEqual(const Place& a, const Place& b, clang::QualType type, const clang::Expr* where) {
  const std::optional<ArrayType> array = arrayType(context, type);
  if (!array) return compute(clang::BO_EQ, read(a, where->getBeginLoc()), read(b, where->getBeginLoc()), where);
  if (isPoison(a) || isPoison(b)) return Value::poison();
  ir::ExprRef all = ir::makeBool(true);
  for (unsigned i = 0; i < array->size; ++i) {
    const Value equal = areEqual(a.element(i), b.element(i), array->element, where);
    if (equal.is(ValueKind::Poison)) return equal;
    all = conjunction(all, toExpr(equal));
  }
  return Value::of(all);
}

/// Whether what is executed is Clang's: the assignment operator of a struct, member by member.
bool Evaluator::isInDefaultedFunction() const { return !callStack.empty() && callStack.back()->isDefaulted(); }

/// `__builtin_memcpy(&this->array, &other.array, size)`, by which Clang assigns a member that is an array.
Value Evaluator::copyArray(const clang::CallExpr* expr) {
  const auto arrayBehind = [](const clang::Expr* pointer) {
    return llvm::cast<clang::UnaryOperator>(pointer->IgnoreParenCasts())->getSubExpr();
  };
  Value value = evaluate(arrayBehind(expr->getArg(1)));
  write(place(arrayBehind(expr->getArg(0))), std::move(value), expr->getBeginLoc());
  return Value();
}

/// `get<i>(array)` or of a point, whose index C++ has checked.
Value Evaluator::elementNamedByTemplate(const clang::CallExpr* expr, const clang::FunctionDecl& function) {
  Place whole = place(expr->getArg(0));
  if (isPoison(whole)) return Value::poison();
  if (brickType(expr->getArg(0)->getType())) whole = whole.element(0); // of a point: the index of the cell
  const clang::TemplateArgument& index = function.getTemplateSpecializationArgs()->get(0);
  if (index.getKind() != clang::TemplateArgument::Integral)
    return fail(DiagnosticKind::UnsupportedCall, expr->getBeginLoc(), {"std::get by type"});
  const Place element = whole.element(static_cast<unsigned>(index.getAsIntegral().getZExtValue()));
  return function.isInStdNamespace() ? Value::referenceTo(element) : read(element, expr->getBeginLoc());
}

/// std::min, max and clamp of scalars by their own order, with the standard's choice between equal values. Nothing for
/// other calls, whose bodies are entered, but those of lists.
std::optional<Value> Evaluator::evaluateMinMax(const clang::CallExpr* expr, llvm::StringRef name) {
  if (name != "min" && name != "max" && name != "clamp") return std::nullopt;
  const bool isOfList = isInitializerList(expr->getArg(0)->getType());
  const unsigned operands = name == "clamp" ? 3 : 2;
  const bool isPlain =
      expr->getNumArgs() == (isOfList ? 1 : operands) && (isOfList || scalarType(context, expr->getArg(0)->getType()));
  if (!isPlain && !isOfList) return std::nullopt;
  std::vector<Value> values;
  for (const clang::Expr* argument : expr->arguments())
    values.push_back(named(evaluate(argument), "value", argument->getBeginLoc(), 0, false));
  if (isOfList && values[0].is(ValueKind::Aggregate)) values = std::vector<Value>(values[0].elements);
  if (llvm::any_of(values, [](const Value& value) { return value.is(ValueKind::Poison); })) return Value::poison();
  for (const Value& value : values)
    if (!isPlain || (!value.is(ValueKind::Integer) && !value.is(ValueKind::Expression)))
      return fail(DiagnosticKind::UnsupportedCall, expr->getBeginLoc(),
                  {"std::" + name.str() + " of a list of objects, or with a comparison"});
  if (name == "clamp") {
    Value below = selectSmaller(values[2], values[0], values[2], values[0], expr);
    return selectSmaller(values[0], values[1], values[1], below, expr);
  }
  Value result = values[0];
  for (size_t i = 1; i < values.size(); ++i) {
    result = named(std::move(result), name.str(), expr->getBeginLoc(), 0, false);
    result = name == "min" ? selectSmaller(values[i], result, values[i], result, expr)
                           : selectSmaller(result, values[i], values[i], result, expr);
  }
  return result;
}

/// What the reference refers to that std::min, max and clamp of two or three arguments return. Nothing for other calls.
std::optional<Place> Evaluator::placeOfMinMax(const clang::CallExpr* expr) {
  const clang::FunctionDecl* function = expr->getDirectCallee();
  if (!expr->isGLValue() || !scalarType(context, expr->getType()) || !function || !function->isInStdNamespace() ||
      !function->getIdentifier())
    return std::nullopt;
  llvm::StringRef name = function->getName();
  bool isClamp = name == "clamp";
  if ((!isClamp && name != "min" && name != "max") || expr->getNumArgs() != (isClamp ? 3u : 2u)) return std::nullopt;
  std::vector<Place> arguments;
  for (const clang::Expr* argument : expr->arguments())
    arguments.push_back(place(argument));
  const Place &a = arguments[0], &b = arguments[1];
  if (name == "min") return placeOfSmaller(b, a, b, a, expr);
  if (name == "max") return placeOfSmaller(a, b, b, a, expr);
  return placeOfSmaller(a, b, b, placeOfSmaller(arguments[2], a, arguments[2], a, expr), expr);
}

/// The place that `a < b ? whenSmaller : otherwise` refers to.
Place Evaluator::placeOfSmaller(const Place& a, const Place& b, const Place& whenSmaller, const Place& otherwise,
                                const clang::Expr* where) {
  const Value test = isLess(read(a, where->getBeginLoc()), read(b, where->getBeginLoc()), where);
  if (test.is(ValueKind::Poison)) return {};
  if (auto known = test.knownBool()) return *known ? whenSmaller : otherwise;
  return choose(bind("when", test.expr, where->getBeginLoc(), 0), whenSmaller, otherwise);
}

/// `a < b`, with bools as the integers that C++ compares.
Value Evaluator::isLess(const Value& a, const Value& b, const clang::Expr* where) {
  const auto promoted = [&](const Value& value) {
    const bool isScalar = value.is(ValueKind::Integer) || value.is(ValueKind::Expression);
    return isScalar && value.scalarType().kind == ScalarType::Bool
               ? convertTo(value, context.IntTy, where->getBeginLoc())
               : value;
  };
  return compute(clang::BO_LT, promoted(a), promoted(b), where);
}

/// `a < b ? whenSmaller : otherwise`
Value Evaluator::selectSmaller(const Value& a, const Value& b, const Value& whenSmaller, const Value& otherwise,
                               const clang::Expr* where) {
  const Value test = isLess(a, b, where);
  if (test.is(ValueKind::Poison)) return test;
  if (auto known = test.knownBool()) return *known ? whenSmaller : otherwise;
  ir::ExprRef x = toExpr(whenSmaller), y = toExpr(otherwise);
  if (!x || !y) return Value::poison(); // compute has reported the type
  return Value::of(select(test.expr, x, y), whenSmaller.scalarType());
}

/// std::abs of integers; that of floating point is fabs.
std::optional<Value> Evaluator::evaluateAbs(const clang::CallExpr* expr) {
  auto type = scalarType(context, expr->getType());
  if (!type || type->kind != ScalarType::Integer) return std::nullopt;
  Value value = named(evaluate(expr->getArg(0)), "value", expr->getBeginLoc(), 0, false);
  if (value.is(ValueKind::Poison)) return value;
  Value zero = convertTo(Value::of(llvm::APSInt::get(0)), expr->getType(), expr->getBeginLoc());
  Value negative = checked(unary(clang::UO_Minus, value), expr->getBeginLoc(), "-");
  return selectSmaller(value, zero, negative, value, expr);
}

/// std::isnan and its like, as comparisons.
std::optional<Value> Evaluator::evaluateClassification(const clang::CallExpr* expr, llvm::StringRef name) {
  if (expr->getNumArgs() != 1 || (name != "isnan" && name != "isinf" && name != "isfinite" && name != "signbit"))
    return std::nullopt;
  const clang::Expr* argument = expr->getArg(0);
  const std::optional<ScalarType> own = scalarType(context, argument->getType());
  if (!own) return std::nullopt;
  const bool isReal = own->kind == ScalarType::Float;
  Value value = convertTo(evaluate(argument), isReal ? argument->getType() : context.DoubleTy, argument->getBeginLoc());
  if (value.is(ValueKind::Poison)) return value;
  const ir::ExprRef x = toExpr(named(std::move(value), "value", argument->getBeginLoc(), 0, false));
  const auto call = [](const char* function, std::vector<ir::ExprRef> arguments) {
    return Value::of(ir::make<ir::CallExpr>(ir::mathFunctionNamed(function), std::move(arguments)));
  };
  const auto constant = [&](double number) { return ir::makeReal(x->type(), number); };
  if (name == "isnan") return compute(clang::BO_NE, Value::of(x), Value::of(x), expr);
  if (name == "signbit") return compute(clang::BO_LT, call("copysign", {constant(1), x}), Value::of(constant(0)), expr);
  const Value infinity = Value::of(constant(std::numeric_limits<double>::infinity()));
  return compute(name == "isinf" ? clang::BO_EQ : clang::BO_LT, call("fabs", {x}), infinity, expr);
}

/// <cmath>: arguments are promoted to the result's type, as std::pow(double, int) does.
std::optional<Value> Evaluator::evaluateMath(const clang::CallExpr* expr, llvm::StringRef name) {
  auto type = scalarType(context, expr->getType());
  if (!type || type->kind != ScalarType::Float) return std::nullopt;
  const ir::MathFunction* function = ir::mathFunctionNamed(name);
  if (!function && type->bits == 32 && name.consume_back("f")) function = ir::mathFunctionNamed(name);
  if (!function || function->arity != expr->getNumArgs()) return std::nullopt;
  std::vector<ir::ExprRef> arguments;
  for (const clang::Expr* argument : expr->arguments()) {
    Value value = convertTo(evaluate(argument), expr->getType(), argument->getBeginLoc());
    if (value.is(ValueKind::Poison)) return value;
    arguments.push_back(toExpr(value));
  }
  return Value::of(ir::make<ir::CallExpr>(function, std::move(arguments)));
}

/// lround, lrint, llround and llrint: round or rint as an integer.
std::optional<Value> Evaluator::evaluateRounding(const clang::CallExpr* expr, llvm::StringRef name) {
  name.consume_back("f");
  if (!name.consume_front("l") || expr->getNumArgs() != 1) return std::nullopt;
  name.consume_front("l");
  if (name != "round" && name != "rint") return std::nullopt;
  const clang::Expr* argument = expr->getArg(0);
  const clang::QualType type = argument->getType();
  Value value =
      convertTo(evaluate(argument), type->isFloatingType() ? type : context.DoubleTy, argument->getBeginLoc());
  if (value.is(ValueKind::Poison)) return value;
  const ir::ExprRef rounded = ir::make<ir::CallExpr>(ir::mathFunctionNamed(name), std::vector{toExpr(value)});
  return convertTo(Value::of(rounded), expr->getType(), expr->getBeginLoc());
}

} // namespace brickc::frontend
