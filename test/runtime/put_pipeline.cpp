// SPDX-License-Identifier: MIT
// The blocks that the ratio rule chooses.
#include "brick/put_pipeline.hpp"

#include <cmath>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include "brick/error.hpp"
#include "message_of.hpp"

namespace {

using namespace brick;

/// What section 4 measured on its first machine, and a copy rate that fits its figure 7.
constexpr put_costs paper{.latency = 1e-6, .put = 0.68e-6, .put_byte = 0.17e-9, .copy_run = 0, .copy_byte = 0.1734e-9};

put_costs random_costs(std::mt19937& random) {
  std::uniform_real_distribution<double> order(-1, 1);
  const auto about = [&](double value) { return value * std::pow(10, order(random)); };
  const double put_byte = about(1e-10), core_share = 0.5 * (1 + order(random));
  return {about(1e-6), about(1e-6), put_byte, about(1e-9), about(1e-10), about(1e5), core_share * put_byte};
}

TEST(PutPipeline, RatiosOfThePaper) {
  const put_message message{.bytes = 1'000'000};
  EXPECT_NEAR(put_ratio(paper, message, 10e3), 2, 0.1);
  EXPECT_NEAR(put_ratio(paper, message, 500e3), 1, 0.01);
  EXPECT_NEAR(choose_superpipeline(paper, message, {.factor = 1.3}).first, 10e3, 1e3);
  const put_blocks chosen = choose_superpipeline(paper, message, {.first = 10'000});
  EXPECT_NEAR(chosen.most, 500e3, 50e3);
  EXPECT_GT(chosen.factor, 1);
}

TEST(PutPipeline, ChoicesHidePacking) {
  std::mt19937 random(3);
  for (int i = 0; i < 150; ++i) {
    const put_costs costs = random_costs(random);
    const std::int64_t bytes = random() % 4'000'000;
    const put_message message{bytes, 1 + static_cast<std::int64_t>(random() % (1 + bytes / 4))};
    const put_blocks chosen = choose_superpipeline(costs, message);
    ASSERT_GE(chosen.factor, 1);
    const std::vector<std::int64_t> sizes = sizes_of(chosen, bytes);
    EXPECT_EQ(std::accumulate(sizes.begin(), sizes.end(), std::int64_t{0}), bytes);
    for (std::size_t k = 1; chosen.factor > 1 && k < sizes.size(); ++k)
      EXPECT_LE(sizes[k], sizes[k - 1] * put_ratio(costs, message, sizes[k - 1]) + 1);
  }
}

double time_of_one_block(const put_costs& costs, const put_message& message) {
  return pipeline_time(costs, message, {.first = message.bytes, .factor = 1});
}

TEST(PutPipeline, ChoicesAreNoSlowerThanOneBlock) {
  std::mt19937 random(4);
  int pipelines = 0;
  for (int i = 0; i < 150; ++i) {
    const put_costs costs = random_costs(random);
    const put_message message{1 + static_cast<std::int64_t>(random() % 4'000'000), 1};
    const double whole = time_of_one_block(costs, message);
    const put_blocks growing = choose_superpipeline(costs, message);
    EXPECT_LE(pipeline_time(costs, message, growing), whole);
    EXPECT_LE(pipeline_time(costs, message, choose_fixed_pipeline(costs, message)), 1.5 * whole);
    pipelines += growing.first < message.bytes;
  }
  EXPECT_GT(pipelines, 75);
}

TEST(PutPipeline, TimesOfThePaper) {
  // Section 2 with two blocks: the first copy, the longer of first put and second copy, the second put; then latency
  // and the receiver's copy. To begin a put takes the sender's core as copies do.
  const put_costs slow_copy{.latency = 0, .put = 1, .put_byte = 1, .copy_run = 0, .copy_byte = 3};
  EXPECT_DOUBLE_EQ(pipeline_time(slow_copy, {20, 1}, {.first = 10, .factor = 1}), 30 + 1 + 30 + 1 + 10 + 1 + 60);
  const put_costs slow_put{.latency = 5, .put = 1, .put_byte = 3, .copy_run = 0, .copy_byte = 1};
  EXPECT_DOUBLE_EQ(pipeline_time(slow_put, {20, 1}, {.first = 10, .factor = 1}), 10 + 1 + 30 + 30 + 6 + 20);
  // The receiver unpacks what has been counted while the rest travels, behind one latency more.
  EXPECT_DOUBLE_EQ(pipeline_time(slow_put, {20, 1}, {.first = 10, .factor = 1, .count_every = 10}),
                   10 + 1 + 30 + 6 + 1 + 30 + 6 + 10);
}

TEST(PutPipeline, NothingTravelsBesideAPutThatIsACopy) {
  const put_costs copies{.latency = 5, .put = 1, .put_byte = 3, .copy_run = 0, .copy_byte = 1, .ahead = 0};
  EXPECT_DOUBLE_EQ(pipeline_time(copies, {20, 1}, {.first = 10, .factor = 1}), 10 + 1 + 30 + 10 + 1 + 30 + 6 + 20);
  // Then pipelines would gain nothing but the unpacking, which a slow count eats up.
  const put_blocks chosen = choose_superpipeline({.latency = 1e-3, .ahead = 0}, {.bytes = 1'000'000});
  EXPECT_EQ(chosen.first, 1'000'000);
}

TEST(PutPipeline, PutsTakeTheLongerOfTheCoresTimeAndTheNetworks) {
  put_costs sockets{.latency = 5, .put = 1, .put_byte = 3, .copy_run = 0, .copy_byte = 1, .core_byte = 1};
  EXPECT_DOUBLE_EQ(pipeline_time(sockets, {20, 1}, {.first = 10, .factor = 1}), 10 + 1 + 30 + 30 + 6 + 20); // network
  sockets.core_byte = 3;
  EXPECT_DOUBLE_EQ(pipeline_time(sockets, {20, 1}, {.first = 10, .factor = 1}), 10 + 1 + 30 + 10 + 1 + 30 + 6 + 20);
  // A core that is busy for as long as bytes travel has nothing to hide: the more puts, the longer it takes.
  const put_costs busy{
      .latency = 20e-6, .put = 9e-6, .put_byte = 1e-9, .copy_run = 0, .copy_byte = 0, .core_byte = 1e-9};
  EXPECT_EQ(choose_superpipeline(busy, {.bytes = 1'000'000}).first, 1'000'000);
}

TEST(PutPipeline, BlocksArePackedWhileTheNetworkGoesOnByItself) {
  const put_costs sockets{
      .latency = 30e-6, .put = 4e-6, .put_byte = 1.6e-9, .copy_run = 0, .copy_byte = 0.2e-9, .ahead = 8192};
  const put_blocks chosen = choose_superpipeline(sockets, {.bytes = 4'000'000});
  EXPECT_LE(chosen.most * sockets.copy_byte, 1.01 * sockets.ahead * sockets.put_byte);
  EXPECT_LT(pipeline_time(sockets, {4'000'000, 1}, chosen), 0.95 * time_of_one_block(sockets, {4'000'000, 1}));
}

TEST(PutPipeline, CountsAreWorthTheirLatency) {
  const put_costs near{.latency = 2e-6}, far{.latency = 1e-3};
  const put_message message{.bytes = 1'000'000}; // unpacked in 0.1 ms
  EXPECT_NEAR(1e6 / choose_count_every(near, message), 6, 0.01);
  EXPECT_EQ(choose_count_every(far, message), 0);
}

TEST(PutPipeline, WhatIsGivenStays) {
  const put_message message{.bytes = 1'000'000};
  const put_blocks chosen = choose_superpipeline(paper, message, {.first = 20'000, .factor = 1.3});
  EXPECT_EQ(chosen.first, 20'000);
  EXPECT_EQ(chosen.factor, 1.3);
  EXPECT_EQ(choose_superpipeline(paper, message, {.first = 20'000}).first, 20'000);
  EXPECT_EQ(choose_superpipeline(paper, message, {.most = 50'000}).most, 50'000);
  EXPECT_EQ(choose_superpipeline(paper, message, {.count_every = 7'000}).count_every, 7'000);
}

TEST(PutPipeline, Sizes) {
  EXPECT_EQ(sizes_of({100, 1, 0}, 250), (std::vector<std::int64_t>{100, 100, 50}));
  EXPECT_EQ(sizes_of({100, 2, 0}, 1000), (std::vector<std::int64_t>{100, 200, 400, 300}));
  EXPECT_EQ(sizes_of({100, 2, 250}, 1000), (std::vector<std::int64_t>{100, 200, 250, 250, 200}));
  EXPECT_TRUE(sizes_of({100, 1, 0}, 0).empty());
  EXPECT_EQ(message_of([] { sizes_of({0, 1, 0}, 1); }),
            "the first block of a pipeline has 0 bytes; it needs 1 at least");
  EXPECT_EQ(message_of([] { sizes_of({8, 0.5, 0}, 1); }),
            "the factor of a pipeline is 0.500000; it must be 1 at least");
}

TEST(PutPipeline, ShortRunsCopySlowly) {
  const put_costs costs;
  EXPECT_LT(put_ratio(costs, {1'000'000, 250'000}, 1e5), put_ratio(costs, {1'000'000, 1}, 1e5));
}

} // namespace
