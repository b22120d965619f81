// Small pieces of C++ that stencils and steps share. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "compiler/ir/Type.h"
#include "compiler/plan/Target.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"
#include <string>

namespace brickc::emit {

/// `8, 8, 8`, or with another separator `8x8x8`.
inline std::string list(llvm::ArrayRef<int> values, llvm::StringRef separator = ", ") {
  return llvm::join(llvm::map_range(values, [](int value) { return std::to_string(value); }), separator);
}

/// `name (heat.cpp:5)`; only the name for an entity made by the compiler.
inline std::string origin(llvm::StringRef name, llvm::StringRef source, ir::Location at) {
  if (at.line == 0) return name.str();
  return (name + " (" + llvm::sys::path::filename(at.fileOr(source.str())) + ":" + llvm::Twine(at.line) + ")").str();
}

/// The C++ type of a table parameter.
inline std::string tableType(ir::Type type, unsigned size) {
  return "const std::array<" + ir::cxxTypeName(type).str() + ", " + std::to_string(size) + ">&";
}

/// The C++ type of the parameter that takes argument `position` of a call of a kernel or step: its name need not be
/// known.
inline std::string argumentType(llvm::StringRef function, std::size_t position) {
  return ("brick::argument_type<::" + function + ", " + llvm::Twine(position) + ">").str();
}

/// The same with reference and const.
inline std::string parameterType(llvm::StringRef function, std::size_t position) {
  return ("brick::parameter_type<::" + function + ", " + llvm::Twine(position) + ">").str();
}

/// A member of the record `name`, as the scalar it is to expressions: `double(p.dt)`.
inline std::string memberValue(llvm::StringRef name, const ir::Member& member) {
  return (ir::cxxTypeName(member.type) + "(" + name + member.path + ")").str();
}

/// What sweeps for a target run on, for the runtime.
inline std::string processorName(llvm::StringRef target) {
  switch (plan::processorOf(target)) {
  case plan::Processor::Host:
    return "brick::processor::host";
  case plan::Processor::Cuda:
    return "brick::processor::cuda";
  case plan::Processor::CudaOnHost:
    return "brick::processor::cuda_on_host";
  }
  llvm_unreachable("a processor");
}

/// The order of a sweep, in columns or patches.
inline llvm::StringRef sweepOrder(bool columns) {
  return columns ? "brick::sweep_order::columns" : "brick::sweep_order::patches";
}

} // namespace brickc::emit
