// SPDX-License-Identifier: MIT
// A stencil that is compiled by brickc wherever this header is included.
#pragma once
#include <brick/brick.hpp>

namespace decay {

[[brick::stencil]]
inline void halve(brick::inout<double, 2> u) {
  u(0, 0) = u(0, 0) / 2;
}

[[brick::step]]
inline void advance(brick::field<double, 2>& u) {
  brick::apply<halve>(u);
}

/// Whether brickc compiled the library itself.
bool is_compiled();

} // namespace decay
