// What the planner decides for kernels. SPDX-License-Identifier: MIT
#include "test/compiler/PlanText.h"

namespace brickc::test {
namespace {

/// A block of threads for a brick; ghost zones in a GPU's memory are sent, as other ranks cannot see them.
TEST(KernelPlanner, KernelsForDevices) {
  for (const char* target : {"cuda", "cuda:sm_90", "cuda:sm_90a", "cuda:host"}) {
    const plan::Plan plan = plannedOrFail(heat(), forTarget(target));
    EXPECT_EQ(plan.target, target);
    EXPECT_EQ(plan.vectorBytes, 8);
    EXPECT_EQ(plan.stencils[0].brick, (std::vector{8, 4, 32}));
    EXPECT_EQ(plan.stencils[0].lanes, 1);
    EXPECT_EQ(plan.stencils[0].threads, 128);
    EXPECT_TRUE(plan.stencils[0].unrollsPlanes);
    EXPECT_EQ(plan.steps[0].exchange, plan::Exchange::Layout);
  }
  plan::PlanOptions basic = forTarget("cuda");
  basic.exchange = plan::Exchange::Basic;
  EXPECT_EQ(plannedOrFail(heat(), basic).steps[0].exchange, plan::Exchange::Basic);
}

TEST(KernelPlanner, BricksOfKernels) {
  const auto stencil = [](const std::string& body, std::vector<int> brick = {}) {
    return plannedOrFail(parsed("module \"m\"\nstencil \"s\" " + body + " }\n"), forTarget("cuda", std::move(brick)))
        .stencils[0];
  };
  const std::string of1 = "1d (out f64 a, in f64 u) { a = u[1]", of2 = "2d (out f64 a, in f64 u) { a = u[0, 1]";
  EXPECT_EQ(stencil(of1).brick, (std::vector{256}));
  EXPECT_EQ(stencil(of1).threads, 256);
  EXPECT_FALSE(stencil(of1).unrollsPlanes);
  EXPECT_EQ(stencil(of2).brick, (std::vector{16, 64}));
  EXPECT_EQ(stencil(of2).threads, 64);
  EXPECT_EQ(stencil(of1, {1000}).threads, 256); // each at several places
  EXPECT_EQ(stencil(of2, {3, 7}).threads, 7);
  EXPECT_TRUE(stencil(of2, {64, 8}).unrollsPlanes);
  EXPECT_FALSE(stencil(of2, {128, 8}).unrollsPlanes);
  EXPECT_EQ(stencil("3d (out f64 a, in f64 u) { a = u[0, 9, 0]").brick, (std::vector{8, 16, 32}));
  std::string sum = "u[0, 0, 0]";
  for (int i = 1; i < 20; ++i)
    sum += " + u[0, " + std::to_string(i % 3) + ", " + std::to_string(i / 3) + "]";
  EXPECT_EQ(stencil("3d (out f64 a, in f64 u) { a = " + sum).brick, (std::vector{16, 4, 32}));
}

/// Divisions of doubles are slow paths that planes do not overlap; very long code is not written out either.
TEST(KernelPlanner, PlanesOfKernels) {
  const auto unrolls = [](const std::string& value, const std::string& type = "f64") {
    const std::string text = "module \"m\"\nstencil \"s\" 3d (out " + type + " a, in " + type + " u, scalar " + type +
                             " k) { a = " + value + " }\n";
    return plannedOrFail(parsed(text), forTarget("cuda")).stencils[0].unrollsPlanes;
  };
  EXPECT_TRUE(unrolls("u[0, 0, 1] + k"));
  EXPECT_FALSE(unrolls("1.0 / u[0, 0, 1]"));
  EXPECT_FALSE(unrolls("sqrt(u[0, 0, 1])"));
  EXPECT_TRUE(unrolls("u[0, 0, 1] * (1.0 / k)")); // once for all cells
  EXPECT_TRUE(unrolls("k / u[0, 0, 1]", "f32"));
  std::string work = "u[0, 0, 1]";
  for (int i = 0; i < 600; ++i)
    work = (i % 40 == 39 ? "(" + work + ")" : work) + " + u[0, 0, 0] * k";
  EXPECT_FALSE(unrolls(work));
}

} // namespace
} // namespace brickc::test
