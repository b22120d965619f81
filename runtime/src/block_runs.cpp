// SPDX-License-Identifier: MIT
#include "block_runs.hpp"

#include <cstddef>

namespace brick::detail {

namespace {

/// How many blocks from `first` on are a row: of one length, at equal distances.
std::size_t row_length(const std::vector<extent>& blocks, std::size_t first) {
  const auto alike = [&](std::size_t i) { return i < blocks.size() && blocks[i].length == blocks[first].length; };
  const auto distance = [&](std::size_t i) { return blocks[i + 1].offset - blocks[i].offset; };
  if (!alike(first + 1)) return 1;
  std::size_t last = first + 1;
  while (alike(last + 1) && distance(last) == distance(first))
    ++last;
  // Two blocks are at equal distances by chance: the second one may begin a longer row.
  const bool begins_another =
      last == first + 1 && alike(last + 1) && alike(last + 2) && distance(last) == distance(last + 1);
  return begins_another ? 1 : last - first + 1;
}

block_run row_of(const std::vector<extent>& blocks, std::size_t first, std::size_t count) {
  const extent& block = blocks[first];
  const std::int64_t stride = count > 1 ? blocks[first + 1].offset - block.offset : 0;
  return {block.offset, block.length, static_cast<std::int64_t>(count), stride, 1, 0};
}

/// Whether `row` is the next row of `run`.
bool continues(const block_run& run, const block_run& row) {
  return run.length == row.length && run.count == row.count && run.stride == row.stride && row.rows == 1 &&
         (run.rows == 1 || row.offset == run.offset + run.rows * run.row_stride);
}

/// A run of rows of one block is a row.
block_run simplest(const block_run& run) {
  if (run.count > 1 || run.rows == 1) return run;
  return {run.offset, run.length, run.rows, run.row_stride, 1, 0};
}

} // namespace

std::vector<block_run> compress(const std::vector<extent>& blocks) {
  std::vector<extent> present;
  for (const extent& block : blocks)
    if (block.length > 0) present.push_back(block);
  std::vector<block_run> rows;
  for (std::size_t first = 0; first < present.size(); first += static_cast<std::size_t>(rows.back().count))
    rows.push_back(row_of(present, first, row_length(present, first)));
  return compress_rows(rows);
}

std::vector<block_run> compress_rows(const std::vector<block_run>& rows) {
  std::vector<block_run> result;
  for (const block_run& row : rows) {
    if (bytes(row) == 0) continue;
    if (result.empty() || !continues(result.back(), row)) {
      result.push_back(row);
      continue;
    }
    block_run& run = result.back();
    if (run.rows == 1) run.row_stride = row.offset - run.offset;
    ++run.rows;
  }
  for (block_run& run : result)
    run = simplest(run);
  return result;
}

} // namespace brick::detail
