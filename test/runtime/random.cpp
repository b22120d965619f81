// SPDX-License-Identifier: MIT
// Random configurations, the same for a seed on every machine: with every strategy, all fields and ghost zones have the
// bits that `packed` gives them, and those of reference mode.
#include <string>

#include <gtest/gtest.h>

#include "main_mpi.hpp"
#include "random_configuration.hpp"
#include "random_exchange.hpp"
#include "random_seeds.hpp"

namespace {

using namespace brick_test;
using brick::strategy;

constexpr strategy strategies[] = {strategy::shared, strategy::shared_layout, strategy::memmap,     strategy::layout,
                                   strategy::basic,  strategy::memmap_put,    strategy::layout_put, strategy::shift};

/// What takes MPI longer where ranks share cores gets fewer.
unsigned usual_count() { return program().size() <= 2 ? 20 : program().size() <= 4 ? 4 : 2; }

/// With one rank limited, MPI could not make its windows.
bool is_possible(const random_configuration& c, strategy how) { return !c.no_files || !brick::is_one_sided(how); }

/// Fields use what is wanted, unless regions for smaller elements than the layout's are on no pages, or there are no
/// memory files: then messages of several pieces have no views (tests of their own, in exchange.cpp, say what follows).
template <class T> void check_used(const random_configuration& c, strategy how, const auto& result) {
  if (c.no_files && brick::is_on_pages(how)) return;
  const bool on_pages = !brick::is_on_pages(how) || sizeof(T) % c.element_bytes == 0;
  for (const strategy used : result.used)
    EXPECT_EQ(to_string(used), to_string(on_pages ? how : strategy::layout)) << result.why;
}

template <class T, int D> void check(const random_configuration& c) {
  const auto expected = run<T, D>(c, strategy::packed);
  EXPECT_EQ(difference(run<T, D>(c, std::nullopt).domain, expected.domain), "") << "reference mode";
  for (const strategy how : strategies) {
    if (!is_possible(c, how)) continue;
    SCOPED_TRACE(to_string(how));
    const auto found = run<T, D>(c, how);
    check_used<T>(c, how, found);
    EXPECT_EQ(difference(found.seen, expected.seen), "");
    EXPECT_EQ(difference(found.domain, expected.domain), "");
  }
}

template <class T> void check_dims(const random_configuration& c) {
  if (c.dims == 1) return check<T, 1>(c);
  if (c.dims == 2) return check<T, 2>(c);
  check<T, 3>(c);
}

void check(const random_configuration& c) {
  if (c.element == random_element::of_float) return check_dims<float>(c);
  if (c.element == random_element::of_double) return check_dims<double>(c);
  if (c.element == random_element::of_int) return check_dims<int>(c);
  if (c.element == random_element::of_int16) return check_dims<std::int16_t>(c);
  check_dims<std::int64_t>(c);
}

TEST(Random, EveryStrategyGivesTheBitsOfPacked) {
  for_each_seed(
      usual_count(), [](unsigned seed) { return to_string(configuration_of(seed)); },
      [](unsigned seed) { check(configuration_of(seed)); });
}

TEST(Random, ConfigurationsFollowFromTheSeed) {
  EXPECT_EQ(to_string(configuration_of(7)), to_string(configuration_of(7)));
  EXPECT_NE(to_string(configuration_of(7)).substr(7), to_string(configuration_of(8)).substr(7));
}

} // namespace
