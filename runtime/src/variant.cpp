// SPDX-License-Identifier: MIT
#include "brick/variant.hpp"

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace brick::detail {

one_variant::one_variant(const char* kernel, const char* own, const char* linked) {
  if (std::string_view(own) == linked) return;
  std::fprintf(stderr,
               "brick: '%s' was compiled in different ways, of which the linker has kept one: %s in one file, %s in "
               "another; files that share a kernel must be compiled with the same options\n",
               kernel, linked, own);
  std::_Exit(EXIT_FAILURE); // before main, MPI, or other threads
}

} // namespace brick::detail
