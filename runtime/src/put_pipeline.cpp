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

constexpr double cached = 0.25;               // of the time that copies take out of the caches
constexpr std::int64_t most_cached = 1 << 19; // bytes of a message: half of a second-level cache of 1 MiB
constexpr double surely_beside = 0.5;         // of what was measured to go on beside the core's work, which varies
constexpr double slow_growth = 1.3;           // as in section 5
constexpr double least_gain = 0.97;           // of the time of one block
constexpr double same_time = 0.99;            // or more of it
constexpr double most_counts = 64;            // of a message: they cost the receiver something, too

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
  const double copy = copy_byte(costs, message);
  const double beside_network = copy > 0 ? costs.ahead * costs.put_byte / copy : unlimited;
  return std::max(std::min(size_of_ratio(costs, message, 1), beside_network), first_size(costs, message));
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

/// What is left out, by the rule of section 4.
put_blocks by_ratios(const put_costs& costs, const put_message& message, put_blocks given) {
  if (given.first == 0) given.first = usable(first_size(costs, message), message.bytes);
  if (given.most == 0) {
    const std::int64_t most = usable(largest_size(costs, message), message.bytes);
    given.most = std::max(given.first, most);
  }
  if (given.factor == 0) given.factor = largest_factor(costs, message, given);
  return given;
}

/// When the sender's core, the network and the receiver's core are free again, block after block. `runs_there`: those
/// of the receiver.
double time_with(const put_costs& costs, const put_message& message, std::int64_t runs_there,
                 const put_blocks& blocks) {
  const double copy = copy_byte(costs, message), unpack = copy_byte(costs, {message.bytes, runs_there});
  const std::int64_t count_every = blocks.count_every > 0 ? blocks.count_every : message.bytes;
  double sender = 0, network = 0, receiver = 0;
  std::int64_t put = 0, counted = 0;
  const auto count = [&] {
    sender = network = std::max(sender, network) + costs.latency + costs.put;
    receiver = std::max(receiver, sender) + unpack * static_cast<double>(put - counted);
    counted = put;
  };
  for (const std::int64_t size : sizes_of(blocks, message.bytes)) {
    const auto bytes = static_cast<double>(size);
    sender += copy * bytes;
    if (put - counted >= count_every) count();
    sender += costs.put;
    network = std::max(sender, network) + bytes * costs.put_byte;
    sender = std::max(sender + bytes * costs.core_byte, network - costs.ahead * costs.put_byte);
    network = std::max(sender, network);
    put += size;
  }
  if (put > counted) count();
  return receiver;
}

/// Less than was measured goes on beside the core's work, and what a core's caches hold with the buffer may be there.
put_costs with_less_to_gain(put_costs costs, const put_message& message) {
  costs.ahead *= surely_beside;
  costs.core_byte = std::lerp(costs.put_byte, std::min(costs.core_byte, costs.put_byte), surely_beside);
  if (message.bytes > most_cached) return costs;
  costs.copy_run *= cached;
  costs.copy_byte *= cached;
  return costs;
}

/// One block, unless a pipeline is faster by more than the model is exact: that of the rule, or one that begins with
/// larger blocks or grows less. It must not be slower where there is less to gain, and the receiver has the bytes in
/// one run. Of those that take the same time it is the one with the smallest blocks and fewest counts.
put_blocks fastest(const put_costs& costs, const put_message& message, std::int64_t count_every) {
  const std::int64_t once = std::max<std::int64_t>(message.bytes, 1);
  put_blocks best{.first = once, .factor = 1, .most = once, .count_every = once};
  const put_costs unlucky = with_less_to_gain(costs, message);
  double least = least_gain * pipeline_time(costs, message, best);
  const double longest = time_with(unlucky, message, 1, best) / same_time;
  const put_blocks smallest = by_ratios(costs, message, {});
  const auto try_blocks = [&](const put_blocks& blocks) {
    const double time = pipeline_time(costs, message, blocks);
    if (time >= least || time_with(unlucky, message, 1, blocks) > longest) return;
    best = blocks;
    least = same_time * time;
  };
  for (std::int64_t first = smallest.first; first < message.bytes; first *= 2) {
    const std::int64_t most = std::max(first, smallest.most);
    const double largest = largest_factor(costs, message, {.first = first, .most = most});
    for (const double factor : {1.0, std::min(slow_growth, largest), largest})
      for (const std::int64_t every : {once, count_every})
        try_blocks({.first = first, .factor = factor, .most = most, .count_every = every});
  }
  return best;
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
  const double best = copy > 0 ? std::sqrt(message.bytes * costs.put / copy) : unlimited;
  const double least = first_size(costs, message);
  const double size = std::clamp(best, least, std::max(least, size_of_ratio(costs, message, 1)));
  return {.first = usable(size, message.bytes), .factor = 1, .count_every = choose_count_every(costs, message)};
}

put_blocks choose_superpipeline(const put_costs& costs, const put_message& message, put_blocks given) {
  if (given == put_blocks{}) return fastest(costs, message, choose_count_every(costs, message));
  if (given.count_every == 0) given.count_every = choose_count_every(costs, message);
  return by_ratios(costs, message, given);
}

/// With n counts, n - 1 of them hold up the network, and 1/n of the message is unpacked behind the last: the sum is
/// least where its derivative by n is 0.
std::int64_t choose_count_every(const put_costs& costs, const put_message& message) {
  const double unpacking = copy_byte(costs, message) * static_cast<double>(message.bytes);
  const double one = costs.latency + costs.put;
  const double counts = one > 0 ? std::round(std::sqrt(unpacking / one)) : most_counts;
  if (counts < 2) return 0;
  return static_cast<std::int64_t>(std::ceil(static_cast<double>(message.bytes) / std::min(counts, most_counts)));
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

double pipeline_time(const put_costs& costs, const put_message& message, const put_blocks& blocks) {
  return time_with(costs, message, message.runs, blocks);
}

} // namespace brick
