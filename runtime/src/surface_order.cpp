// SPDX-License-Identifier: MIT
// Computes a surface order with the least number of messages.
//
// A region is a set of signed axes: the sides of the part that it touches. It goes to every neighbour that is a
// non-empty subset of it. Two regions stored one after the other share a message for every non-empty subset they have
// in common, so they save 2^c - 1 messages with c common signed axes, and the best order is a heaviest Hamiltonian path.
//
// Between sets of the same size k, the heaviest link goes through a set of size k-1 that both contain. So the path is
// grown from the middle: the corners (size D) with sets of size D-1 between them; then at both ends one set of the next smaller size k; then, as long as sets of size k are left, "a set of size k-1, a set of size k" onto
// either end; and so on down to size 1. This reaches the closed form of PPoPP'21, equation 1, whenever every size can be used
// up. Each step takes the set with the fewest ways on (Warnsdorff's rule); where there is none, the last stretch of the
// path is turned round at a random place, which gives it another end (Posa's rotation), or shortened.
#include "brick/surface_order.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>

#include "brick/direction.hpp"

namespace brick {
namespace {

using signed_axes = std::uint32_t; // bit a: the low side of axis a; bit 5 + a: the high side

void check_dims(int dims) {
  if (dims < 1 || dims > 5)
    throw std::invalid_argument("surface order of " + std::to_string(dims) + " dimensions: 1 to 5 are supported");
}

int size_of(signed_axes set) { return std::popcount(set); }

signed_axes set_of(int dims, int code) {
  signed_axes set = 0;
  for (int a = dims - 1; a >= 0; --a, code /= 3)
    if (code % 3 != 1) set |= 1u << (code % 3 == 0 ? a : 5 + a);
  return set;
}

int code_of(int dims, signed_axes set) {
  int code = 0;
  for (int a = 0; a < dims; ++a)
    code = 3 * code + (set >> a & 1 ? 0 : set >> (5 + a) & 1 ? 2 : 1);
  return code;
}

/// One attempt at the path, good when every size could be used up; the path is complete in any case.
class path_search {
public:
  path_search(int dims, std::uint32_t seed) : dims_(dims), random_(seed) {
    const int count = direction_count(dims);
    for (int code = 0; code < count; ++code)
      if (code != middle_direction(dims)) give_back(set_of(dims, code));
  }

  void run() {
    take(set_of(dims_, 0));
    use_up(dims_);
    for (int size = dims_ - 1; size > 1; --size) {
      attach(size);
      use_up(size);
    }
    attach(1);
    while (!unused_.empty()) // single sides that link nothing any more
      take(unused_.back());
  }

  const std::vector<signed_axes>& path() const { return path_; }

private:
  void take(signed_axes set) {
    std::erase(unused_, set);
    is_unused_[set] = false;
    path_.push_back(set);
  }

  void give_back(signed_axes set) {
    unused_.push_back(set);
    is_unused_[set] = true;
  }

  void flip() { std::ranges::reverse(path_); }

  /// Goes one size down at each end where a subset of that size is left.
  void attach(int size) {
    for (int end = 0; end < 2; ++end, flip()) {
      std::vector<signed_axes> choices;
      std::ranges::copy_if(unused_, std::back_inserter(choices),
                           [&](signed_axes s) { return size_of(s) == size && (s & path_.back()) == s; });
      if (!choices.empty()) take(choices[random_() % choices.size()]);
    }
  }

  /// Adds all sets of one size to either end of the path, unless that fails again and again.
  void use_up(int size) {
    const auto left = [&] { return std::ranges::any_of(unused_, [&](signed_axes s) { return size_of(s) == size; }); };
    const std::size_t core = path_.size();
    std::size_t before = 0; // sets in front of the path this began with
    for (int turns = 0; turns < 500 && left();) {
      if (extend()) continue;
      turn(before + core - 1);
      ++turns;
      flip();
      before = path_.size() - core - before;
    }
  }

  /// A set one smaller that links `a` and `b`, sets of the same size, or 0.
  signed_axes link(signed_axes a, signed_axes b) const {
    const signed_axes between = a & b;
    return size_of(a) == size_of(b) && size_of(between) == size_of(a) - 1 && is_unused_[between] ? between : 0;
  }

  std::vector<signed_axes> ways_on(signed_axes end) const {
    std::vector<signed_axes> next;
    std::ranges::copy_if(unused_, std::back_inserter(next), [&](signed_axes s) { return link(end, s) != 0; });
    return next;
  }

  bool extend() {
    const signed_axes end = path_.back();
    signed_axes best = 0;
    std::uint64_t best_cost = 0;
    for (signed_axes next : ways_on(end)) {
      const std::size_t rest = ways_on(link(end, next)).size();
      const std::uint64_t cost = std::uint64_t{1024 * ways_on(next).size() - rest} << 32 | random_();
      if (!best || cost < best_cost) best = next, best_cost = cost;
    }
    if (!best) return false;
    take(link(end, best));
    take(best);
    return true;
  }

  /// Sets of one size are at every other place of the path from `start` on. Links the end to one of them instead of what
  /// follows that one, and so turns the rest round.
  void turn(std::size_t start) {
    std::vector<std::size_t> places;
    for (std::size_t i = start; i + 3 < path_.size(); i += 2)
      if (link(path_[i], path_.back())) places.push_back(i);
    if (places.empty()) return shorten(start);
    const auto place = static_cast<std::ptrdiff_t>(places[random_() % places.size()]);
    const signed_axes between = link(path_[place], path_.back());
    give_back(std::exchange(path_[place + 1], between));
    std::erase(unused_, between);
    is_unused_[between] = false;
    std::reverse(path_.begin() + place + 2, path_.end());
  }

  /// Takes back a few steps at random.
  void shorten(std::size_t start) {
    for (std::size_t steps = 1 + random_() % 6; steps > 0 && path_.size() > start + 2; --steps)
      for (int i = 0; i < 2; ++i) {
        give_back(path_.back());
        path_.pop_back();
      }
  }

  int dims_;
  std::mt19937 random_; // the standard fixes its sequence, so every rank finds the same order
  std::vector<signed_axes> unused_;
  std::array<bool, 1024> is_unused_{};
  std::vector<signed_axes> path_;
};

int power(int base, int exponent) {
  int result = 1;
  while (exponent-- > 0)
    result *= base;
  return result;
}

} // namespace

std::vector<int> surface_order(int dims) {
  check_dims(dims);
  std::vector<int> best;
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    path_search search(dims, seed);
    search.run();
    std::vector<int> order;
    for (signed_axes set : search.path())
      order.push_back(code_of(dims, set));
    if (best.empty() || message_count(dims, order) < message_count(dims, best)) best = order;
    if (message_count(dims, best) == optimal_message_count(dims)) break;
  }
  return best;
}

int message_count(int dims, std::span<const int> order) {
  check_dims(dims);
  int messages = 0;
  for (int neighbour = 0; neighbour < direction_count(dims); ++neighbour) {
    const signed_axes wanted = set_of(dims, neighbour);
    if (!wanted) continue;
    bool in_run = false;
    for (int region : order) {
      const bool needed = (set_of(dims, region) & wanted) == wanted;
      messages += needed && !in_run;
      in_run = needed;
    }
  }
  return messages;
}

int optimal_message_count(int dims) {
  check_dims(dims);
  return (2 * power(5, dims) + (dims % 2 ? -1 : 1) + 3) / 6;
}

int neighbour_count(int dims) {
  check_dims(dims);
  return power(3, dims) - 1;
}

int basic_message_count(int dims) {
  check_dims(dims);
  return power(5, dims) - power(3, dims);
}

} // namespace brick
