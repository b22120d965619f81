// SPDX-License-Identifier: MIT
#include "brick/put_pipeline.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "brick/error.hpp"

namespace brick {

namespace {

constexpr double first_ratio = 2; // section 4: smaller blocks put "much more expensive than additional copies"
constexpr double line = 64;       // blocks that are chosen are whole cache lines

constexpr double unlimited = std::numeric_limits<double>::infinity();

double put_time(const put_costs& costs, double bytes) { return costs.latency + costs.put + bytes * costs.put_byte; }

/// Seconds to copy a byte: short runs make it more.
double copy_byte(const put_costs& costs, const put_message& message) {
  const double runs_per_byte = message.bytes > 0 ? static_cast<double>(message.runs) / message.bytes : 0;
  return costs.copy_byte + costs.copy_run * runs_per_byte;
}

/// The size whose put takes `ratio` times as long as its copy; smaller ones take more.
double size_of_ratio(const put_costs& costs, const put_message& message, double ratio) {
  const double slope = ratio * copy_byte(costs, message) - costs.put_byte;
  return slope > 0 ? (costs.latency + costs.put) / slope : unlimited;
}

/// Where the network is much slower than copies every ratio is high, and what a put costs beyond its bytes decides.
double first_size(const put_costs& costs, const put_message& message) {
  const double amortised = costs.put_byte > 0 ? (costs.latency + costs.put) / costs.put_byte : unlimited;
  return std::min(size_of_ratio(costs, message, first_ratio), amortised);
}

double largest_size(const put_costs& costs, const put_message& message) {
  return std::max(size_of_ratio(costs, message, 1), first_size(costs, message));
}

/// A size that can be used: whole lines, not beyond the message, which may have none.
std::int64_t usable(double size, std::int64_t bytes) {
  const auto all = static_cast<double>(std::max<std::int64_t>(bytes, 1));
  return static_cast<std::int64_t>(std::min(std::max(1.0, std::round(size / line)) * line, all));
}

/// Whether each block is packed within the time that the one before travels.
bool hidden(const put_costs& costs, const put_message& message, const put_blocks& blocks) {
  const std::vector<std::int64_t> sizes = sizes_of(blocks, message.bytes);
  for (std::size_t i = 1; i < sizes.size(); ++i)
    if (static_cast<double>(sizes[i]) > sizes[i - 1] * put_ratio(costs, message, sizes[i - 1])) return false;
  return true;
}

/// Sizes grow with the factor and ratios fall with the size, so that halving finds the largest factor.
double largest_factor(const put_costs& costs, const put_message& message, put_blocks blocks) {
  double good = 1, bad = std::max(1.0, put_ratio(costs, message, blocks.first));
  for (int i = 0; i < 30; ++i) {
    blocks.factor = (good + bad) / 2;
    (hidden(costs, message, blocks) ? good : bad) = blocks.factor;
  }
  return good;
}

void check_blocks(const put_blocks& blocks) {
  if (blocks.first <= 0)
    throw error("the first block of a pipeline has " + std::to_string(blocks.first) + " bytes; it needs 1 at least");
  if (!(blocks.factor >= 1))
    throw error("the factor of a pipeline is " + std::to_string(blocks.factor) + "; it must be 1 at least");
}

} // namespace

double put_ratio(const put_costs& costs, const put_message& message, double block) {
  const double copy = block * copy_byte(costs, message);
  return copy > 0 ? put_time(costs, block) / copy : unlimited;
}

/// The time of section 2, first copy + puts, is least where its derivative by the size is 0.
put_blocks choose_fixed_pipeline(const put_costs& costs, const put_message& message) {
  const double copy = copy_byte(costs, message);
  const double best = copy > 0 ? std::sqrt(message.bytes * (costs.latency + costs.put) / copy) : unlimited;
  const double size = std::clamp(best, first_size(costs, message), largest_size(costs, message));
  return {.first = usable(size, message.bytes), .factor = 1, .most = 0};
}

put_blocks choose_superpipeline(const put_costs& costs, const put_message& message, put_blocks given) {
  if (given.first == 0) given.first = usable(first_size(costs, message), message.bytes);
  if (given.most == 0) {
    const std::int64_t most = usable(largest_size(costs, message), message.bytes);
    given.most = std::max(given.first, most);
  }
  if (given.factor == 0) given.factor = largest_factor(costs, message, given);
  return given;
}

std::vector<std::int64_t> sizes_of(const put_blocks& blocks, std::int64_t bytes) {
  check_blocks(blocks);
  const double most = blocks.most > 0 ? static_cast<double>(blocks.most) : unlimited;
  std::vector<std::int64_t> sizes;
  double size = std::min(static_cast<double>(blocks.first), most);
  for (std::int64_t left = bytes; left > 0; left -= sizes.back()) {
    sizes.push_back(size < static_cast<double>(left) ? static_cast<std::int64_t>(size) : left);
    size = std::min(size * blocks.factor, most);
  }
  return sizes;
}

double pipeline_time(const put_costs& costs, const put_message& message, const std::vector<std::int64_t>& sizes) {
  const double copy = copy_byte(costs, message);
  double time = 0, under_way = 0; // the put that the next copy hides
  for (std::int64_t size : sizes) {
    time += std::max(under_way, copy * size);
    under_way = put_time(costs, size);
  }
  return time + under_way;
}

} // namespace brick
