// SPDX-License-Identifier: MIT
// PNG files by libpng, and the colour map.
#include "brick/picture.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>

#include <png.h>

#include "agreement.hpp"

namespace brick::detail {

namespace {

using colour = std::array<png_byte, 3>;
constexpr colour not_a_number{128, 128, 128};

/// The "viridis" map (van der Walt and Smith, 2015), even in lightness: the polynomials of degree 6 that M. Zucker
/// fitted to it, highest power first, for red, green and blue. `x` is in [0, 1].
colour viridis(double x) {
  static constexpr double coefficients[7][3] = {{-5.435455855934631, 4.645852612178535, 26.3124352495832},
                                                {4.776384997670288, -13.74514537774601, -65.35303263337234},
                                                {6.228269936347081, 14.17993336680509, 56.69055260068105},
                                                {-4.634230498983486, -5.799100973351585, -19.33244095627987},
                                                {-0.3308618287255563, 0.214847559468213, 0.09509516302823659},
                                                {0.1050930431085774, 1.404613529898575, 1.384590162594685},
                                                {0.2777273272234177, 0.005407344544966578, 0.3340998053353061}};
  colour result{};
  for (int channel = 0; channel < 3; ++channel) {
    double value = 0;
    for (const auto& row : coefficients)
      value = value * x + row[channel];
    result[channel] = static_cast<png_byte>(std::lround(std::clamp(value, 0.0, 1.0) * 255));
  }
  return result;
}

struct range {
  double low, high;
};

range range_of(std::span<const double> values, const slice& scale) {
  range found{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (double value : values)
    if (std::isfinite(value)) found = {std::min(found.low, value), std::max(found.high, value)};
  return {scale.low.value_or(found.low), scale.high.value_or(found.high)};
}

colour colour_of(double value, const range& scale) {
  if (!std::isfinite(value)) return not_a_number;
  const double width = scale.high - scale.low;
  return viridis(width > 0 ? std::clamp((value - scale.low) / width, 0.0, 1.0) : 0.5);
}

/// The planes of a domain that a picture may show.
void check_plane(const index<3>& cells, int axis, std::int64_t at) {
  if (axis < 0 || axis >= 3) throw error("save_png: there is no axis " + std::to_string(axis) + " in 3-D");
  if (at < 0 || at >= cells[axis])
    throw error("save_png: cell " + std::to_string(at) + " on axis " + std::to_string(axis) + " is not in the " +
                to_string(cells) + " cells of the domain");
}

} // namespace

box<2> picture_cells(const index<2>& cells, const slice& plane) {
  if (plane.axis != 0 || plane.at) throw error("save_png: a 2-D field is shown whole, there is no plane to choose");
  return {{}, cells};
}

box<3> picture_cells(const index<3>& cells, const slice& plane) {
  const bool known = plane.axis >= 0 && plane.axis < 3;
  const std::int64_t at = plane.at.value_or(known ? cells[plane.axis] / 2 : 0);
  check_plane(cells, plane.axis, at);
  box<3> result{{}, cells};
  result.low[plane.axis] = at;
  result.high[plane.axis] = at + 1;
  return result;
}

void write_png(const std::string& path, std::span<const double> values, std::int64_t rows, std::int64_t columns,
               const slice& scale) {
  const range limits = range_of(values, scale);
  std::vector<png_byte> pixels;
  pixels.reserve(values.size() * 3);
  for (double value : values)
    for (png_byte channel : colour_of(value, limits))
      pixels.push_back(channel);

  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(columns);
  image.height = static_cast<png_uint_32>(rows);
  image.format = PNG_FORMAT_RGB;
  // Not by png_image_write_to_file, which removes what it cannot write: links and devices, too.
  errno = 0;
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  const bool written = file && png_image_write_to_stdio(&image, file, 0, pixels.data(), 0, nullptr);
  const bool closed = file && std::fclose(file) == 0;
  const std::string reason = errno ? std::strerror(errno) : image.message;
  png_image_free(&image);
  if (!written || !closed) throw error("save_png: " + path + " cannot be written: " + reason);
}

void write_png_on_root(const communicator& world, const std::string& path, std::span<const double> values,
                       std::int64_t rows, std::int64_t columns, const slice& scale) {
  together(world, "", [&] {
    if (world.rank() == 0) write_png(path, values, rows, columns, scale);
  });
}

} // namespace brick::detail
