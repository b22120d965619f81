// SPDX-License-Identifier: MIT
// Sets of blocks, compressed (Schneider, Gerstenberger, Hoefler, "Compiler optimizations for non-contiguous remote data
// movement": the minimal set of section 2, in the form that the copy loops of section 3 want).
#pragma once

#include <cstdint>
#include <vector>

#include "brick/transfer.hpp"

namespace brick::detail {

/// `rows` rows of `count` blocks of `length` bytes: in a row each block begins `stride` bytes after the one before it,
/// each row `row_stride` bytes after the row before it. Strides may be negative or less than what they step over.
struct block_run {
  std::int64_t offset = 0, length = 0;
  std::int64_t count = 1, stride = 0;
  std::int64_t rows = 1, row_stride = 0;
  friend bool operator==(const block_run&, const block_run&) = default;
};

[[nodiscard]] inline std::int64_t bytes(const block_run& run) { return run.length * run.count * run.rows; }

/// The same blocks in the same order in few runs. Empty blocks disappear, nothing else is joined or sorted.
std::vector<block_run> compress(const std::vector<extent>& blocks);

/// The same for runs of one row, which become rows where they are alike.
std::vector<block_run> compress_rows(const std::vector<block_run>& rows);

} // namespace brick::detail
