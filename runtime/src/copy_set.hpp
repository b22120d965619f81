// SPDX-License-Identifier: MIT
// Copies inside a storage, many of them alike: cells across a seam, ghost bricks of a neighbour on the node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "brick/transfer.hpp"

namespace brick::detail {

/// `count` copies of `length` bytes over the same `distance`, from sources `stride` bytes apart.
struct copy_run {
  std::int64_t source = 0, distance = 0, length = 0, count = 1, stride = 0;
  friend bool operator==(const copy_run&, const copy_run&) = default;
};

/// The copies as few runs, in the order of the first copy of each. Long ones become runs of a few kilobytes, so that
/// threads can share them.
std::vector<copy_run> copy_runs_of(const std::vector<local_copy>& copies);

/// The same copies of any storage, again and again. No destination may overlap another one, nor any source.
class copy_set {
public:
  copy_set() = default;

  /// By so many threads, if there are so many bytes of lines: each takes about as much, one after the other in the
  /// order of the copies.
  copy_set(const std::vector<local_copy>& copies, int threads, std::int64_t threaded_bytes);

  /// Copies everything in the storage that begins at `base`.
  void copy(std::byte* base) const;

private:
  std::vector<std::vector<copy_run>> shares_; ///< by thread
};

} // namespace brick::detail
