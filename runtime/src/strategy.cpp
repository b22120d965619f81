// SPDX-License-Identifier: MIT
// Names of exchange strategies.
#include "brick/strategy.hpp"

#include <array>
#include <string>

#include "brick/error.hpp"

namespace brick {

namespace {
constexpr std::array<std::string_view, 9> names{"shared",     "shared-layout", "memmap", "layout", "memmap-put",
                                                "layout-put", "shift",         "basic",  "packed"};
}

std::string_view to_string(strategy s) { return names.at(static_cast<std::size_t>(s)); }

strategy strategy_named(std::string_view name) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return static_cast<strategy>(i);
  throw error("unknown exchange strategy '" + std::string(name) +
              "'; use shared, shared-layout, memmap, layout, memmap-put, layout-put, shift, basic or packed");
}

} // namespace brick
