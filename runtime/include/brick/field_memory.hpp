// SPDX-License-Identifier: MIT
// The contents of a field: what `swap` exchanges.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "brick/exchange.hpp"
#include "brick/grid.hpp"
#include "brick/metrics.hpp"
#include "brick/storage.hpp"

namespace brick::detail {

struct field_memory {
  storage cells;
  exchanger messages;
  bool ghosts_valid = false;         ///< up to the walls
  std::shared_ptr<const void> walls; ///< stands for the values that the wall cells have
  exchange_counters recorded;        ///< what the program's metrics have of `messages.counters()`
};

/// Zeroed memory for elements of `element_bytes`, first touched by the threads that will compute it. Collective; where
/// it fails on some rank, all throw `error` with the field's name.
template <int D>
field_memory make_field_memory(const grid_state<D>& on, const std::string& name, std::size_t element_bytes);

/// Throws the `error` for a field whose contents have been moved to another one.
[[noreturn]] void throw_moved_from();

/// Adds to the program's metrics what the exchanges have counted since the last time.
void record_exchanges(field_memory& memory, metrics_record& metrics);

} // namespace brick::detail
