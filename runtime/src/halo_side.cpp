// SPDX-License-Identifier: MIT
#include "halo_side.hpp"

#include <climits>

#include "brick/error.hpp"
#include "mpi_errors.hpp"

namespace brick::detail {

namespace {

/// Whether what arrives twice is unpacked twice, one after the other.
bool copies_in_order(halo_strategy strategy) {
  const bool arrays = strategy == halo_strategy::types || strategy == halo_strategy::neighbourhood ||
                      strategy == halo_strategy::maximal_block;
  return !arrays;
}

/// What is wanted, with what is left out chosen.
put_blocks choose_blocks(halo_strategy strategy, const put_message& message, put_blocks wanted,
                         const put_costs& costs) {
  if (strategy == halo_strategy::superpipeline) return choose_superpipeline(costs, message, wanted);
  if (strategy == halo_strategy::packed_put) return {.first = INT_MAX, .factor = 1};
  const put_blocks chosen = choose_fixed_pipeline(costs, message);
  return {.first = wanted.first != 0 ? wanted.first : chosen.first,
          .factor = 1,
          .count_every = wanted.count_every != 0 ? wanted.count_every : chosen.count_every};
}

std::vector<halo_block> cut(halo_strategy strategy, const halo_layout& layout, const put_blocks& wanted,
                            const put_costs& costs) {
  if (!puts(strategy) || strategy == halo_strategy::maximal_block) return {};
  const put_blocks blocks = choose_blocks(strategy, {layout.bytes(), layout.runs()}, wanted, costs);
  std::vector<halo_block> result;
  std::int64_t end = 0, counted = 0;
  for (const std::int64_t size : sizes_of(blocks, layout.bytes())) {
    result.push_back({layout.part(end, end + size), size, false});
    end += size;
    if (blocks.count_every > 0 && end - counted >= blocks.count_every) {
      result.back().counts = true;
      counted = end;
    }
  }
  if (!result.empty()) result.back().counts = true;
  return result;
}

} // namespace

std::string name_of_halo(bool sends, int id) { return (sends ? "halo send " : "halo receive ") + std::to_string(id); }

persistent_request::~persistent_request() {
  if (handle != MPI_REQUEST_NULL && !mpi_has_ended()) MPI_Request_free(&handle);
}

halo_side::halo_side(bool sends, int id, const halo_spec& spec, halo_strategy strategy, const halo_options& options,
                     const put_costs& costs)
    : sends(sends), id(id), name(name_of_halo(sends, id)), rank(spec.rank), tag(spec.tag), strategy(strategy),
      layout(spec.parts, name, options.threads),
      blocks(sends ? cut(strategy, layout, spec.blocks.value_or(options.blocks), costs) : std::vector<halo_block>()) {
  if (!sends && !copies_in_order(strategy) && layout.repeats())
    throw error(name + " has an element twice, which strategy " + std::string(to_string(strategy)) +
                " cannot receive; use packed or persistent");
}

std::string halo_side::exchange() const { return name + ": " + std::string(to_string(strategy)) + " exchange"; }

bool halo_side::packs() const { return strategy == halo_strategy::packed || strategy == halo_strategy::persistent; }

const halo_buffer& halo_side::memory() {
  if (!memory_) memory_ = std::make_shared<message_bytes>(static_cast<std::size_t>(layout.bytes()));
  return memory_;
}

mpi_place halo_side::place(std::span<const halo_array> arrays) {
  if (!packs()) return types_.place(layout, arrays);
  return {memory()->data(), static_cast<int>(layout.bytes()), MPI_BYTE};
}

} // namespace brick::detail
