// SPDX-License-Identifier: MIT
// The contents of a field, what `swap` exchanges, and where they stay when the field is gone: with the grid, for the
// next field that needs as much. That makes temporaries of a step cheap: storage, views and requests are made once.
#pragma once

#include <cstddef>
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

struct field_memory {
  std::size_t element_bytes = 0;
  storage cells;
  exchanger messages;
  bool ghosts_valid = false;         ///< up to the walls
  std::shared_ptr<const void> walls; ///< stands for the values that the wall cells have
  exchange_counters recorded;        ///< what the program's metrics have of `messages.counters()`
};

/// Memories of a grid that no field uses.
using memory_pool = std::vector<field_memory>;

/// Zeroed memory for elements of `element_bytes`, from the grid's pool or new, first touched by the threads that will
/// compute it. Collective; where it fails on some rank, all throw `error` with the field's name.
template <int D> field_memory take_memory(const grid_state<D>& on, const std::string& name, std::size_t element_bytes);

/// Puts it into the grid's pool, unless messages are under way.
template <int D> void return_memory(const grid_state<D>& on, field_memory memory) noexcept;

/// Throws the `error` for a field whose contents have been moved to another one.
[[noreturn]] void throw_moved_from();

/// Adds to the program's metrics what the exchanges have counted since the last time.
void record_exchanges(field_memory& memory, metrics_record& metrics);

/// A memory that goes back to its grid. Empty when moved from.
template <int D> class owned_memory {
public:
  owned_memory(std::shared_ptr<const grid_state<D>> on, const std::string& name, std::size_t element_bytes)
      : on_(std::move(on)), memory_(take_memory(*on_, name, element_bytes)) {}
  owned_memory(owned_memory&& other) noexcept = default;
  owned_memory& operator=(owned_memory&& other) noexcept {
    if (this == &other) return *this;
    release();
    on_ = std::move(other.on_);
    memory_ = std::move(other.memory_);
    return *this;
  }
  ~owned_memory() { release(); }

  /// Throws `error` when it is empty.
  field_memory& get() {
    if (!memory_.messages) [[unlikely]]
      throw_moved_from();
    return memory_;
  }

private:
  void release() noexcept {
    if (on_ && memory_.messages) return_memory(*on_, std::move(memory_));
  }

  std::shared_ptr<const grid_state<D>> on_; // keeps the pool alive
  field_memory memory_;
};

} // namespace brick::detail
