// SPDX-License-Identifier: MIT
// What a field holds beyond the domain. Walls belong to the field's name: `swap` leaves them where they are, and the
// memory that comes in remembers whose walls it holds, so that they are written again only where they differ.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "brick/blocks_ahead.hpp"
#include "brick/boundary.hpp"
#include "brick/grid.hpp"
#include "brick/parallel.hpp"
#include "brick/point.hpp"
#include "brick/walls.hpp"

namespace brick::detail {

/// The wall cells of a grid's rank for some boundaries and a field in a storage of `interleaved`; for equal ones the
/// same object. Not collective; throws `error` for boundaries that the domain is too thin for.
template <int D>
std::shared_ptr<const wall_cells<D>> walls_of(const grid_state<D>& on, const boundaries<D>& boundary,
                                              int interleaved = 1);

/// What is said about all sides, for messages and comparisons between ranks: " periodic periodic 0.5 ghost".
template <int D> std::string text_of(const boundaries<D>& boundary);

/// The same of a field's boundaries, as its name is followed by; empty where they are its grid's.
template <int D> std::string boundary_text(const grid_state<D>& on, const boundaries<D>& boundary);

/// Those of a field, with errors on all ranks that name it; boundaries not given are the grid's. Collective.
template <int D>
std::shared_ptr<const wall_cells<D>> walls_of_field(const grid_state<D>& on, const std::string& field,
                                                    const boundaries<D>& boundary, int interleaved);

/// For equal values of the same walls the same object. Who changes them must be the only one who has them.
template <int D>
std::shared_ptr<user_values> share_values(const grid_state<D>& on, const std::shared_ptr<const wall_cells<D>>& walls,
                                          std::vector<std::byte> values);

/// Throws the same `error` on all ranks where `fits` is false on some. Collective.
void check_values_fit(const communicator& ranks, const std::string& field, bool fits);

/// Throws the `error` for a field without a ghost side, or with another kind on that one.
[[noreturn]] void throw_no_ghost_side(const std::string& field);
[[noreturn]] void throw_no_ghost_side(const std::string& call, const std::string& field, const face& side);

template <class T, int D> class field_walls {
public:
  /// Collective; boundaries not given are the grid's.
  field_walls(const grid<D>& on, const std::string& field, const boundaries<D>& boundary, int interleaved)
      : cells_(walls_of_field(on.state(), field, boundary, interleaved)), threads_(on.threads()) {
    if constexpr (std::integral<T>)
      if (has(boundary_kind::dirichlet)) check_values_fit(on.world(), field, fit());
    if (has(boundary_kind::ghost)) set(on, std::vector<T>(cells_->user.size()));
  }

  [[nodiscard]] const boundaries<D>& boundary() const { return cells_->boundary; }
  [[nodiscard]] wall_token token() const { return values_ ? values_->token : wall_token(cells_); }

  /// Whether some wall cells repeat cells inside.
  [[nodiscard]] bool mirrors() const { return !cells_->mirrors.empty(); }

  /// Whether there are no wall cells at all.
  [[nodiscard]] bool are_none() const {
    return cells_->once.empty() && cells_->refilled.empty() && cells_->mirrors.empty() && cells_->user.size() == 0;
  }

  /// Whether some side is of that kind.
  [[nodiscard]] bool has(boundary_kind kind) const {
    bool found = false;
    for (int a = 0; a < D; ++a)
      found = found || boundary()[a].low.kind == kind || boundary()[a].high.kind == kind;
    return found;
  }

  /// Sets the user cells to `f(point)`.
  template <class F> void fill(const grid<D>& on, F&& f) {
    std::vector<T> values;
    values.reserve(cells_->user.size());
    for (const index<D>& cell : cells_->user.cells)
      values.push_back(static_cast<T>(f(point<D>{cell})));
    set(on, values);
  }

  /// Sets the user cells that `side` decides about to what `cells`, a field's storage, holds there. `held` is what the
  /// storage has had for its walls until now, and then this field's.
  void take(const grid<D>& on, const face& side, const T* cells, wall_token& held) {
    if (values_.use_count() == 1) { // no other field has them
      if (copy_user_cells(on, side, cells, values_->bytes)) values_->token = user_values::new_token();
    } else {
      std::vector<std::byte> values = values_->bytes;
      copy_user_cells(on, side, cells, values);
      values_ = share_values(on.state(), cells_, std::move(values));
    }
    held = token();
  }

  /// Writes what the last exchange or sweep may have overwritten, and everything where `held`, what the storage has had
  /// until now, is not this field's walls.
  void write(T* cells, wall_token& held) const {
    const bool everything = held != token();
    const int threads = threads_for(everything ? cells_->all_cells : cells_->refilled_cells, threads_);
    parallel(threads, [&](int thread) {
      if (everything) fill(cells, share_of(cells_->once, thread, threads));
      fill(cells, share_of(cells_->refilled, thread, threads));
      if (values_) {
        const std::span<const user_run> runs = everything ? cells_->user.runs : cells_->user.refilled();
        for_blocks_of(thread, threads, runs.size(), [&](std::size_t first, std::size_t last) {
          for_each_user_block(runs.subspan(first, last - first), cells,
                              reinterpret_cast<const T*>(values_->bytes.data()),
                              [](T* block, const T* kept, auto length) {
                                std::memcpy(block, kept, static_cast<std::size_t>(length) * sizeof(T));
                              });
        });
      }
      mirror(cells, share_of(cells_->mirrors, thread, threads));
    });
    held = token();
  }

private:
  /// Copies what a storage holds in the user cells of a side to where it belongs among all values. Whether any of these
  /// changes its bits: 0 and -0 differ, a NaN is itself.
  bool copy_user_cells(const grid<D>& on, const face& side, const T* cells, std::vector<std::byte>& values) const {
    const std::array<std::span<const user_run>, 2> groups{cells_->user.of(side, false), cells_->user.of(side, true)};
    std::int64_t count = 0;
    for (const std::span<const user_run>& runs : groups)
      if (!runs.empty()) count += runs.back().cell + runs.back().length * runs.back().count - runs.front().cell;
    std::atomic<bool> changes = false;
    const int threads = threads_for(count, on.threads());
    parallel(threads, [&](int thread) {
      bool differs = false;
      for (const std::span<const user_run>& runs : groups) {
        const auto [first, last] = share(std::ssize(runs), thread, threads);
        for_each_user_block(runs.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first)),
                            cells, reinterpret_cast<T*>(values.data()), [&](const T* block, T* kept, auto length) {
                              const std::size_t bytes = static_cast<std::size_t>(length) * sizeof(T);
                              differs |= std::memcmp(block, kept, bytes) != 0; // no branch: single cells lie apart
                              std::memcpy(kept, block, bytes);
                            });
      }
      if (differs) changes = true;
    });
    return changes;
  }

  /// Calls `visit(cell, value, length)` for blocks of cells of runs that lie one behind the other in a storage, and
  /// what `values` has for them.
  template <class Cell, class Value, class Visit>
  static void for_each_user_block(std::span<const user_run> runs, Cell* cells, Value* values, Visit&& visit) {
    constexpr std::integral_constant<std::int64_t, 1> one{};
    for (const user_run& run : runs)
      if (run.length == 1) // a cell of each row
        for (std::int64_t i = 0; i < run.count; ++i)
          visit(cells + run.offset + i * run.stride, values + run.cell + i, one);
      else if (run.stride == run.length)
        visit(cells + run.offset, values + run.cell, run.length * run.count);
      else
        for (std::int64_t i = 0; i < run.count; ++i)
          visit(cells + run.offset + i * run.stride, values + run.cell + i * run.length, run.length);
  }

  /// Calls `work(begin, end)` for what falls to `thread` of `threads` and `count` numbers: blocks of them by turns, as
  /// what takes long lies side by side.
  template <class Do> static void for_blocks_of(int thread, int threads, std::size_t count, Do&& work) {
    constexpr std::size_t block = 32;
    for (std::size_t begin = block * static_cast<std::size_t>(thread); begin < count;
         begin += block * static_cast<std::size_t>(threads))
      work(begin, std::min(begin + block, count));
  }

  static void fill(T* cells, std::span<const wall_run> runs) {
    constexpr std::size_t most = 16; // what is left of a row
    for (const wall_run& run : runs) {
      const bool is_short = [&]<std::size_t... N>(std::index_sequence<N...>) {
        return ((run.length == N + 1 && (fill_short<N + 1>(cells, run), true)) || ...);
      }(std::make_index_sequence<most>());
      if (is_short) continue;
      for (std::int64_t i = 0; i < run.count; ++i)
        std::fill_n(cells + run.offset + i * run.stride, run.length, static_cast<T>(run.value));
    }
  }

  /// With a length that the compiler knows.
  template <std::size_t Length> static void fill_short(T* cells, const wall_run& run) {
    std::array<T, Length> values;
    values.fill(static_cast<T>(run.value));
    for (std::int64_t i = 0; i < run.count; ++i)
      std::memcpy(cells + run.offset + i * run.stride, values.data(), sizeof values);
  }

  static void mirror(T* cells, std::span<const mirror_run> runs) {
    blocks_ahead ahead(runs.data(), runs.data() + runs.size(), [cells](const mirror_run& run, std::int64_t i) {
      fetch_both(cells + run.source + i * run.stride, cells + run.offset + i * run.stride);
    });
    for (const mirror_run& run : runs) {
      T* to = cells + run.offset;
      const T* from = cells + run.source;
      const auto copy_blocks = [&](auto copy) {
        for (std::int64_t i = 0; i < run.count; ++i, to += run.stride, from += run.stride) {
          ahead.advance();
          copy();
        }
      };
      if (run.length == 1) // a cell of each row
        copy_blocks([&] { *to = *from; });
      else if (run.step == 1) // rows of bricks
        copy_blocks([&] { std::memcpy(to, from, static_cast<std::size_t>(run.length) * sizeof(T)); });
      else
        copy_blocks([&] {
          for (std::int64_t k = 0; k < run.length; ++k)
            to[k] = from[k * run.step];
        });
    }
  }

  /// Whether all dirichlet values are numbers of type T, up to their fractions.
  [[nodiscard]] bool fit() const {
    bool all = true;
    const auto fits = [&](const std::vector<wall_run>& runs) {
      for (const wall_run& run : runs) // the bounds are exact as doubles, the upper one being the first that is not
        all = all && run.value > static_cast<double>(std::numeric_limits<T>::min()) - 1 &&
              run.value < static_cast<double>(std::numeric_limits<T>::max() / 2 + 1) * 2;
    };
    fits(cells_->once);
    fits(cells_->refilled);
    return all;
  }

  void set(const grid<D>& on, const std::vector<T>& values) {
    const auto bytes = std::as_bytes(std::span(values));
    values_ = share_values(on.state(), cells_, {bytes.begin(), bytes.end()});
  }

  std::shared_ptr<const wall_cells<D>> cells_;
  std::shared_ptr<user_values> values_; ///< of the user cells; none without ghost sides
  int threads_ = 1;
};

} // namespace brick::detail
