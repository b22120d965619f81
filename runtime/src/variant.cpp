// SPDX-License-Identifier: MIT
#include "brick/variant.hpp"

#include <string>
#include <string_view>

#include "brick/error.hpp"

namespace brick::detail {

namespace {

/// What is wrong with the program as it was linked; set before main, and by libraries that are loaded later.
std::string& problem() {
  static std::string text;
  return text;
}

} // namespace

one_variant::one_variant(const char* kernel, const char* own, const char* linked) {
  if (std::string_view(own) == linked || !problem().empty()) return;
  problem() = std::string("'") + kernel +
              "' was compiled in different ways, of which the linker has kept one: " + linked + " in one file, " + own +
              " in another; files that share a kernel must be compiled with the same options";
}

void check_variants() {
  if (!problem().empty()) throw error(problem());
}

} // namespace brick::detail
