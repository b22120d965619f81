// SPDX-License-Identifier: MIT
#include "halo_packer.hpp"

#include <map>

namespace brick::detail {

halo_packer::halo_packer(std::span<const halo_layout* const> messages, int threads) {
  std::map<int, std::vector<placed_run>> by_array;
  int buffer = 0;
  for (const halo_layout* message : messages) {
    for (const auto& [array, runs] : runs_by_array(message->pieces(), 0, buffer))
      by_array[array].insert(by_array[array].end(), runs.begin(), runs.end());
    ++buffer;
  }
  block_options options;
  options.threads = threads;
  for (auto& [array, runs] : by_array) {
    bring_together(runs);
    shares_.push_back({array, block_set(runs, options)});
  }
}

void halo_packer::pack(std::span<const halo_array> arrays, std::span<std::byte* const> buffers) const {
  for (const share& s : shares_)
    s.blocks.pack(arrays[s.array].data(), buffers);
}

} // namespace brick::detail
