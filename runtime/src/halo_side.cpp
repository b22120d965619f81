// SPDX-License-Identifier: MIT
#include "halo_side.hpp"

#include "brick/error.hpp"

namespace brick::detail {

namespace {

std::string name_of(bool sends, int id) { return (sends ? "send " : "receive ") + std::to_string(id); }

} // namespace

persistent_request::~persistent_request() {
  int finalized = 0;
  if (handle == MPI_REQUEST_NULL || MPI_Finalized(&finalized) != MPI_SUCCESS || finalized) return;
  MPI_Request_free(&handle);
}

halo_side::halo_side(bool sends, int id, const halo_spec& spec, halo_strategy strategy)
    : sends(sends), id(id), rank(spec.rank), tag(spec.tag), strategy(strategy),
      layout(spec.parts, "halo " + name_of(sends, id)) {
  if (!sends && !packs() && layout.repeats())
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
