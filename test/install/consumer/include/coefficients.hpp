// SPDX-License-Identifier: MIT
// What diffuse.cpp needs from elsewhere: found through the target's include folders.
#pragma once

inline constexpr double diffusivity = 0.125;

double initial(long long y, long long x);
