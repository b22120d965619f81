// The rows of a star of radius 2, for the baselines that have one.
// SPDX-License-Identifier: MIT
#pragma once

#include "sweep.hpp"

namespace baseline {

/// The row itself and those at -2, -1, 1, 2 along the two slow axes.
struct star_rows {
  const element *here, *z[4], *y[4];

  void find(const field& u, long at_z, long at_y) {
    constexpr long offsets[4] = {-2, -1, 1, 2};
    here = u.row(at_z, at_y);
    for (int i = 0; i < 4; ++i) {
      z[i] = u.row(at_z + offsets[i], at_y);
      y[i] = u.row(at_z, at_y + offsets[i]);
    }
  }
};

} // namespace baseline
