// What the planner decides. SPDX-License-Identifier: MIT
#include "test/compiler/PlanText.h"

namespace brickc::test {
namespace {

/// The plan of a stencil for a core with these caches; `body` lacks its closing brace.
plan::StencilPlan planOf(const std::string& body, const plan::CoreCaches& caches, std::vector<int> brick = {}) {
  plan::PlanOptions options = forTarget("x86-64-v4", std::move(brick));
  options.caches = caches;
  return plannedOrFail(parsed("module \"m\"\nstencil \"s\" " + body + " }\n"), options).stencils[0];
}

/// Factors for the end of a body, more than what memory gives time for.
std::string muchWork() {
  std::string result;
  for (int i = 0; i < 30; ++i)
    result += " * (1.0 + u[0, 0, 0])";
  return result;
}

TEST(Planner, HeatOnAvx512) {
  const plan::Plan plan = plannedOrFail(heat(), forTarget("x86-64-v4"));
  EXPECT_EQ(plan.target, "x86-64-v4");
  EXPECT_EQ(plan.vectorBytes, 64);
  EXPECT_EQ(plan.stencils,
            (std::vector<plan::StencilPlan>{
                {"heat", {8, 16, 8}, {1, 1, 2}, 8, plan::RowLoop::Never, true, plan::Fetch::SecondLevel}}));
  EXPECT_EQ(plan.steps, (std::vector<plan::StepPlan>{{"advance", {8, 16, 8}, {1, 1, 2}, 8, plan::Exchange::Shared}}));
}

/// Into the first-level cache where there is room; and there rows that are lines are a loop past the caches.
TEST(Planner, FetchesIntoTheCacheThatHasRoom) {
  const auto stencil = [](const std::string& target, std::int64_t firstLevelBytes) {
    plan::PlanOptions options = forTarget(target);
    options.caches.firstLevel = firstLevelBytes;
    return plannedOrFail(heat(), options).stencils[0];
  };
  EXPECT_EQ(stencil("x86-64-v4", 32 << 10).fetch, plan::Fetch::SecondLevel);
  EXPECT_EQ(stencil("x86-64-v4", 32 << 10).rowLoop, plan::RowLoop::Never);
  EXPECT_EQ(stencil("x86-64-v4", 48 << 10).fetch, plan::Fetch::FirstLevel);
  EXPECT_EQ(stencil("x86-64-v4", 48 << 10).rowLoop, plan::RowLoop::OutOfCache);
  EXPECT_EQ(stencil("x86-64-v3", 48 << 10).fetch, plan::Fetch::FirstLevel);
  EXPECT_EQ(stencil("x86-64-v3", 48 << 10).rowLoop, plan::RowLoop::Never);
}

/// Where both caches are large there are other rules, into the second-level one for one field that is read no further
/// than two cells, where little is computed, and for next cells where bricks ahead are more than half of the
/// first-level cache.
TEST(Planner, FetchesIntoALargeSecondLevelCache) {
  const auto stencil = [](const std::string& body, std::int64_t secondLevel, std::vector<int> brick = {}) {
    return planOf(body, {48 << 10, secondLevel}, std::move(brick));
  };
  constexpr std::int64_t small = 1 << 20, large = 2 << 20;
  const std::string one = "3d (out f64 a, in f64 u) { a = u[0, 1, 0]";
  const std::string two = "3d (out f64 a, in f64 u, in f64 b) { a = u[0, 1, 0] + b[0, 0, 0]";
  const std::string work = muchWork();

  for (const std::string& body : {one, std::string("3d (out f64 a, in f64 u) { a = u[0, 0, 2]")}) {
    EXPECT_EQ(stencil(body, small).fetch, plan::Fetch::FirstLevel);
    EXPECT_EQ(stencil(body, small).rowLoop, plan::RowLoop::OutOfCache);
    EXPECT_EQ(stencil(body, large).fetch, plan::Fetch::SecondOfLargeLevels);
    EXPECT_EQ(stencil(body, large).rowLoop, plan::RowLoop::Never);
  }
  EXPECT_EQ(stencil("2d (out f64 a, in f64 u) { a = u[0, 1]", large).fetch, plan::Fetch::SecondOfLargeLevels);

  EXPECT_EQ(stencil(two, large, {8, 8, 8}).fetch, plan::Fetch::FirstOfLargeLevels); // 3 positions of 4 KB of two fields
  EXPECT_EQ(stencil(two, large, {8, 8, 8}).rowLoop, plan::RowLoop::OutOfCache);
  EXPECT_EQ(stencil(two, large, {9, 8, 8}).fetch, plan::Fetch::SecondOfLargeLevels);
  EXPECT_EQ(stencil(two, small, {9, 8, 8}).fetch, plan::Fetch::FirstLevel);

  for (const std::string& other :
       {two, one + work, std::string("3d (out f64 a, in f64 u) { a = u[0, 3, 0]"),
        std::string("3d (out f64 a, in f64 u) { share s = u[0, 0, 0] + u[0, 0, 1] a = s[0, 0, 0] + s[0, 1, 0]"),
        std::string("2d (out f64 a, in f64 u, in f64 b) { a = u[0, 1] + b[0, 0]"),
        std::string("3d (out f64 a) { a = 1.0")}) {
    EXPECT_EQ(stencil(other, large).fetch, plan::Fetch::FirstOfLargeLevels) << other;
    EXPECT_EQ(stencil(other, large).rowLoop, stencil(other, small).rowLoop) << other;
  }
}

/// Where values are shared, the rows of a plane are written out, unless that is too much for a compiler.
TEST(Planner, ManyOperationsOfSharedValuesAreLoops) {
  const auto rowLoop = [](int locals) {
    std::string body = "3d (out f64 a, in f64 u) { share s = sqrt(u[0, 0, 0]) let t0 = s[0, 1, 0] - s[0, 0, 0] ";
    for (int i = 1; i < locals; ++i)
      body += "let t" + std::to_string(i) + " = t" + std::to_string(i - 1) + " * u[0, 0, 0] + 1.0 ";
    return planOf(body + "a = t" + std::to_string(locals - 1), {32 << 10, 1 << 20}).rowLoop;
  };
  EXPECT_EQ(rowLoop(900), plan::RowLoop::Never); // of 16 rows
  EXPECT_EQ(rowLoop(1100), plan::RowLoop::WithEdges);
}

/// Into a second-level cache that keeps most of two layers of one field, lines of next cells are fetched again a layer
/// later, where little is computed.
TEST(Planner, FetchesTwiceIntoASecondLevelCacheThatKeepsLayers) {
  const auto fetch = [](const std::string& body, std::int64_t firstLevel, std::int64_t secondLevel) {
    return planOf(body, {firstLevel, secondLevel}).fetch;
  };
  constexpr std::int64_t few = 32 << 10, many = 48 << 10, half = 512 << 10, whole = 1 << 20;
  const std::string one = "3d (out f64 a, in f64 u) { a = u[0, 1, 0]";
  const std::string work = muchWork();

  EXPECT_EQ(fetch(one, few, whole), plan::Fetch::SecondLevelTwice);
  EXPECT_EQ(fetch(one, few, half), plan::Fetch::SecondLevel);
  EXPECT_EQ(fetch(one, many, whole), plan::Fetch::FirstLevel);
  for (const std::string& other :
       {one + work, std::string("3d (out f64 a, in f64 u, in f64 b) { a = u[0, 1, 0] + b[0, 0, 0]"),
        std::string("3d (out f64 a, in f64 u) { a = u[0, 2, 0]"),
        std::string("3d (out f64 a, in f64 u) { a = u[0, 0, 0]"),
        std::string("3d (out f64 a, in f64 u) { share s = u[0, 0, 0] + u[0, 0, 1] a = s[0, 0, 0] + s[0, 1, 0]"),
        std::string("2d (out f64 a, in f64 u) { a = u[0, 1]")})
    EXPECT_EQ(fetch(other, few, whole), plan::Fetch::SecondLevel) << other;
}

/// Where both caches are large, what computes much for what it reads is fetched while the caches hold the fields, too.
TEST(Planner, FetchesInLargeCachesWhatComputesMuch) {
  const auto fetches = [](const std::string& body, std::int64_t firstLevel, std::int64_t secondLevel) {
    return planOf(body, {firstLevel, secondLevel}).fetchesInCaches;
  };
  const std::string work = muchWork();
  const std::string little = "3d (out f64 a, in f64 u) { a = u[0, 1, 0]", much = little + work;
  EXPECT_FALSE(fetches("3d (out f64 a, in f64 u) { a = u[0, 3, 0]" + work, 48 << 10, 2 << 20));
  const std::string reduction = "3d (in f64 u) returns f64 { return u[0, 1, 0]"; // sweeps a few bricks at a time
  EXPECT_FALSE(fetches(reduction + work, 48 << 10, 2 << 20));
  EXPECT_TRUE(fetches(much, 48 << 10, 2 << 20));
  EXPECT_FALSE(fetches(much, 48 << 10, 1 << 20));
  EXPECT_FALSE(fetches(much, 32 << 10, 2 << 20));
  EXPECT_FALSE(fetches(little, 48 << 10, 2 << 20));
  EXPECT_FALSE(fetches("2d (out f64 a, in f64 u) { a = u[0, 1]", 48 << 10, 2 << 20));
  const std::string shared = "3d (out f64 a, in f64 u) { share s = u[0, 0, 0] + u[0, 0, 1] a = s[0, 1, 0]";
  EXPECT_FALSE(fetches(shared + work, 48 << 10, 2 << 20));
}

/// Where lines come by way of the second-level cache, results are computed with the rows of shared values.
TEST(Planner, ComputesResultsWithTheRowsOfSharedValues) {
  const auto withRows = [](const std::string& body, std::int64_t firstLevel) {
    return planOf(body, {firstLevel, 1 << 20}).resultsWithRows;
  };
  const std::string shared =
      "3d (out f64 a, in f64 u, in f64 b) { share s = u[0, 1, 0] + u[0, -1, 0] a = s[1, 0, 0] + b[0, 0, 0]";
  EXPECT_TRUE(withRows(shared, 32 << 10));
  EXPECT_FALSE(withRows(shared, 48 << 10));
  EXPECT_FALSE(withRows("3d (out f64 a, in f64 u, in f64 b) { a = u[0, 1, 0] + b[0, 0, 0]", 32 << 10));
}

/// A sum over `rows` rows of a shared value with weights of their own.
std::string weightedRows(int rows) {
  std::string text = "3d (out f64 a, in f64 u, table f64 c[" + std::to_string(rows) +
                     "]) { share s = u[0, 0, -1] + u[0, 0, 1] share w = c[0] * s[0, 0, 0]";
  for (int row = 1; row < rows; ++row)
    text += " + c[" + std::to_string(row) + "] * s[0, " + std::to_string(row) + ", 0]";
  return text + " a = w[-1, 0, 0] + w[1, 0, 0]";
}

/// Registers are for weights where those are many and rows are, too, and a row is several vectors.
TEST(Planner, KeepsSumsOfRowsInMemoryWhereRegistersAreTooFew) {
  const auto inMemory = [](const std::string& body, const std::string& target) {
    const ir::Module module = parsed("module \"m\"\nstencil \"s\" " + body + " }\n");
    return plannedOrFail(module, forTarget(target)).stencils[0].rowSumsInMemory;
  };
  EXPECT_FALSE(inMemory(weightedRows(6), "x86-64-v3"));
  EXPECT_TRUE(inMemory(weightedRows(12), "x86-64-v3"));
  EXPECT_TRUE(inMemory(weightedRows(12), "x86-64-v2"));
  EXPECT_FALSE(inMemory(weightedRows(12), "x86-64-v4"));
  EXPECT_FALSE(inMemory("3d (out f64 a, in f64 u, table f64 c[30]) { a = c[0] * u[0, 1, 0]", "x86-64-v3"));
  EXPECT_FALSE(inMemory("2d (out f64 a, in f64 u) { share s = u[0, -1] + u[0, 1] a = s[-1, 0] + s[1, 0]", "x86-64-v3"));
}

/// Else such rows are a loop where several fields are read, and none further than the next cell.
TEST(Planner, RowsOfSeveralNearFieldsAreALoopPastTheCaches) {
  const ir::Module module =
      parsed("module \"m\"\n"
             "stencil \"near\" 3d (out f64 a, in f64 u, in f64 b) { a = u[0, 1, 0] + b[0, 0, 0] }\n"
             "stencil \"far\" 3d (out f64 a, in f64 u, in f64 b) { a = u[0, 2, 0] + b[0, 0, 0] }\n"
             "stencil \"one\" 3d (out f64 a, in f64 u) { a = u[0, 1, 0] }\n");
  const plan::Plan plan = plannedOrFail(module, forTarget("x86-64-v4"));
  EXPECT_EQ(plan.stencils[0].rowLoop, plan::RowLoop::OutOfCache);
  EXPECT_EQ(plan.stencils[1].rowLoop, plan::RowLoop::Never);
  EXPECT_EQ(plan.stencils[2].rowLoop, plan::RowLoop::Never);
}

/// What would be thousands of operations in a row stays a loop over its vectors. Functions count for each lane.
TEST(Planner, LongBodiesAreNotWrittenOutForEachVector) {
  const auto unrolls = [](int dims, const std::string& access, int factors, const std::string& function = "") {
    std::string text = std::to_string(dims) + "d (out f64 a, in f64 u) { a = u" + access;
    for (int i = 0; i < factors; ++i)
      text += " * " + function + "(" + std::to_string(i) + ".0 + u" + access + ")";
    const plan::Plan plan =
        plannedOrFail(parsed("module \"m\"\nstencil \"s\" " + text + " }\n"), forTarget("x86-64-v4"));
    return plan.stencils[0].unrollsVectors;
  };
  EXPECT_TRUE(unrolls(1, "[1]", 100)); // 200 operations on 16 vectors
  EXPECT_FALSE(unrolls(1, "[1]", 150));
  EXPECT_TRUE(unrolls(1, "[1]", 5, "exp"));
  EXPECT_FALSE(unrolls(1, "[1]", 10, "exp"));
  EXPECT_TRUE(unrolls(3, "[1, 0, 0]", 600)); // one vector
}

/// A few lines together where rows are written out, unless vectors are lines and three fields are read; where rows are
/// a loop lines by themselves, or planes of what is shorter; but few lines that come by way of the second-level cache,
/// and of one field where both caches are large.
TEST(Planner, StoresAsMuchAtOnceAsTheLoopOverRowsAllows) {
  const auto stores = [](const std::string& target, const std::string& text, plan::CoreCaches caches = {}) {
    plan::PlanOptions options = forTarget(target);
    options.caches = caches;
    return plannedOrFail(parsed("module \"m\"\nstencil \"s\" 3d " + text + " }\n"), options).stencils[0].storesAtOnce;
  };
  std::string work;
  for (int i = 0; i < 200; ++i)
    work += " * (1.0 + u[0, 0, 0])";
  const std::string far = "(out f64 a, in f64 u) { a = u[0, 2, 0]", one = "(out f64 a, in f64 u) { a = u[0, 1, 0]";
  const std::string two = "(out f64 a, in f64 u, in f64 v) { a = u[0, 1, 0] + v[0, 0, 0]";
  const std::string three = "(out f64 a, in f64 u, in f64 v, in f64 w) { a = u[0, 3, 0] + v[0, 0, 0] + w[0, 0, 0]";
  const std::string several = "(out f64 a, out f64 b, in f64 u, in f64 v) { a = u[0, 3, 0] b = v[0, 0, 0]";
  constexpr plan::CoreCaches roomy{48 << 10, 1 << 20}, small{32 << 10, 1 << 20}, large{48 << 10, 2 << 20};

  EXPECT_EQ(stores("x86-64-v3", far), plan::StoresAtOnce::FewLines);
  EXPECT_EQ(stores("x86-64-v3", three), plan::StoresAtOnce::FewLines);
  EXPECT_EQ(stores("x86-64-v3", far + work), plan::StoresAtOnce::WholePlane);
  EXPECT_EQ(stores("x86-64-v4", far, small), plan::StoresAtOnce::FewLines);
  EXPECT_EQ(stores("x86-64-v4", three, small), plan::StoresAtOnce::OneLine);
  EXPECT_EQ(stores("x86-64-v4", two, small), plan::StoresAtOnce::FewLines); // a loop past the caches, second level
  EXPECT_EQ(stores("x86-64-v4", one, roomy), plan::StoresAtOnce::OneLine);  // the same, first level
  EXPECT_EQ(stores("x86-64-v4", far + work, small), plan::StoresAtOnce::OneLine);
  for (const std::string& ofOneField : {two, three, far + work})
    EXPECT_EQ(stores("x86-64-v4", ofOneField, large), plan::StoresAtOnce::FewLines);
  EXPECT_EQ(stores("x86-64-v4", several + work, large), plan::StoresAtOnce::OneLine);
  EXPECT_EQ(stores("x86-64-v3", three + work, large), plan::StoresAtOnce::WholePlane);
}

TEST(Planner, LanesFollowTheTarget) {
  EXPECT_EQ(plannedOrFail(heat(), forTarget("x86-64-v2")).stencils[0].lanes, 2);
  EXPECT_EQ(plannedOrFail(heat(), forTarget("x86-64-v3")).stencils[0].lanes, 4);
}

TEST(Planner, NativeIsOneOfTheTargets) {
  const int bytes = plannedOrFail(heat(), forTarget("native")).vectorBytes;
  EXPECT_TRUE(bytes == 16 || bytes == 32 || bytes == 64);
}

/// The widest type decides, be it stored, computed or returned.
TEST(Planner, LanesOfMixedStencils) {
  const ir::Module module = parsed("module \"m\"\n"
                                   "stencil \"a\" 1d (out f32 a, in i32 u) { a = f32(u[1]) }\n"
                                   "stencil \"b\" 1d (out f32 a, in f32 u, scalar f64 k) { a = u[1] * f32(k) }\n"
                                   "stencil \"c\" 1d (out f32 a, in f32 u) { let x = f64(u[1]) a = f32(x) }\n"
                                   "stencil \"d\" 1d (out i32 a, point) { a = i32(point[0]) }\n"
                                   "stencil \"e\" 1d (in f32 u) returns f64 { return 1.0 }\n");
  const plan::Plan plan = plannedOrFail(module, forTarget("x86-64-v3"));
  const int expected[] = {8, 8, 4, 4, 4};
  for (unsigned i = 0; i < 5; ++i)
    EXPECT_EQ(plan.stencils[i].lanes, expected[i]) << plan.stencils[i].name;
}

/// A stencil that multiplies, or divides, so many values.
std::string productOf(int factors, const std::string& name, const std::string& dims, const std::string& at,
                      const std::string& operation = " * ") {
  std::string text = "stencil \"" + name + "\" " + dims + " (out f64 a, in f64 u) { a = u" + at;
  for (int i = 1; i < factors; ++i)
    text += operation + "u" + at;
  return text + " }\n";
}

/// A plane of 16x8 cells is 32 vectors of four doubles, 16 of eight: 600 operations in all are 18 and 37 of a vector.
TEST(Planner, RowsOfManyOperationsOrOfOneLineAreALoop) {
  const std::string at = "[0, 0, 1]";
  std::string text = "module \"m\"\n" + productOf(19, "short", "3d", at) + productOf(20, "long", "3d", at) +
                     productOf(38, "longer", "3d", at) + productOf(39, "longest", "3d", at) +
                     productOf(100, "flat", "2d", "[0, 1]") +
                     "stencil \"shares\" 3d (out f64 a, in f64 u) { share s = u[0, 0, 1] * 2.0 a = s[0, 0, 0]";
  for (int i = 0; i < 100; ++i)
    text += " * s[0, 0, 0]";
  const ir::Module module = parsed(text + " }\n");
  using names = std::vector<std::string>;
  const auto looped = [&](plan::RowLoop loop, const char* target, std::vector<int> brick = {}) {
    names found;
    plan::PlanOptions options = forTarget(target, std::move(brick));
    options.caches.firstLevel = 48 << 10;
    for (const plan::StencilPlan& stencil : plannedOrFail(module, options).stencils)
      if (stencil.rowLoop == loop) found.push_back(stencil.name);
    return found;
  };
  EXPECT_EQ(looped(plan::RowLoop::Never, "x86-64-v3"), (names{"short", "flat", "shares"}));
  EXPECT_EQ(looped(plan::RowLoop::Always, "x86-64-v3"), (names{"long", "longer", "longest"}));
  EXPECT_EQ(looped(plan::RowLoop::Never, "x86-64-v4"), (names{"flat", "shares"}));
  EXPECT_EQ(looped(plan::RowLoop::OutOfCache, "x86-64-v4"), (names{"short", "long", "longer"}));
  EXPECT_EQ(looped(plan::RowLoop::Always, "x86-64-v4"), (names{"longest"}));
  EXPECT_EQ(looped(plan::RowLoop::OutOfCache, "x86-64-v4", {8, 8, 16}), names{}); // rows of two vectors
}

/// With the rows that read beside the brick, one below and one above, three copies of a row of one vector. A division
/// counts 20 operations.
TEST(Planner, RowsAtTheEdgesAreInTheLoopWhereTheyWouldBeLong) {
  const ir::Module module =
      parsed("module \"m\"\n" + productOf(51, "long", "3d", "[0, 1, 0]", " / ") +
             productOf(52, "longer", "3d", "[0, 1, 0]", " / ") + productOf(52, "flat", "3d", "[0, 0, 1]", " / "));
  const plan::Plan plan = plannedOrFail(module, forTarget("x86-64-v4", {8, 8, 8}));
  EXPECT_EQ(plan.stencils[0].rowLoop, plan::RowLoop::Always);
  EXPECT_EQ(plan.stencils[1].rowLoop, plan::RowLoop::WithEdges);
  EXPECT_EQ(plan.stencils[2].rowLoop, plan::RowLoop::Always);
}

TEST(Planner, BrickFromTheCommandLine) {
  const plan::Plan plan = plannedOrFail(heat(), forTarget("x86-64-v4", {4, 4, 12}));
  EXPECT_EQ(plan.stencils[0].brick, (std::vector{4, 4, 12}));
  EXPECT_EQ(plan.stencils[0].lanes, 4); // 12 is no multiple of 8
  EXPECT_EQ(plan.steps[0].brick, (std::vector{4, 4, 12}));
}

TEST(Planner, StepsTakeTheLargestRadius) {
  const ir::Module module =
      parsed("module \"m\"\n"
             "stencil \"x\" 1d (out f64 a, in f64 u) { a = u[-3] }\n"
             "stencil \"y\" 1d (out f64 a, in f64 u) { a = u[2] }\n"
             "step \"p\" (field f64 1d u, field f64 1d v) { apply \"x\"(v, u) apply \"y\"(u, v) }\n");
  EXPECT_EQ(plannedOrFail(module, forTarget("x86-64-v3")).steps[0].halo, (std::vector{3}));
}

/// Boundary kernels reach further than stencils on the slow axis, and further than bricks have planes otherwise.
TEST(Planner, HalosAndBricksAreAsDeepAsBoundaryKernelsReach) {
  const ir::Module module = parsed("module \"m\"\n"
                                   "stencil \"s\" 3d (out f64 a, in f64 u) { a = u[0, 2, 0] }\n"
                                   "step \"p\" (field f64 3d u, field f64 3d v, scalar bool b) {\n"
                                   "  boundary \"near\" low 0 of u (u) reach [3, 1, 1]\n"
                                   "  if b { boundary \"far\" low 0 of u (u) reach [9, 0, 0] }\n"
                                   "  boundary \"unknown\" low 0 of u (u)\n"
                                   "  apply \"s\"(v, u)\n"
                                   "}\n");
  const plan::StepPlan step = plannedOrFail(module, forTarget("x86-64-v3")).steps[0];
  EXPECT_EQ(step.halo, (std::vector{9, 2, 1}));
  EXPECT_EQ(step.brick[0], 16);
}

ir::Location where;
int rejection(const ir::Module& module, const plan::PlanOptions& options) {
  llvm::Expected<plan::Plan> result = planned(module, options);
  return result ? -1 : rejectionKind(result.takeError(), &where);
}

TEST(PlannerErrors, RadiusLargerThanBrick) {
  EXPECT_EQ(rejection(heat("17"), forTarget("x86-64-v3")), int(ir::DiagnosticKind::RadiusLargerThanBrick));
  EXPECT_EQ(where, (ir::Location{5, 6, nullptr}));
  EXPECT_EQ(rejection(heat("16"), forTarget("x86-64-v3")), -1);
  const ir::Module boundary = parsed("module \"m\"\n"
                                     "stencil \"s\" 1d (out f64 a, in f64 u) { a = u[1] }\n"
                                     "step \"p\" (field f64 1d u, field f64 1d v) at 1:2 {\n"
                                     "  boundary \"far\" low 0 of u (u) reach [9] at 3:4\n"
                                     "  apply \"s\"(v, u)\n"
                                     "}\n");
  EXPECT_EQ(rejection(boundary, forTarget("x86-64-v3", {8})), int(ir::DiagnosticKind::RadiusLargerThanBrick));
  EXPECT_EQ(where.line, 3u) << "of the kernel, not the step";
  EXPECT_EQ(rejection(heat("8"), forTarget("x86-64-v3", {8, 4, 8})), int(ir::DiagnosticKind::RadiusLargerThanBrick));
}

TEST(PlannerErrors, BrickRowNotVectors) {
  EXPECT_EQ(rejection(heat(), forTarget("x86-64-v3", {8, 8, 9})), int(ir::DiagnosticKind::BrickRowNotVectors));
}

TEST(PlannerErrors, BrickTooLarge) {
  for (const std::vector<int>& brick :
       {std::vector{0, 8, 8}, {8, -8, 8}, {64, 64, 64}, {2147483647, 2147483647, 2}, {-8, -8, 8}})
    EXPECT_EQ(rejection(heat(), forTarget("x86-64-v3", brick)), int(ir::DiagnosticKind::BrickTooLarge));
}

TEST(PlannerWarnings, BrickFitsNoStencil) {
  EXPECT_EQ(rejection(heat(), forTarget("x86-64-v3", {8, 8})), -1);
  EXPECT_EQ(plan::unusedBrick(heat(), {8, 8})->kind, ir::DiagnosticKind::BrickFitsNoStencil);
  EXPECT_FALSE(plan::unusedBrick(heat(), {8, 8, 8}));
  EXPECT_FALSE(plan::unusedBrick(ir::Module{}, {8, 8}));
}

TEST(PlannerErrors, UnknownTarget) {
  EXPECT_EQ(rejection(heat(), forTarget("z80")), int(ir::DiagnosticKind::UnknownTarget));
  for (const char* target : {"", "cuda:", "cuda:sm_", "cuda:sm_90x", "cuda:sm_9-0", "cuda:gpu", "aarch64", "opencl"})
    EXPECT_EQ(rejection(heat(), forTarget(target)), int(ir::DiagnosticKind::UnknownTarget));
}

} // namespace
} // namespace brickc::test
