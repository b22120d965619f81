// The bricks that the planner chooses. SPDX-License-Identifier: MIT
#include "test/compiler/PlanText.h"
#include "llvm/ADT/StringExtras.h"

namespace brickc::test {
namespace {

/// One shape for a dimensionality, from its smallest element.
TEST(Planner, BricksOfMixedModules) {
  const ir::Module module = parsed("module \"m\"\n"
                                   "stencil \"d\" 3d (out f64 a, in f64 u) { a = u[0, 0, 1] }\n"
                                   "stencil \"f\" 3d (out f32 a, in f32 u) { a = u[0, 0, 1] }\n"
                                   "stencil \"two\" 2d (out f64 a, in f64 u) { a = u[0, 1] }\n"
                                   "stencil \"one\" 1d (out f32 a, in f32 u) { a = u[1] }\n");
  const plan::Plan plan = plannedOrFail(module, forTarget("x86-64-v4"));
  EXPECT_EQ(plan.stencils[0], (plan::StencilPlan{"d", {8, 16, 16}, {0, 0, 1}, 8}));
  EXPECT_EQ(plan.stencils[1], (plan::StencilPlan{"f", {8, 16, 16}, {0, 0, 1}, 16}));
  EXPECT_EQ(plan.stencils[2], (plan::StencilPlan{"two", {16, 32}, {0, 1}, 8}));
  EXPECT_EQ(plan.stencils[3], (plan::StencilPlan{"one", {128}, {1}, 16}));
}

/// Where both caches are large, rows on two axes are 512 bytes long, and bricks on one axis have 2 KB.
TEST(Planner, LongRowsWhereBothCachesAreLarge) {
  const auto bricksOf = [](const std::string& type, std::int64_t secondLevel) {
    plan::PlanOptions options = forTarget("x86-64-v4");
    options.caches = {48 << 10, secondLevel};
    const ir::Module module =
        parsed("module \"m\"\nstencil \"two\" 2d (out " + type + " a, in " + type + " u) { a = u[0, 1] }\n" +
               "stencil \"one\" 1d (out " + type + " a, in " + type + " u) { a = u[1] }\n");
    const plan::Plan plan = plannedOrFail(module, options);
    return std::vector{plan.stencils[0].brick, plan.stencils[1].brick};
  };
  using shapes = std::vector<std::vector<int>>;
  EXPECT_EQ(bricksOf("f64", 2 << 20), (shapes{{8, 64}, {256}}));
  EXPECT_EQ(bricksOf("f32", 2 << 20), (shapes{{8, 128}, {512}}));
  EXPECT_EQ(bricksOf("f32", 1 << 20), (shapes{{16, 32}, {128}}));
}

/// Whatever the caches are and the strategy is: what compiles on one machine does on all.
TEST(Planner, BricksAreAsLongAsStencilsReach) {
  const std::vector<std::string> zeroes{"0", "0", "0"};
  for (unsigned dims : {1, 2, 3})
    for (unsigned axis = 0; axis < dims; ++axis)
      for (int reach : {9, 16}) {
        std::vector<std::string> offset(zeroes.begin(), zeroes.begin() + dims);
        offset[axis] = std::to_string(-reach);
        const ir::Module module = parsed("module \"m\"\nstencil \"s\" " + std::to_string(dims) +
                                         "d (out f64 a, in f64 u) { a = u[" + llvm::join(offset, ", ") + "] }\n");
        for (std::int64_t firstLevel : {32 << 10, 48 << 10})
          for (std::int64_t secondLevel : {1 << 20, 2 << 20})
            for (plan::Exchange exchange : {plan::Exchange::Shared, plan::Exchange::MemMap}) {
              plan::PlanOptions options = forTarget("x86-64-v4");
              options.caches = {firstLevel, secondLevel};
              options.exchange = exchange;
              EXPECT_GE(plannedOrFail(module, options).stencils[0].brick[axis], reach);
            }
      }
}

/// Where ghost zones are sent, only ten cells of one field, not of several together, are worth long messages.
TEST(Planner, RowsOfBricksThatAreSent) {
  const auto brickFor = [](int ofU, int ofV, plan::Exchange exchange) {
    std::string sum = "0.0";
    for (int i = 0; i < ofU; ++i)
      sum += " + u[0, " + std::to_string(i - 4) + ", 0]";
    for (int i = 0; i < ofV; ++i)
      sum += " + v[0, 0, " + std::to_string(i - 4) + "]";
    const ir::Module module =
        parsed("module \"m\"\nstencil \"s\" 3d (out f64 a, in f64 u, in f64 v) { a = " + sum + " }\n");
    plan::PlanOptions options = forTarget("x86-64-v4");
    options.exchange = exchange;
    return plannedOrFail(module, options).stencils[0].brick;
  };
  for (const plan::Exchange sent : {plan::Exchange::MemMap, plan::Exchange::Layout, plan::Exchange::Basic}) {
    EXPECT_EQ(brickFor(9, 9, sent), (std::vector{8, 8, 8}));
    EXPECT_EQ(brickFor(10, 1, sent), (std::vector{8, 16, 8}));
  }
  EXPECT_EQ(brickFor(1, 1, plan::Exchange::Shared), (std::vector{8, 16, 8}));
}

/// Fetched into the first-level cache, bricks of stencils that wait for memory are small enough to stay there.
TEST(Planner, BricksThatAreFetchedIntoTheFirstLevelCache) {
  const auto brickOf = [](const std::string& stencils, plan::Exchange exchange = plan::Exchange::Shared,
                          std::int64_t secondLevel = 1 << 20) {
    plan::PlanOptions options = forTarget("x86-64-v4");
    options.caches = {48 << 10, secondLevel};
    options.exchange = exchange;
    return plannedOrFail(parsed("module \"m\"\n" + stencils), options).stencils[0].brick;
  };
  const auto sumOf = [](int reach) {
    const std::string n = std::to_string(reach);
    return "u[-" + n + ", 0, 0] + u[0, 0, " + n + "] + u[" + n + ", 0, 0]";
  };
  const auto stencil = [](const std::string& name, const std::string& value, const std::string& more = "") {
    return "stencil \"" + name + "\" 3d (out f64 a, in f64 u" + more + ") { " + value + " }\n";
  };
  std::string product;
  for (int i = 0; i < 17; ++i)
    product += " * (1.0 + u[0, 0, 0])";
  const std::string others = ", in f64 v, in f64 w, in f64 p", ofOthers = " + v[0, 0, 0] + w[0, 0, 0] + p[0, 0, 0]";
  const std::string shared = "share s = " + sumOf(2) + " a = s[0, 0, 0] + s[0, 1, 0]";

  EXPECT_EQ(brickOf(stencil("near", "a = " + sumOf(1))), (std::vector{8, 8, 8}));
  EXPECT_EQ(brickOf(stencil("near", "a = " + sumOf(1) + product)), (std::vector{8, 16, 8})); // computes
  EXPECT_EQ(brickOf(stencil("near", "a = sin(" + sumOf(1) + ")")), (std::vector{8, 16, 8}));
  EXPECT_EQ(brickOf(stencil("far", "a = " + sumOf(2))), (std::vector{4, 16, 8}));
  EXPECT_EQ(brickOf(stencil("far", "a = " + sumOf(2) + product)), (std::vector{4, 16, 8}));
  EXPECT_EQ(brickOf(stencil("far", shared)), (std::vector{8, 16, 8}));
  EXPECT_EQ(brickOf(stencil("farther", "a = " + sumOf(3))), (std::vector{8, 16, 8}));
  EXPECT_EQ(brickOf(stencil("far", "a = " + sumOf(2) + ofOthers, others)), (std::vector{4, 8, 8}));
  EXPECT_EQ(brickOf(stencil("far", "a = " + sumOf(2) + ofOthers, others), plan::Exchange::MemMap),
            (std::vector{4, 16, 8})); // pages
  EXPECT_EQ(brickOf(stencil("near", "a = " + sumOf(1)) + stencil("far", "a = " + sumOf(2))),
            (std::vector{8, 16, 8})); // the most of both

  constexpr std::int64_t large = 2 << 20; // next cells: a page
  for (const std::string& more : {std::string(), product})
    EXPECT_EQ(brickOf(stencil("near", "a = " + sumOf(1) + more), plan::Exchange::Shared, large),
              (std::vector{4, 16, 8}));
  EXPECT_EQ(brickOf(stencil("near", "a = " + sumOf(1)), plan::Exchange::MemMap, large), (std::vector{8, 8, 8}));
  EXPECT_EQ(brickOf(stencil("far", "a = " + sumOf(2)), plan::Exchange::Shared, large), (std::vector{8, 8, 8}));
  EXPECT_EQ(brickOf(stencil("far", shared), plan::Exchange::Shared, large), (std::vector{8, 16, 8}));
  for (int reach : {3, 4}) {
    const std::string farther = stencil("farther", "a = " + sumOf(reach));
    EXPECT_EQ(brickOf(farther, plan::Exchange::Shared, large), (std::vector{4, 8, 8}));
    EXPECT_EQ(brickOf(farther, plan::Exchange::Layout, large), (std::vector{4, 16, 8}));
  }
  EXPECT_EQ(brickOf(stencil("farthest", "a = " + sumOf(5)), plan::Exchange::Shared, large), (std::vector{8, 8, 8}));
  EXPECT_EQ(brickOf(stencil("rows", "a = u[0, 9, 0]"), plan::Exchange::Shared, large), (std::vector{8, 16, 8}));
}

/// Two source files with one header may hold other stencils beside it.
TEST(Planner, BricksOfStencilsInHeadersDependOnDimensionsOnly) {
  const ir::Module module = parsed("module \"m\"\n"
                                   "stencil \"d\" 3d (out f64 a, in f64 u) at \"d.hpp\":3:4 { a = u[0, 0, 1] }\n"
                                   "stencil \"f\" 3d (out f32 a, in f32 u) at 5:6 { a = u[0, 0, 1] }\n");
  const plan::Plan plan = plannedOrFail(module, forTarget("x86-64-v4"));
  EXPECT_EQ(plan.stencils[0].brick, (std::vector{8, 8, 8}));
  EXPECT_EQ(plan.stencils[1].brick, (std::vector{8, 8, 8}));
}

} // namespace
} // namespace brickc::test
