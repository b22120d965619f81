// MPI's derived datatypes: one subarray of the array for every neighbour, sent from and received into it.
// SPDX-License-Identifier: MIT
#pragma once

#include <brick/direction.hpp>

#include <array>

#include "requests.hpp"
#include "runtime_exchange.hpp"

namespace bench {

/// A committed datatype.
class subarray {
public:
  /// A box of cells of every field, in arrays of `all` cells that lie behind each other.
  subarray(int fields, const brick::box<3>& all, const brick::box<3>& part) {
    std::array<int, 4> extents{fields}, widths{fields}, starts{};
    for (std::size_t a = 0; a < 3; ++a) {
      extents[a + 1] = static_cast<int>(all.high[a] - all.low[a]);
      widths[a + 1] = static_cast<int>(part.high[a] - part.low[a]);
      starts[a + 1] = static_cast<int>(part.low[a] - all.low[a]);
    }
    check_mpi(
        MPI_Type_create_subarray(4, extents.data(), widths.data(), starts.data(), MPI_ORDER_C, MPI_DOUBLE, &type_),
        "MPI_Type_create_subarray");
    check_mpi(MPI_Type_commit(&type_), "MPI_Type_commit");
  }
  subarray(const subarray&) = delete;
  subarray& operator=(const subarray&) = delete;
  ~subarray() { MPI_Type_free(&type_); }

  [[nodiscard]] MPI_Datatype type() const { return type_; }

private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

/// Own cells that a neighbour in a direction needs, or with `ghosts` those of that neighbour.
inline brick::box<3> cells_towards(const problem& p, const brick::index<3>& direction, bool ghosts) {
  brick::box<3> cells = p.own();
  for (int a = 0; a < 3; ++a) {
    const std::int64_t depth = p.cut.halo()[a], low = cells.low[a], high = cells.high[a];
    if (direction[a] < 0) cells.low[a] = ghosts ? low - depth : low, cells.high[a] = cells.low[a] + depth;
    if (direction[a] > 0) cells.high[a] = ghosts ? high + depth : high, cells.low[a] = cells.high[a] - depth;
  }
  return cells;
}

/// Messages to this rank itself are messages, too, wherever they wrap: datatypes have nothing else for them.
class typed_exchange : public contender {
public:
  explicit typed_exchange(const problem& p) : problem_(p), arrays_(p), memory_(arrays_.memory()) {
    for (const bool receives : {true, false})
      for (int code = 0; code < brick::direction_count(3); ++code)
        if (code != brick::middle_direction(3)) add(code, receives);
    fill(p, data(), [this](const brick::index<3>& cell, int field) { return arrays_.offset(cell, field); });
  }

  void exchange() override { requests_.run(); }
  [[nodiscard]] parts spent() const override { return requests_.spent(); }

  std::int64_t wrong_cells() override {
    exchange();
    return wrong_ghosts(problem_, arrays_.ghost_depth(), data(),
                        [this](const brick::index<3>& cell, int field) { return arrays_.offset(cell, field); });
  }

  [[nodiscard]] std::int64_t messages() const override { return brick::direction_count(3) - 1; }
  [[nodiscard]] std::int64_t bytes() const override { return bytes_; }

private:
  /// The message to or from the neighbour in a direction; its tag is the direction in which it goes.
  void add(int code, bool receives) {
    const brick::index<3> direction = brick::direction_of<3>(code);
    const brick::box<3> cells = cells_towards(problem_, direction, receives);
    const int rank = problem_.cut.neighbour(problem_.world.rank(), direction);
    const subarray type(problem_.fields, arrays_.layout().all_cells(), cells); // MPI keeps it while a request uses it
    if (receives) {
      requests_.receive({data(), 1, type.type()}, rank, brick::opposite(code, 3));
      return;
    }
    requests_.send({data(), 1, type.type()}, rank, code);
    bytes_ += brick::volume(cells) * problem_.fields * static_cast<std::int64_t>(sizeof(double));
  }

  [[nodiscard]] double* data() const { return reinterpret_cast<double*>(memory_.data()); }

  const problem& problem_;
  in_arrays arrays_;
  brick::storage memory_;
  requests requests_;
  std::int64_t bytes_ = 0;
};

} // namespace bench
