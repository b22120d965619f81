// SPDX-License-Identifier: MIT
// A value per cell of a grid, with its ghost zone.
#pragma once

#include <algorithm>
#include <concepts>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "brick/error.hpp"
#include "brick/exchange.hpp"
#include "brick/field_memory.hpp"
#include "brick/field_walls.hpp"
#include "brick/grid.hpp"
#include "brick/parallel.hpp"
#include "brick/point.hpp"

namespace brick {

namespace detail {

/// Collects the pieces of `cells` that ranks own, each row-major in `own`, as one row-major block on rank `root`.
template <int D>
std::vector<std::byte> gather(const grid<D>& on, const box<D>& cells, std::vector<std::byte> own,
                              std::size_t element_bytes, int root);

} // namespace detail

/// What may be said about a field.
template <int D> struct field_options {
  boundaries<D> boundary{}; ///< beyond the domain, if not as the grid says; periodic on the same axes
};

/// A field of T (float or double; reference mode takes other arithmetic types too). Making one, and the functions named
/// collective, must happen on all ranks in the same order. Move-only; a field that was moved from throws `error` when
/// it is used. Starts as zeroes.
template <class T, int D> class field {
  static_assert(std::is_arithmetic_v<T>, "a field holds numbers");

public:
  using value_type = T;
  static constexpr int dimensions = D;

  /// Collective. The name is for messages. Throws `error` when there is no memory, or the boundaries are periodic on
  /// other axes than the grid's, hold a number that T cannot, or are neumann on a domain thinner than its halo.
  field(const brick::grid<D>& on, std::string name, const field_options<D>& options = {})
      : grid_(on), name_(std::move(name)), walls_(on, name_, options.boundary),
        memory_(detail::make_field_memory(on.state(), name_, sizeof(T))) {}

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const brick::grid<D>& grid() const { return grid_; }
  [[nodiscard]] const boundaries<D>& boundary() const { return walls_.boundary(); }

  /// Sets every cell to `value`.
  void fill(T value) {
    fill([value](const point<D>&) { return value; });
  }

  /// Sets every cell to `f(point)`. Several threads call `f` at once.
  template <std::invocable<point<D>> F> void fill(F&& f);

  /// Sets the cells beyond sides with the boundary `ghost` to `f(point)`, or `value`; they keep it until the next time.
  /// Points are global cells outside the domain, except where other axes wrap or mirror them. To be called on all
  /// ranks; throws `error` when there is no such side.
  template <std::invocable<point<D>> F> void fill_ghosts(F&& f);
  void fill_ghosts(T value) {
    fill_ghosts([value](const point<D>&) { return value; });
  }

  /// Calls `f(point, value)` for the cells of this rank in row-major order, on one thread.
  template <std::invocable<point<D>, T> F> void for_each(F&& f) const;

  /// The whole domain, row-major, on rank `root`; nothing elsewhere. Collective.
  [[nodiscard]] std::vector<T> gather(int root = 0) const { return gather({{}, grid_.cells()}, root); }

  /// A box of the domain, row-major, on rank `root`; nothing elsewhere. Collective. Throws `error` on all ranks when
  /// there is no such rank, the box is not in the domain, or rank `root` has no room for it.
  [[nodiscard]] std::vector<T> gather(const box<D>& cells, int root) const;

  /// Makes the ghost zone valid: messages, then walls. Does nothing when it already is. Collective. Logically const:
  /// own cells do not change.
  void exchange_ghosts() const;

  /// The two halves of `exchange_ghosts`: in between, own cells may be read. The handle is empty when there is nothing
  /// to do, or it is under way already. Collective.
  [[nodiscard]] exchange_handle start_ghosts() const;
  void finish_ghosts(exchange_handle& messages) const;

  /// Whether an exchange needs no messages; the same on all ranks.
  [[nodiscard]] bool ghosts_valid() const { return memory_.ghosts_valid; }

  /// To be called after writing through `data()`, on all ranks: an exchange takes place on all or none.
  void invalidate_ghosts() { memory_.ghosts_valid = false; }

  /// The strategy exchanges really use, and why it is not the grid's (empty when it is).
  [[nodiscard]] strategy exchange_used() const { return memory().messages.used(); }
  [[nodiscard]] const std::string& exchange_fallback() const { return memory().messages.why(); }

  /// Messages and bytes this rank sends in one exchange.
  [[nodiscard]] std::int64_t messages_per_exchange() const { return memory().messages.messages_per_exchange(); }
  [[nodiscard]] std::int64_t bytes_per_exchange() const { return memory().messages.bytes_per_exchange(); }

  /// The storage; where a cell is in it, `grid().offset_of(cell)` tells.
  [[nodiscard]] T* data() { return reinterpret_cast<T*>(memory().cells.data()); }
  [[nodiscard]] const T* data() const { return reinterpret_cast<const T*>(memory().cells.data()); }

  /// For boundary kernels: writes the cells beyond the domain; and takes those that `side` decides about, as the
  /// storage has them now, for what this field holds there.
  void write_ghosts() const { write_walls(); }
  void keep_ghosts(const face& side) {
    walls_.take(grid_, side, data());
    memory_.walls = walls_.token();
  }

  /// Swaps the contents, neither names nor boundaries; throws `error` when the grids differ.
  void swap(field& other) {
    if (!(grid_ == other.grid_))
      throw error("swap(" + name_ + ", " + other.name_ + "): the fields live on different grids");
    std::swap(memory(), other.memory());
  }

private:
  void write_walls() const;
  [[nodiscard]] detail::field_memory& memory() const {
    if (!memory_.messages) detail::throw_moved_from();
    return memory_;
  }

  brick::grid<D> grid_;
  std::string name_;
  detail::field_walls<T, D> walls_;
  mutable detail::field_memory memory_;
};

/// Swaps the contents of two fields, not their names; throws `error` when their grids differ.
template <class T, int D> void swap(field<T, D>& a, field<T, D>& b) { a.swap(b); }

template <class T, int D> template <std::invocable<point<D>> F> void field<T, D>::fill(F&& f) {
  T* const values = data();
  invalidate_ghosts(); // first, since an `f` that throws leaves some cells written
  detail::parallel(grid_.threads(), [&](int thread) {
    grid_.for_each_box(thread, [&](const box<D>& block) {
      grid_.for_each_piece(block, [&](const index<D>& cell, std::int64_t length, std::int64_t offset) {
        point<D> p{cell};
        for (std::int64_t i = 0; i < length; ++i, ++p.cell[D - 1])
          values[offset + i] = static_cast<T>(f(std::as_const(p)));
      });
    });
  });
}

template <class T, int D> template <std::invocable<point<D>, T> F> void field<T, D>::for_each(F&& f) const {
  const T* const values = data();
  grid_.for_each_piece(grid_.own_cells(), [&](const index<D>& cell, std::int64_t length, std::int64_t offset) {
    point<D> p{cell};
    for (std::int64_t i = 0; i < length; ++i, ++p.cell[D - 1])
      f(std::as_const(p), values[offset + i]);
  });
}

template <class T, int D> std::vector<T> field<T, D>::gather(const box<D>& cells, int root) const {
  const box<D> own = detail::intersection(cells, grid_.own_cells());
  const T* const stored = data();
  std::vector<std::byte> bytes;
  bytes.reserve(volume(own) * sizeof(T));
  grid_.for_each_piece(own, [&](const index<D>&, std::int64_t length, std::int64_t offset) {
    const auto piece = std::as_bytes(std::span(stored + offset, static_cast<std::size_t>(length)));
    bytes.insert(bytes.end(), piece.begin(), piece.end());
  });
  bytes = detail::gather(grid_, cells, std::move(bytes), sizeof(T), root);
  std::vector<T> values(bytes.size() / sizeof(T));
  std::copy(bytes.begin(), bytes.end(), std::as_writable_bytes(std::span(values)).begin());
  return values;
}

template <class T, int D> void field<T, D>::exchange_ghosts() const {
  exchange_handle messages = start_ghosts();
  finish_ghosts(messages);
}

template <class T, int D> template <std::invocable<point<D>> F> void field<T, D>::fill_ghosts(F&& f) {
  if (!walls_.has(boundary_kind::ghost)) detail::throw_no_ghost_side(name_);
  walls_.fill(grid_, f);
}

template <class T, int D> exchange_handle field<T, D>::start_ghosts() const {
  if (memory().messages.under_way()) return {};
  if (!memory_.ghosts_valid) return memory_.messages.start();
  if (memory_.walls != walls_.token()) write_walls(); // no message is needed for these
  return {};
}

template <class T, int D> void field<T, D>::finish_ghosts(exchange_handle& messages) const {
  if (!messages) return;
  messages.wait();
  detail::record_exchanges(memory(), grid_.metrics());
  write_walls();
  memory_.ghosts_valid = true;
}

template <class T, int D> void field<T, D>::write_walls() const {
  const double start = detail::seconds();
  walls_.write(reinterpret_cast<T*>(memory_.cells.data()), memory_.walls);
  grid_.metrics().pack += detail::seconds() - start;
}

} // namespace brick
