// SPDX-License-Identifier: MIT
#include "halo_layout.hpp"

#include <algorithm>
#include <climits>
#include <cstring>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "brick/error.hpp"

namespace brick::detail {

namespace {

/// Copies rows of a length known to the compiler, which makes moves of them.
template <std::int64_t Bytes>
void copy_short_rows(std::byte* to, std::int64_t to_stride, const std::byte* from, std::int64_t from_stride,
                     std::int64_t rows) {
  for (std::int64_t row = 0; row < rows; ++row)
    std::memcpy(to + row * to_stride, from + row * from_stride, Bytes);
}

void copy_rows(std::byte* to, std::int64_t to_stride, const std::byte* from, std::int64_t from_stride,
               const halo_piece& p) {
  switch (p.columns) {
  case 4:
    return copy_short_rows<4>(to, to_stride, from, from_stride, p.rows);
  case 8:
    return copy_short_rows<8>(to, to_stride, from, from_stride, p.rows);
  case 16:
    return copy_short_rows<16>(to, to_stride, from, from_stride, p.rows);
  default:
    break;
  }
  for (std::int64_t row = 0; row < p.rows; ++row)
    std::memcpy(to + row * to_stride, from + row * from_stride, static_cast<std::size_t>(p.columns));
}

void unpack_piece(const halo_piece& p, std::byte* array, const std::byte* buffer) {
  copy_rows(array + p.start, p.stride, buffer, p.columns, p);
}

/// The part of a piece that begins at byte `begin` of it: the rest of a row or, at the begin of one, whole rows up to
/// `end`, or what there is of one.
halo_piece part_of(const halo_piece& p, std::int64_t begin, std::int64_t end) {
  const std::int64_t row = begin / p.columns, column = begin % p.columns;
  const std::int64_t rows = column == 0 ? (end - begin) / p.columns : 0;
  halo_piece part{p.array, p.start + row * p.stride + column, p.columns, rows, p.stride};
  if (rows > 0) return part;
  part.rows = 1;
  part.columns = std::min(end - begin, p.columns - column);
  return part;
}

/// Walks through the contiguous runs of a layout.
class run_cursor {
public:
  run_cursor(const halo_layout& layout, std::span<const halo_array> arrays)
      : piece_(layout.pieces().begin()), arrays_(arrays) {}

  [[nodiscard]] std::int64_t left() const { return piece_->columns - done_; }
  [[nodiscard]] std::byte* place() const {
    return arrays_[piece_->array].data() + piece_->start + row_ * piece_->stride + done_;
  }
  void advance(std::int64_t bytes) {
    done_ += bytes;
    if (done_ < piece_->columns) return;
    done_ = 0;
    if (++row_ < piece_->rows) return;
    row_ = 0;
    ++piece_;
  }

private:
  std::vector<halo_piece>::const_iterator piece_;
  std::span<const halo_array> arrays_;
  std::int64_t row_ = 0, done_ = 0;
};

std::string elements(std::int64_t count, std::size_t bytes) {
  return std::to_string(count) + " elements of " + std::to_string(bytes) + " bytes";
}

/// The runs of these pieces, which are in a buffer one behind the other, from `place` on; one entry for each sequence
/// of pieces of one array.
std::vector<array_runs> runs_by_array(std::span<const halo_piece> pieces, std::int64_t place, int buffer = 0) {
  std::vector<array_runs> result;
  for (std::size_t first = 0, last = 0; first < pieces.size(); first = last) {
    std::vector<block_run> rows;
    for (; last < pieces.size() && pieces[last].array == pieces[first].array; ++last)
      rows.push_back({pieces[last].start, pieces[last].columns, pieces[last].rows, pieces[last].stride});
    array_runs& of = result.emplace_back(pieces[first].array);
    append(of.runs, compress_rows(rows), place, buffer);
    for (const block_run& row : rows)
      place += bytes(row);
  }
  return result;
}

} // namespace

halo_layout::halo_layout(const std::vector<halo_part>& parts, const std::string& what, int threads)
    : threads_(threads) {
  for (const halo_part& part : parts) {
    add_need(part, what);
    const auto size = static_cast<std::int64_t>(part.element_bytes);
    for (const halo_record& r : part.region.records()) {
      pieces_.push_back({part.array, r.start * size, r.columns * size, r.rows, r.stride * size});
      ends_.push_back((ends_.empty() ? 0 : ends_.back()) + r.columns * size * r.rows);
    }
    bytes_ += part.region.size() * size;
    if (bytes_ > INT_MAX)
      throw error(what + " has more than the " + std::to_string(INT_MAX) + " bytes that MPI carries in one message");
  }
  blocks_ = array_blocks(runs_by_array(pieces_, 0), threads_);
}

bool halo_layout::repeats() const {
  std::vector<std::tuple<int, std::int64_t, std::int64_t>> rows; // array, begin and end
  for (const halo_piece& p : pieces_)
    for (std::int64_t row = 0; row < p.rows; ++row)
      rows.emplace_back(p.array, p.start + row * p.stride, p.start + row * p.stride + p.columns);
  std::ranges::sort(rows);
  const auto overlap = [](const auto& a, const auto& b) {
    return std::get<0>(a) == std::get<0>(b) && std::get<1>(b) < std::get<2>(a);
  };
  return std::ranges::adjacent_find(rows, overlap) != rows.end();
}

void halo_layout::add_need(const halo_part& part, const std::string& what) {
  const std::string number = std::to_string(part.array);
  if (part.array < 0) throw error(what + " names array " + number + "; arrays are counted from 0");
  if (part.element_bytes == 0) throw error(what + " has elements of 0 bytes in array " + number);
  std::int64_t bytes = 0;
  if (part.element_bytes > INT_MAX ||
      __builtin_mul_overflow(std::max(part.region.end(), part.region.size()), part.element_bytes, &bytes))
    throw error(what + " has " + elements(part.region.size(), part.element_bytes) + " in array " + number +
                ", which are too many");
  const auto known = std::ranges::find(needs_, part.array, &need::array);
  if (known == needs_.end()) {
    needs_.push_back({part.array, part.region.end(), part.element_bytes});
    return;
  }
  if (known->element_bytes != part.element_bytes)
    throw error(what + " has elements of " + std::to_string(known->element_bytes) + " bytes and of " +
                std::to_string(part.element_bytes) + " bytes in array " + number);
  known->length = std::max(known->length, part.region.end());
}

void halo_layout::append(const halo_layout& other) {
  pieces_.insert(pieces_.end(), other.pieces_.begin(), other.pieces_.end());
  for (std::int64_t end : other.ends_)
    ends_.push_back(bytes_ + end);
  bytes_ += other.bytes_;
  blocks_ = array_blocks(runs_by_array(pieces_, 0), threads_);
}

void halo_layout::check(int number, const halo_array& array, const std::string& what) const {
  const auto known = std::ranges::find(needs_, number, &need::array);
  const auto name = [&] { return "array " + std::to_string(number); };
  if (known == needs_.end()) throw error(what + " takes nothing from " + name());
  if (array.element_bytes() != known->element_bytes)
    throw error(what + ": " + name() + " has elements of " + std::to_string(array.element_bytes()) +
                " bytes, but the halo has elements of " + std::to_string(known->element_bytes));
  if (array.length() < known->length)
    throw error(what + ": " + name() + " has " + std::to_string(array.length()) +
                " elements, but the region reaches element " + std::to_string(known->length - 1));
  if (!array.data() && known->length > 0) throw error(what + ": " + name() + " is a null pointer");
}

void halo_layout::check(std::span<const halo_array> arrays, const std::string& what) const {
  for (const need& n : needs_) {
    if (n.array >= static_cast<std::int64_t>(arrays.size()))
      throw error(what + " needs array " + std::to_string(n.array) + ", but " + std::to_string(arrays.size()) +
                  " arrays are given");
    check(n.array, arrays[n.array], what);
  }
}

void halo_layout::pack(std::span<const halo_array> arrays, std::byte* buffer) const { blocks_.pack(arrays, buffer); }

void halo_layout::unpack(std::span<const halo_array> arrays, const std::byte* buffer) const {
  blocks_.unpack(arrays, buffer);
}

std::int64_t halo_layout::runs() const {
  return std::accumulate(pieces_.begin(), pieces_.end(), std::int64_t{0},
                         [](std::int64_t sum, const halo_piece& p) { return sum + p.rows; });
}

/// Calls `visit_part(piece, at)` for pieces that together are the bytes `begin` to `end` of the message, each with
/// where it begins in the message.
template <class Visit> void halo_layout::visit(std::int64_t begin, std::int64_t end, Visit&& visit_part) const {
  for (auto i = std::ranges::upper_bound(ends_, begin) - ends_.begin(); begin < end; ++i) {
    const halo_piece& p = pieces_[i];
    const std::int64_t start = ends_[i] - p.columns * p.rows;
    while (begin < std::min(end, ends_[i])) {
      const halo_piece part = part_of(p, begin - start, std::min(end, ends_[i]) - start);
      visit_part(part, begin);
      begin += part.columns * part.rows;
    }
  }
}

array_blocks halo_layout::part(std::int64_t begin, std::int64_t end) const {
  std::vector<halo_piece> pieces;
  visit(begin, end, [&](const halo_piece& p, std::int64_t) { pieces.push_back(p); });
  return {runs_by_array(pieces, begin), threads_};
}

void halo_layout::unpack(std::span<const halo_array> arrays, const std::byte* buffer, std::int64_t begin,
                         std::int64_t end) const {
  if (begin == 0 && end == bytes_) return unpack(arrays, buffer);
  visit(begin, end,
        [&](const halo_piece& p, std::int64_t at) { unpack_piece(p, arrays[p.array].data(), buffer + at); });
}

void halo_layout::pack(int number, const halo_array& array, std::byte* buffer) const {
  blocks_.pack(number, array, buffer);
}

void halo_layout::unpack(int number, const halo_array& array, const std::byte* buffer) const {
  blocks_.unpack(number, array, buffer);
}

array_blocks packed_at_once(std::span<const halo_layout* const> messages, int threads) {
  std::map<int, std::vector<placed_run>> by_array;
  int buffer = 0;
  for (const halo_layout* message : messages) {
    for (const auto& [array, runs] : runs_by_array(message->pieces(), 0, buffer))
      by_array[array].insert(by_array[array].end(), runs.begin(), runs.end());
    ++buffer;
  }
  std::vector<array_runs> result;
  for (auto& [array, runs] : by_array) {
    bring_together(runs);
    result.push_back({array, std::move(runs)});
  }
  return {result, threads};
}

void copy(const halo_layout& from, std::span<const halo_array> sources, const halo_layout& to,
          std::span<const halo_array> targets) {
  run_cursor source(from, sources), target(to, targets);
  for (std::int64_t left = from.bytes(); left > 0;) {
    const std::int64_t bytes = std::min(source.left(), target.left());
    std::memcpy(target.place(), source.place(), static_cast<std::size_t>(bytes));
    source.advance(bytes);
    target.advance(bytes);
    left -= bytes;
  }
}

} // namespace brick::detail
