// Fields of integers of every size, signed and unsigned. SPDX-License-Identifier: MIT
#include "hash.hpp"

#include <cstdint>

using brick::field;
using brick::in;
using brick::inout;
using brick::out;
using brick::point;

/// Whether a cell is wall, and how many of its neighbours are: sums of bytes beyond their range, and differences below
/// it.
[[brick::stencil]] void neighbours(out<std::uint8_t, 2> next, out<std::int8_t, 2> slope, in<std::uint8_t, 2> wall) {
  next(0, 0) = wall(-1, 0) + wall(1, 0) + wall(0, -1) + 3 * wall(0, 1) - 100 * wall(0, 0);
  slope(0, 0) = static_cast<std::int8_t>(wall(0, 1) - wall(0, -1));
}

/// Bytes beside numbers of eight and four; a column that is left alone where the wall is odd.
[[brick::stencil]] void flow(out<double, 2> next, out<float, 2> half, out<std::int16_t, 2> trace, in<double, 2> u,
                             in<std::uint8_t, 2> wall, in<std::int8_t, 2> slope, in<std::int16_t, 2> old) {
  const double left = wall(0, -1) & 1 ? 0. : u(0, -1), right = wall(0, 1) & 1 ? 0. : u(0, 1);
  next(0, 0) = 0.5 * u(0, 0) + 0.25 * (left + right) + 0.001 * slope(-1, 0);
  half(0, 0) = static_cast<float>(slope(1, 0)) / 3;
  if (wall(0, 0) % 2 == 0) trace(0, 0) = static_cast<std::int16_t>(old(0, -1) * 3 + slope(0, 0));
}

/// What wraps around at 2^16, 2^32 and 2^64, and what is compared and divided there as unsigned.
[[brick::stencil]] void generators(inout<std::uint16_t, 2> small, inout<std::uint32_t, 2> word,
                                   out<std::uint64_t, 2> next, in<std::uint64_t, 2> state, in<std::int16_t, 2> trace) {
  small(0, 0) += 40503;
  small(0, 0) ^= small(0, 0) >> 7;
  word(0, 0) = word(0, 0) * 1664525u + 1013904223u + (word(0, 0) > 0x80000000u);
  word(0, 0) -= static_cast<std::uint32_t>(trace(0, 0));
  const std::uint64_t mixed = state(0, 0) * 6364136223846793005u + (state(1, 0) >> 33) + state(0, -1) / 7;
  next(0, 0) = mixed > ~mixed ? mixed : mixed + word(0, 0) % 1000;
}

[[brick::stencil]] std::int64_t weight(in<std::uint8_t, 2> wall, in<std::uint32_t, 2> word,
                                       in<std::uint64_t, 2> state) {
  return wall(0, 0) * 256 + word(0, 0) % 256 + static_cast<std::int64_t>(state(0, 0) >> 60);
}

[[brick::boundary]] void inlet(out<std::int16_t, 2> ghost, in<std::uint8_t, 2> wall, point<2> p) {
  ghost(0, 0) = static_cast<std::int16_t>(wall(1, 0) * 300 + p[1]);
}

struct generator {
  field<std::uint16_t, 2>& small;
  field<std::uint32_t, 2>& word;
  field<std::uint64_t, 2>&state, &next;
};

[[brick::step]] void advance(field<double, 2>& u, field<double, 2>& next, field<float, 2>& half,
                             field<std::uint8_t, 2>& wall, field<std::int8_t, 2>& slope, field<std::int16_t, 2>& trace,
                             field<std::int16_t, 2>& old, generator& random) {
  field<std::uint8_t, 2> walls(wall.grid(), "walls");
  brick::apply<neighbours>(walls, slope, wall);
  swap(walls, wall);
  brick::apply_boundary<inlet>(wall.grid().low(0), old, wall);
  brick::apply<flow>(next, half, trace, u, wall, slope, old);
  brick::apply<generators>(random.small, random.word, random.next, random.state, trace);
  swap(u, next);
  swap(trace, old);
  swap(random.state, random.next);
}

/// Everything on one axis, where bricks have one row.
[[brick::stencil]] void along(out<std::uint8_t, 1> next, in<std::uint8_t, 1> u, in<std::uint16_t, 1> v) {
  next(0) = u(-1) + u(1) + (v(2) >> 3);
}
[[brick::step]] void march(field<std::uint8_t, 1>& u, field<std::uint8_t, 1>& next, const field<std::uint16_t, 1>& v) {
  brick::apply<along>(next, u, v);
  swap(u, next);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const auto grid = brick::grid_for<advance>(
      runtime, {.cells = {37, 53}, .boundary = {{brick::dirichlet(3), brick::neumann}, brick::periodic}});
  const brick::field_options<2> open{.boundary = {{brick::ghost, brick::dirichlet(-2)}, brick::periodic}};
  field<double, 2> u(grid, "u"), next(grid, "next");
  field<float, 2> half(grid, "half");
  field<std::uint8_t, 2> wall(grid, "wall");
  field<std::int8_t, 2> slope(grid, "slope");
  field<std::int16_t, 2> trace(grid, "trace", open), old(grid, "old", open);
  field<std::uint16_t, 2> small(grid, "small");
  field<std::uint32_t, 2> word(grid, "word");
  field<std::uint64_t, 2> state(grid, "state"), state_next(grid, "state");
  u.fill([](point<2> p) { return 0.25 * static_cast<double>(p[0] * 3 % 11 - p[1] % 7); });
  wall.fill([](point<2> p) { return (p[0] * 7 + p[1] * 3) % 5 > 2 ? 201 : 20; });
  trace.fill([](point<2> p) { return p[0] - p[1]; });
  word.fill([](point<2> p) { return 2654435761u * static_cast<unsigned>(p[0] * 53 + p[1]); });
  state.fill([](point<2> p) { return ~std::uint64_t(0) / static_cast<std::uint64_t>(p[0] * 53 + p[1] + 1); });
  generator random{small, word, state, state_next};
  brick::run<advance>(3, u, next, half, wall, slope, trace, old, random);
  const std::int64_t sum = brick::reduce<weight>(brick::sum, wall, word, state);
  report("u", runtime, u);
  report("half", runtime, half);
  report("wall", runtime, wall);
  report("slope", runtime, slope);
  report("trace", runtime, old);
  report("small", runtime, small);
  report("word", runtime, word);
  report("state", runtime, state);

  const auto line = brick::grid_for<march>(runtime, {.cells = {1237}, .boundary = brick::periodic});
  field<std::uint8_t, 1> bytes(line, "bytes"), bytes_next(line, "next");
  field<std::uint16_t, 1> words(line, "words");
  bytes.fill([](point<1> p) { return p[0] % 251; });
  words.fill([](point<1> p) { return p[0] * 977; });
  brick::run<march>(20, bytes, bytes_next, words);
  std::int64_t total = 0;
  bytes.for_each([&](point<1> p, std::uint8_t byte) { total += byte * (p[0] + 1); });
  const double all = runtime.sum(static_cast<double>(total));
  if (runtime.rank() == 0) std::printf("sum %lld bytes %.0f\n", static_cast<long long>(sum), all);
}
