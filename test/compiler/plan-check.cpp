// Whether a loaded plan fits the module. SPDX-License-Identifier: MIT
#include "test/compiler/PlanText.h"

namespace brickc::test {
namespace {

/// The message for the plan of `heat()` after `change`.
template <class Change> std::string problem(Change change) {
  const ir::Module module = heat();
  plan::PlanOptions options;
  options.target = "x86-64-v4";
  llvm::Expected<plan::Plan> plan = planned(module, options);
  if (!plan) return errorText(plan.takeError());
  change(*plan);
  const std::string text = errorText(plan::check(*plan, module));
  return llvm::StringRef(text).starts_with("the plan does not fit: ") ? text.substr(23) : text;
}

TEST(PlanCheck, ThePlannersOwnPlanFits) {
  EXPECT_EQ(problem([](plan::Plan&) {}), "");
}

TEST(PlanCheck, WiderHalosAndNarrowerVectorsFit) {
  EXPECT_EQ(problem([](plan::Plan& plan) { plan.steps[0].halo = {8, 8, 8}; }), "");
  EXPECT_EQ(problem([](plan::Plan& plan) { plan.stencils[0].lanes = 2; }), "");
}

TEST(PlanCheck, Names) {
  EXPECT_EQ(problem([](plan::Plan& plan) { plan.stencils[0].name = "cold"; }), "there is no stencil 'cold'");
  EXPECT_EQ(problem([](plan::Plan& plan) { plan.stencils.clear(); }), "stencil 'heat' is not planned");
  EXPECT_EQ(problem([](plan::Plan& plan) { plan.steps.push_back(plan.steps[0]); }), "step 'advance' is planned twice");
}

TEST(PlanCheck, Shapes) {
  EXPECT_EQ(problem([](plan::Plan& plan) { plan.stencils[0].brick = {8, 8}; }),
            "the brick of 'heat' must have 3 extents");
  EXPECT_EQ(problem([](plan::Plan& plan) { plan.stencils[0].brick = {}; }), "the brick of 'heat' must have 3 extents");
  EXPECT_EQ(problem([](plan::Plan& plan) { plan.steps[0].brick = {8, 8, 16}; }),
            "step 'advance' and stencil 'heat' differ in their bricks");
  EXPECT_NE(problem([](plan::Plan& plan) { plan.stencils[0].brick = {8, 8, 0}; }).find("is not between"),
            std::string::npos);
  EXPECT_NE(problem([](plan::Plan& plan) { plan.stencils[0].brick = {1 << 20, 1 << 20, 8}; }).find("is not between"),
            std::string::npos);
}

TEST(PlanCheck, Reach) {
  EXPECT_EQ(problem([](plan::Plan& plan) { plan.stencils[0].radius = {1, 1, 1}; }),
            "'heat' reads 2 cells away on axis 2, but 1 are planned");
  EXPECT_EQ(problem([](plan::Plan& plan) { plan.steps[0].halo = {0, 1, 2}; }),
            "'advance' reads 1 cells away on axis 0, but 0 are planned");
  EXPECT_EQ(problem([](plan::Plan& plan) { plan.steps[0].halo = {1}; }), "'advance' must have 3 cells of reach");
  EXPECT_NE(problem([](plan::Plan& plan) { plan.steps[0].halo = {9, 9, 9}; }).find("but a brick has 8 cells there"),
            std::string::npos);
}

TEST(PlanCheck, Vectors) {
  for (const int lanes : {-8, 0, 1, 3, 16, 1 << 30})
    EXPECT_NE(problem([&](plan::Plan& plan) { plan.stencils[0].lanes = lanes; }).find("are not possible"),
              std::string::npos);
  EXPECT_EQ(problem([](plan::Plan& plan) { plan.vectorBytes = 24; }), "vectors of 24 bytes do not exist");
  EXPECT_EQ(problem([](plan::Plan& plan) { plan.steps[0].elementBytes = 4; }),
            "the smallest element of step 'advance' has 8 bytes, not 4");
  EXPECT_EQ(problem([](plan::Plan& plan) { plan.stencils[0].radius[0] = 2; }),
            "'advance' reads 2 cells away on axis 0, but 1 are planned");
  EXPECT_EQ(problem([](plan::Plan& plan) { plan.stencils[0].rowLoop = plan::RowLoop::Always; }), "");
  EXPECT_NE(problem([](plan::Plan& plan) { plan.target = "z80"; }).find("unknown target"), std::string::npos);
}

TEST(PlanCheck, Kernels) {
  const auto problemOf = [](llvm::function_ref<void(plan::Plan&)> change) {
    plan::PlanOptions options;
    options.target = "cuda";
    llvm::Expected<plan::Plan> plan = planned(heat(), options);
    if (!plan) return errorText(plan.takeError());
    change(*plan);
    const std::string text = errorText(plan::check(*plan, heat()));
    return llvm::StringRef(text).substr(text.find(": ") + 2).str();
  };
  EXPECT_EQ(problemOf([](plan::Plan& plan) { plan.vectorBytes = 64; }), "vectors of 64 bytes do not exist");
  EXPECT_EQ(problemOf([](plan::Plan& plan) { plan.stencils[0].threads = 0; }), "'heat' has no threads on target cuda");
  EXPECT_EQ(problemOf([](plan::Plan& plan) { plan.stencils[0].threads = 2048; }),
            "2048 threads with vectors of 1 elements are not possible for 'heat'");
  EXPECT_EQ(problemOf([](plan::Plan& plan) { plan.stencils[0].lanes = 2; }),
            "128 threads with vectors of 2 elements are not possible for 'heat'");
  EXPECT_EQ(problemOf([](plan::Plan& plan) { plan.steps[0].exchange = plan::Exchange::MemMap; }),
            "ghost zones in a GPU's memory travel by layout or basic");
  const auto enlarge = [](plan::Plan& plan) {
    plan.stencils[0].brick = {64, 64, 64};
    plan.stencils[0].threads = 0;
  };
  EXPECT_EQ(
      problemOf(enlarge),
      "a brick of 64x64x64 cells is not between 1 and 65536 cells (choose the extents with --brick=AxBxC, slowest "
      "axis first)");
  EXPECT_EQ(problem([](plan::Plan& plan) { plan.stencils[0].threads = 128; }),
            "'heat' has threads on target x86-64-v4");
}

TEST(PlanCheck, KernelsShareNothingBetweenCells) {
  const ir::Module module = parsed("module \"m\"\nstencil \"s\" 3d (out f64 a, in f64 u) { "
                                   "share w = u[0, 0, 0] + u[0, 0, 1] a = w[0, 0, 0] + w[0, 1, 0] }\n");
  plan::PlanOptions options;
  options.target = "cuda";
  EXPECT_EQ(errorText(planned(module, options).takeError()),
            "the plan does not fit: 's' shares values between cells, which kernels for devices cannot");
}

TEST(PlanCheck, RowsAreALoopInThreeDimensions) {
  const ir::Module module = parsed("module \"m\"\nstencil \"flat\" 2d (out f64 a, in f64 u) { a = u[0, 1] }\n");
  plan::PlanOptions options;
  options.target = "x86-64-v4";
  llvm::Expected<plan::Plan> plan = planned(module, options);
  ASSERT_TRUE(bool(plan)) << errorText(plan.takeError());
  plan->stencils[0].rowLoop = plan::RowLoop::OutOfCache;
  EXPECT_EQ(errorText(plan::check(*plan, module)),
            "the plan does not fit: rows of 'flat' are in a loop in 2-D; row-loop can be other than never in 3-D");
}

} // namespace
} // namespace brickc::test
