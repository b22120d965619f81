// SPDX-License-Identifier: MIT
// Test helper: own cells hold a function of the global cell; after an exchange every ghost cell must hold it too.
#pragma once

#include <cstring>
#include <random>
#include <string>

#include "brick/array_layout.hpp"
#include "brick/layout.hpp"

namespace brick_test {

/// A domain, and how it is cut.
template <int D> struct case_of {
  brick::index<D> cells, unit, halo;
  std::array<bool, D> periodic;
  int ranks;

  [[nodiscard]] brick::decomposition<D> cut(bool bricks) const {
    return brick::decomposition<D>({cells, bricks ? unit : brick::filled<D>(1), halo, periodic, ranks});
  }
  [[nodiscard]] std::string name() const {
    using brick::to_string;
    std::string text = to_string(cells) + " cells, bricks " + to_string(unit) + ", halo " + to_string(halo) + ", " +
                       std::to_string(ranks) + " ranks, periodic ";
    for (bool p : periodic)
      text += p ? 'p' : 'w';
    return text;
  }
};

/// Domains from narrower than a brick to several bricks; no periodic axis narrower than its halo.
template <int D> case_of<D> random_case(std::mt19937& random, int ranks) {
  const auto between = [&](int low, int high) { return low + static_cast<int>(random() % (high - low + 1)); };
  case_of<D> c;
  c.ranks = ranks;
  for (int a = 0; a < D; ++a) {
    c.unit[a] = between(2, 4) * (a == D - 1 ? 2 : 1);
    c.halo[a] = between(0, 9) == 0 ? 0 : between(1, static_cast<int>(c.unit[a]));
    c.periodic[a] = between(0, 3) != 0;
    const int whole = between(1, D == 3 ? 5 : 8) * static_cast<int>(c.unit[a]);
    c.cells[a] = between(0, 1) ? whole : between(static_cast<int>(std::max<std::int64_t>(1, c.halo[a])), whole);
    c.cells[a] = std::max(c.cells[a], c.halo[a]);
  }
  return c;
}

/// What a cell holds: different for all cells of a test, exact in a float, never 0. Cells wrap on periodic axes; beyond
/// a wall it is 0, what the storage began with.
template <class T, int D> T expected(const case_of<D>& c, brick::index_argument<D> cell, int round) {
  std::int64_t number = 0;
  for (int a = 0; a < D; ++a) {
    if (c.periodic[a])
      cell[a] -= brick::floor_div(cell[a], c.cells[a]) * c.cells[a];
    else if (cell[a] < 0 || cell[a] >= c.cells[a])
      return 0;
    number = number * c.cells[a] + cell[a];
  }
  return static_cast<T>(1 + number + 100'000 * round);
}

template <class T, int D, class Layout>
void fill(const case_of<D>& c, const Layout& layout, std::byte* data, int round) {
  for_each_in(layout.own_cells(), [&](const brick::index<D>& cell) {
    const T value = expected<T>(c, cell, round);
    std::memcpy(data + layout.offset_of(cell) * static_cast<std::int64_t>(sizeof(T)), &value, sizeof(T));
  });
}

/// The number of own and ghost cells that are wrong; `first` describes one of them.
template <class T, int D, class Layout>
int wrong_cells(const case_of<D>& c, const Layout& layout, const std::byte* data, int round, std::string& first) {
  brick::box<D> all = layout.own_cells();
  if (brick::empty(all)) return 0;
  for (int a = 0; a < D; ++a) {
    all.low[a] -= c.halo[a];
    all.high[a] += c.halo[a];
  }
  int wrong = 0;
  for_each_in(all, [&](const brick::index<D>& cell) {
    T value;
    std::memcpy(&value, data + layout.offset_of(cell) * static_cast<std::int64_t>(sizeof(T)), sizeof(T));
    if (value == expected<T>(c, cell, round)) return;
    if (!wrong++)
      first = "cell " + brick::to_string(cell) + " is " + std::to_string(value) + ", not " +
              std::to_string(expected<T>(c, cell, round));
  });
  return wrong;
}

} // namespace brick_test
