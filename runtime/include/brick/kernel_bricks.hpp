// SPDX-License-Identifier: MIT
// A rank's bricks as kernels for devices see them: the tables of its layout, in memory that they can read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "brick/device.hpp"
#include "brick/layout.hpp"
#include "brick/storage.hpp"

namespace brick::detail {

template <int D> class kernel_bricks {
public:
  kernel_bricks() = default;

  /// The layout outlives it. Without a device, kernels read the layout's own tables; with one, copies.
  kernel_bricks(const brick_layout<D>& layout, const std::shared_ptr<cuda_device>& device);

  /// Those of a part, in the order of sweeps.
  [[nodiscard]] std::span<const std::int32_t> ids(brick_part part) const {
    return ids_[static_cast<std::size_t>(part)];
  }
  [[nodiscard]] const std::int32_t* adjacency() const { return adjacency_; }
  [[nodiscard]] const std::int64_t* lattice() const { return lattice_; }

  /// So much memory that kernels can write to, until it is asked for again.
  [[nodiscard]] std::byte* room_for_values(std::size_t bytes) const;

  /// Returns when kernels have written there.
  void wait_for_values() const { values_.wait_for_device(); }

private:
  std::shared_ptr<cuda_device> device_;
  storage tables_;
  mutable storage values_;
  std::array<std::span<const std::int32_t>, 3> ids_; ///< by part
  const std::int32_t* adjacency_ = nullptr;
  const std::int64_t* lattice_ = nullptr;
};

extern template class kernel_bricks<1>;
extern template class kernel_bricks<2>;
extern template class kernel_bricks<3>;

} // namespace brick::detail
