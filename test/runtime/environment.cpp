// SPDX-License-Identifier: MIT
#include "brick/environment.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <gtest/gtest.h>

#include "message_of.hpp"

namespace {

constexpr std::array<std::string_view, 2> choices{"one", "two"};

class Environment : public testing::Test {
protected:
  static void set(const char* value) { setenv("BRICK_TEST", value, 1); }
  void TearDown() override { unsetenv("BRICK_TEST"); }
};

TEST_F(Environment, UnsetAndEmptyAreNoValue) {
  EXPECT_FALSE(brick::detail::environment_choice("BRICK_TEST", choices));
  EXPECT_FALSE(brick::detail::environment_integer("BRICK_TEST", 1, 100));
  set("");
  EXPECT_FALSE(brick::detail::environment_choice("BRICK_TEST", choices));
}

TEST_F(Environment, AcceptedValues) {
  set("two");
  EXPECT_EQ(brick::detail::environment_choice("BRICK_TEST", choices), "two");
  set("12");
  EXPECT_EQ(brick::detail::environment_integer("BRICK_TEST", 1, 100), 12);
}

TEST_F(Environment, OthersAreErrorsThatListTheAccepted) {
  set("three");
  EXPECT_EQ(message_of([] { brick::detail::environment_choice("BRICK_TEST", choices); }),
            "BRICK_TEST=three is not accepted; it takes one, two");
  for (const char* bad : {"three", "3x", "0", "-1", "101", "99999999999999999999"}) {
    set(bad);
    EXPECT_EQ(message_of([] { brick::detail::environment_integer("BRICK_TEST", 1, 100); }),
              "BRICK_TEST=" + std::string(bad) + " is not accepted; it takes a whole number from 1 to 100");
  }
}

TEST_F(Environment, NamesThatAreNearlyOneOfTheTables) {
  EXPECT_EQ(brick::detail::misspelled_environment(), std::vector<std::string>{});
  set("1");                           // of others
  setenv("BRICK_THREADS_", "1", 1);   // a letter too many
  setenv("BRICK_TIME_OTU", "1", 1);   // three
  setenv("BRICK_EXCHAGNE", "1", 1);   // two that are exchanged
  setenv("BRICK_METRICS", "file", 1); // right
  std::vector<std::string> found = brick::detail::misspelled_environment();
  std::ranges::sort(found);
  EXPECT_EQ(found, (std::vector<std::string>{
                       "the environment has BRICK_EXCHAGNE, which says nothing; did you mean BRICK_EXCHANGE?",
                       "the environment has BRICK_THREADS_, which says nothing; did you mean BRICK_THREADS?"}));
  for (const char* name : {"BRICK_THREADS_", "BRICK_TIME_OTU", "BRICK_EXCHAGNE", "BRICK_METRICS"})
    unsetenv(name);
}

TEST_F(Environment, HelpNamesEveryVariable) {
  for (const brick::environment_variable& variable : brick::environment_table()) {
    EXPECT_TRUE(variable.name.starts_with("BRICK_"));
    EXPECT_NE(brick::environment_help().find(variable.name), std::string::npos);
  }
}

} // namespace
