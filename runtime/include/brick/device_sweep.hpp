// SPDX-License-Identifier: MIT
// Sweeps that brickc has compiled for a device: a block of threads computes a brick, a thread the cells of a column of
// it. Kernels that are compiled for the host run block by block, thread by thread, on the rank's threads.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>

#include "brick/device.hpp"
#include "brick/device_code.hpp"
#include "brick/device_range.hpp"
#include "brick/grid.hpp"
#include "brick/parallel.hpp"
#include "brick/parameter.hpp"
#include "brick/uses.hpp"

namespace brick {

/// Who runs a kernel; generated code calls one of the functions with it.
class device_launch {
public:
  device_launch(detail::cuda_device* device, std::int64_t blocks, int host_threads)
      : device_(device), blocks_(blocks), host_threads_(host_threads) {}

  /// The arguments have exactly the types of the kernel's parameters.
  template <class... Arguments> void on_cuda(const detail::cuda_kernel& kernel, const Arguments&... arguments) const {
    const std::array<const void*, sizeof...(Arguments)> addresses{&arguments...};
    device_->launch(kernel, blocks_, addresses.data());
  }

  /// Blocks of so many threads, one thread after another.
  template <class Kernel, class... Arguments>
  void on_host(int threads, Kernel kernel, const Arguments&... arguments) const {
    detail::parallel(host_threads_, [&](int host_thread) {
      const auto [first, last] = detail::share(blocks_, host_thread, host_threads_);
      device::place& here = device::called_for;
      for (here.block = first; here.block < last; ++here.block)
        for (here.thread = 0; here.thread < threads; ++here.thread)
          kernel(arguments...);
    });
  }

private:
  detail::cuda_device* device_;
  std::int64_t blocks_;
  int host_threads_;
};

namespace detail {

/// What a kernel is told of some bricks of a grid and of the cells of `cells`.
template <auto Stencil, int D, class... Bound>
auto device_range_of(const grid<D>& on, const std::tuple<Bound...>& bound, const std::int32_t* bricks,
                     const box<D>& cells) {
  device_range<generated<Stencil>::fields, D> range{
      bricks, on.kernel_bricks().adjacency(), on.kernel_bricks().lattice(), {}, {}, {}};
  std::int64_t* stride = range.strides;
  for_each_field(bound, [&](const auto& field) { *stride++ = field.brick_stride(); });
  const box<D> wanted = intersection(cells, on.own_cells());
  for (int axis = 0; axis < D; ++axis) {
    range.low[axis] = wanted.low[axis];
    range.high[axis] = wanted.high[axis];
  }
  return range;
}

/// Computes the cells of `cells` that are in a part of the own bricks. A kernel that computes the values of a reduction
/// takes where they go first: all those of a brick, behind those of the brick before.
template <auto Stencil, int D, class... Bound, class... Values>
void sweep_by_kernel(const grid<D>& on, const std::tuple<Bound...>& bound, brick_part part, const box<D>& cells,
                     Values*... values) {
  const std::span<const std::int32_t> bricks = on.kernel_bricks().ids(part);
  if (bricks.empty()) return;
  const auto range = device_range_of<Stencil>(on, bound, bricks.data(), cells);
  const device_launch launch(on.state().runtime->device.get(), std::ssize(bricks), on.threads());
  std::apply([&](const auto&... each) { generated<Stencil>::launch(launch, range, values..., each...); },
             generated_arguments(bound));
}

} // namespace detail

} // namespace brick
