// SPDX-License-Identifier: MIT
// The contents of fields, what `swap` exchanges, and where they stay when the fields are gone: with the grid, for the
// next ones that need as much. That makes temporaries of a step cheap: storage, views and requests are made once.
// Interleaved fields share a memory, whose messages carry all of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "brick/error.hpp"
#include "brick/exchange.hpp"
#include "brick/metrics.hpp"
#include "brick/storage.hpp"

namespace brick::detail {

template <int D> struct grid_state;

/// What the ghost zone of one field holds, up to its walls. Those that `arrive` are valid when the exchange under way
/// is complete, unless own cells are written before.
enum class ghost_zone { stale, arriving, valid };

/// What one field has of a memory.
struct memory_part {
  ghost_zone ghosts = ghost_zone::stale;
  std::shared_ptr<const void> walls; ///< stands for the values that the wall cells have
  bool overwritten = false;          ///< some of them, by an exchange or sweep since
};

struct field_memory {
  std::int64_t number = 0; ///< among those of its grid; the same on all ranks
  std::size_t element_bytes = 0;
  storage cells;
  exchanger messages;
  std::vector<memory_part> parts; ///< one for each field; their bricks are interleaved
  bool unfinished = false;        ///< an exchange has begun, and `finish_exchange` not been called
  bool copied = false;            ///< neighbours' bricks that are read in place are in the ghost bricks as well
  bool copied_at_walls = false;   ///< those that walls may mirror
  bool read_in_place = false;     ///< own bricks perhaps, by neighbours that have not finished
  exchange_counters recorded;     ///< what the program's metrics have of `messages.counters()`

  [[nodiscard]] int fields() const { return static_cast<int>(parts.size()); }
};

/// Memories of a grid that no field uses, and the number that the next one made gets.
struct memory_pool {
  std::vector<field_memory> free;
  std::int64_t next = 0;
};

/// Memory for so many fields with elements of `element_bytes`, zeroed if that is wanted, from the grid's pool or new,
/// first touched by the threads that will compute it. Collective; where it fails on some rank, or ranks say different
/// things of the fields, all throw `error` with the name. `boundary` is what they say about boundaries.
template <int D>
field_memory take_memory(const grid_state<D>& on, const std::string& name, const std::string& boundary,
                         std::size_t element_bytes, int fields, bool zeroed);

/// Puts it into the grid's pool, or where MPI may still write to it, with messages that nobody has waited for, into
/// `runtime_state::abandoned`.
template <int D> void return_memory(const grid_state<D>& on, field_memory memory) noexcept;

/// Throws the `error` for a field whose contents have been moved to another one.
[[noreturn]] void throw_moved_from();

/// Begins the exchange of all fields of a memory.
exchange_handle start_exchange(field_memory& memory);

/// Completes it, by the handle or, where somebody else has that, without.
void finish_exchange(field_memory& memory, exchange_handle& messages, metrics_record& metrics);

/// Brings the neighbours' bricks that are read in place to the ghost bricks, unless they are there: all, or those that
/// walls may mirror.
void copy_seen_bricks(field_memory& memory, metrics_record& metrics);
void copy_bricks_at_walls(field_memory& memory);

/// Neighbours' bricks have been read in place.
void end_reading(field_memory& memory);

/// Returns when own cells may be written: messages under way are complete, and no neighbour reads them in place.
void wait_for_readers(field_memory& memory);

/// A memory that goes back to its grid with the last field that uses it.
template <int D> class pooled_memory {
public:
  pooled_memory(std::shared_ptr<const grid_state<D>> on, const std::string& name, const std::string& boundary,
                std::size_t element_bytes, int fields, bool zeroed)
      : on_(std::move(on)), memory_(take_memory(*on_, name, boundary, element_bytes, fields, zeroed)) {}
  pooled_memory(const pooled_memory&) = delete;
  pooled_memory& operator=(const pooled_memory&) = delete;
  ~pooled_memory() { return_memory(*on_, std::move(memory_)); }

  field_memory& get() { return memory_; }

private:
  std::shared_ptr<const grid_state<D>> on_; // keeps the pool alive
  field_memory memory_;
};

/// One field's part of a memory. Empty when moved from.
template <int D> struct owned_part {
  std::shared_ptr<pooled_memory<D>> memory;
  int position = 0;

  /// Throws `error` when it is empty.
  [[nodiscard]] field_memory& get() const {
    if (!memory) [[unlikely]]
      throw_moved_from();
    return memory->get();
  }
  [[nodiscard]] memory_part& part() const { return get().parts[static_cast<std::size_t>(position)]; }
};

} // namespace brick::detail
