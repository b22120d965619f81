// The element types of the stencil IR. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace brickc::ir {

/// Type of an expression or of the elements of a field, scalar or table. `Bool` is a condition, one truth value a cell.
enum class Type { Bool, I32, I64, F32, F64 };

/// The name used in the printed IR: `bool`, `i32`, `i64`, `f32`, `f64`.
llvm::StringRef typeName(Type type);
/// Inverse of typeName; nothing for any other text.
std::optional<Type> typeNamed(llvm::StringRef name);
/// The C++ type: `bool`, `std::int32_t`, `std::int64_t`, `float`, `double`.
llvm::StringRef cxxTypeName(Type type);
/// Size of one element in bytes.
unsigned byteSize(Type type);
inline bool isFloat(Type type) { return type == Type::F32 || type == Type::F64; }
inline bool isInteger(Type type) { return type == Type::I32 || type == Type::I64; }

} // namespace brickc::ir
