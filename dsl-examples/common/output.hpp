// SPDX-License-Identifier: MIT
// What an example leaves behind at its end: text on rank 0, a dump, a picture, metrics.
#pragma once

#include <bit>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include <brick/brick.hpp>

#include "options.hpp"

namespace examples {

/// printf on rank 0 only.
[[gnu::format(printf, 2, 3)]] inline void print(const brick::runtime& runtime, const char* format, ...) {
  if (runtime.rank() != 0) return;
  std::va_list arguments;
  va_start(arguments, format);
  std::vprintf(format, arguments);
  va_end(arguments);
}

/// What was run, as words: "17x24x40 cells, 100 steps".
template <int D> [[gnu::cold]] std::string to_string(const options<D>& options) {
  return to_string(options.cells) + " cells, " + std::to_string(options.steps) + " steps";
}

namespace detail {

template <typename T, int D>
void append(const brick::runtime& runtime, std::ofstream& file, const brick::field<T, D>& u) {
  static_assert(std::endian::native == std::endian::little, "dumps are little-endian");
  const std::vector<T> values = u.gather(0);
  if (runtime.rank() == 0)
    file.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size() * sizeof(T)));
}

} // namespace detail

/// Writes the whole fields, one after the other, each row-major in its own element type, from rank 0. Collective.
/// Throws `brick::error` when the file cannot be written.
template <typename... Fields>
void dump(const brick::runtime& runtime, const std::string& name, const Fields&... fields) {
  std::ofstream file;
  if (runtime.rank() == 0) file.open(name, std::ios::binary);
  (detail::append(runtime, file, fields), ...);
  if (runtime.rank() != 0) return;
  file.close();
  if (!file) throw brick::error("cannot write the dump '" + name + "'");
}

/// Serves --out, --png (the first field; in 3-D a slice at a quarter of axis 0) and --metrics. Collective.
template <int D, typename Field, typename... Fields>
void finish(brick::runtime& runtime, const options<D>& options, const Field& first, const Fields&... others) {
  if (!options.out.empty()) dump(runtime, options.out, first, others...);
  if constexpr (D > 1)
    if (!options.png.empty()) brick::save_png(options.png, first, {.axis = 0, .at = options.cells[0] / 4});
  if (options.metrics) print(runtime, "%s", runtime.metrics().text().c_str());
}

} // namespace examples
