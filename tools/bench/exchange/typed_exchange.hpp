// MPI's derived datatypes: one subarray of the array for every neighbour, sent from and received into it.
// SPDX-License-Identifier: MIT
#pragma once

#include <brick/direction.hpp>

#include "requests.hpp"
#include "runtime_exchange.hpp"
#include "subarray.hpp"

namespace bench {

/// Own cells that a neighbour in a direction needs, or with `ghosts` those of that neighbour.
template <int D> brick::box<D> cells_towards(const problem<D>& p, const brick::index<D>& direction, bool ghosts) {
  brick::box<D> cells = p.own();
  for (int a = 0; a < D; ++a) {
    const std::int64_t depth = p.cut.halo()[a], low = cells.low[a], high = cells.high[a];
    if (direction[a] < 0) cells.low[a] = ghosts ? low - depth : low, cells.high[a] = cells.low[a] + depth;
    if (direction[a] > 0) cells.high[a] = ghosts ? high + depth : high, cells.low[a] = cells.high[a] - depth;
  }
  return cells;
}

/// Messages to this rank itself are messages, too, wherever they wrap: datatypes have nothing else for them.
template <int D> class typed_exchange : public contender {
public:
  explicit typed_exchange(const problem<D>& p) : problem_(p), arrays_(p), memory_(arrays_.memory()) {
    for (const bool receives : {true, false})
      for (int code = 0; code < brick::direction_count(D); ++code)
        if (code != brick::middle_direction(D)) add(code, receives);
    fill(p, data(), [this](const brick::index<D>& cell, int field) { return arrays_.offset(cell, field); });
  }

  void exchange() override { requests_.run(); }
  [[nodiscard]] parts spent() const override { return requests_.spent(); }

  std::int64_t wrong_cells() override {
    exchange();
    return wrong_ghosts<D>(problem_, arrays_.ghost_depth(), data(),
                           [this](const brick::index<D>& cell, int field) { return arrays_.offset(cell, field); });
  }

  [[nodiscard]] std::int64_t messages() const override { return brick::direction_count(D) - 1; }
  [[nodiscard]] std::int64_t bytes() const override { return bytes_; }

private:
  /// The message to or from the neighbour in a direction; its tag is the direction in which it goes.
  void add(int code, bool receives) {
    const brick::index<D> direction = brick::direction_of<D>(code);
    const brick::box<D> cells = cells_towards<D>(problem_, direction, receives);
    const int rank = problem_.cut.neighbour(problem_.world.rank(), direction);
    const subarray<D> type(problem_.fields, arrays_.layout().all_cells(),
                           cells); // MPI keeps it while a request uses it
    if (receives) {
      requests_.receive({data(), 1, type.type()}, rank, brick::opposite(code, D));
      return;
    }
    requests_.send({data(), 1, type.type()}, rank, code);
    bytes_ += brick::volume(cells) * problem_.fields * static_cast<std::int64_t>(sizeof(double));
  }

  [[nodiscard]] double* data() const { return reinterpret_cast<double*>(memory_.data()); }

  const problem<D>& problem_;
  in_arrays<D> arrays_;
  brick::storage memory_;
  requests requests_;
  std::int64_t bytes_ = 0;
};

} // namespace bench
