// A stencil with an error. SPDX-License-Identifier: MIT
#pragma once
#include <brick/accessor.hpp>

[[brick::stencil]]
inline void kernel(brick::out<double, 1> next, brick::in<double, 1> u, int n) {
  next(0) = u(n);
}
