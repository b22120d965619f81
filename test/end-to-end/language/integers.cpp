// Unsigned and small integers, which the IR has no types for: random numbers of a counter, hashes, narrow variables.
// SPDX-License-Identifier: MIT
#include "hash.hpp"

#include <algorithm>
#include <cstdint>

using brick::in;
using brick::out;
using brick::point;

/// Philox 2x32 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC11): two words of a counter and a key.
struct philox {
  std::uint32_t first, second, key;

  constexpr void mix() {
    const std::uint64_t product = std::uint64_t{0xd256d193u} * first;
    first = static_cast<std::uint32_t>(product >> 32) ^ key ^ second;
    second = static_cast<std::uint32_t>(product);
    key += 0x9e3779b9u;
  }
};

constexpr unsigned hash(unsigned x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}

constexpr philox random_at(const point<2>& p, unsigned seed) {
  philox state{static_cast<std::uint32_t>(p[0]), static_cast<std::uint32_t>(p[1]), seed};
  for (int round = 0; round < 10; ++round)
    state.mix();
  return state;
}

/// The Ising model: a spin points up with a probability that its neighbours decide.
[[brick::stencil]] void ising(out<int, 2> next, in<int, 2> spin, point<2> p, unsigned seed) {
  const double uniform = random_at(p, seed).first * (1.0 / 4294967296.0);
  const int sum = spin(0, 1) + spin(0, -1) + spin(1, 0) + spin(-1, 0);
  next(0, 0) = uniform < 0.5 + 0.12 * sum ? 1 : -1;
}

enum scale { none, some = 3, much = 5 };

[[brick::stencil]] void wide(out<double, 2> real, out<float, 2> single, out<std::int64_t, 2> whole, in<int, 2> spin,
                             point<2> p, std::uint64_t big) {
  const philox state = random_at(p, static_cast<unsigned>(big >> 3));
  const unsigned word = hash(state.second + static_cast<unsigned>(spin(0, 1))), shift = word & 31;
  const std::uint64_t both = (std::uint64_t{word} << 32 | hash(word)) * big;
  real(0, 0) = static_cast<double>(both) + (both / (word | 1)) * 1.0 + static_cast<double>(both % 1000003u) +
               static_cast<double>(both / (both >> 40 | 1)) + (word / 7) + (word % (shift | 1)) + (both > big) +
               (word >= state.first) + (both / (~both | 1ull << 63));
  const double unit = word / 4294967296.0;
  single(0, 0) = static_cast<float>(both) + static_cast<float>(word) +
                 static_cast<float>(static_cast<std::uint64_t>(unit * 1.8e19)) +
                 static_cast<float>(static_cast<unsigned>(unit * 4.2e9));
  const scale kind = word % 3 == 0 ? much : word % 3 == 1 ? some : none;
  whole(0, 0) = (word >> shift) + (word << shift) + static_cast<std::int64_t>(both >> (word & 63)) +
                static_cast<std::int64_t>(both << (shift + 32)) - static_cast<std::int64_t>(~both) + -word +
                std::max(word, state.first) + std::min<std::uint64_t>(both, big) % 1000 + kind * 1000 +
                (static_cast<int>(word) < 0) + (word == state.first ? 1u : word) + !word;
}

[[brick::stencil]] void narrow(out<std::int64_t, 2> whole, point<2> p, unsigned char small, short few) {
  const unsigned word = hash(static_cast<unsigned>(p[0] * 977 + p[1]));
  auto byte = static_cast<unsigned char>(word);
  byte += small;
  byte <<= 3;
  auto letter = static_cast<signed char>(word >> 5);
  letter -= 100;
  ++letter;
  short half = few;
  half = static_cast<short>(half + static_cast<short>(word >> 3));
  half--;
  auto square = static_cast<std::uint16_t>(~byte);
  square *= square;
  const bool any = byte;
  const std::uint8_t bytes[2] = {byte, small};
  whole(0, 0) = byte + 1000 * letter + 100000LL * half + square * 7LL + any + (byte > letter) + std::min(byte, small) +
                std::max(bytes[0], bytes[1]) + (half ? byte : small) +
                static_cast<std::uint8_t>(word / 4294967296.0 * 256);
}

[[brick::step]] void advance(brick::field<int, 2>& spin, brick::field<int, 2>& next, brick::field<double, 2>& real,
                             brick::field<float, 2>& single, brick::field<std::int64_t, 2>& whole,
                             brick::field<std::int64_t, 2>& other, unsigned seed, std::uint64_t big) {
  const unsigned mixed = seed * 2654435761u + 17u;
  brick::apply<wide>(real, single, whole, spin, big ^ mixed);
  brick::apply<narrow>(other, static_cast<unsigned char>(mixed >> 3), static_cast<short>(mixed * 7));
  brick::apply<ising>(next, spin, mixed % 1000003u);
  brick::swap(spin, next);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  auto grid = brick::grid_for<advance>(runtime, {.cells = {37, 53}, .boundary = {brick::periodic, brick::periodic}});
  brick::field<int, 2> spin(grid, "spin"), next(grid, "next");
  brick::field<double, 2> real(grid, "real");
  brick::field<float, 2> single(grid, "single");
  brick::field<std::int64_t, 2> whole(grid, "whole"), other(grid, "other");
  spin.fill([](point<2> p) { return (p[0] * 7 + p[1] * 3) % 5 > 2 ? 1 : -1; });
  for (unsigned n = 0; n < 3; ++n) // the seed wraps around
    brick::run<advance>(1, spin, next, real, single, whole, other, 0xfffffffeu + n, 0xdeadbeefcafebabeull);
  report("spin", runtime, spin);
  report("real", runtime, real);
  report("single", runtime, single);
  report("whole", runtime, whole);
  report("narrow", runtime, other);
}
