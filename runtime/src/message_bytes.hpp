// SPDX-License-Identifier: MIT
// The memory of a message.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace brick::detail {

/// Where each array begins with a cache line.
template <class T> struct line_allocator {
  using value_type = T;
  static constexpr std::align_val_t line{64};

  line_allocator() = default;
  template <class U> line_allocator(const line_allocator<U>&) {} // NOLINT: as the standard wants it

  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), line)); }
  void deallocate(T* memory, std::size_t) { ::operator delete(memory, line); }
  bool operator==(const line_allocator&) const = default;
};

/// So that threads which pack a message together, up to the end of a cache line each, do not pass lines on between
/// them.
using message_bytes = std::vector<std::byte, line_allocator<std::byte>>;

} // namespace brick::detail
