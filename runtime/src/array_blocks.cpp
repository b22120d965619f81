// SPDX-License-Identifier: MIT
#include "array_blocks.hpp"

namespace brick::detail {

array_blocks::array_blocks(const std::vector<array_runs>& runs, int threads) {
  block_options options;
  options.methods = &measured_copy_methods();
  options.threads = threads;
  for (const auto& [array, runs_of_array] : runs)
    parts_.push_back({array, block_set(runs_of_array, options)});
}

void array_blocks::pack(std::span<const halo_array> arrays, std::span<std::byte* const> buffers) const {
  for (const part& p : parts_)
    p.blocks.pack(arrays[p.array].data(), buffers);
}

void array_blocks::unpack(std::span<const halo_array> arrays, const std::byte* buffer) const {
  for (const part& p : parts_)
    p.blocks.unpack(arrays[p.array].data(), buffer);
}

void array_blocks::pack_share(std::span<const halo_array> arrays, std::span<std::byte* const> buffers, int thread,
                              int threads) const {
  for (const part& p : parts_)
    p.blocks.pack_share(arrays[p.array].data(), buffers, thread, threads);
}

void array_blocks::pack(int number, const halo_array& array, std::byte* buffer) const {
  for (const part& p : parts_)
    if (p.array == number) p.blocks.pack(array.data(), buffer);
}

void array_blocks::unpack(int number, const halo_array& array, const std::byte* buffer) const {
  for (const part& p : parts_)
    if (p.array == number) p.blocks.unpack(array.data(), buffer);
}

} // namespace brick::detail
