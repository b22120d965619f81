// SPDX-License-Identifier: MIT
#include "random_configuration.hpp"

#include <algorithm>
#include <random>

namespace brick_test {

namespace {

using brick::boundary_kind;

constexpr std::int64_t most_cells = 5000; ///< of a domain: many small ones find more than a few large ones

/// Draws that are the same with every standard library, unlike those of its distributions.
class draws {
public:
  explicit draws(unsigned seed) {
    std::seed_seq sequence{seed}; // neighbouring numbers alone would begin alike
    random_.seed(sequence);
  }

  std::int64_t between(std::int64_t least, std::int64_t most) {
    return least + static_cast<std::int64_t>(random_()) % (most - least + 1);
  }
  bool one_in(int n) { return between(1, n) == 1; }
  template <class T, std::size_t N> T one_of(const T (&choices)[N]) {
    return choices[static_cast<std::size_t>(between(0, std::int64_t{N} - 1))];
  }

private:
  std::mt19937 random_;
};

/// Extents of bricks, odd ones among them. Their bytes should divide a few pages, or regions on pages get vast: so one
/// axis at most has an odd factor.
void draw_brick(draws& draw, random_configuration& c) {
  const auto odd = draw.one_in(2) ? draw.between(0, c.dims - 1) : -1;
  for (int a = 0; a < c.dims; ++a) {
    const bool last = a == c.dims - 1;
    if (a == odd)
      c.brick[a] = last ? draw.one_of({3, 5, 6, 12}) : draw.one_of({3, 5, 6});
    else
      c.brick[a] = last ? draw.one_of({2, 4, 8, 16}) : draw.one_of({1, 2, 4, 8});
  }
}

random_side draw_wall(draws& draw) {
  random_side side;
  side.kind = draw.one_in(3)   ? boundary_kind::neumann
              : draw.one_in(3) ? boundary_kind::ghost
                               : boundary_kind::dirichlet;
  side.value = static_cast<int>(draw.between(-9, 9));
  side.function = draw.one_in(3);
  return side;
}

/// A periodic axis in five of nine; the same axes for all fields.
void draw_sides(draws& draw, random_configuration& c) {
  for (int a = 0; a < c.dims; ++a) {
    if (draw.between(1, 9) <= 5) continue;
    for (int high : {0, 1}) {
      c.sides[a][high] = draw_wall(draw);
      c.other_sides[a][high] = draw_wall(draw);
    }
  }
}

/// From narrower than a brick to several bricks, ending with a whole one or not.
void draw_cells(draws& draw, random_configuration& c) {
  const int most_bricks = c.dims == 1 ? 24 : c.dims == 2 ? 8 : 5;
  std::int64_t cells = 1;
  for (int a = 0; a < c.dims; ++a) {
    c.halo[a] = draw.one_in(10) ? 0 : draw.between(1, c.brick[a]);
    c.radius[a] = draw.one_in(2) ? c.halo[a] : draw.between(0, c.halo[a]);
    const std::int64_t room = std::max<std::int64_t>(1, most_cells / cells / c.brick[a]);
    const std::int64_t whole = std::min(room, draw.between(1, most_bricks)) * c.brick[a];
    c.cells[a] = draw.one_in(2) ? whole : draw.between(std::max<std::int64_t>(1, c.halo[a]), whole);
    cells *= c.cells[a];
  }
}

constexpr std::array names{"float", "double", "int", "int64", "int16"}; // of random_element

std::string text_of(const random_side& side) {
  switch (side.kind) {
  case boundary_kind::periodic:
    return "periodic";
  case boundary_kind::neumann:
    return "neumann";
  case boundary_kind::ghost:
    return "ghost";
  case boundary_kind::dirichlet:
    break;
  }
  return (side.function ? "function " : "") + std::to_string(side.value);
}

std::string text_of(const std::array<std::array<random_side, 2>, 3>& sides, int dims) {
  std::string text;
  for (int a = 0; a < dims; ++a)
    text += (a ? " | " : "") + (sides[a][0].kind == boundary_kind::periodic
                                    ? text_of(sides[a][0])
                                    : text_of(sides[a][0]) + ", " + text_of(sides[a][1]));
  return text;
}

std::string text_of(const std::array<std::int64_t, 3>& axes, int dims) {
  std::string text;
  for (int a = 0; a < dims; ++a)
    text += (a ? "x" : "") + std::to_string(axes[a]);
  return text;
}

} // namespace

random_configuration configuration_of(unsigned seed) {
  draws draw(seed);
  random_configuration c;
  c.seed = seed;
  c.dims = static_cast<int>(draw.between(1, 3));
  using enum random_element;
  c.element = draw.one_of({of_float, of_float, of_float, of_double, of_double, of_double, of_int, of_int64, of_int16});
  draw_brick(draw, c);
  draw_sides(draw, c);
  draw_cells(draw, c);
  c.fields = static_cast<int>(draw.one_in(2) ? 1 : draw.between(2, 4));
  c.interleaved = draw.one_in(2);
  c.wrap_in_place = !draw.one_in(3);
  const std::size_t own = c.element == of_double || c.element == of_int64 ? 8 : c.element == of_int16 ? 2 : 4;
  c.element_bytes = draw.one_in(8) ? 8 : own;
  c.threads = draw.one_in(4) ? 2 : 1;
  c.node_size = static_cast<int>(draw.one_in(4) ? draw.between(1, 3) : 0);
  c.page_bytes = draw.one_in(8) ? draw.one_of({8192, 16384}) : 0;
  c.no_files = draw.one_in(12);
  c.operations = static_cast<int>(draw.between(1, 4));
  return c;
}

std::string to_string(const random_configuration& c) {
  return "seed " + std::to_string(c.seed) + ": " + std::to_string(c.dims) + "-D " +
         names[static_cast<std::size_t>(c.element)] + ", " + text_of(c.cells, c.dims) + " cells, bricks " +
         text_of(c.brick, c.dims) + ", halo " + text_of(c.halo, c.dims) + ", radius " + text_of(c.radius, c.dims) +
         ", sides " + text_of(c.sides, c.dims) + (c.fields > 1 ? "; " + text_of(c.other_sides, c.dims) : "") + ", " +
         std::to_string(c.fields) + (c.interleaved ? " interleaved" : "") + " fields" +
         (c.wrap_in_place ? "" : ", messages to oneself") + ", layout for " + std::to_string(c.element_bytes) +
         " bytes, " + std::to_string(c.threads) + " threads" +
         (c.node_size ? ", nodes of " + std::to_string(c.node_size) + " ranks" : "") +
         (c.page_bytes ? ", pages of " + std::to_string(c.page_bytes) : "") +
         (c.no_files ? ", no memory files on a rank" : "") + ", " + std::to_string(c.operations) + " operations";
}

} // namespace brick_test
