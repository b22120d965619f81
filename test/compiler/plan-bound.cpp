// What a stencil has to do. SPDX-License-Identifier: MIT
#include "compiler/plan/Bound.h"
#include "test/compiler/PlanText.h"

namespace brickc::test {
namespace {

/// Of a 1-D stencil with that signature and value, in bricks of 64 cells.
std::int64_t workOfBrick(const std::string& parameters, const std::string& value, int lanes = 8) {
  const ir::Module module = parsed("module \"m\"\nstencil \"s\" 1d (" + parameters + ") { a = " + value + " }\n");
  plan::StencilPlan plan;
  plan.brick = {64};
  plan.lanes = lanes;
  return plan::workOfBrick(module.stencils[0], plan);
}

TEST(Bound, WorkOfABrickIsWordsAndVectorOperations) {
  EXPECT_EQ(workOfBrick("out f64 a, in f64 u", "u[0]"), 64 * 2);
  EXPECT_EQ(workOfBrick("out f32 a, in f32 u", "u[0]", 16), 64);
  EXPECT_EQ(workOfBrick("out f64 a, in f64 u", "u[-1] + 2.0 * u[1]"), 64 * 2 + 8);
  EXPECT_EQ(workOfBrick("out f64 a, in f64 u, in f64 v", "u[0] / v[0]"), 64 * 3 + 8 * plan::divisionCost);
}

TEST(Bound, CalledFunctionsAreMuchWork) {
  EXPECT_GT(workOfBrick("out f64 a, in f64 u", "exp(u[0])"), 64 * 50);
  EXPECT_GT(workOfBrick("out f64 a, in f64 u", "exp(u[0]) + exp(u[1])"), 2 * 64 * 50);
}

} // namespace
} // namespace brickc::test
