// Which operands an operation accepts; shared by the parser and the verifier. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Operators.h"
#include "compiler/ir/Type.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace brickc::ir {

/// Deepest expression tree that the parser and the verifier accept; bounds the recursion of every pass.
inline constexpr unsigned maxExpressionDepth = 1000;
/// Limit on the parser's recursion: about 300 parentheses inside each other (clang itself stops at 256).
inline constexpr unsigned maxParserNesting = 900;
/// Deepest nesting of the operations of a step.
inline constexpr unsigned maxStepNesting = 100;
/// Cells that the language lets a stencil reach: the halo that planner and runtime are made for.
inline constexpr int maxReach = 16;
/// Largest offset of a load, table size and number of dimensions that the IR can hold.
inline constexpr int maxOffset = 4096;
inline constexpr unsigned maxTableSize = 1u << 20;
inline constexpr unsigned maxDims = 3;

/// Each returns what is wrong, or an empty string.
std::string unaryTypeError(UnaryOp op, Type operand);
std::string binaryTypeError(BinaryOp op, Type left, Type right);
std::string selectTypeError(Type condition, Type whenTrue, Type whenFalse);
std::string callTypeError(const MathFunction& function, llvm::ArrayRef<Type> arguments);

} // namespace brickc::ir
