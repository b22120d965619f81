// SPDX-License-Identifier: MIT
// Random halos for the tests of the halo library, and what arrays must hold after their exchange, element by element.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "brick/halo.hpp"

namespace brick_test {

/// Three arrays of a rank. Elements of the lower half are sent, those of the upper half are received.
struct halo_arrays {
  static constexpr std::int64_t length = 240, half = length / 2;
  std::vector<double> reals = std::vector<double>(length);
  std::vector<float> floats = std::vector<float>(length);
  std::vector<int> integers = std::vector<int>(length);

  static constexpr std::size_t element_bytes[3] = {sizeof(double), sizeof(float), sizeof(int)};

  /// Every value names its rank, array, element and round.
  void fill(int rank, int round) {
    for (std::int64_t i = 0; i < length; ++i) {
      reals[i] = value(rank, 0, i, round);
      floats[i] = static_cast<float>(value(rank, 1, i, round));
      integers[i] = static_cast<int>(value(rank, 2, i, round));
    }
  }

  /// What `fill` puts there.
  static double value(int rank, int array, std::int64_t i, int round) {
    return static_cast<double>(((round * 16 + rank) * 3 + array) * length + i);
  }

  void set(int array, std::int64_t i, double value) {
    if (array == 0) reals[i] = value;
    if (array == 1) floats[i] = static_cast<float>(value);
    if (array == 2) integers[i] = static_cast<int>(value);
  }

  [[nodiscard]] std::vector<brick::halo_array> all() { return {reals, floats, integers}; }
  friend bool operator==(const halo_arrays&, const halo_arrays&) = default;
};

/// A message of a random case: for each part the array, and as many elements on both sides.
struct halo_case_message {
  struct part {
    int array;
    std::vector<std::int64_t> sent, received;
  };
  int from, to, tag;
  std::vector<part> parts;

  [[nodiscard]] brick::halo_spec spec(bool sends, bool fixed_rank = true) const {
    brick::halo_spec result{.parts = {}, .rank = brick::rank_per_call, .tag = tag};
    if (fixed_rank) result.rank = sends ? to : from;
    for (const part& p : parts)
      result.parts.push_back(
          {brick::halo_region::of_indices(sends ? p.sent : p.received), halo_arrays::element_bytes[p.array], p.array});
    return result;
  }
};

/// The same messages on all ranks, given the same state of `random`. No element is received twice.
class halo_case {
public:
  halo_case(std::mt19937& random, int ranks) : random_(random) {
    const auto wanted = static_cast<std::size_t>(number(0, 4 * ranks));
    std::vector<std::vector<std::int64_t>> next(ranks, std::vector<std::int64_t>(3, halo_arrays::half));
    while (messages.size() < wanted) {
      halo_case_message m{static_cast<int>(number(0, ranks - 1)), static_cast<int>(number(0, ranks - 1)), 0, {}};
      m.tag = static_cast<int>(std::ranges::count_if(
          messages, [&](const halo_case_message& other) { return other.from == m.from && other.to == m.to; }));
      for (std::int64_t parts = number(0, 3); parts > 0; --parts)
        add_part(m, next[m.to]);
      messages.push_back(m);
    }
  }

  /// What the arrays of `rank` hold after the exchange of arrays filled with `fill(rank, round)`.
  [[nodiscard]] halo_arrays expected(int rank, int round) const {
    halo_arrays result;
    result.fill(rank, round);
    for (const halo_case_message& m : messages)
      if (m.to == rank)
        for (const auto& part : m.parts)
          for (std::size_t i = 0; i < part.sent.size(); ++i)
            result.set(part.array, part.received[i], halo_arrays::value(m.from, part.array, part.sent[i], round));
    return result;
  }

  /// Adds this rank's side of all messages.
  void add_to(brick::halo_exchange& halos, int rank) const {
    for (const halo_case_message& m : messages) {
      if (m.from == rank) (void)halos.add_send(m.spec(true));
      if (m.to == rank) (void)halos.add_receive(m.spec(false));
    }
  }

  std::vector<halo_case_message> messages;

private:
  std::int64_t number(std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(random_);
  }

  /// Elements that nothing else receives, in an order with some structure or none.
  void add_part(halo_case_message& m, std::vector<std::int64_t>& next) {
    halo_case_message::part part{static_cast<int>(number(0, 2)), {}, {}};
    std::int64_t& free = next[part.array];
    const std::int64_t size = std::min(number(0, 24), halo_arrays::length - free);
    for (std::int64_t i = 0; i < size; ++i)
      part.received.push_back(free++);
    if (number(0, 1) == 0) std::ranges::shuffle(part.received, random_);
    const std::int64_t stride = number(1, 4);
    for (std::int64_t i = 0; i < size; ++i)
      part.sent.push_back(number(0, 3) == 0 ? number(0, halo_arrays::half - 1) : i * stride);
    m.parts.push_back(part);
  }

  std::mt19937& random_;
};

} // namespace brick_test
