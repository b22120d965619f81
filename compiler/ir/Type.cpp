// Names and sizes of the element types. SPDX-License-Identifier: MIT
#include "compiler/ir/Type.h"
#include <array>

namespace brickc::ir {
namespace {

struct TypeInfo {
  llvm::StringRef name, cxxName;
  unsigned bytes;
};

/// In the order of `enum class Type`.
constexpr std::array<TypeInfo, 5> typeTable = {{{"bool", "bool", 1},
                                                {"i32", "std::int32_t", 4},
                                                {"i64", "std::int64_t", 8},
                                                {"f32", "float", 4},
                                                {"f64", "double", 8}}};

const TypeInfo& info(Type type) { return typeTable[static_cast<std::size_t>(type)]; }

} // namespace

llvm::StringRef typeName(Type type) { return info(type).name; }
llvm::StringRef cxxTypeName(Type type) { return info(type).cxxName; }
unsigned byteSize(Type type) { return info(type).bytes; }

std::optional<Type> typeNamed(llvm::StringRef name) {
  for (std::size_t i = 0; i < typeTable.size(); ++i)
    if (typeTable[i].name == name) return static_cast<Type>(i);
  return std::nullopt;
}

} // namespace brickc::ir
