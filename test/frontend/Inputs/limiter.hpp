// A helper that stays a header. SPDX-License-Identifier: MIT
#pragma once

inline double limited(double slope) { return slope > 1 ? 1 : slope; }
