// SPDX-License-Identifier: MIT
// Exchanges over MPI: ghost contents, message counts, fallbacks, and nothing left behind.
#include "brick/exchange.hpp"

#include <optional>

#include <gtest/gtest.h>

#include "brick/error.hpp"
#include "brick/surface_order.hpp"
#include "halo_check.hpp"
#include "main_mpi.hpp"
#include "mpi_objects.hpp"
#include "system_limits.hpp"

namespace {

using namespace brick;
using namespace brick_test;

const communicator& world() { return program().world(); }

/// The storage of one rank, its exchange, and a check of every ghost cell.
template <class T, int D, class Layout> class field_of {
public:
  field_of(const case_of<D>& c, Layout layout, const exchange_plan& plan, strategy how)
      : case_(c), layout_(std::move(layout)),
        data_(storage::with_views_if_possible(layout_.storage_bytes(sizeof(T)), options())),
        exchanger_(world(), plan, data_, how) {}

  void exchange_and_check(int round) {
    exchanger_.wait_for_readers();
    fill<T>(case_, layout_, data_.data(), round);
    exchanger_.start().wait();
    exchanger_.copy_seen();
    exchanger_.end_reading();
    check(round);
  }

  void check(int round) {
    std::string first;
    EXPECT_EQ(wrong_cells<T>(case_, layout_, data_.data(), round, first), 0) << first;
  }

  void fill_cells(int round) { fill<T>(case_, layout_, data_.data(), round); }
  exchanger& exchange() { return exchanger_; }

  friend void swap(field_of& a, field_of& b) {
    std::swap(a.data_, b.data_);
    std::swap(a.exchanger_, b.exchanger_);
  }

private:
  [[nodiscard]] file_options options() const {
    if constexpr (requires { layout_.seen_bytes(sizeof(T)); })
      return {layout_.private_bytes(sizeof(T)), layout_.seen_bytes(sizeof(T))};
    else
      return {};
  }

  case_of<D> case_;
  Layout layout_;
  storage data_;
  exchanger exchanger_;
};

template <class T, int D>
field_of<T, D, brick_layout<D>> brick_field(const case_of<D>& c, strategy how, bool wrap_in_place = true) {
  brick_layout<D> layout(c.cut(true), world().rank(),
                         {.exchange = how,
                          .element_bytes = sizeof(T),
                          .wrap_in_place = wrap_in_place,
                          .node = program().state()->node_ranks});
  const exchange_plan plan = layout.plan(how, sizeof(T));
  return {c, std::move(layout), plan, how};
}

template <class T, int D> field_of<T, D, array_layout<D>> array_field(const case_of<D>& c, bool wrap_in_place = true) {
  array_layout<D> layout(c.cut(false), world().rank(), {.wrap_in_place = wrap_in_place});
  const exchange_plan plan = layout.plan(sizeof(T));
  return {c, std::move(layout), plan, strategy::packed};
}

template <class T, int D> void check_exchanges(const case_of<D>& c, bool wrap_in_place, bool puts) {
  SCOPED_TRACE(c.name() + (wrap_in_place ? "" : ", messages to oneself"));
  for (strategy how :
       {strategy::shared, strategy::shared_layout, strategy::memmap, strategy::layout, strategy::memmap_put,
        strategy::layout_put, strategy::shift, strategy::basic, strategy::packed}) {
    if (is_one_sided(how) && !puts) continue;
    SCOPED_TRACE(to_string(how));
    auto field = brick_field<T>(c, how, wrap_in_place);
    EXPECT_EQ(field.exchange().used(), how) << field.exchange().why();
    field.exchange_and_check(0);
    field.exchange_and_check(1);
  }
  SCOPED_TRACE("array");
  auto field = array_field<T>(c, wrap_in_place);
  field.exchange_and_check(0);
  field.exchange_and_check(1);
}

template <int D> void check_random_cases() {
  std::mt19937 random(11 * D);
  for (int i = 0; i < (world().size() > 4 ? 6 : 12); ++i) {
    const case_of<D> c = random_case<D>(random, world().size());
    const bool puts = world().size() < 3 || i % 4 == 0; // what MPI does then takes long where ranks share cores
    check_exchanges<float>(c, i % 3 != 0, puts);
    check_exchanges<double>(c, i % 3 != 0, puts);
  }
}

TEST(Exchange, FillsEveryGhostCell1) { check_random_cases<1>(); }
TEST(Exchange, FillsEveryGhostCell2) { check_random_cases<2>(); }
TEST(Exchange, FillsEveryGhostCell3) { check_random_cases<3>(); }

template <int D> case_of<D> cube(std::int64_t bricks, int ranks) {
  case_of<D> c{filled<D>(bricks * 8), filled<D>(8), filled<D>(1), {}, ranks};
  c.periodic.fill(true);
  return c;
}

template <int D> void check_messages(int ranks, strategy how, int expected_messages) {
  SCOPED_TRACE(std::to_string(D) + "-D " + std::string(to_string(how)));
  const case_of<D> c = cube<D>(ranks == 1 ? 3 : 6, ranks);
  auto field = brick_field<double>(c, how, ranks > 1);
  for (int round = 0; round < 3; ++round)
    field.exchange_and_check(round);
  const exchange_counters& counters = field.exchange().counters();
  EXPECT_EQ(counters.exchanges, 3);
  EXPECT_EQ(counters.messages, 3 * expected_messages);
  EXPECT_EQ(counters.bytes, 3 * field.exchange().bytes_per_exchange());
  EXPECT_EQ(field.exchange().messages_per_exchange(), expected_messages);
}

/// On 2^D ranks, or one rank that sends to itself.
template <int D> void check_messages() {
  if (world().size() != 1 && world().size() != 1 << D) return;
  check_messages<D>(world().size(), strategy::memmap, neighbour_count(D));
  check_messages<D>(world().size(), strategy::memmap_put, neighbour_count(D));
  check_messages<D>(world().size(), strategy::layout, optimal_message_count(D));
  check_messages<D>(world().size(), strategy::layout_put, optimal_message_count(D));
  check_messages<D>(world().size(), strategy::shift, 2 * D);
  check_messages<D>(world().size(), strategy::basic, basic_message_count(D));
}

TEST(Exchange, NeedsTheFewestMessages) {
  check_messages<1>();
  check_messages<2>();
  check_messages<3>();
}

TEST(Exchange, InsideOneRankNeedsNoMessages) {
  // Every field closes on itself only where one rank owns all of it; runtime-mpi.1-ranks runs this.
  if (world().size() != 1) GTEST_SKIP() << "several ranks exchange messages: NeedsTheFewestMessages counts them";
  auto field = brick_field<double>(cube<3>(3, 1), strategy::memmap);
  field.exchange_and_check(0);
  EXPECT_EQ(field.exchange().messages_per_exchange(), 0);
}

TEST(Exchange, StorageAndExchangeSwapTogether) {
  const case_of<2> c = cube<2>(6, world().size());
  auto u = brick_field<double>(c, strategy::memmap), next = brick_field<double>(c, strategy::memmap);
  u.fill_cells(0);
  next.fill_cells(1);
  swap(u, next);
  u.exchange().start().wait();
  u.check(1);
  next.exchange().start().wait();
  next.check(0);
}

TEST(Exchange, TwoFieldsMayTravelTogether) {
  const case_of<2> c = cube<2>(6, world().size());
  auto u = brick_field<double>(c, strategy::memmap, false), v = brick_field<double>(c, strategy::layout, false);
  u.fill_cells(0);
  v.fill_cells(1);
  {
    auto first = u.exchange().start();
    auto second = v.exchange().start();
    while (!first.test()) {
    }
  } // the end of the second handle completes its exchange
  u.check(0);
  v.check(1);
}

TEST(Exchange, CannotBeStartedTwice) {
  auto u = brick_field<double>(cube<1>(16, world().size()), strategy::basic, false);
  u.fill_cells(0);
  auto handle = u.exchange().start();
  EXPECT_THROW((void)u.exchange().start(), error);
  handle.wait();
  handle.wait(); // nothing more to do
  EXPECT_TRUE(handle.test());
  u.check(0);
}

TEST(Exchange, SharedNeedsNoMessages) {
  const case_of<3> c = cube<3>(6, world().size());
  auto field = brick_field<double>(c, strategy::shared, false);
  for (int round = 0; round < 100; ++round)
    field.exchange_and_check(round);
  EXPECT_EQ(field.exchange().messages_per_exchange(), 0);
  EXPECT_TRUE(field.exchange().reads_in_place());
}

/// `limit` is met on rank 0 only; all ranks must change to `layout`.
template <class Limit> void check_fallback(strategy wanted, bool limit_storage) {
  SCOPED_TRACE(to_string(wanted));
  const case_of<3> c = cube<3>(6, world().size());
  const brick_layout<3> layout(c.cut(true), world().rank(),
                               {.exchange = wanted, .wrap_in_place = false, .node = program().state()->node_ranks});
  const exchange_plan plan = layout.plan(wanted, 8);
  std::optional<Limit> limit;
  if (world().rank() == 0 && limit_storage) limit.emplace();
  storage data = storage::with_views_if_possible(
      layout.storage_bytes(8), {.private_bytes = layout.private_bytes(8), .shown_bytes = layout.seen_bytes(8)});
  if (world().rank() == 0 && !limit_storage) limit.emplace();
  exchanger exchange(world(), plan, data, wanted);
  limit.reset();
  EXPECT_EQ(exchange.used(), strategy::layout);
  EXPECT_NE(exchange.why().find("rank 0"), std::string::npos) << exchange.why();
  fill<double>(c, layout, data.data(), 0);
  exchange.start().wait();
  std::string first;
  EXPECT_EQ(wrong_cells<double>(c, layout, data.data(), 0, first), 0) << first;
}

TEST(Fallback, WithoutMemoryFiles) {
  for (const strategy wanted : {strategy::shared, strategy::shared_layout, strategy::memmap})
    check_fallback<no_memory_files>(wanted, true);
}

TEST(Fallback, WithTooManyMappings) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the address sanitizer needs mappings itself, and ends the program where there are none";
#endif
  // The failure is the kernel's own (vm.max_map_count). Where it allows more mappings than the test dares to make,
  // there is nothing to fall back from.
  if (const no_more_mappings limit; !limit.reached()) GTEST_SKIP() << "this system has no limit on mappings";
  for (const strategy wanted : {strategy::shared, strategy::shared_layout, strategy::memmap})
    check_fallback<no_more_mappings>(wanted, false);
}

TEST(Exchange, LeavesNothingBehind) {
  const case_of<2> c{{50, 70}, {4, 8}, {2, 2}, {true, true}, world().size()};
  const auto use = [&] {
    for (strategy how : {strategy::shared, strategy::shared_layout, strategy::memmap, strategy::memmap_put,
                         strategy::layout, strategy::layout_put, strategy::shift, strategy::basic})
      brick_field<double>(c, how, false).exchange_and_check(0);
    array_field<double>(c, false).exchange_and_check(0);
  };
  use(); // MPI may open its own files on first use
  const resources before;
  const mpi_objects objects = alive_objects();
  use();
  EXPECT_EQ(resources(), before);
  EXPECT_EQ(alive_objects(), objects);
  EXPECT_EQ(alive_objects().requests, 0);
}

} // namespace
