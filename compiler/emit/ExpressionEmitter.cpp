// One small function per kind of node. SPDX-License-Identifier: MIT
#include "compiler/emit/ExpressionEmitter.h"
#include "compiler/emit/Literals.h"
#include "compiler/ir/Visitor.h"

namespace brickc::emit {
namespace {

using ir::Precedence;
using ir::Type;

Precedence tighterThan(Precedence precedence) { return static_cast<Precedence>(static_cast<int>(precedence) + 1); }

Fragment primary(std::string text, bool uniform, unsigned maskBytes = 0) {
  return {std::move(text), Precedence::Primary, uniform, maskBytes};
}

/// The function of brick::integer for an operation whose operator would not be defined for all operands, else null.
const char* totalFunction(const ir::BinaryExpr& expr) {
  if (!ir::isInteger(expr.left->type())) return nullptr;
  const auto* right = llvm::dyn_cast<ir::ConstantExpr>(expr.right.get());
  const bool dividesAlways = right && right->integer != 0 && right->integer != -1;
  const bool shiftsAlways = right && right->integer >= 0 && right->integer < 8 * ir::byteSize(expr.type());
  switch (expr.op) {
  case ir::BinaryOp::Add:
    return "add";
  case ir::BinaryOp::Sub:
    return "sub";
  case ir::BinaryOp::Mul:
    return "mul";
  case ir::BinaryOp::Div:
    return dividesAlways ? nullptr : "div";
  case ir::BinaryOp::Rem:
    return dividesAlways ? nullptr : "rem";
  case ir::BinaryOp::Shl:
    return shiftsAlways ? nullptr : "shl";
  case ir::BinaryOp::Shr:
    return shiftsAlways ? nullptr : "shr";
  default:
    return nullptr;
  }
}

/// The function that chooses one of two values as a comparison of them says, else null.
const char* extremeOf(const ir::SelectExpr& expr) {
  const auto* comparison = llvm::dyn_cast<ir::BinaryExpr>(expr.condition.get());
  if (!comparison || (comparison->op != ir::BinaryOp::Lt && comparison->op != ir::BinaryOp::Gt)) return nullptr;
  const auto compares = [&](const ir::ExprRef& left, const ir::ExprRef& right) {
    return ir::equal(comparison->left, left) && ir::equal(comparison->right, right);
  };
  const bool inOrder = compares(expr.whenTrue, expr.whenFalse);
  if (!inOrder && !compares(expr.whenFalse, expr.whenTrue)) return nullptr;
  const bool firstIfLess = inOrder == (comparison->op == ir::BinaryOp::Lt);
  return firstIfLess ? "brick::math::first_if_less" : "brick::math::first_if_greater";
}

class ExpressionEmitter : public ir::ExprVisitor<ExpressionEmitter, Fragment> {
public:
  ExpressionEmitter(const Scope& scope, VectorTypes& types) : scope(scope), types(types) {}

  Fragment visit(const ir::ConstantExpr& expr) {
    Fragment result = primary(literal(expr), true);
    if (llvm::StringRef(result.text).starts_with("-")) result.precedence = Precedence::Unary;
    return result;
  }
  Fragment visit(const ir::ScalarExpr& expr) { return primary(expr.name, true); }
  Fragment visit(const ir::TableElementExpr& expr) {
    return primary(expr.table + "[" + std::to_string(expr.index) + "]", true);
  }
  Fragment visit(const ir::LoadExpr& expr) { return primary(scope.load(expr), false); }
  Fragment visit(const ir::PointExpr& expr) { return primary(scope.point(expr.axis), false); }
  Fragment visit(const ir::LocalExpr& expr) { return scope.locals.at(expr.name); }

  Fragment visit(const ir::UnaryExpr& expr) {
    const Fragment value = dispatch(*expr.operand);
    if (expr.op == ir::UnaryOp::Negate && ir::isInteger(expr.type()))
      return primary("brick::integer::negate(" + value.text + ")", value.uniform);
    const std::string text = operand(value, Precedence::Unary);
    const bool decrement = expr.op == ir::UnaryOp::Negate && llvm::StringRef(text).starts_with("-");
    const std::string body = decrement ? "(" + text + ")" : text;
    return {ir::spelling(expr.op).str() + body, Precedence::Unary, value.uniform, value.maskBytes};
  }

  Fragment visit(const ir::BinaryExpr& expr) {
    Fragment left = dispatch(*expr.left), right = dispatch(*expr.right);
    const bool uniform = left.uniform && right.uniform;
    unsigned maskBytes = 0;
    if (!uniform && expr.left->type() == Type::Bool) {
      maskBytes = left.uniform ? right.maskBytes : left.maskBytes;
      left = asMask(left, maskBytes);
      right = asMask(right, maskBytes);
    } else if (!uniform && ir::isComparison(expr.op)) {
      maskBytes = ir::byteSize(expr.left->type());
    } else if (const char* function = totalFunction(expr)) {
      return primary("brick::integer::" + std::string(function) + "(" + left.text + ", " + right.text + ")", uniform);
    }
    const Precedence own = ir::precedence(expr.op);
    const auto side = [&](const Fragment& value, Precedence least) {
      // `&&` inside `||`, and anything inside bit operations, gets the parentheses that compilers ask for.
      const bool mixed = own == Precedence::Or && value.precedence == Precedence::And;
      const bool inBits = ir::isIntegerOnly(expr.op) && expr.op != ir::BinaryOp::Rem;
      return operand(value, inBits ? Precedence::Unary : mixed ? Precedence::Equality : least);
    };
    const std::string spelling = " " + ir::spelling(expr.op).str() + " ";
    return {side(left, own) + spelling + side(right, tighterThan(own)), own, uniform, maskBytes};
  }

  Fragment visit(const ir::SelectExpr& expr) {
    const Fragment condition = dispatch(*expr.condition);
    const Fragment yes = dispatch(*expr.whenTrue), no = dispatch(*expr.whenFalse);
    if (condition.uniform && yes.uniform && no.uniform) return conditional(condition, yes, no);
    if (const char* function = extremeOf(expr)) {
      const std::string values = asVector(yes, expr.type(), types) + ", " + asVector(no, expr.type(), types);
      return primary(std::string(function) + "(" + values + ")", false);
    }
    if (expr.type() == Type::Bool) return selectMask(condition, yes, no);
    const std::string arguments = condition.text + ", " + yes.text + ", " + no.text;
    return primary("brick::select<" + types.vec(expr.type()) + ">(" + arguments + ")", false);
  }

  Fragment visit(const ir::CallExpr& expr) {
    std::vector<Fragment> arguments;
    bool uniform = true;
    for (const ir::ExprRef& argument : expr.arguments) {
      arguments.push_back(dispatch(*argument));
      uniform &= arguments.back().uniform;
    }
    std::string text;
    for (const Fragment& argument : arguments)
      text += (text.empty() ? "" : ", ") + (uniform ? argument.text : asVector(argument, expr.type(), types));
    const char* const onVectors = expr.function->exact ? "brick::math::" : scope.functions;
    return primary((uniform ? "std::" : onVectors) + expr.function->name.str() + "(" + text + ")", uniform);
  }

  Fragment visit(const ir::CastExpr& expr) {
    const Fragment value = dispatch(*expr.operand);
    const std::string type = ir::cxxTypeName(expr.type()).str();
    const bool truncates = ir::isFloat(expr.operand->type()) && ir::isInteger(expr.type());
    if (value.uniform && !truncates) return primary(type + "(" + value.text + ")", true);
    if (expr.type() == expr.operand->type()) return value;
    if (expr.operand->type() == Type::Bool)
      return primary("brick::select<" + types.vec(expr.type()) + ">(" + value.text + ", 1, 0)", false);
    if (expr.type() == Type::Bool)
      return {operand(value, tighterThan(Precedence::Equality)) + " != 0", Precedence::Equality, false,
              ir::byteSize(expr.operand->type())};
    return primary("brick::convert<" + type + ">(" + value.text + ")", value.uniform);
  }

private:
  static Fragment conditional(const Fragment& condition, const Fragment& yes, const Fragment& no) {
    const std::string text = operand(condition, tighterThan(Precedence::Conditional)) + " ? " + yes.text + " : " +
                             operand(no, Precedence::Conditional);
    return {text, Precedence::Conditional, true, 0};
  }

  Fragment selectMask(const Fragment& condition, const Fragment& yes, const Fragment& no) {
    const unsigned bytes = std::max({condition.maskBytes, yes.maskBytes, no.maskBytes});
    const std::string arguments = condition.text + ", " + asMask(yes, bytes).text + ", " + asMask(no, bytes).text;
    return primary("brick::select<" + types.mask(bytes) + ">(" + arguments + ")", false, bytes);
  }

  Fragment asMask(const Fragment& condition, unsigned bytes) {
    if (condition.uniform)
      return primary("brick::broadcast_mask<" + types.mask(bytes) + ">(" + condition.text + ")", false, bytes);
    if (condition.maskBytes == bytes) return condition;
    return primary("brick::mask_for<" + VectorTypes::real(bytes) + ">(" + condition.text + ")", false, bytes);
  }

  const Scope& scope;
  VectorTypes& types;
};

} // namespace

std::string operand(const Fragment& fragment, Precedence least) {
  return fragment.precedence < least ? "(" + fragment.text + ")" : fragment.text;
}

Fragment emitExpression(const ir::ExprRef& expr, const Scope& scope, VectorTypes& types) {
  return ExpressionEmitter(scope, types).dispatch(*expr);
}

std::string emitScalarExpression(const ir::ExprRef& expr) {
  const auto noLoads = [](const ir::LoadExpr&) -> std::string { llvm_unreachable("a step has no loads"); };
  const auto noPoint = [](unsigned) -> std::string { llvm_unreachable("a step has no point"); };
  const std::map<std::string, Fragment> noLocals;
  Names names;
  VectorTypes noVectors(expr->type(), 1, names);
  return emitExpression(expr, {noLoads, noPoint, noLocals, ""}, noVectors).text;
}

std::string asVector(const Fragment& fragment, Type type, VectorTypes& types) {
  if (!fragment.uniform) return fragment.text;
  return "brick::broadcast<" + types.vec(type) + ">(" + fragment.text + ")";
}

} // namespace brickc::emit
