// A library of the user's whose functions have names of <cmath>'s. SPDX-License-Identifier: MIT
#pragma once

namespace fast {
inline double exp(double x) { return 1 + x; }
inline int abs(int x) { return x + 1; }
inline bool isnan(double x) { return x > 0; }
} // namespace fast
