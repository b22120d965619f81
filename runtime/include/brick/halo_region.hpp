// SPDX-License-Identifier: MIT
// Which elements of an array a halo message takes, in compressed form (Spies, Bienz, Moulton, Olson, Reisner, "Tausch:
// A halo exchange library for large heterogeneous computing systems", section 2.4). All numbers count elements from the
// start of the array.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace brick {

/// `rows` runs of `columns` consecutive elements; each run begins `stride` elements after the one before it.
struct halo_record {
  std::int64_t start = 0;
  std::int64_t columns = 0;
  std::int64_t rows = 1;
  std::int64_t stride = 0; ///< may be negative, or less than `columns`
  friend bool operator==(const halo_record&, const halo_record&) = default;
};

/// An ordered list of elements of an array: the order is that of the elements in a message. It may be any list, sorted
/// or not, with elements that occur twice.
class halo_region {
public:
  halo_region() = default;

  /// The elements of these records, one record after the other. Rows that continue each other become one row; the rest
  /// stays as it is given. Throws `error` for negative columns, rows or elements.
  explicit halo_region(const std::vector<halo_record>& records);

  /// The elements in this order, in the fewest records that give it. Throws `error` for negative ones.
  static halo_region of_indices(std::span<const std::int64_t> indices);
  static halo_region of_indices(std::span<const int> indices);

  /// The box `low` <= index < `high` of an array of `extents`, the last index running fastest. Throws `error` unless
  /// the box lies in the array, all three have one length, and the numbers of its elements fit.
  static halo_region box(std::span<const std::int64_t> extents, std::span<const std::int64_t> low,
                         std::span<const std::int64_t> high);

  [[nodiscard]] const std::vector<halo_record>& records() const { return records_; }

  /// The list of elements.
  [[nodiscard]] std::vector<std::int64_t> indices() const;

  /// How many elements, those that occur twice counted twice.
  [[nodiscard]] std::int64_t size() const { return size_; }

  /// One past the greatest element: how long the array must be.
  [[nodiscard]] std::int64_t end() const { return end_; }

  /// Whether an element occurs twice.
  [[nodiscard]] bool repeats() const;

  friend bool operator==(const halo_region&, const halo_region&) = default;

private:
  void add(halo_record record);

  std::vector<halo_record> records_;
  std::int64_t size_ = 0, end_ = 0;
};

/// One line: `[8, 2, 5, 10]` a record.
std::string to_string(const halo_region& region);

} // namespace brick
