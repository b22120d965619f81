// Stencils that several programs share. SPDX-License-Identifier: MIT
#pragma once
#include "limiter.hpp"
#include <brick/brick.hpp>

namespace shared::kernels {

[[brick::stencil]] inline void smooth(brick::out<double, 1> next, brick::in<double, 1> u) {
  const double left = u(-1);
  next(0) = limited(left + u(1));
}

template <int Radius, class Scale>
[[brick::stencil]] void star(brick::out<double, 1> next, brick::in<double, 1> u) {
  next(0) = Scale()(u(-Radius)) + u(Radius);
}

} // namespace shared::kernels
