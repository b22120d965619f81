// The text form of the IR, which Parser.h reads back. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace brickc::ir {

/// Prints the whole module. `parseModule` of the result gives a module that prints the same; constants keep their bits.
/// An entity made by the compiler (Location line 0) prints without `at`.
void print(const Module& module, llvm::raw_ostream& out);

/// One expression on one line, with the parentheses that C++ precedence needs and no others.
std::string toString(const ExprRef& expr);

/// A literal: shortest text that reads back to the same bits; f32 ends in `f`, i64 in `L`.
std::string toString(const ConstantExpr& constant);

} // namespace brickc::ir
