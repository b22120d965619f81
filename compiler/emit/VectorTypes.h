// The vector types of one generated sweep. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/emit/Names.h"
#include "compiler/ir/Type.h"
#include <map>
#include <string>

namespace brickc::emit {

/// Names vector types, and remembers which ones need an alias. The main type is `vec`, others are `vec_f32` and so on;
/// all have the same number of lanes.
class VectorTypes {
public:
  VectorTypes(ir::Type main, int lanes, Names& names) : main(main), lanes(lanes), names(names) {}

  const std::string& vec(ir::Type type) {
    std::string& alias = aliases[type];
    if (alias.empty()) alias = names.declare(type == main ? "vec" : "vec_" + ir::typeName(type).str());
    return alias;
  }
  /// The masks of values of that many bytes.
  std::string mask(unsigned bytes) const { return "brick::mask<" + real(bytes) + ", " + std::to_string(lanes) + ">"; }
  /// The floating-point type of that many bytes.
  static std::string real(unsigned bytes) { return bytes == 4 ? "float" : "double"; }
  /// The aliases in use.
  const std::map<ir::Type, std::string>& needed() const { return aliases; }

private:
  ir::Type main;
  int lanes;
  Names& names;
  std::map<ir::Type, std::string> aliases;
};

} // namespace brickc::emit
