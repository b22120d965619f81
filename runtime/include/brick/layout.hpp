// SPDX-License-Identifier: MIT
// How the bricks of one rank lie in memory: inner bricks, surface regions in an order that needs few messages, ghost
// bricks in the order of the neighbour that sends them (PPoPP'21, section 3), and page-aligned regions where views are
// wanted (section 4).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "brick/cell_block.hpp"
#include "brick/decomposition.hpp"
#include "brick/direction.hpp"
#include "brick/index.hpp"
#include "brick/strategy.hpp"
#include "brick/sweep.hpp"
#include "brick/transfer.hpp"

namespace brick {

/// What a brick layout is made for.
template <int D> struct brick_layout_options {
  strategy exchange = strategy::memmap; ///< see `is_on_pages`; regions are dense for the others
  std::size_t element_bytes = 8;        ///< the smallest element of the fields on it
  std::size_t page_bytes = 0;           ///< 0: the system's; a multiple of it may be imposed to study padding
  bool wrap_in_place = true;            ///< a periodic axis inside one rank is adjacency; false: messages to oneself
  sweep_order order = sweep_order::patches; ///< of sweeps that bricks are numbered for
  index<D> patch{};                         ///< traversal patch in bricks per axis; 0 on an axis: the layout chooses
  std::vector<int> node{};                  ///< ranks on this one's node, itself included; needed for shared
};

/// A brick and its place in the lattice: global brick coordinates, anchored at cell 0. A ghost brick beyond the end of
/// a periodic domain has a coordinate beyond it too.
template <int D> struct placed_brick {
  std::int32_t id = 0;
  index<D> lattice{};
};

/// The bricks that a sweep computes: all own ones, those that read no ghost cell, or the others.
enum class brick_part { all, inner, surface };

namespace detail {

/// What is known about the axes; the same on every rank.
template <int D> struct axis_kinds {
  std::array<bool, D> ghosted{}; ///< ghost cells at both ends
  std::array<bool, D> seam{};    ///< periodic, but the last brick is partial: cells travel across
  std::array<bool, D> closed{};  ///< periodic inside the rank: the adjacency wraps, ghost cells lie in the last brick
  std::array<bool, D> padded{};  ///< ghost bricks at both ends
  std::array<bool, D> exchanging{}; ///< bricks travel along it
};

/// Own bricks in the order they are computed in.
struct brick_sequence {
  std::vector<std::int32_t> all, inner, surface;
  std::vector<std::int32_t> inner_before; ///< by position in `all`, and one past it: inner bricks so far
  /// The same of rows that are computed, by what is left out; empty where that is nothing.
  std::array<std::vector<std::int64_t>, 3> rows_before;
};

} // namespace detail

/// The bricks of one rank. An idle rank has none, and an empty plan.
template <int D> class brick_layout {
public:
  using options_type = brick_layout_options<D>;

  brick_layout() = default;

  /// The unit of `cut` is the brick. Throws `error` when a halo is deeper than a brick or there are too many bricks.
  /// `wrap_in_place` and the other options are the same on all ranks.
  brick_layout(const decomposition<D>& cut, int rank, const options_type& options);

  [[nodiscard]] const index<D>& brick() const { return brick_; }
  [[nodiscard]] std::int64_t cells_per_brick() const { return product(brick_); }

  /// Bytes of a page: the system's, or those imposed.
  [[nodiscard]] std::size_t page_bytes() const { return options_.page_bytes; }

  /// Bricks in storage: own, ghost, and holes left by padding.
  [[nodiscard]] std::int32_t brick_count() const { return static_cast<std::int32_t>(count_); }
  /// Bytes of the storage of a field with elements of that size, whole pages.
  [[nodiscard]] std::size_t storage_bytes(std::size_t element_bytes) const;
  /// Bytes of it at the start, whole pages, with bricks that no other rank reads; 0 where regions are not on pages.
  [[nodiscard]] std::size_t private_bytes(std::size_t element_bytes) const;
  /// Bytes of address space that bricks of other ranks are seen at, behind that storage; 0 unless made for `shared`.
  [[nodiscard]] std::size_t seen_bytes(std::size_t element_bytes) const;

  /// `adjacency()[id * 3^D + code]`: the brick in that direction, for every own brick and direction. Beyond the last
  /// ghost brick, and along an axis without halo, it is a brick whose cells are never used.
  [[nodiscard]] std::span<const std::int32_t> adjacency() const { return adjacency_; }
  /// The same with the ids at which bricks of other ranks on the node are seen in place of those of their ghost bricks,
  /// unless they reach beyond the domain. Empty when no such bricks are there.
  [[nodiscard]] std::span<const std::int32_t> adjacency_in_place() const { return adjacency_in_place_; }

  /// Own bricks in the order of patches. `inner` and `surface` are its two halves, in the same order: bricks that read
  /// no ghost cell, so may be computed while an exchange is under way, and the others.
  [[nodiscard]] std::span<const std::int32_t> traversal() const { return sequence_of(sweep_order::patches).all; }
  [[nodiscard]] std::span<const std::int32_t> inner() const { return sequence_of(sweep_order::patches).inner; }
  [[nodiscard]] std::span<const std::int32_t> surface() const { return sequence_of(sweep_order::patches).surface; }

  /// A thread's share of the own bricks, or those bricks of it that are in a half, so that all take equally long where
  /// that is left out beyond the domain: the same bricks in every sweep in that order and with that omission, whether
  /// it goes in one piece or two; nearly the same in all. Without an order it is the one that bricks are numbered for.
  [[nodiscard]] std::span<const std::int32_t> share_of(brick_part part, int thread, int threads, sweep_order order,
                                                       sweep_omission omission = sweep_omission::nothing) const;
  [[nodiscard]] std::span<const std::int32_t> share_of(brick_part part, int thread, int threads) const {
    return share_of(part, thread, threads, options_.order);
  }

  /// Own bricks in lines along the unit-stride axis, `bricks_per_line()` each, line after line in the order that
  /// patches come to them; or those lines of which all bricks are inner ones, or the others.
  [[nodiscard]] std::span<const std::int32_t> lines(brick_part part) const {
    return lines_[static_cast<std::size_t>(part)];
  }
  [[nodiscard]] std::int64_t bricks_per_line() const { return own_.high[D - 1] - own_.low[D - 1]; }

  /// The order of sweeps that bricks are numbered for.
  [[nodiscard]] sweep_order order() const { return options_.order; }

  /// How many own bricks sweeps come to before this one, or before the own brick nearest to a ghost brick, in the order
  /// that bricks are numbered for. What is done to bricks in that order finds them in the cache of the core that has
  /// swept over them.
  [[nodiscard]] std::int32_t turn_of(std::int32_t id) const { return turns_[static_cast<std::size_t>(id)]; }

  /// Where on each axis the cells end that sweeps compute in own bricks: behind those of the domain, as vectors are
  /// whole, and half planes.
  [[nodiscard]] index<D> computed_end() const;

  /// Own cells; own bricks; own and ghost bricks (lattice coordinates).
  [[nodiscard]] const box<D>& own_cells() const { return cells_; }
  [[nodiscard]] const box<D>& own_bricks() const { return own_; }
  [[nodiscard]] const box<D>& all_bricks() const { return all_; }

  /// Ghost cells around the own cells on each axis: the halo; none where the adjacency wraps and bricks are whole.
  [[nodiscard]] index<D> ghost_depth() const {
    index<D> depth;
    for (int a = 0; a < D; ++a)
      depth[a] = axes_.ghosted[a] ? cut_.halo()[a] : 0;
    return depth;
  }

  /// The id of an own or ghost brick; -1 elsewhere. Coordinates wrap along an axis closed inside the rank.
  [[nodiscard]] std::int32_t brick_at(const index<D>& lattice) const;
  /// Lattice coordinates of all own and ghost bricks, D for each id (null for none); of one of them.
  [[nodiscard]] const std::int64_t* lattice() const { return lattice_.empty() ? nullptr : lattice_.front().data(); }
  [[nodiscard]] const index<D>& lattice_of(std::int32_t id) const { return lattice_[static_cast<std::size_t>(id)]; }
  /// The cells of an own or ghost brick, by its id; those beyond the domain too.
  [[nodiscard]] box<D> cells_of(std::int32_t id) const {
    box<D> cells;
    for (int a = 0; a < D; ++a) {
      cells.low[a] = lattice_of(id)[a] * brick_[a];
      cells.high[a] = cells.low[a] + brick_[a];
    }
    return cells;
  }
  /// The element offset of an own or ghost cell (global coordinates) of a field from its first brick, in a storage
  /// where the bricks of `interleaved` fields alternate; the cell's brick must exist.
  [[nodiscard]] std::int64_t offset_of(const index<D>& cell, int interleaved = 1) const;
  /// The own or ghost brick of such a cell. On an axis closed inside the rank its cells are counted as the given one.
  [[nodiscard]] cell_block<D> block_of(const index<D>& cell) const;

  /// Ghost bricks, all of them; and own bricks that reach beyond the domain.
  [[nodiscard]] std::span<const placed_brick<D>> ghosts() const { return ghosts_; }
  [[nodiscard]] std::span<const placed_brick<D>> partial() const { return partial_; }
  /// The domain's cells per axis if there are such own bricks, or else null.
  [[nodiscard]] const std::int64_t* domain_of_partial() const {
    return partial_.empty() ? nullptr : cut_.cells().data();
  }

  /// What travels in an exchange of `interleaved` fields with elements of `element_bytes`. `memmap` and `shift` need a
  /// layout on pages, `shared` and `shared-layout` one that was made for either; throws `error` where it is not.
  [[nodiscard]] exchange_plan plan(strategy how, std::size_t element_bytes, int interleaved = 1) const;

private:
  void number_own_bricks();
  void number_ghost_bricks();
  void place(const box<D>& bricks, std::int64_t first);
  void place_as_swept(const box<D>& bricks, std::int64_t first);
  void make_room(std::int64_t end);
  void give(std::int64_t id, const index<D>& lattice);
  void build_adjacency();
  void build_adjacency_in_place();
  void build_sequences();
  template <class Visit> void for_each_as_swept(sweep_order order, const Visit& visit) const;
  void add(detail::brick_sequence& to, const index<D>& lattice);
  [[nodiscard]] const detail::brick_sequence& sequence_of(sweep_order order) const {
    return sequences_[static_cast<std::size_t>(order)];
  }
  void build_turns();
  void build_lines();
  [[nodiscard]] std::int64_t computed_at_once(int axis, sweep_omission omission) const;
  [[nodiscard]] std::int64_t rows_computed(const index<D>& lattice, sweep_omission omission) const;
  [[nodiscard]] bool bricks_travel(const index<D>& direction) const;
  [[nodiscard]] bool on_pages() const { return is_on_pages(options_.exchange); }
  [[nodiscard]] bool is_seen(const index<D>& direction) const;
  [[nodiscard]] bool is_whole(const index<D>& lattice) const;
  [[nodiscard]] bool is_at_wall(const index<D>& lattice) const;
  void plan_copies(exchange_plan& plan, std::int64_t brick_bytes) const;
  void plan_shifts(exchange_plan& plan, std::int64_t brick_bytes) const;
  [[nodiscard]] std::vector<index<D>> directions_before(int axis) const;
  [[nodiscard]] std::vector<extent> pieces_of(const index<D>& where, const index<D>& towards,
                                              std::int64_t brick_bytes) const;
  [[nodiscard]] std::int32_t nearest(index<D> lattice) const;
  [[nodiscard]] box<D> ghost_box(const index<D>& direction) const;
  void plan_bricks(exchange_plan& plan, strategy how, std::int64_t brick_bytes) const;
  void plan_seams(exchange_plan& plan, std::int64_t element_bytes, int interleaved) const;
  [[nodiscard]] std::vector<extent> cell_pieces(const box<D>& cells, std::int64_t element_bytes, int interleaved) const;

  decomposition<D> cut_;
  int rank_ = 0;
  options_type options_{};
  index<D> brick_{};
  box<D> cells_{}, own_{}, all_{};
  detail::axis_kinds<D> axes_{};
  std::int64_t align_ = 1;                                     ///< regions start at multiples of so many bricks
  std::int64_t count_ = 0;                                     ///< bricks and holes so far
  std::vector<std::int32_t> ids_;                              ///< by position in all_
  std::vector<index<D>> lattice_;                              ///< by id
  std::array<std::int64_t, direction_count(D)> ghost_first_{}; ///< first ghost brick, by direction code
  std::vector<std::int32_t> adjacency_, adjacency_in_place_;
  std::int64_t private_count_ = 0; ///< bricks and holes at the start that no other rank reads
  std::int64_t seen_shift_ = 0;    ///< from the id of a ghost brick to that at which the sender's brick is seen
  std::int64_t seen_count_ = 0;    ///< bricks and holes in the range of ids that begins behind the storage
  std::array<detail::brick_sequence, 2> sequences_; ///< by sweep order
  std::vector<placed_brick<D>> ghosts_, partial_;
  std::vector<std::int32_t> turns_;                ///< by id
  std::array<std::vector<std::int32_t>, 3> lines_; ///< by part
  std::vector<bool> outside_;                      ///< by id: ghost bricks, and own ones with cells beyond the domain
};

extern template class brick_layout<1>;
extern template class brick_layout<2>;
extern template class brick_layout<3>;

} // namespace brick
