// SPDX-License-Identifier: MIT
// Cells and extents in words.
#include "brick/index.hpp"

namespace brick {

std::string to_string(std::span<const std::int64_t> x) {
  std::string text;
  for (const std::int64_t each : x)
    (text += text.empty() ? "" : "x") += std::to_string(each);
  return text;
}

} // namespace brick
