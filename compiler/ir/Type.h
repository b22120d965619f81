// The element types of the stencil IR. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace brickc::ir {

/// Type of an expression or of the elements of a field, scalar or table. `Bool` is a condition, one truth value a cell.
/// Those from `I8` on are of fields only: what is read of them is an `I32` or `I64`, as `valueType` says, with the bits
/// that an integer of that type has there, and what is stored to them loses the others. Those from `U8` on have no
/// sign.
enum class Type { Bool, I32, I64, F32, F64, I8, I16, U8, U16, U32, U64 };

/// The name used in the printed IR: `bool`, `i32`, `i64`, `f32`, `f64`, `i8`, `i16`, `u8`, `u16`, `u32`, `u64`.
llvm::StringRef typeName(Type type);
/// Inverse of typeName; nothing for any other text.
std::optional<Type> typeNamed(llvm::StringRef name);
/// The C++ type: `bool`, `std::int32_t`, `std::int64_t`, `float`, `double`, `std::uint8_t` and so on.
llvm::StringRef cxxTypeName(Type type);
/// Size of one element in bytes.
unsigned byteSize(Type type);
/// The type of what is read of a field with such elements, and stored to it.
Type valueType(Type element);
/// Whether nothing but elements of fields has that type.
inline bool isOfFieldsOnly(Type type) { return valueType(type) != type; }
inline bool isUnsigned(Type type) { return type >= Type::U8; }
inline bool isFloat(Type type) { return type == Type::F32 || type == Type::F64; }
inline bool isInteger(Type type) { return type == Type::I32 || type == Type::I64; }

} // namespace brickc::ir
