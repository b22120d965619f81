// SPDX-License-Identifier: MIT
// What fake_cuda.cpp takes for an image of kernels, where CUDA's driver has a fat binary.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace fake_cuda {

/// A function that runs one thread of a kernel.
struct kernel {
  const char* name;
  void (*run)(std::int64_t block, int thread, void* const* arguments);
  std::span<const std::size_t> argument_bytes; ///< of each, since a launch is given their addresses only
};

inline constexpr std::uint64_t is_image = 0x62726963'6b637564;

struct image {
  std::uint64_t magic; ///< `is_image`
  std::span<const kernel> kernels;
};

} // namespace fake_cuda
