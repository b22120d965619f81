// Constants only: a header that stays one. SPDX-License-Identifier: MIT
#pragma once

namespace tables {
struct Entry {
  int dy, dx;
  double weight;
};
constexpr Entry cross[] = {{-1, 0, 1}, {1, 0, 1}, {0, -1, 1}, {0, 1, 1}, {0, 0, -4}};
} // namespace tables
