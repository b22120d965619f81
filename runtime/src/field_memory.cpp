// SPDX-License-Identifier: MIT
// Memory of fields, new or from the pool of their grid.
#include "brick/field_memory.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <new>
#include <string>
#include <utility>

#include "agreement.hpp"
#include "brick/grid.hpp"

namespace brick::detail {

namespace {

/// The regions of a memmap layout lie on pages for elements of the plan's size and its multiples only.
template <int D> strategy strategy_for(const grid_state<D>& on, std::size_t element_bytes) {
  if (!on.plan) return strategy::packed;
  const bool on_pages = element_bytes % on.plan->element_bytes == 0;
  return is_on_pages(on.plan->exchange) && !on_pages ? strategy::layout : on.plan->exchange;
}

/// Where in a page the memory of a grid's field of that number begins. A row of all fields that a stencil reads, beside
/// the same row of the bricks before and behind, takes more lines of one set of a first-level cache than it has, where
/// bricks are pages and all begin on one: so all but the first two fields, for which that does not happen, are half a
/// page and a line from the one before.
std::size_t page_offset(std::int64_t number) {
  constexpr std::int64_t step = 2112;
  return number < 2 ? 0 : static_cast<std::size_t>((number - 1) * step) % system_page_bytes();
}

/// How many threads set a memory to zero.
template <int D> int zeroing_threads(const grid_state<D>& on, const storage& memory, std::size_t element_bytes) {
  return threads_for(static_cast<std::int64_t>(memory.size() / element_bytes), on.runtime->threads);
}

/// Writes zeroes to the pages of each thread's share, so that they lie near its core.
template <int D> void first_touch(const grid_state<D>& on, storage& memory, std::size_t element_bytes, int fields) {
  const int threads = zeroing_threads(on, memory, element_bytes);
  const auto touch = [&](std::int64_t first_element, std::int64_t count) {
    std::memset(memory.data() + first_element * element_bytes, 0, count * element_bytes);
  };
  parallel(threads, [&](int thread) {
    if (on.plan) {
      for (std::int32_t id : on.bricks.share_of(brick_part::all, thread, threads))
        touch(id * on.bricks.cells_per_brick() * fields, on.bricks.cells_per_brick() * fields);
    } else {
      const box<D>& own = on.array.own_cells();
      const auto [first, last] = share(own.high[0] - own.low[0], thread, threads);
      index<D> start = on.array.all_cells().low;
      start[0] = own.low[0] + first;
      for (int field = 0; field < fields && first < last; ++field)
        touch(field * on.array.elements() + on.array.offset_of(start), (last - first) * on.array.strides()[0]);
    }
  });
}

template <int D>
field_memory make_memory(const grid_state<D>& on, const std::string& name, std::size_t element_bytes, int fields) {
  const strategy wanted = strategy_for(on, element_bytes);
  const auto count = static_cast<std::size_t>(fields);
  field_memory result{.number = on.pool.next++,
                      .element_bytes = element_bytes,
                      .cells = {},
                      .messages = {},
                      .parts = {},
                      .recorded = {}};
  result.parts.resize(count);
  exchange_plan plan;
  std::string refusal;
  together(on.runtime->halo, "field " + name + ": ", [&] {
    const std::size_t bytes =
        on.plan ? on.bricks.storage_bytes(element_bytes * count) : on.array.storage_bytes(element_bytes * count);
    plan = on.plan ? on.bricks.plan(wanted, element_bytes, fields) : on.array.plan(element_bytes, fields);
    // Anonymous memory gets huge pages by itself, memory files seldom do: they are for what others read only.
    const bool views = is_on_pages(wanted) && !(plan.sends.empty() && plan.recvs.empty());
    if (on.plan && on.plan->where == processor::cuda) {
      result.cells = storage::on_device(bytes, on.runtime->device);
    } else {
      result.cells =
          views
              ? storage::with_views_if_possible(bytes, {.private_bytes = on.bricks.private_bytes(element_bytes * count),
                                                        .shown_bytes = on.bricks.seen_bytes(element_bytes * count)})
              : storage::at_page_offset(bytes, page_offset(result.number));
      first_touch(on, result.cells, element_bytes, fields);
    }
    if (views && result.cells.kind() != memory::device) refusal = result.cells.use_huge_pages();
  });
  const bool huge_pages = on.plan && on.bricks.page_bytes() % huge_page_bytes == 0;
  if (huge_pages)
    if (const std::string said = first_said(on.runtime->halo, refusal); !said.empty()) on.runtime->note(said);
  result.messages =
      exchanger(on.runtime->halo, plan, result.cells, wanted, "field " + name + ": ", on.runtime->threads);
  if (!result.messages.why().empty())
    on.runtime->note("exchange " + std::string(to_string(result.messages.used())) + ": " + result.messages.why());
  return result;
}

/// Differs, most likely, where texts do; exact in a double.
double fingerprint(const std::string& text) { return static_cast<double>(std::hash<std::string>()(text) >> 12); }

void zero(storage& memory, int threads) {
  if (memory.kind() == memory::device) return memory.zero_on_device();
  parallel(threads, [&](int thread) {
    const auto [first, last] = share(static_cast<std::int64_t>(memory.size()), thread, threads);
    if (first < last) std::memset(memory.data() + first, 0, static_cast<std::size_t>(last - first));
  });
}

} // namespace

/// Fields may have gone on some ranks only, or in another order, so the ranks agree on the memory that all of them
/// have: each names the first that fits, then the first from the greatest that was named, until all name the same.
template <int D>
field_memory take_memory(const grid_state<D>& on, const std::string& name, const std::string& boundary,
                         std::size_t element_bytes, int fields, bool zeroed) {
  constexpr double none = std::numeric_limits<double>::infinity();
  const std::string what = "field " + name + ": ";
  const purpose making(on.runtime->halo, what);
  const std::string field =
      name + " (" + std::to_string(fields) + " x " + std::to_string(element_bytes) + " bytes a cell" + boundary + ")";
  auto& free = on.pool.free;
  double least = 0;
  const auto fits = [&](const field_memory& memory) {
    return memory.element_bytes == element_bytes && memory.fields() == fields &&
           static_cast<double>(memory.number) >= least;
  };
  auto found = free.end();
  for (bool same = false; !same;) {
    found = std::ranges::find_if(free, fits);
    const double number = found == free.end() ? none : static_cast<double>(found->number);
    const auto [numbers, fingerprints] = on.runtime->halo.extremes({number, fingerprint(field)});
    if (fingerprints.first != fingerprints.second)
      check_same(on.runtime->halo, what, "fields differ from rank to rank: ", field);
    const auto [low, high] = numbers;
    if (high == none) return make_memory(on, name, element_bytes, fields);
    same = low == high;
    least = high;
  }
  field_memory result = std::move(*found);
  free.erase(found);
  if (zeroed) {
    zero(result.cells, zeroing_threads(on, result.cells, element_bytes));
    result.parts.assign(result.parts.size(), {});
  } else { // walls are as they were
    for (memory_part& part : result.parts)
      part.ghosts = ghost_zone::stale;
  }
  return result;
}

template <int D> void return_memory(const grid_state<D>& on, field_memory memory) noexcept {
  try {
    if (memory.messages.pending()) {
      on.runtime->abandoned->push_back(std::make_shared<field_memory>(std::move(memory)));
      return;
    }
    const auto by_number = [&](const field_memory& other) { return other.number < memory.number; };
    auto& free = on.pool.free;
    free.insert(std::ranges::partition_point(free, by_number), std::move(memory));
  } catch (const std::bad_alloc&) { // then it is freed
  }
}

void throw_moved_from() { throw error("a field is used after it was moved from"); }

namespace {

/// Adds to the program's metrics what the exchanges have counted since the last time.
void record_exchanges(field_memory& memory, metrics_record& metrics) {
  const exchange_counters before = std::exchange(memory.recorded, memory.messages.counters());
  const exchange_counters& after = memory.recorded;
  metrics.pack += after.pack - before.pack;
  metrics.call += after.call - before.call;
  metrics.wait += after.wait - before.wait;
  metrics.exchanges += after.exchanges - before.exchanges;
  metrics.messages += after.messages - before.messages;
  metrics.bytes += after.bytes - before.bytes;
}

} // namespace

exchange_handle start_exchange(field_memory& memory) {
  if (!memory.messages.moves_nothing()) memory.cells.wait_for_device();
  exchange_handle messages = memory.messages.start();
  memory.unfinished = true;
  for (memory_part& part : memory.parts)
    part.ghosts = ghost_zone::arriving;
  return messages;
}

void finish_exchange(field_memory& memory, exchange_handle& messages, metrics_record& metrics) {
  messages.wait();
  memory.messages.wait(); // of a handle that somebody else has
  memory.unfinished = false;
  memory.copied = memory.copied_at_walls = !memory.messages.reads_in_place();
  record_exchanges(memory, metrics);
  for (memory_part& part : memory.parts) {
    if (part.ghosts == ghost_zone::arriving) part.ghosts = ghost_zone::valid;
    part.overwritten = true;
  }
}

void copy_seen_bricks(field_memory& memory, metrics_record& metrics) {
  if (memory.copied) return;
  memory.messages.copy_seen();
  memory.copied = memory.copied_at_walls = true;
  record_exchanges(memory, metrics);
  for (memory_part& part : memory.parts)
    part.overwritten = true;
}

void copy_bricks_at_walls(field_memory& memory) {
  if (memory.copied_at_walls) return;
  memory.messages.copy_at_walls();
  memory.copied_at_walls = true;
}

void end_reading(field_memory& memory) {
  if (!memory.messages.reads_in_place()) return;
  memory.messages.end_reading();
  memory.read_in_place = true;
}

void wait_for_readers(field_memory& memory) {
  memory.messages.wait();
  if (!memory.read_in_place) return;
  memory.messages.wait_for_readers();
  memory.read_in_place = false;
}

template field_memory take_memory(const grid_state<1>&, const std::string&, const std::string&, std::size_t, int, bool);
template void return_memory(const grid_state<1>&, field_memory) noexcept;
template field_memory take_memory(const grid_state<2>&, const std::string&, const std::string&, std::size_t, int, bool);
template void return_memory(const grid_state<2>&, field_memory) noexcept;
template field_memory take_memory(const grid_state<3>&, const std::string&, const std::string&, std::size_t, int, bool);
template void return_memory(const grid_state<3>&, field_memory) noexcept;

} // namespace brick::detail
