// Which operands an operation accepts. SPDX-License-Identifier: MIT
#include "compiler/ir/TypeRules.h"
#include "llvm/ADT/Twine.h"

namespace brickc::ir {
namespace {

std::string operandError(llvm::StringRef op, Type operand) {
  return ("operand of '" + op + "' has type " + typeName(operand)).str();
}

} // namespace

std::string unaryTypeError(UnaryOp op, Type operand) {
  bool good = operand != Type::Bool;
  if (op == UnaryOp::Not) good = operand == Type::Bool;
  if (op == UnaryOp::BitNot) good = isInteger(operand);
  return good ? std::string() : operandError(spelling(op), operand);
}

std::string binaryTypeError(BinaryOp op, Type left, Type right) {
  if (left != right)
    return ("operands of '" + spelling(op) + "' have types " + typeName(left) + " and " + typeName(right)).str();
  bool good = left != Type::Bool;
  if (isLogical(op)) good = left == Type::Bool;
  if (isIntegerOnly(op)) good = isInteger(left);
  if (op == BinaryOp::Eq || op == BinaryOp::Ne) good = true;
  return good ? std::string() : operandError(spelling(op), left);
}

std::string selectTypeError(Type condition, Type whenTrue, Type whenFalse) {
  if (condition != Type::Bool) return ("condition of '?:' has type " + typeName(condition)).str();
  if (whenTrue != whenFalse)
    return ("alternatives of '?:' have types " + typeName(whenTrue) + " and " + typeName(whenFalse)).str();
  return {};
}

std::string callTypeError(const MathFunction& function, llvm::ArrayRef<Type> arguments) {
  if (arguments.size() != function.arity)
    return ("'" + function.name + "' takes " + llvm::Twine(function.arity) + " arguments, not " +
            llvm::Twine(arguments.size()))
        .str();
  for (const Type type : arguments) {
    if (!isFloat(type)) return ("argument of '" + function.name + "' has type " + typeName(type)).str();
    if (type != arguments.front())
      return ("arguments of '" + function.name + "' have types " + typeName(arguments.front()) + " and " +
              typeName(type))
          .str();
  }
  return {};
}

} // namespace brickc::ir
