// SPDX-License-Identifier: MIT
// A value per cell of a grid, with its ghost zone.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "brick/any_field.hpp"
#include "brick/error.hpp"
#include "brick/exchange.hpp"
#include "brick/field_memory.hpp"
#include "brick/field_walls.hpp"
#include "brick/grid.hpp"
#include "brick/parallel.hpp"
#include "brick/point.hpp"
#include "brick/stored_cells.hpp"
#include "brick/view_access.hpp"

namespace brick {

namespace detail {

/// Makes room for so many elements.
using allocation = std::function<std::span<std::byte>(std::size_t count)>;

/// Collects the cells of a box, which ranks have in such storages, as one row-major block on rank `root`, where
/// `allocate` is called.
template <int D>
void gather(const grid<D>& on, const box<D>& cells, const const_stored_cells& own, int root,
            const allocation& allocate);

/// Throws the same `error` on all ranks unless rank `root`, which must be one, has as many values as there are `cells`,
/// all in the domain.
template <int D>
void check_scatter(const grid<D>& on, const std::string& field, const box<D>& cells, std::size_t values, int root);

/// The opposite of `gather`: what rank `root` has as a row-major block goes to the cells that ranks have.
template <int D>
void scatter(const grid<D>& on, const box<D>& cells, std::span<const std::byte> values, const stored_cells& own,
             int root);

/// The rank that owns a cell; throws `error` on all ranks when it is not in the domain or they name different ones.
template <int D> int owner_of(const grid<D>& on, const std::string& field, const index_argument<D>& cell);

} // namespace detail

/// What may be said about a field.
template <int D> struct field_options {
  boundaries<D> boundary{}; ///< beyond the domain, if not as the grid says; periodic on the same axes
  bool zeroed = true;       ///< false: cells hold anything until they are set, which takes a pass less
};

template <class T, int D> class interleaved;

/// A field of T: float, double or an integer of <cstdint>; reference mode takes char and its like too. Making one, and
/// the functions named collective, must happen on all ranks in the same order. Move-only; a field that was moved from
/// throws `error` when it is used. Starts as zeroes, unless its options say otherwise. What it occupied stays with its
/// grid for other fields of its size.
template <class T, int D> class field : public detail::any_field<D> {
  static_assert(detail::is_dimension<D>, "brick: a field has 1 to 3 dimensions");
  static_assert(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>,
                "brick: a field holds numbers; for truth values std::uint8_t takes as little room");

public:
  using value_type = T;
  static constexpr int dimensions = D;

  /// Collective. The name is for messages. Throws `error` when there is no memory, or the boundaries are periodic on
  /// other axes than the grid's, hold a number that T cannot, or are neumann on a domain thinner than its halo.
  field(const brick::grid<D>& on, std::string name, const field_options<D>& options = {});

  field(field&&) = default;
  field& operator=(field&&) = default;
  ~field() override;

  [[nodiscard]] const std::string& name() const final { return name_; }
  [[nodiscard]] const brick::grid<D>& grid() const final { return grid_; }
  [[nodiscard]] const boundaries<D>& boundary() const { return walls().boundary(); }

  /// The fields whose bricks alternate in the storage of this one; 1 when it has its own. See `interleaved`.
  [[nodiscard]] int interleaved_fields() const { return memory().fields(); }

  /// Sets every cell to `value`.
  void fill(T value);

  /// Sets every cell to `f(point)`. Several threads call `f` at once.
  template <std::invocable<point<D>> F> void fill(F&& f) {
    constexpr std::int64_t at_least = 16; // nobody knows what `f` takes
    fill_cells(at_least, f);
  }

  /// Sets the cells beyond sides with the boundary `ghost` to `f(point)`, or `value`; they keep it until the next time.
  /// Points are global cells outside the domain, except where other axes wrap or mirror them. To be called on all
  /// ranks; throws `error` when there is no such side.
  template <std::invocable<point<D>> F> void fill_ghosts(F&& f);
  void fill_ghosts(T value);

  /// Calls `f(point, value)` for the cells of this rank in row-major order, on one thread.
  template <std::invocable<point<D>, T> F> void for_each(F&& f) const;

  /// The whole domain, row-major, on rank `root`; nothing elsewhere. Collective.
  [[nodiscard]] std::vector<T> gather(int root = 0) const { return gather({{}, grid_.cells()}, root); }

  /// A box of the domain, row-major, on rank `root`; nothing elsewhere. Collective. Throws `error` on all ranks when
  /// there is no such rank, the box is not in the domain, or rank `root` has no room for it.
  [[nodiscard]] std::vector<T> gather(const box<D>& cells, int root) const;

  /// The opposite: sets the whole domain, or a box of it, to values that rank `root` has, row-major; what the others
  /// pass is ignored. Collective; throws `error` as `gather` does, and when there are more or fewer values than cells.
  void scatter(std::span<const T> values, int root = 0) { scatter({{}, grid_.cells()}, values, root); }
  void scatter(const box<D>& cells, std::span<const T> values, int root = 0);

  /// The value of one cell, on all ranks. Collective. Throws `error` when it is outside the domain.
  [[nodiscard]] T value(const index<D>& cell) const;

  /// Copies this rank's cells, `grid().own_cells()`, from or to an array of the same extents, seen through an
  /// mdspan-like view. Collective; throws `error` on all ranks where extents differ.
  template <view_of<D> View> void copy_from(View&& view);
  template <view_of<D> View> void copy_to(View&& view) const;

  /// Makes the ghost zone valid: messages, then walls. Does nothing when it already is. Collective. Logically const:
  /// own cells do not change.
  void exchange_ghosts() const;

  /// The two halves of `exchange_ghosts`: in between, own cells may be read. The handle is empty when there is nothing
  /// to do, or it is under way already. What needs the ghost zone in between, or writes own cells, completes the
  /// exchange itself. Collective.
  [[nodiscard]] exchange_handle start_ghosts() const final;
  void finish_ghosts(exchange_handle& messages) const final;

  /// For sweeps over bricks, where `exchange_used()` is `shared`: the other half of `start_ghosts` for those that find
  /// the bricks of ranks on the node by `brick_layout::adjacency_in_place()`, instead of copies in the ghost zone. To
  /// be followed by `end_reading`, on all ranks.
  void finish_ghosts_in_place(exchange_handle& messages) const final;
  [[nodiscard]] bool reads_in_place() const final { return memory().messages.reads_in_place(); }
  void end_reading() const final { detail::end_reading(memory()); }

  /// Returns when own cells may be written: an exchange under way is complete, and neighbours that read them in place
  /// have done so. Other functions that write call it.
  void wait_for_readers() const final {
    if (memory().read_in_place || memory().unfinished) [[unlikely]]
      detail::wait_for_readers(memory());
  }

  /// Whether an exchange needs no messages; the same on all ranks. Ghost cells may still have to be copied from where
  /// sweeps have read them: call `exchange_ghosts` before you look at them.
  [[nodiscard]] bool ghosts_valid() const { return part().ghosts == detail::ghost_zone::valid; }

  /// To be called after writing through `data()`, on all ranks: an exchange takes place on all or none.
  void invalidate_ghosts() final {
    part().ghosts = detail::ghost_zone::stale;
    part().overwritten = true;
  }

  /// The strategy exchanges really use, and why it is not the grid's (empty when it is).
  [[nodiscard]] strategy exchange_used() const { return memory().messages.used(); }
  [[nodiscard]] const std::string& exchange_fallback() const { return memory().messages.why(); }

  /// Messages and bytes this rank sends in one exchange, of all fields that are interleaved with this one.
  [[nodiscard]] std::int64_t messages_per_exchange() const { return memory().messages.messages_per_exchange(); }
  [[nodiscard]] std::int64_t bytes_per_exchange() const { return memory().messages.bytes_per_exchange(); }

  /// The storage from the first brick of this field; where a cell is from there, `offset_of(cell)` tells. Get it anew
  /// after every call of a step, which may have swapped contents, and to write, of a stencil: it waits for neighbours
  /// that still read these cells in place.
  [[nodiscard]] T* data() {
    wait_for_readers();
    return cells();
  }
  [[nodiscard]] const T* data() const { return cells(); }
  /// For sweeps, whose threads must not wait: whoever starts them has, or lets them write what no neighbour reads.
  [[nodiscard]] T* swept_data() { return first_cell(); }
  [[nodiscard]] const T* swept_data() const { return first_cell(); }
  [[nodiscard]] detail::stored_cells swept_cells() final {
    return {reinterpret_cast<std::byte*>(swept_data()), sizeof(T), interleaved_fields()};
  }
  [[nodiscard]] std::size_t element_bytes() const final { return sizeof(T); }
  [[nodiscard]] std::int64_t offset_of(const index<D>& cell) const {
    return grid_.offset_of(cell, interleaved_fields());
  }

  /// Elements from one brick of this field to the next. Of no meaning for arrays.
  [[nodiscard]] std::int64_t brick_stride() const { return grid_.bricks().cells_per_brick() * interleaved_fields(); }

  /// For boundary kernels: writes the cells beyond the domain where they are not what they should be; and takes those
  /// that `side` decides about, as the storage has them now, for what this field holds there.
  void write_ghosts() const {
    if (!holds_walls()) write_walls();
  }
  void keep_ghosts(const face& side);

  /// Swaps the contents, neither names nor boundaries; throws `error` when the grids differ, or the fields are
  /// interleaved with different numbers of others.
  void swap(field& other);

private:
  friend class interleaved<T, D>;
  field(const brick::grid<D>& on, std::string name, const field_options<D>& options, detail::owned_part<D> memory);

  /// By as many threads as that is worth, where a cell takes as long as copying so many elements.
  void fill_cells(std::int64_t elements_a_cell, auto&& f);

  [[nodiscard]] bool holds_walls() const { return !part().overwritten && part().walls == walls_.token(); }
  void renew_walls() const;
  void write_walls() const;
  void check_extents(const auto& view, const char* function) const;
  [[nodiscard]] index<D> place_in_part(index<D> cell) const;
  [[nodiscard]] detail::field_memory& memory() const { return memory_.get(); }
  [[nodiscard]] detail::memory_part& part() const { return memory_.part(); }
  [[nodiscard]] const detail::field_walls<T, D>& walls() const {
    (void)memory(); // throws where the walls are gone, too
    return walls_;
  }
  [[nodiscard]] T* cells() const {
    memory().cells.wait_for_device();
    return first_cell();
  }
  [[nodiscard]] T* first_cell() const {
    const std::int64_t elements = grid_.has_bricks() ? grid_.bricks().cells_per_brick() : grid_.array().elements();
    return reinterpret_cast<T*>(memory().cells.data()) + memory_.position * elements;
  }

  brick::grid<D> grid_;
  std::string name_;
  detail::field_walls<T, D> walls_;
  detail::owned_part<D> memory_;
};

/// Swaps the contents of two fields, not their names; throws `error` when their grids differ.
template <class T, int D> void swap(field<T, D>& a, field<T, D>& b) { a.swap(b); }

template <class T, int D>
field<T, D>::field(const brick::grid<D>& on, std::string name, const field_options<D>& options)
    : field(on, name, options,
            {std::make_shared<detail::pooled_memory<D>>(on.shared_state(), name,
                                                        detail::boundary_text(on.state(), options.boundary), sizeof(T),
                                                        1, options.zeroed)}) {}

template <class T, int D>
field<T, D>::field(const brick::grid<D>& on, std::string name, const field_options<D>& options,
                   detail::owned_part<D> memory)
    : grid_(on), name_(std::move(name)), walls_(on, name_, options.boundary, memory.get().fields()),
      memory_(std::move(memory)) {}

template <class T, int D> field<T, D>::~field() = default;

template <class T, int D> void field<T, D>::swap(field& other) {
  if (!(grid_ == other.grid_))
    throw error("swap(" + name_ + ", " + other.name_ + "): the fields live on different grids");
  if (interleaved_fields() != other.interleaved_fields())
    throw error("swap(" + name_ + ", " + other.name_ + "): the first has a storage of " +
                std::to_string(interleaved_fields()) + " interleaved fields, the second one of " +
                std::to_string(other.interleaved_fields()));
  std::swap(memory_, other.memory_);
}

template <class T, int D> void field<T, D>::exchange_ghosts() const {
  exchange_handle messages = start_ghosts();
  finish_ghosts(messages);
}

template <class T, int D> template <std::invocable<point<D>> F> void field<T, D>::fill_ghosts(F&& f) {
  if (!walls().has(boundary_kind::ghost)) detail::throw_no_ghost_side(name_);
  walls_.fill(grid_, f);
}

template <class T, int D> void field<T, D>::fill_ghosts(T value) {
  fill_ghosts([value](const point<D>&) { return value; });
}

template <class T, int D> void field<T, D>::keep_ghosts(const face& side) {
  walls_.take(grid_, side, cells(), part().walls);
}

template <class T, int D> exchange_handle field<T, D>::start_ghosts() const {
  if (memory().messages.under_way()) return {};
  if (!ghosts_valid()) return detail::start_exchange(memory());
  renew_walls();
  return {};
}

template <class T, int D> void field<T, D>::finish_ghosts_in_place(exchange_handle& messages) const {
  if (memory().unfinished) detail::finish_exchange(memory(), messages, grid_.metrics());
  renew_walls();
}

template <class T, int D> void field<T, D>::finish_ghosts(exchange_handle& messages) const {
  finish_ghosts_in_place(messages);
  detail::copy_seen_bricks(memory(), grid_.metrics());
  renew_walls();
  end_reading();
}

/// No message is needed for these.
template <class T, int D> void field<T, D>::renew_walls() const {
  if (!ghosts_valid() || holds_walls()) return;
  if (walls_.mirrors()) detail::copy_bricks_at_walls(memory());
  write_walls();
}

template <class T, int D> void field<T, D>::write_walls() const {
  part().overwritten = false;
  if (walls_.are_none()) { // then nobody waits for a device
    part().walls = walls_.token();
    return;
  }
  const double start = detail::seconds();
  walls_.write(cells(), part().walls);
  grid_.metrics().pack += detail::seconds() - start;
}

} // namespace brick

#include "brick/field_host.hpp"

// Those of brick's programs are compiled once, in the library.
namespace brick {
#define BRICK_INSTANTIATED(T)                                                                                          \
  extern template class field<T, 1>;                                                                                   \
  extern template class field<T, 2>;                                                                                   \
  extern template class field<T, 3>;
BRICK_INSTANTIATED(float)
BRICK_INSTANTIATED(double)
BRICK_INSTANTIATED(int)
BRICK_INSTANTIATED(std::int64_t)
#undef BRICK_INSTANTIATED
} // namespace brick
