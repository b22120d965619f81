// SPDX-License-Identifier: MIT
// Computes a surface order with the least number of messages.
//
// A region is a set of signed axes: the sides of the part that it touches. It goes to every neighbour that is a
// non-empty subset of it. Two regions stored one after the other share a message for every non-empty subset they have
// in common, so they save 2^c - 1 messages with c common signed axes, and the best order is a heaviest Hamiltonian
// path.
//
// No link weighs more than one between a set and the same set with one signed axis more. With directions as points of
// {-1, 0, 1}^D, those links are the edges of the 3 x ... x 3 grid, the middle point left out. A path along them gives
// the largest sets (the corners) both their heaviest links, then what is left of the next smaller ones theirs, and so
// on. Counting colours of the chequered grid, that is the closed form of PPoPP'21, equation 1, when
//   D is odd:  the path goes through the middle too, which costs nothing when taken out again, from one set of size 1
//   to
//              another;
//   D is even: it leaves out the middle, and goes from a set of size 1 to one of size 2.
// Such a path is grown from one end to the point with the fewest ways on (Warnsdorff's rule). Where there is none, the
// path is turned round behind another neighbour of its end, which gives it a new end (Posa's rotation).
#include "brick/surface_order.hpp"

#include <algorithm>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <string>

#include "brick/direction.hpp"

namespace brick {
namespace {

void check_dims(int dims) {
  if (dims < 1 || dims > 5)
    throw std::invalid_argument("surface order of " + std::to_string(dims) + " dimensions: 1 to 5 are supported");
}

int power(int base, int exponent) {
  int result = 1;
  while (exponent-- > 0)
    result *= base;
  return result;
}

/// Digit `axis` of a direction code, -1, 0 or 1; axes count from the last one here.
int side(int code, int axis) { return code / power(3, axis) % 3 - 1; }

int size_of(int dims, int code) {
  int size = 0;
  for (int a = 0; a < dims; ++a)
    size += std::abs(side(code, a));
  return size;
}

/// Whether a region goes to a neighbour: it touches every side that the neighbour lies on.
bool needs(int dims, int neighbour, int region) {
  for (int a = 0; a < dims; ++a)
    if (side(neighbour, a) != 0 && side(neighbour, a) != side(region, a)) return false;
  return true;
}

class path_search {
public:
  explicit path_search(int dims) : dims_(dims), visited_(static_cast<std::size_t>(direction_count(dims)), false) {
    if (dims % 2 == 0) visited_[static_cast<std::size_t>(middle_direction(dims))] = true;
    length_ = direction_count(dims) - (dims % 2 == 0);
    add(middle_direction(dims) - 1); // a set of size 1
  }

  std::vector<int> run() {
    while (!complete())
      if (!extend()) turn();
    std::erase(path_, middle_direction(dims_));
    return path_;
  }

private:
  bool complete() const {
    return static_cast<int>(path_.size()) == length_ && size_of(dims_, path_.back()) == (dims_ % 2 ? 1 : 2);
  }

  void add(int code) {
    path_.push_back(code);
    visited_[static_cast<std::size_t>(code)] = true;
  }

  std::vector<int> neighbours(int code, bool visited) const {
    std::vector<int> result;
    for (int a = 0; a < dims_; ++a)
      for (int step : {-1, 1}) {
        const int next = code + step * power(3, a);
        if (std::abs(side(code, a) + step) <= 1 && visited_[static_cast<std::size_t>(next)] == visited)
          result.push_back(next);
      }
    return result;
  }

  bool extend() {
    int best = -1;
    std::size_t fewest = 0;
    for (int next : neighbours(path_.back(), false)) {
      const std::size_t ways = neighbours(next, false).size();
      if (best < 0 || ways < fewest) best = next, fewest = ways;
    }
    if (best >= 0) add(best);
    return best >= 0;
  }

  void turn() {
    const std::vector<int> choices = neighbours(path_.back(), true);
    const auto place = std::ranges::find(path_, choices[random_() % choices.size()]);
    if (place != path_.end()) std::reverse(place + 1, path_.end());
  }

  int dims_;
  int length_;
  std::vector<bool> visited_;
  std::vector<int> path_;
  std::mt19937 random_; // the standard fixes its sequence, so every rank finds the same order
};

} // namespace

std::vector<int> surface_order(int dims) {
  check_dims(dims);
  return path_search(dims).run();
}

int message_count(int dims, std::span<const int> order) {
  check_dims(dims);
  int messages = 0;
  for (int neighbour = 0; neighbour < direction_count(dims); ++neighbour) {
    if (neighbour == middle_direction(dims)) continue;
    bool in_run = false;
    for (int region : order) {
      const bool needed = needs(dims, neighbour, region);
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
