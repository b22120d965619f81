// Expressions as C++. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/emit/VectorTypes.h"
#include "compiler/ir/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <string>

namespace brickc::emit {

/// C++ text of an expression, with what is needed to use it as an operand.
struct Fragment {
  std::string text;
  ir::Precedence precedence = ir::Precedence::Primary;
  bool uniform = false;   ///< one value for all cells, of the scalar type
  unsigned maskBytes = 0; ///< of a condition that differs from cell to cell: the bytes of the values it was made for
};

/// The text as an operand of something that binds as tightly as `least`: the one place that decides on parentheses.
std::string operand(const Fragment& fragment, ir::Precedence least);

/// What the names in an expression stand for.
struct Scope {
  llvm::function_ref<std::string(const ir::LoadExpr&)> load;
  llvm::function_ref<std::string(unsigned axis)> point;
  const std::map<std::string, Fragment>& locals; ///< by IR name
  const char* functions;                         ///< the namespace of those of <cmath> on vectors that are not exact
};

/// Vector code for an expression: operations on vectors lane by lane, on values that all cells share as scalars. Per
/// lane it performs the operations of the IR in the order of the IR.
Fragment emitExpression(const ir::ExprRef& expr, const Scope& scope, VectorTypes& types);

/// The same for an expression without loads, where only scalars occur (arguments of a step's apply).
std::string emitScalarExpression(const ir::ExprRef& expr);

/// `fragment` as a vector of values of that type.
std::string asVector(const Fragment& fragment, ir::Type type, VectorTypes& types);

} // namespace brickc::emit
