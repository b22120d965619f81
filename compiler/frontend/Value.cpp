// Construction and comparison of values. SPDX-License-Identifier: MIT
#include "compiler/frontend/Value.h"
#include "compiler/frontend/Integers.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/Support/Casting.h"

namespace brickc::frontend {
namespace {

const clang::FunctionDecl& behindInvoker(const clang::FunctionDecl& function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  if (!method || !method->isLambdaStaticInvoker()) return function;
  const clang::CXXMethodDecl* called = method->getParent()->getLambdaCallOperator();
  const clang::TemplateArgumentList* arguments = method->getTemplateSpecializationArgs();
  if (!arguments) return *called;
  void* position = nullptr; // of a closure for any type
  return *called->getDescribedFunctionTemplate()->findSpecialization(arguments->asArray(), position);
}

} // namespace

std::optional<ir::Type> ScalarType::irType() const {
  if (kind == Bool) return ir::Type::Bool;
  if (kind == Float) return bits == 32 ? ir::Type::F32 : ir::Type::F64;
  if (!isSigned || (bits != 32 && bits != 64)) return std::nullopt;
  return bits == 32 ? ir::Type::I32 : ir::Type::I64;
}

Place Place::element(unsigned position) const {
  if (kind == Chosen)
    return choose(choice->test, choice->whenTrue.element(position), choice->whenFalse.element(position));
  Place result = *this;
  result.path.push_back(position);
  return result;
}

Place choose(const ir::ExprRef& test, const Place& whenTrue, const Place& whenFalse) {
  if (whenTrue.kind == Place::None || whenFalse.kind == Place::None) return {};
  if (whenTrue == whenFalse) return whenTrue;
  Place result;
  result.kind = Place::Chosen;
  result.choice = std::make_shared<const Choice>(Choice{test, whenTrue, whenFalse});
  return result;
}

Value Value::of(ValueKind kind, unsigned parameter) {
  Value result;
  result.kind = kind;
  result.parameter = parameter;
  return result;
}

Value Value::of(llvm::APSInt integer) {
  Value result = of(ValueKind::Integer);
  result.integer = std::move(integer);
  return result;
}

Value Value::of(bool value) { return of(llvm::APSInt(llvm::APInt(1, value), /*isUnsigned=*/true)); }

/// Integer and bool constants become compile-time values, so that there is one form of each.
Value Value::of(ir::ExprRef expr) {
  if (const auto* constant = llvm::dyn_cast<ir::ConstantExpr>(expr.get()); constant && !ir::isFloat(expr->type())) {
    if (expr->type() == ir::Type::Bool) return of(constant->integer != 0);
    return of(llvm::APSInt(llvm::APInt(8 * ir::byteSize(expr->type()), constant->integer, true), false));
  }
  Value result = of(ValueKind::Expression);
  result.expr = std::move(expr);
  return result;
}

Value Value::of(ir::ExprRef expr, ScalarType type) {
  if (type.irType()) return of(std::move(expr));
  if (const auto* constant = llvm::dyn_cast<ir::ConstantExpr>(expr.get()))
    return of(
        llvm::APSInt(llvm::APInt(64, static_cast<std::uint64_t>(constant->integer)).trunc(type.bits), !type.isSigned));
  Value result = of(std::move(expr));
  result.foreign = type;
  return result;
}

Value Value::referenceTo(Place place) {
  if (place.kind == Place::None) return poison();
  Value result = of(ValueKind::Reference);
  result.reference = std::move(place);
  return result;
}

Value Value::of(const clang::FunctionDecl& function) {
  Value result = of(ValueKind::Function);
  result.function = behindInvoker(function).getCanonicalDecl();
  return result;
}

Value Value::aggregate(std::vector<Value> elements) {
  Value result = of(ValueKind::Aggregate);
  result.elements = std::move(elements);
  return result;
}

ScalarType Value::scalarType() const {
  if (kind == ValueKind::Integer) {
    const unsigned bits = integer.getBitWidth();
    return bits == 1 ? ScalarType{ScalarType::Bool, 1, false}
                     : ScalarType{ScalarType::Integer, bits, integer.isSigned()};
  }
  if (foreign) return *foreign;
  const ir::Type type = expr->type();
  if (type == ir::Type::Bool) return {ScalarType::Bool, 1, false};
  return {ir::isFloat(type) ? ScalarType::Float : ScalarType::Integer, 8 * ir::byteSize(type), true};
}

std::optional<bool> Value::knownBool() const {
  if (kind != ValueKind::Integer) return std::nullopt;
  return !integer.isZero();
}

bool identical(const Value& a, const Value& b) {
  if (a.kind != b.kind || a.parameter != b.parameter || a.elements.size() != b.elements.size()) return false;
  if (a.is(ValueKind::Integer) && !llvm::APSInt::isSameValue(a.integer, b.integer)) return false;
  for (size_t i = 0; i < a.elements.size(); ++i)
    if (!identical(a.elements[i], b.elements[i])) return false;
  return a.expr == b.expr && a.reference == b.reference && a.function == b.function;
}

ir::ExprRef toExpr(const Value& value) {
  if (value.is(ValueKind::Expression)) return value.expr;
  if (!value.is(ValueKind::Integer)) return nullptr;
  const ScalarType type = value.scalarType();
  if (type.kind == ScalarType::Bool) return ir::makeBool(!value.integer.isZero());
  if (type.bits > 64) return nullptr;
  const ir::Type storage = storageType(type);
  return ir::makeInteger(storage, value.integer.extOrTrunc(8 * ir::byteSize(storage)).getSExtValue());
}

} // namespace brickc::frontend
