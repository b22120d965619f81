// SPDX-License-Identifier: MIT
// A picture of a field.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "brick/error.hpp"
#include "brick/field.hpp"

namespace brick {

/// Which plane of a 3-D field a picture shows, and its colour scale. 2-D fields are shown whole.
struct slice {
  int axis = 0;                        ///< the plane is normal to this axis
  std::optional<std::int64_t> at{};    ///< cell along it; the middle by default
  std::optional<double> low{}, high{}; ///< values of the darkest and brightest colour; the plane's own range by default
};

namespace detail {

/// Writes `rows` x `columns` values as a PNG with a perceptually uniform colour map; values that are not finite are
/// grey. Throws `error` when the file cannot be written.
void write_png(const std::string& path, std::span<const double> values, std::int64_t rows, std::int64_t columns,
               const slice& scale);

/// Runs `write_png` on rank 0 and throws on every rank where it fails. Collective.
void write_png_on_root(const communicator& world, const std::string& path, std::span<const double> values,
                       std::int64_t rows, std::int64_t columns, const slice& scale);

/// The cells of a picture; throws `error` when `plane` is not in the domain, or chosen where there is only one.
box<2> picture_cells(const index<2>& cells, const slice& plane);
box<3> picture_cells(const index<3>& cells, const slice& plane);

} // namespace detail

/// Writes a plane of a 2-D or 3-D field to `path` as a PNG, one pixel a cell, the slower axis downwards. Rank 0 writes.
/// Throws `error` on every rank when the plane is not in the domain, or one is chosen of a 2-D field, or the file
/// cannot be written. Collective.
template <class T, int D> void save_png(const std::string& path, const field<T, D>& values, const slice& plane = {}) {
  static_assert(D == 2 || D == 3, "brick::save_png shows 2-D fields and planes of 3-D fields; a 1-D field has neither");
  const box<D> cells = detail::picture_cells(values.grid().cells(), plane);
  const std::vector<T> gathered = values.gather(cells, 0);
  const std::vector<double> pixels(gathered.begin(), gathered.end());
  const std::int64_t columns =
      D == 3 && plane.axis == D - 1 ? cells.high[D - 2] - cells.low[D - 2] : cells.high[D - 1] - cells.low[D - 1];
  detail::write_png_on_root(values.grid().world(), path, pixels, volume(cells) / columns, columns, plane);
}

} // namespace brick
