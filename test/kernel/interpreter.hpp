// SPDX-License-Identifier: MIT
// The meaning of a stencil, one point at a time: what emitted kernels are compared with.
#pragma once

#include "compiler/ir/Module.h"
#include <functional>
#include <map>

/// A value of any IR type: Bool, I32, I64 in `integer`, F32 and F64 in `real`.
struct Value {
  std::int64_t integer = 0;
  double real = 0;
};

/// What a stencil reads: a field at an offset from the point, a scalar, an element of a table, the point's index.
struct Surroundings {
  std::function<Value(const brickc::ir::LoadExpr&)> load;
  std::function<Value(const std::string&)> scalar;
  std::function<Value(const std::string&, unsigned)> table;
  std::function<Value(unsigned axis)> point;
};

/// The values stored to each output at one point, and what is returned as "return". Every operation is done in its own type, in the order of the IR.
std::map<std::string, Value> interpret(const brickc::ir::Stencil& stencil, const Surroundings& surroundings);
