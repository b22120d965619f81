// SPDX-License-Identifier: MIT
// Fetching what a sweep will read, for fields that are larger than the caches. Hardware prefetchers do not see it
// coming: a kernel reads a few lines each of bricks that lie far apart, and no run of lines is longer than a brick.
// Fetched here is all that the brick a few positions later in the sweep will need, a line or two with every row, so
// that the requests never queue up. In a patch of bricks that marches along the slowest axis, the brick behind on that
// axis is the new one: the sweep comes to it when it has gone through the patch, which the second-level cache holds. In
// columns it is the brick behind on the fastest axis.
//
// Stencils that reach further than the next cell or two, or have two axes, fetch each line of a patch twice: when it is
// new, and when the sweep comes to its brick a layer later, when it should be in that cache still. The others usually
// fetch it once, when the sweep comes to its brick, but for the planes that are read from the layer before. Into which
// cache, how long before, and whether planes that a layer after reads are asked for once more differs from processor to
// processor (`fetch_rules`, from which the planner chooses). All of it has been measured, see docs/design.md, "Kernels
// and the memory system".
#pragma once

#include "brick/sweep.hpp"
#include "brick/window.hpp"
#include <algorithm>

namespace brick {

/// How far a stencil reads on an axis: cells before the point, and cells behind it.
template <int Before, int Behind> struct reach {
  static constexpr int before = Before, behind = Behind;
  static constexpr bool within(int cells) { return Before <= cells && Behind <= cells; }
};

/// Where planes of the layer before are fetched once more, in case the second-level cache has lost them: nowhere, in
/// patches but where stencils fetch each line once, or in all patches.
enum class fetch_before { never, unless_once, always };

/// What a processor wants to be fetched, and how.
struct fetch_rules {
  bool first_level;    ///< into the first-level cache, not the second-level one
  int ahead;           ///< how many positions ahead of its use a brick is fetched,
  int ahead_twice;     ///< how many where each line of a patch is fetched twice,
  int ahead_beside;    ///< and how many where the bricks of a patch are new when the sweep comes to them, and the brick
                       ///< one position ahead is read already, as the neighbour on the fastest axis
  fetch_before before; ///< planes of the layer before
  int once_within;     ///< cells on any axis: stencils that reach no further fetch each line of a patch once
};
/// Measured on AMD Zen 3 and Zen 4, which have 32 KB of first-level cache: 2 to 6 positions are as good.
inline constexpr fetch_rules fetch_second_level{.first_level = false,
                                                .ahead = 4,
                                                .ahead_twice = 4,
                                                .ahead_beside = 4,
                                                .before = fetch_before::unless_once,
                                                .once_within = 1};
/// The same, but that stencils of the next cells fetch each line of a patch twice, too. Measured on Zen 4, whose
/// second-level cache of 1 MB keeps most of a patch's layer, but not all: for stencils of one field that compute
/// little.
inline constexpr fetch_rules fetch_second_level_twice = [] {
  fetch_rules rules = fetch_second_level;
  rules.once_within = 0;
  return rules;
}();
/// Measured on AMD Zen 5, 48 KB of first-level cache: it drops requests for the second-level one that come in bursts.
/// What is fetched earlier than it must be has left the first-level cache again when it is read.
inline constexpr fetch_rules fetch_first_level{.first_level = true,
                                               .ahead = 1,
                                               .ahead_twice = 1,
                                               .ahead_beside = 3,
                                               .before = fetch_before::never,
                                               .once_within = 1};
/// Measured on Intel, 48 KB of first-level and 2 MB of second-level cache. That loses a sixth to two thirds of the
/// planes of the layer before in most stencils, and a brick that waits for one of these lines waits for memory.
inline constexpr fetch_rules fetch_first_of_large_levels{.first_level = true,
                                                         .ahead = 1,
                                                         .ahead_twice = 2,
                                                         .ahead_beside = 3,
                                                         .before = fetch_before::always,
                                                         .once_within = 1};
/// The same, for stencils that read one field or whose bricks ahead are too much for the first-level cache: 2 to 8
/// positions are as good.
inline constexpr fetch_rules fetch_second_of_large_levels{.first_level = false,
                                                          .ahead = 4,
                                                          .ahead_twice = 4,
                                                          .ahead_beside = 4,
                                                          .before = fetch_before::always,
                                                          .once_within = 2};

namespace detail {
constexpr std::ptrdiff_t line_bytes = 64; ///< of a cache line
/// Always inlined: GCC drops calls of functions that do nothing but prefetch. Without optimisation it takes literals
/// only.
template <fetch_rules Rules> struct fetch_line {
  BRICK_INLINE void operator()(const char* line) const {
    if constexpr (Rules.first_level)
      __builtin_prefetch(line, 0, 3);
    else
      __builtin_prefetch(line, 0, 2);
  }
};

/// Spreads lines over the `Rows` rows of a plane, and passes those of row `row` on to `visit`: of every region as many
/// with each row as there are for all rows; the rest goes to the `Outer` rows at both ends in turn. Where a loop runs
/// over the rows in between, nothing is left there but the address of a line or two.
template <int Rows, int Outer, class Visit> class line_share {
public:
  BRICK_INLINE line_share(int row, Visit visit) : row(row), visit(visit) {}

  /// The region of `Bytes` that begins at `first`.
  template <std::ptrdiff_t Bytes> BRICK_INLINE void add(const char* first) {
    constexpr int lines = (Bytes + line_bytes - 1) / line_bytes, with_each = lines / Rows;
    BRICK_UNROLL
    for (int line = 0; line < with_each; ++line)
      visit(first + (row * with_each + line) * line_bytes);
    BRICK_UNROLL
    for (int line = with_each * Rows; line < lines; ++line)
      if (row == row_of(rest++)) visit(first + line * line_bytes);
  }

private:
  static constexpr int row_of(int number) {
    const int turn = number % std::min(2 * Outer, Rows);
    return turn % 2 == 0 ? turn / 2 : Rows - 1 - turn / 2;
  }

  int row;
  Visit visit;
  int rest = 0; ///< lines so far that are no whole share of each row
};

/// Rows of a plane with these extents.
template <int... Extent> inline constexpr int rows_of = 1;
template <int Middle, int Fast> inline constexpr int rows_of<Middle, Fast> = Middle;

/// How far the last of these reaches behind the point.
template <class First, class... Rest> inline constexpr int last_behind = last_behind<Rest...>;
template <class Last> inline constexpr int last_behind<Last> = Last::behind;

/// Rows of a plane at each end that a stencil with that reach, on all axes but the slowest, computes outside of a loop.
template <class... Reach> inline constexpr int outer_rows_of = 1;
template <class Middle, class Fast>
inline constexpr int outer_rows_of<Middle, Fast> = std::max(1, std::min(Middle::before, Middle::behind));
} // namespace detail

/// What a sweep in that order reads of one field when it comes to the brick that is a few positions behind `*brick` in
/// the range. `Reach` says how far on every axis, slowest first, of two or three.
template <fetch_rules Rules, class T, class Shape, sweep_order Order, class... Reach> class bricks_ahead;

template <fetch_rules Rules, class T, int Slow, int... Rest, sweep_order Order, class SlowReach, class... RestReach>
class bricks_ahead<Rules, T, brick_shape<Slow, Rest...>, Order, SlowReach, RestReach...> {
  using shape = brick_shape<Slow, Rest...>;
  static_assert(sizeof...(RestReach) == sizeof...(Rest));
  static constexpr bool in_columns = Order == sweep_order::columns;
  static constexpr std::ptrdiff_t plane_bytes = (std::ptrdiff_t(sizeof(T)) * ... * Rest);
  /// The code of the brick itself, and the step to that of the brick behind on the slowest and on the middle axis.
  static constexpr int here = shape::directions / 2, slow_step = shape::directions / 3, middle_step = 3;
  /// Of columns, the one behind on the fastest axis is the first to be new.
  static constexpr int centre = in_columns && (RestReach::behind, ...) > 0 ? here + 1 : here;
  /// Whether lines of a patch are fetched once only.
  static constexpr bool once = shape::axes == 3 && !in_columns && SlowReach::behind > 0 &&
                               SlowReach::within(Rules.once_within) && (RestReach::within(Rules.once_within) && ...);
  /// Whether the brick itself is new, and the one before it on the fastest axis reads it first.
  static constexpr bool beside =
      !in_columns && (once || SlowReach::behind == 0) && detail::last_behind<RestReach...> > 0;
  /// Whether lines of a patch are fetched when they are new, and again when the sweep comes to their brick.
  static constexpr bool twice = !in_columns && !once && SlowReach::behind > 0;
  static constexpr int ahead = beside ? Rules.ahead_beside : twice ? Rules.ahead_twice : Rules.ahead;
  /// Planes fetched of the brick that is computed a layer later.
  static constexpr int planes_behind = in_columns ? 0 : twice ? Slow : SlowReach::behind;
  static constexpr bool fetches_before =
      !in_columns && (Rules.before == fetch_before::always || (Rules.before == fetch_before::unless_once && !once));
  /// And of the one a layer before.
  static constexpr int planes_before = fetches_before ? SlowReach::before : 0;

public:
  /// `field` is the position of this field among those of the stencil.
  BRICK_INLINE bricks_ahead(const T* storage, const sweep_range& range, int field, const std::int32_t* brick)
      : storage(storage), stride(range.strides[field]) {
    const std::int32_t* const last = range.bricks + range.count + range.behind - 1;
    const std::int32_t* const coming = last - brick < ahead ? last : brick + ahead;
    around = range.adjacency + std::int64_t(*coming) * shape::directions;
    first = centre == here ? address(*coming) : cells(centre);
  }

  /// Calls `visit` with the address of every cache line that is to be fetched with row `row` of plane `at`, both from 0
  /// to extent - 1. Of two axes a plane is one row.
  template <class Visit> BRICK_INLINE void for_each_line(int at, int row, Visit visit) const {
    detail::line_share<detail::rows_of<Rest...>, detail::outer_rows_of<RestReach...>, Visit> share(row, visit);
    lines_of_plane(at, share);
  }

  /// Fetches these lines.
  BRICK_INLINE void fetch(int at, int row = 0) const { for_each_line(at, row, detail::fetch_line<Rules>()); }

private:
  template <class Share> BRICK_INLINE void lines_of_plane(int at, Share& share) const {
    share.template add<plane_bytes>(first + at * plane_bytes);
    planes<planes_behind>(at, cells(here + slow_step), share);
    planes<planes_before>(at, cells(here - slow_step) + (Slow - planes_before) * plane_bytes, share);
    if constexpr (sizeof...(Rest) == 2) rows<Rest..., RestReach...>(at, share);
  }

  /// So many planes that begin at `first`, a share with every plane of this brick.
  template <int Count, class Share> BRICK_INLINE static void planes(int at, const char* first, Share& share) {
    constexpr std::ptrdiff_t part = (Count * plane_bytes + Slow - 1) / Slow;
    if constexpr (Count > 0) share.template add<part>(first + at * part);
  }

  /// The rows of a plane that are read in the bricks beside it on the middle axis.
  template <int Middle, int Fast, class MiddleReach, class, class Share>
  BRICK_INLINE void rows(int at, Share& share) const {
    constexpr std::ptrdiff_t row_bytes = sizeof(T) * Fast;
    constexpr int before = MiddleReach::before, behind = MiddleReach::behind;
    if constexpr (before > 0)
      share.template add<before * row_bytes>(cells(centre - middle_step) + at * plane_bytes +
                                             (Middle - before) * row_bytes);
    if constexpr (behind > 0) share.template add<behind * row_bytes>(cells(centre + middle_step) + at * plane_bytes);
  }

  BRICK_INLINE const char* cells(int direction) const { return address(around[direction]); }
  BRICK_INLINE const char* address(std::int32_t brick) const {
    return reinterpret_cast<const char*>(storage + brick * stride);
  }

  const T* storage;
  std::int64_t stride;
  const std::int32_t* around; ///< ids of the bricks around that one
  const char* first;          ///< cell of the brick that is new
};

} // namespace brick
