// SPDX-License-Identifier: MIT
// What brickc decided for a step and the grid must know.
#pragma once

#include <cstddef>

#include "brick/device.hpp"
#include "brick/index.hpp"
#include "brick/strategy.hpp"
#include "brick/sweep.hpp"

namespace brick {

/// The layout a compiled step needs: `generated<step>::plan`.
template <int D> struct step_plan {
  index<D> brick{};                         ///< cells of a brick
  index<D> halo{};                          ///< ghost cells the step reads, at most a brick deep
  std::size_t element_bytes = 8;            ///< of the smallest element among the fields that travel
  strategy exchange = strategy::shared;     ///< how ghost zones travel
  sweep_order order = sweep_order::patches; ///< of the sweeps that bricks are numbered for
  processor where = processor::host;        ///< the sweeps run; fields lie in its memory
};

} // namespace brick
