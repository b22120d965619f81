// SPDX-License-Identifier: MIT
// Memory, exchange and gathering of fields, by bytes.
#include "brick/field.hpp"

#include <cstring>
#include <string>
#include <utility>

#include "agreement.hpp"

namespace brick::detail {

namespace {

constexpr int gather_tag = 32767; // the largest every MPI has; exchanges count theirs up from 0

/// The regions of a memmap layout lie on pages for elements of the plan's size and its multiples only.
template <int D> strategy strategy_for(const grid_state<D>& on, std::size_t element_bytes) {
  if (!on.plan) return strategy::packed;
  const bool on_pages = element_bytes % on.plan->element_bytes == 0;
  return on.plan->exchange == strategy::memmap && !on_pages ? strategy::layout : on.plan->exchange;
}

/// Writes zeroes to the pages of each thread's share, so that they lie near its core.
template <int D> void first_touch(const grid_state<D>& on, storage& memory, std::size_t element_bytes) {
  const int threads = on.runtime->threads;
  const auto touch = [&](std::int64_t first_element, std::int64_t count) {
    std::memset(memory.data() + first_element * element_bytes, 0, count * element_bytes);
  };
  parallel(threads, [&](int thread) {
    if (on.plan) {
      for (std::int32_t id : on.bricks.share_of(brick_part::all, thread, threads))
        touch(id * on.bricks.cells_per_brick(), on.bricks.cells_per_brick());
    } else {
      const box<D>& own = on.array.own_cells();
      const auto [first, last] = share(own.high[0] - own.low[0], thread, threads);
      index<D> start = on.array.all_cells().low;
      start[0] = own.low[0] + first;
      if (first < last) touch(on.array.offset_of(start), (last - first) * on.array.strides()[0]);
    }
  });
}

} // namespace

template <int D>
field_memory make_field_memory(const grid_state<D>& on, const std::string& name, std::size_t element_bytes) {
  const strategy wanted = strategy_for(on, element_bytes);
  field_memory result;
  exchange_plan plan;
  together(on.runtime->halo, "field " + name + ": ", [&] {
    const std::size_t bytes = on.plan ? on.bricks.storage_bytes(element_bytes) : on.array.storage_bytes(element_bytes);
    result.cells =
        wanted == strategy::memmap ? storage::with_views_if_possible(bytes) : storage(bytes, memory::anonymous);
    first_touch(on, result.cells, element_bytes);
    plan = on.plan ? on.bricks.plan(wanted, element_bytes) : on.array.plan(element_bytes);
  });
  result.messages = exchanger(on.runtime->halo, plan, result.cells, wanted, "field " + name + ": ");
  if (!result.messages.why().empty())
    on.runtime->note("exchange " + std::string(to_string(result.messages.used())) + ": " + result.messages.why());
  return result;
}

void throw_moved_from() { throw error("a field is used after it was moved from"); }

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

template <int D>
std::vector<std::byte> gather(const grid<D>& on, const box<D>& cells, std::vector<std::byte> own,
                              std::size_t element_bytes, int root) {
  const communicator& world = on.state().runtime->halo;
  if (root < 0 || root >= world.size())
    throw error("gather: there is no rank " + std::to_string(root) + " among " + std::to_string(world.size()));
  if (intersection(cells, {{}, on.cells()}) != cells)
    throw error("gather: cells " + to_string(cells.low) + " to " + to_string(cells.high) + " are not all among the " +
                to_string(on.cells()) + " of the domain");
  std::vector<std::byte> received, whole;
  together(world, "gather: ", [&] {
    if (world.rank() == root) whole.resize(volume(cells) * element_bytes);
  });
  if (world.rank() != root) {
    world.send(own, root, gather_tag);
    return {};
  }
  for (int rank = 0; rank < on.decomposition().active_ranks(); ++rank) {
    const box<D> part = intersection(cells, on.decomposition().part(rank));
    if (rank != root) {
      received.resize(volume(part) * element_bytes);
      world.receive(received, rank, gather_tag);
    }
    if (empty(part)) continue;
    const std::byte* source = rank == root ? own.data() : received.data();
    const std::size_t row_bytes = (part.high[D - 1] - part.low[D - 1]) * element_bytes;
    box<D> rows = part;
    rows.high[D - 1] = rows.low[D - 1] + 1;
    for_each_in(rows, [&](const index<D>& row) {
      std::memcpy(whole.data() + position_in<D>(cells, row) * element_bytes, source, row_bytes);
      source += row_bytes;
    });
  }
  return whole;
}

template field_memory make_field_memory(const grid_state<1>&, const std::string&, std::size_t);
template field_memory make_field_memory(const grid_state<2>&, const std::string&, std::size_t);
template field_memory make_field_memory(const grid_state<3>&, const std::string&, std::size_t);
template std::vector<std::byte> gather(const grid<1>&, const box<1>&, std::vector<std::byte>, std::size_t, int);
template std::vector<std::byte> gather(const grid<2>&, const box<2>&, std::vector<std::byte>, std::size_t, int);
template std::vector<std::byte> gather(const grid<3>&, const box<3>&, std::vector<std::byte>, std::size_t, int);

} // namespace brick::detail
