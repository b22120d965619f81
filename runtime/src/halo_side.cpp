// SPDX-License-Identifier: MIT
#include "halo_side.hpp"

#include <climits>

#include "brick/error.hpp"

namespace brick::detail {

namespace {

std::string name_of(bool sends, int id) { return (sends ? "send " : "receive ") + std::to_string(id); }

/// Whether what arrives twice is unpacked twice, one after the other.
bool copies_in_order(halo_strategy strategy) {
  const bool arrays = strategy == halo_strategy::types || strategy == halo_strategy::neighbourhood ||
                      strategy == halo_strategy::maximal_block;
  return !arrays;
}

std::vector<std::int64_t> block_sizes(halo_strategy strategy, const halo_layout& layout, put_blocks wanted,
                                      const put_costs& costs) {
  const put_message message{layout.bytes(), layout.runs()};
  switch (strategy) {
  case halo_strategy::packed_put:
    return sizes_of({.first = INT_MAX, .factor = 1, .most = 0}, message.bytes);
  case halo_strategy::fixed_pipeline:
    if (wanted.first == 0) wanted = choose_fixed_pipeline(costs, message);
    return sizes_of({.first = wanted.first, .factor = 1, .most = 0}, message.bytes);
  case halo_strategy::superpipeline:
    return sizes_of(choose_superpipeline(costs, message, wanted), message.bytes);
  default:
    return {};
  }
}

} // namespace

persistent_request::~persistent_request() {
  int finalized = 0;
  if (handle == MPI_REQUEST_NULL || MPI_Finalized(&finalized) != MPI_SUCCESS || finalized) return;
  MPI_Request_free(&handle);
}

halo_side::halo_side(bool sends, int id, const halo_spec& spec, halo_strategy strategy, const halo_options& options)
    : sends(sends), id(id), rank(spec.rank), tag(spec.tag), strategy(strategy),
      layout(spec.parts, "halo " + name_of(sends, id), options.threads),
      blocks(sends ? block_sizes(strategy, layout, spec.blocks.value_or(options.blocks), options.costs)
                   : std::vector<std::int64_t>()) {
  if (!sends && !copies_in_order(strategy) && layout.repeats())
    throw error("halo " + name() + " has an element twice, which strategy " + std::string(to_string(strategy)) +
                " cannot receive; use packed or persistent");
}

std::string halo_side::name() const { return name_of(sends, id); }

bool halo_side::packs() const { return strategy == halo_strategy::packed || strategy == halo_strategy::persistent; }

const halo_buffer& halo_side::memory() {
  if (!memory_) memory_ = std::make_shared<std::vector<std::byte>>(static_cast<std::size_t>(layout.bytes()));
  return memory_;
}

mpi_place halo_side::place(std::span<const halo_array> arrays) {
  if (!packs()) return types_.place(layout, arrays);
  return {memory()->data(), static_cast<int>(layout.bytes()), MPI_BYTE};
}

} // namespace brick::detail
