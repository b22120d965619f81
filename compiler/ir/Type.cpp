// Names and sizes of the element types. SPDX-License-Identifier: MIT
#include "compiler/ir/Type.h"
#include <array>

namespace brickc::ir {
namespace {

struct TypeInfo {
  llvm::StringRef name, cxxName;
  unsigned bytes;
  Type value; ///< what is read of it
};

/// In the order of `enum class Type`.
constexpr std::array<TypeInfo, 11> typeTable = {{{"bool", "bool", 1, Type::Bool},
                                                 {"i32", "std::int32_t", 4, Type::I32},
                                                 {"i64", "std::int64_t", 8, Type::I64},
                                                 {"f32", "float", 4, Type::F32},
                                                 {"f64", "double", 8, Type::F64},
                                                 {"i8", "std::int8_t", 1, Type::I32},
                                                 {"i16", "std::int16_t", 2, Type::I32},
                                                 {"u8", "std::uint8_t", 1, Type::I32},
                                                 {"u16", "std::uint16_t", 2, Type::I32},
                                                 {"u32", "std::uint32_t", 4, Type::I32},
                                                 {"u64", "std::uint64_t", 8, Type::I64}}};

const TypeInfo& info(Type type) { return typeTable[static_cast<std::size_t>(type)]; }

} // namespace

llvm::StringRef typeName(Type type) { return info(type).name; }
llvm::StringRef cxxTypeName(Type type) { return info(type).cxxName; }
unsigned byteSize(Type type) { return info(type).bytes; }
Type valueType(Type element) { return info(element).value; }

std::optional<Type> typeNamed(llvm::StringRef name) {
  for (std::size_t i = 0; i < typeTable.size(); ++i)
    if (typeTable[i].name == name) return static_cast<Type>(i);
  return std::nullopt;
}

} // namespace brickc::ir
