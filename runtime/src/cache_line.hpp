// SPDX-License-Identifier: MIT
// Cache lines, and memory that begins with one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

namespace brick::detail {

inline constexpr std::int64_t line = 64; ///< bytes

template <class T> struct line_allocator {
  using value_type = T;

  line_allocator() = default;
  template <class U> line_allocator(const line_allocator<U>&) {} // NOLINT: as the standard wants it

  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(count * sizeof(T), std::align_val_t{line})); }
  void deallocate(T* memory, std::size_t) { ::operator delete(memory, std::align_val_t{line}); }
  bool operator==(const line_allocator&) const = default;
};

/// What messages are packed into: threads that do so together end their shares with a line (block_set).
using message_bytes = std::vector<std::byte, line_allocator<std::byte>>;

} // namespace brick::detail
