// SPDX-License-Identifier: MIT
// The bytes of a halo message: which bytes of which arrays, in order, and copying them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "array_blocks.hpp"
#include "brick/halo.hpp"

namespace brick::detail {

/// A record of a region in bytes, in one of the arrays of the calls.
struct halo_piece {
  int array = 0;
  std::int64_t start = 0, columns = 0, rows = 0, stride = 0;
};

/// The parts of one side of a message, checked and in bytes. Errors begin with `what`, which names the halo. Large ones
/// are packed and unpacked by `threads` threads.
class halo_layout {
public:
  halo_layout() = default;
  halo_layout(const std::vector<halo_part>& parts, const std::string& what, int threads);

  /// Adds the bytes of another layout behind its own.
  void append(const halo_layout& other);

  [[nodiscard]] std::int64_t bytes() const { return bytes_; }
  [[nodiscard]] const std::vector<halo_piece>& pieces() const { return pieces_; }
  [[nodiscard]] std::int64_t runs() const; ///< contiguous ones, as they are copied
  [[nodiscard]] bool repeats() const;      ///< whether a byte of an array occurs twice, be it in two parts

  /// Throws `error` when there is no such array here, it is too short, or its elements have another size.
  void check(int number, const halo_array& array, const std::string& what) const;
  void check(std::span<const halo_array> arrays, const std::string& what) const;

  /// Copies between arrays and a buffer of bytes() bytes.
  void pack(std::span<const halo_array> arrays, std::byte* buffer) const;
  void unpack(std::span<const halo_array> arrays, const std::byte* buffer) const;

  /// Bytes `begin` to `end` of the message, cut out once to be packed many times, to their places in its buffer.
  [[nodiscard]] array_blocks part(std::int64_t begin, std::int64_t end) const;

  /// The same for bytes `begin` to `end` of the message only.
  void unpack(std::span<const halo_array> arrays, const std::byte* buffer, std::int64_t begin, std::int64_t end) const;

  /// The same for the pieces in array `number` only.
  void pack(int number, const halo_array& array, std::byte* buffer) const;
  void unpack(int number, const halo_array& array, const std::byte* buffer) const;

private:
  struct need { // of an array
    int array = 0;
    std::int64_t length = 0;
    std::size_t element_bytes = 0;
  };
  void add_need(const halo_part& part, const std::string& what);
  template <class Visit> void visit(std::int64_t begin, std::int64_t end, Visit&& visit_part) const;

  std::vector<halo_piece> pieces_;
  std::vector<std::int64_t> ends_; // where in the message each piece ends
  array_blocks blocks_;            ///< the pieces once more, as they are copied
  std::vector<need> needs_;
  std::int64_t bytes_ = 0;
  int threads_ = 1;
};

/// What all these messages have of each array in one go, a buffer for each message: `threads` share out the whole, and
/// a cache line that two messages have a part of, as the faces at both ends of an array's rows do, is loaded once. The
/// layouts are not used later.
[[nodiscard]] array_blocks packed_at_once(std::span<const halo_layout* const> messages, int threads);

/// Straight from arrays to arrays; the layouts have as many bytes.
void copy(const halo_layout& from, std::span<const halo_array> sources, const halo_layout& to,
          std::span<const halo_array> targets);

} // namespace brick::detail
