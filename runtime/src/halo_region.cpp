// SPDX-License-Identifier: MIT
// Halo regions, and the compression of index lists.
//
// A record that cannot be replaced by a longer one takes a maximal run of consecutive indices as its first row, and as
// many further rows as there are. Only its last row is open to choice: it may be the beginning of a longer run, or the
// first row of another rectangle, which would then be one row taller. So the fewest records for the list from position
// i on are one more than for the list behind the tallest rectangle at i, or behind that without its last row, whichever
// is less: one pass from the end to the start finds the optimum.
#include "brick/halo_region.hpp"

#include <algorithm>
#include <functional>
#include <sstream>
#include <utility>

#include "brick/error.hpp"

namespace brick {

namespace {

/// The rectangle with most rows at one position of the list, and how many of them to take.
struct choice {
  std::int64_t columns = 1; ///< length of the maximal run from here
  std::int64_t rows = 1;    ///< rows there are
  std::int64_t taken = 1;   ///< rows in the best cover
  std::int64_t records = 0; ///< in the best cover of the list from here
};

class cover {
public:
  explicit cover(std::span<const std::int64_t> indices) : indices_(indices), choices_(indices.size() + 1) {
    for (std::int64_t i = size() - 1; i >= 0; --i)
      choose(i);
  }

  [[nodiscard]] std::vector<halo_record> records() const {
    std::vector<halo_record> result;
    for (std::int64_t i = 0; i < size();) {
      const choice& c = choices_[i];
      result.push_back({indices_[i], c.columns, c.taken, c.taken > 1 ? stride(i, c.columns) : 0});
      i += c.taken * c.columns;
    }
    return result;
  }

private:
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(indices_.size()); }
  [[nodiscard]] std::int64_t stride(std::int64_t i, std::int64_t columns) const {
    return indices_[i + columns] - indices_[i];
  }

  /// Whether a run at i of as many elements as `columns` can be cut from the list.
  [[nodiscard]] bool row_fits(std::int64_t i, std::int64_t columns) const {
    return i < size() && choices_[i].columns >= columns;
  }

  [[nodiscard]] std::int64_t rows_at(std::int64_t i) const {
    const std::int64_t columns = choices_[i].columns, next = i + columns;
    if (!row_fits(next, columns)) return 1;
    const bool goes_on = choices_[next].columns == columns && row_fits(next + columns, columns) &&
                         stride(next, columns) == stride(i, columns);
    return goes_on ? choices_[next].rows + 1 : 2;
  }

  void choose(std::int64_t i) {
    choice& c = choices_[i];
    if (i + 1 < size() && indices_[i + 1] == indices_[i] + 1) c.columns = choices_[i + 1].columns + 1;
    c.rows = c.taken = rows_at(i);
    c.records = 1 + choices_[i + c.rows * c.columns].records;
    if (c.rows == 1) return;
    const std::int64_t without_last = 1 + choices_[i + (c.rows - 1) * c.columns].records;
    if (without_last < c.records) c = {c.columns, c.rows, c.rows - 1, without_last};
  }

  std::span<const std::int64_t> indices_;
  std::vector<choice> choices_; // the last stands for the empty list
};

std::ostream& operator<<(std::ostream& out, const halo_record& r) {
  return out << '[' << r.start << ", " << r.columns << ", " << r.rows << ", " << r.stride << ']';
}

[[noreturn]] void refuse(const halo_record& record, const char* why) {
  std::ostringstream text;
  text << "the halo record " << record << " (start, columns, rows, stride) " << why;
  throw error(text.str());
}

/// One past the greatest element of a record that has elements; refuses numbers that do not fit.
std::int64_t end_of(const halo_record& r) {
  std::int64_t way = 0, last = 0, end = 0;
  if (__builtin_mul_overflow(r.rows - 1, r.stride, &way) || __builtin_add_overflow(r.start, way, &last) ||
      __builtin_add_overflow(std::max(r.start, last), r.columns, &end))
    refuse(r, "has elements beyond 2^63");
  if (r.start < 0 || last < 0) refuse(r, "has elements before the array");
  return end;
}

void check_box(std::span<const std::int64_t> extents, std::span<const std::int64_t> low,
               std::span<const std::int64_t> high) {
  const std::size_t dimensions = extents.size();
  if (low.size() != dimensions || high.size() != dimensions)
    throw error("a box of a halo region has " + std::to_string(low.size()) + " lower and " +
                std::to_string(high.size()) + " upper bounds in an array of " + std::to_string(dimensions) +
                " dimensions");
  for (std::size_t axis = 0; axis < dimensions; ++axis)
    if (low[axis] < 0 || high[axis] < low[axis] || high[axis] > extents[axis])
      throw error("a box of a halo region goes from " + std::to_string(low[axis]) + " to " +
                  std::to_string(high[axis]) + " along axis " + std::to_string(axis) + " of an array with " +
                  std::to_string(extents[axis]) + " elements there");
}

/// Refuses a box, of one element at least, whose last one has a number that does not fit.
void check_end(std::span<const std::int64_t> extents, std::span<const std::int64_t> high) {
  std::int64_t end = 1; // one past the last element, on the axes seen so far
  std::string shape;
  bool fits = true;
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    fits =
        fits && !__builtin_mul_overflow(end - 1, extents[axis], &end) && !__builtin_add_overflow(end, high[axis], &end);
    shape += (axis == 0 ? "" : "x") + std::to_string(extents[axis]);
  }
  if (!fits) throw error("a box of a halo region in an array of " + shape + " has elements beyond 2^63");
}

std::int64_t number_of(std::span<const std::int64_t> extents, std::span<const std::int64_t> element) {
  std::int64_t number = 0;
  for (std::size_t axis = 0; axis < extents.size(); ++axis)
    number = number * extents[axis] + element[axis];
  return number;
}

/// So many elements at one distance.
struct steps {
  std::int64_t count = 1, stride = 1;
};

/// What leads from the first element of a box to all others, fastest first: a run of elements, then the axes. Those
/// with one element are left out, and one that goes on where the faster ends is one with it.
std::vector<steps> steps_of(std::span<const std::int64_t> extents, std::span<const std::int64_t> low,
                            std::span<const std::int64_t> high) {
  std::vector<steps> result(1);
  std::uint64_t stride = 1; // wraps around only where no further axis has two elements
  for (std::size_t axis = extents.size(); axis-- > 0; stride *= static_cast<std::uint64_t>(extents[axis])) {
    const steps along{high[axis] - low[axis], static_cast<std::int64_t>(stride)};
    if (along.count == 1) continue;
    steps& faster = result.back();
    if (faster.count * faster.stride == along.stride)
      faster.count *= along.count;
    else
      result.push_back(along);
  }
  return result;
}

/// The elements to which these steps lead from one.
std::vector<std::int64_t> elements_from(std::int64_t first, std::span<const steps> all) {
  std::vector<std::int64_t> result{first};
  for (std::size_t i = all.size(); i-- > 0;) {
    std::vector<std::int64_t> finer;
    for (const std::int64_t start : result)
      for (std::int64_t step = 0; step < all[i].count; ++step)
        finer.push_back(start + step * all[i].stride);
    result = std::move(finer);
  }
  return result;
}

} // namespace

halo_region::halo_region(const std::vector<halo_record>& records) {
  for (const halo_record& record : records)
    add(record);
}

void halo_region::add(halo_record r) {
  if (r.columns < 0) refuse(r, "has a negative number of columns");
  if (r.rows < 0) refuse(r, "has a negative number of rows");
  if (r.columns == 0 || r.rows == 0) return;
  end_ = std::max(end_, end_of(r));
  std::int64_t elements = 0;
  if (__builtin_mul_overflow(r.columns, r.rows, &elements) || __builtin_add_overflow(size_, elements, &size_))
    refuse(r, "has too many elements");
  if (r.rows > 1 && r.stride == r.columns) r = {r.start, elements, 1, 0};
  if (r.rows == 1) r.stride = 0;
  records_.push_back(r);
}

halo_region halo_region::of_indices(std::span<const std::int64_t> indices) {
  for (std::size_t i = 0; i < indices.size(); ++i)
    if (indices[i] < 0)
      throw error("number " + std::to_string(i) +
                  " of the indices of a halo region is negative: " + std::to_string(indices[i]));
  return halo_region(cover(indices).records());
}

halo_region halo_region::of_indices(std::span<const int> indices) {
  return of_indices(std::vector<std::int64_t>(indices.begin(), indices.end()));
}

halo_region halo_region::box(std::span<const std::int64_t> extents, std::span<const std::int64_t> low,
                             std::span<const std::int64_t> high) {
  check_box(extents, low, high);
  const bool has_elements = !extents.empty() && std::ranges::equal(low, high, std::less{});
  if (!has_elements) return {};
  check_end(extents, high);
  const std::vector<steps> all = steps_of(extents, low, high);
  const steps columns = all[0], rows = all.size() > 1 ? all[1] : steps{1, 0};
  const auto others = std::span(all).subspan(std::min<std::size_t>(all.size(), 2));
  halo_region result;
  for (const std::int64_t start : elements_from(number_of(extents, low), others))
    result.add({start, columns.count, rows.count, rows.stride});
  return result;
}

std::vector<std::int64_t> halo_region::indices() const {
  std::vector<std::int64_t> result;
  result.reserve(static_cast<std::size_t>(size_));
  for (const halo_record& r : records_)
    for (std::int64_t row = 0; row < r.rows; ++row)
      for (std::int64_t column = 0; column < r.columns; ++column)
        result.push_back(r.start + row * r.stride + column);
  return result;
}

bool halo_region::repeats() const {
  std::vector<std::pair<std::int64_t, std::int64_t>> runs; // start and end
  for (const halo_record& r : records_)
    for (std::int64_t row = 0; row < r.rows; ++row)
      runs.emplace_back(r.start + row * r.stride, r.start + row * r.stride + r.columns);
  std::ranges::sort(runs);
  return std::ranges::adjacent_find(runs, [](const auto& a, const auto& b) { return b.first < a.second; }) !=
         runs.end();
}

std::string to_string(const halo_region& region) {
  std::ostringstream text;
  const char* separator = "";
  for (const halo_record& record : region.records())
    text << std::exchange(separator, " ") << record;
  return text.str();
}

} // namespace brick
