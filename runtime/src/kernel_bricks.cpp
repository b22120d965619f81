// SPDX-License-Identifier: MIT
// Copies of a layout's tables for a device, one behind the other.
#include "brick/kernel_bricks.hpp"

#include <cstring>

namespace brick::detail {

namespace {

constexpr std::array parts{brick_part::all, brick_part::inner, brick_part::surface};

/// Puts tables into a storage, each where it is aligned for all of them.
class table_writer {
public:
  explicit table_writer(std::byte* next) : next_(next) {}

  static std::size_t room_for(std::size_t bytes) { return (bytes + 7) / 8 * 8; }

  template <class T> std::span<const T> put(std::span<const T> table) {
    if (table.empty()) return {};
    auto* const place = reinterpret_cast<T*>(next_);
    std::memcpy(place, table.data(), table.size_bytes());
    next_ += room_for(table.size_bytes());
    return {place, table.size()};
  }

private:
  std::byte* next_;
};

} // namespace

template <int D>
kernel_bricks<D>::kernel_bricks(const brick_layout<D>& layout, const std::shared_ptr<cuda_device>& device)
    : device_(device) {
  const std::span<const std::int32_t> adjacency = layout.adjacency();
  const std::span<const std::int64_t> lattice(layout.lattice(), static_cast<std::size_t>(layout.brick_count()) * D);
  std::size_t bytes = table_writer::room_for(adjacency.size_bytes()) + table_writer::room_for(lattice.size_bytes());
  for (const brick_part part : parts) {
    ids_[static_cast<std::size_t>(part)] = layout.share_of(part, 0, 1);
    bytes += table_writer::room_for(ids(part).size_bytes());
  }
  adjacency_ = adjacency.data();
  lattice_ = lattice.data();
  if (!device) return;
  tables_ = storage::on_device(bytes, device);
  table_writer writer(tables_.data());
  adjacency_ = writer.put(adjacency).data();
  lattice_ = writer.put(lattice).data();
  for (auto& part : ids_)
    part = writer.put(part);
}

template <int D> std::byte* kernel_bricks<D>::room_for_values(std::size_t bytes) const {
  if (values_.size() < bytes) {
    values_ = {};
    values_ = device_ ? storage::on_device(bytes, device_) : storage(bytes, memory::anonymous);
  }
  return values_.data();
}

template class kernel_bricks<1>;
template class kernel_bricks<2>;
template class kernel_bricks<3>;

} // namespace brick::detail
