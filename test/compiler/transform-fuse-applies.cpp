// Applies of a step that become one sweep, and those that stay. SPDX-License-Identifier: MIT
#include "compiler/ir/StepOps.h"
#include "compiler/transform/FuseApplies.h"
#include "test/compiler/IrText.h"

namespace brickc::test {
namespace {

/// Stencils of 2-D fields of f64 where nothing else is said.
constexpr char stencils[] = R"(module "test.cpp"
stencil "slope" 2d (out f64 k, in f64 u, scalar f64 s) {
  let e = s * (u[0, 1] - u[0, -1])
  k = e + u[1, 0]
}
stencil "ahead" 2d (out f64 next, in f64 u, in f64 k, scalar f64 dt) {
  next = u[0, 0] + dt * k[0, 0]
}
stencil "add" 2d (inout f64 u, in f64 k, table f64 c[2]) {
  u = u[0, 0] + c[1] * k[0, 0]
}
stencil "record" 2d (out f64 k, in f64 u, record p {f64 p_a ".a", i32 p_n ".n"}) {
  k = u[0, 0] * p_a + f64(p_n)
}
stencil "star" 2d (out f64 k, in f64 u) {
  k = u[0, 2] + u[0, -2] + u[0, 1] + u[0, -1] + u[1, 0] + u[-1, 0] + u[2, 0] + u[-2, 0] + u[0, 0]
}
stencil "both" 2d (out f64 k, in f64 u, in f64 v) {
  k = u[0, 2] + u[0, 1] + u[0, 0] + v[0, 2] + v[0, -2] + v[0, 1] + v[0, -1] + v[1, 0] + v[-1, 0] + v[0, 0] + v[2, 0]
}
stencil "norm" 2d (in f64 u) returns f64 {
  return u[0, 0] * u[0, 0]
}
stencil "product" 2d (in f64 u, in f64 v) returns f64 {
  return u[0, 0] * v[0, 0]
}
stencil "cut" 2d (out i8 n, in i8 m) {
  n = m[0, 0] * 3
}
stencil "widen" 2d (out i32 w, in i8 n) {
  w = n[0, 0] + 1
}
)";

ir::Module fusedStep(const std::string& parameters, const std::string& body) {
  const ir::Module module =
      transform::fuseApplies(parsed(std::string(stencils) + "step \"step\" (" + parameters + ") {\n" + body + "}\n"));
  EXPECT_EQ(errorText(ir::verify(module)), "") << printed(module);
  return module;
}

/// The step's operations as text.
std::string stepText(const ir::Module& module) {
  const std::string text = printed(module);
  return text.substr(text.find('\n', text.find("\nstep ") + 1) + 1);
}

std::string stencilText(const ir::Module& module, unsigned number) {
  ir::Module one;
  one.stencils = {*module.findStencil("brick::fused<::step, " + std::to_string(number) + ">::sweep")};
  const std::string text = printed(one);
  return text.substr(text.find("2d ("));
}

void expectUnchanged(const std::string& parameters, const std::string& body) {
  const ir::Module module = fusedStep(parameters, body);
  EXPECT_EQ(stepText(module), body + "}\n");
  EXPECT_EQ(module.stencils.size(), parsed(stencils).stencils.size());
}

const std::string two = "field f64 2d u, field f64 2d v", three = two + ", field f64 2d w";
const std::string sweep1 = "apply \"brick::fused<::step, 1>::sweep\"",
                  sweep2 = "apply \"brick::fused<::step, 2>::sweep\"";

TEST(FuseApplies, ValuesThatNothingElseReadsAreNotStored) {
  const ir::Module module = fusedStep(two, "  temporary f64 2d k like u\n"
                                           "  apply \"slope\"(k, u, 0.25)\n"
                                           "  apply \"ahead\"(v, u, k, 0.5)\n");
  EXPECT_EQ(stepText(module), "  " + sweep1 + "(u, v)\n}\n");
  EXPECT_EQ(stencilText(module, 1), "2d (in f64 u, out f64 v) fuses \"slope\", \"ahead\" of \"step\" {\n"
                                    "  let e = 0.25 * (u[0, 1] - u[0, -1])\n"
                                    "  let k_2_new = e + u[1, 0]\n"
                                    "  let v_new = u[0, 0] + 0.5 * k_2_new\n"
                                    "  v = v_new\n}\n");
}

TEST(FuseApplies, ValuesThatAreReadLaterAreStored) {
  const ir::Module module = fusedStep(three, "  temporary f64 2d k like u\n"
                                             "  apply \"slope\"(k, u, 0.25)\n"
                                             "  apply \"ahead\"(v, u, k, 0.5)\n"
                                             "  swap u, w\n"
                                             "  apply \"slope\"(w, k, 0.25)\n");
  EXPECT_EQ(stepText(module), "  temporary f64 2d k like u\n  " + sweep1 +
                                  "(k, u, v)\n"
                                  "  swap u, w\n  apply \"slope\"(w, k, 0.25)\n}\n");
}

TEST(FuseApplies, UpdatesReadWhatWasBefore) {
  const ir::Module module =
      fusedStep(two + ", scalar f64 s, table f64 c[2]", "  apply \"add\"(u, v, c)\n  apply \"add\"(v, u, c)\n"
                                                        "  apply \"record\"(v, u, {\".a\" = s, \".n\" = 2})\n");
  EXPECT_EQ(stepText(module), "  " + sweep1 + "(u, v, c, s)\n}\n");
  EXPECT_EQ(stencilText(module, 1), "2d (inout f64 u, inout f64 v, table f64 c[2], scalar f64 p_a) "
                                    "fuses \"add\", \"add\", \"record\" of \"step\" {\n"
                                    "  let u_new = u[0, 0] + c[1] * v[0, 0]\n"
                                    "  let v_new = v[0, 0] + c[1] * u_new\n"
                                    "  let v_new_2 = u_new * p_a + f64(2)\n"
                                    "  u = u_new\n  v = v_new_2\n}\n");
}

TEST(FuseApplies, ScalarsAndLocalsDoNotMeet) {
  const ir::Module module =
      fusedStep(three + ", scalar f64 s, scalar f64 e", "  apply \"slope\"(v, u, e)\n  apply \"ahead\"(w, u, v, s)\n");
  EXPECT_EQ(stepText(module), "  " + sweep1 + "(v, u, e, w, s)\n}\n");
  EXPECT_EQ(stencilText(module, 1), "2d (out f64 v, in f64 u, scalar f64 s, out f64 w, scalar f64 dt) "
                                    "fuses \"slope\", \"ahead\" of \"step\" {\n"
                                    "  let e = s * (u[0, 1] - u[0, -1])\n"
                                    "  let v_new = e + u[1, 0]\n"
                                    "  let w_new = u[0, 0] + dt * v_new\n"
                                    "  v = v_new\n  w = w_new\n}\n");
}

TEST(FuseApplies, WhatIsReadBesideThePointIsThereBefore) {
  expectUnchanged(two, "  temporary f64 2d k like u\n"
                       "  apply \"ahead\"(k, u, v, 0.5)\n  apply \"slope\"(v, k, 0.25)\n");
  expectUnchanged(three, "  apply \"slope\"(v, u, 0.25)\n  apply \"ahead\"(u, w, v, 0.5)\n");
}

TEST(FuseApplies, TemporariesThatAreReadAroundAreWrittenElsewhere) {
  const ir::Module module =
      fusedStep("field f64 2d u", "  temporary f64 2d a like u\n  temporary f64 2d b like a\n"
                                  "  temporary f64 2d t like b\n"
                                  "  apply \"slope\"(a, u, 0.25)\n  apply \"ahead\"(t, u, a, 0.5)\n"
                                  "  apply \"slope\"(b, t, 0.25)\n  apply \"ahead\"(t, u, b, 0.5)\n"
                                  "  apply \"slope\"(u, t, 0.25)\n");
  EXPECT_EQ(stepText(module), "  temporary f64 2d a like u\n  temporary f64 2d t like a\n  " + sweep1 + "(u, t)\n  " +
                                  sweep2 + "(t, a, u)\n  apply \"slope\"(u, a, 0.25)\n}\n");
}

TEST(FuseApplies, NotWhereAnotherTemporaryWouldBeWanted) {
  const std::string onAnotherGrid = "  temporary f64 2d x like w\n  apply \"star\"(x, w)\n";
  expectUnchanged(three, "  temporary f64 2d t like u\n" + onAnotherGrid +
                             "  apply \"slope\"(v, t, 0.25)\n  apply \"ahead\"(t, u, v, 0.5)\n"
                             "  apply \"slope\"(u, t, 0.25)\n");
  expectUnchanged(two,
                  "  temporary f64 2d t like u\n"
                  "  apply \"slope\"(v, t, 0.25)\n  apply \"ahead\"(t, u, v, 0.5)\n  apply \"slope\"(u, t, 0.25)\n");
}

const std::string one = "field f64 2d u, table f64 c[2]",
                  ofSlope = "  temporary f64 2d k like u\n  apply \"slope\"(k, u, 0.25)\n",
                  update = "  apply \"add\"(u, k, c)\n", swapped = "  " + sweep1 + "(u, c, k)\n  swap u, k\n";

TEST(FuseApplies, UpdatesOfWhatIsReadAroundAreSwapped) {
  const ir::Module module = fusedStep(one, ofSlope + update);
  EXPECT_EQ(stepText(module), "  temporary f64 2d k like u\n" + swapped + "}\n");
  EXPECT_EQ(stencilText(module, 1), "2d (in f64 u, table f64 c[2], out f64 k) fuses \"slope\", \"add\" of \"step\" {\n"
                                    "  let e = 0.25 * (u[0, 1] - u[0, -1])\n"
                                    "  let k_2_new = e + u[1, 0]\n"
                                    "  let u_new = u[0, 0] + c[1] * k_2_new\n"
                                    "  k = u_new\n}\n");
}

TEST(FuseApplies, RepeatedSweepsAreOne) {
  const std::string again = "  apply \"slope\"(k, u, 0.25)\n" + update,
                    other = "  apply \"slope\"(k, u, 0.5)\n" + update;
  const ir::Module module = fusedStep(one + ", field f64 2d v", ofSlope + update + again +
                                                                    "  apply \"slope\"(k, v, 0.25)\n"
                                                                    "  apply \"add\"(v, k, c)\n" +
                                                                    other);
  EXPECT_EQ(stepText(module), "  temporary f64 2d k like u\n" + swapped + swapped + "  " + sweep1 +
                                  "(v, c, k)\n  swap v, k\n  " + sweep2 + "(u, c, k)\n  swap u, k\n}\n");
  EXPECT_EQ(module.stencils.size(), parsed(stencils).stencils.size() + 2);
}

TEST(FuseApplies, SweepsOfStepsThatStandBeforeAreUsedAgain) {
  const auto stepAt = [](const std::string& name, const std::string& line) {
    return "step \"" + name + "\" (field f64 2d " + name[0] + ", field f64 2d v) at " + line + ":1 {\n" +
           "  temporary f64 2d k like v\n  apply \"slope\"(k, " + name[0] + ", 0.25)\n  apply \"ahead\"(v, " + name[0] +
           ", k, 0.5)\n}\n";
  };
  const ir::Module module = transform::fuseApplies(parsed(stencils + stepAt("first", "30") + stepAt("second", "40") +
                                                          stepAt("zeroth", "20") + stepAt("x<2>", "50")));
  std::vector<std::string> used;
  for (const ir::Step& step : module.steps)
    ir::forEachOp<ir::Apply>(step.body, [&](const ir::Apply& apply) { used.push_back(apply.stencil); });
  EXPECT_EQ(used, (std::vector<std::string>{"brick::fused<::first, 1>::sweep", "brick::fused<::first, 1>::sweep",
                                            "brick::fused<::zeroth, 1>::sweep", "brick::fused<::x<2>, 1>::sweep"}));
}

TEST(FuseApplies, SeveralFieldsAreSwapped) {
  const ir::Module module =
      fusedStep(two + ", table f64 c[2]", "  temporary f64 2d a like u\n  temporary f64 2d b like u\n"
                                          "  apply \"slope\"(a, u, 0.25)\n  apply \"slope\"(b, v, 0.25)\n"
                                          "  apply \"add\"(u, a, c)\n  apply \"add\"(v, b, c)\n"
                                          "  reduce f64 n = \"brick::sum\" of \"product\"(u, v)\n");
  EXPECT_EQ(stepText(module), "  temporary f64 2d a like u\n  temporary f64 2d b like u\n"
                              "  reduce f64 n = \"brick::sum\" of " +
                                  sweep1.substr(6) +
                                  "(u, c, v, a, b)\n"
                                  "  swap u, a\n  swap v, b\n}\n");
}

TEST(FuseApplies, EachFieldIsSwappedForAnotherTemporary) {
  const std::string applies = "  apply \"both\"(t, u, v)\n  apply \"add\"(u, t, c)\n  apply \"add\"(v, t, c)\n";
  const ir::Module module = fusedStep(two + ", table f64 c[2]", "  temporary f64 2d t like u\n" + applies);
  EXPECT_EQ(stepText(module), "  temporary f64 2d t like u\n"
                              "  apply \"both\"(t, u, v)\n  " +
                                  sweep1 + "(u, t, c, v)\n}\n");
  const ir::Module more = fusedStep(two + ", table f64 c[2]", "  temporary f64 2d s like u\n"
                                                              "  temporary f64 2d t like u\n" +
                                                                  applies);
  EXPECT_EQ(stepText(more), "  temporary f64 2d s like u\n  temporary f64 2d t like u\n  " + sweep1 +
                                "(u, v, c, s, t)\n  swap u, s\n  swap v, t\n}\n");
}

TEST(FuseApplies, WhatAnotherTemporaryHeldMayBeOverwritten) {
  const ir::Module module = fusedStep(two, "  temporary f64 2d t like v\n  apply \"ahead\"(t, v, u, 0.5)\n"
                                           "  apply \"slope\"(u, t, 0.25)\n  apply \"star\"(t, u)\n"
                                           "  apply \"ahead\"(u, v, t, 0.5)\n");
  EXPECT_EQ(stepText(module), "  temporary f64 2d t like v\n  apply \"ahead\"(t, v, u, 0.5)\n"
                              "  apply \"slope\"(u, t, 0.25)\n  " +
                                  sweep1 + "(u, v, t)\n  swap u, t\n}\n");
}

TEST(FuseApplies, ValuesThatAreWantedBehindAreNotOverwritten) {
  const ir::Module module = fusedStep(one + ", field f64 2d v", ofSlope + update + "  apply \"star\"(v, k)\n");
  EXPECT_EQ(stepText(module), ofSlope + "  " + sweep1 + "(u, k, c, v)\n}\n");
}

TEST(FuseApplies, UpdatesInPlaceWithoutATemporaryStay) {
  expectUnchanged(one + ", field f64 2d k", "  apply \"slope\"(k, u, 0.25)\n" + update); // which the caller sees
  expectUnchanged(one, ofSlope + update + "  if 1.0 < 2.0 {\n    apply \"star\"(u, k)\n  }\n");
  expectUnchanged(one, ofSlope + "  boundary \"inlet\" low 0 of u (u)\n" + update);
  expectUnchanged(one, ofSlope + "  boundary \"inlet\" low 0 of u (k)\n" + update);
  expectUnchanged(one + ", scalar i64 m, scalar i64 n", "  temporary f64 2d k like u\n"
                                                        "  apply \"slope\"(k, u, 0.25) on [m, m] to [n, n]\n"
                                                        "  apply \"add\"(u, k, c) on [m, m] to [n, n]\n");
}

TEST(FuseApplies, SweepsPassThoseThatHaveNothingToDoWithThem) {
  const std::string parameters = three + ", field f64 2d x, field f64 2d y, field f64 2d z";
  const std::string before = "  apply \"slope\"(v, u, 0.25)\n",
                    between = "  apply \"star\"(x, w)\n"
                              "  reduce f64 n = \"brick::sum\" of \"norm\"(z)\n  let half = n * 0.5\n";
  expectUnchanged(parameters, before + between + "  apply \"record\"(u, v, {\".a\" = half, \".n\" = 2})\n");
  EXPECT_EQ(
      stepText(fusedStep(parameters, before + between + "  apply \"record\"(y, v, {\".a\" = half, \".n\" = 2})\n")),
      between + "  " + sweep1 + "(v, u, y, half)\n}\n");
}

TEST(FuseApplies, ReductionsComeLast) {
  const std::string sum = "  reduce f64 n = \"brick::sum\" of ";
  const ir::Module module = fusedStep(two, "  temporary f64 2d k like u\n  apply \"slope\"(k, u, 0.25)\n" + sum +
                                               "\"product\"(k, u)\n  apply \"ahead\"(v, u, k, n)\n");
  EXPECT_EQ(stepText(module), "  temporary f64 2d k like u\n" + sum + sweep1.substr(6) + "(k, u)\n" +
                                  "  apply \"ahead\"(v, u, k, n)\n}\n");
  EXPECT_EQ(stencilText(module, 1), "2d (out f64 k, in f64 u) returns f64 fuses \"slope\", \"product\" of \"step\" {\n"
                                    "  let e = 0.25 * (u[0, 1] - u[0, -1])\n"
                                    "  let k_new = e + u[1, 0]\n"
                                    "  k = k_new\n  return k_new * u[0, 0]\n}\n");
}

TEST(FuseApplies, LargeStencilsAreNotReducedAsTheyAreComputed) {
  std::string cells;
  for (int at = -14; at <= 14; ++at)
    cells += (cells.empty() ? "u[0, " : " + u[0, ") + std::to_string(at) + "]";
  const std::string wide = "stencil \"wide\" 2d (out f64 k, in f64 u) {\n  k = " + cells + "\n}\n";
  const std::string body = "  apply \"wide\"(v, u)\n  reduce f64 n = \"brick::sum\" of \"norm\"(v)\n";
  const ir::Module module =
      transform::fuseApplies(parsed(std::string(stencils) + wide + "step \"step\" (" + two + ") {\n" + body + "}\n"));
  EXPECT_EQ(stepText(module), body + "}\n");
}

TEST(FuseApplies, WhatOnlyReductionsReadIsNotStored) {
  const std::string sum = "  reduce f64 n = \"brick::sum\" of ";
  const ir::Module module = fusedStep(two, "  temporary f64 2d k like u\n  apply \"slope\"(k, u, 0.25)\n" + sum +
                                               "\"product\"(k, k)\n  apply \"ahead\"(v, u, v, n)\n");
  EXPECT_EQ(stepText(module), sum + sweep1.substr(6) + "(u)\n  apply \"ahead\"(v, u, v, n)\n}\n");
  expectUnchanged(two + ", scalar i64 m",
                  "  apply \"slope\"(v, u, 0.25) on [m, m] to [m, m]\n" + sum + "\"norm\"(v) on [m, m] to [m, m]\n");
}

TEST(FuseApplies, SwapsComeBehind) {
  const std::string slope = "  apply \"slope\"(v, u, 0.25)\n", swaps = "  swap u, v\n  swap v, w\n";
  const std::string sum = "  reduce f64 n = \"brick::sum\" of ";
  EXPECT_EQ(stepText(fusedStep(three, slope + swaps + sum + "\"product\"(u, w)\n")),
            sum + sweep1.substr(6) + "(v, u)\n" + swaps + "}\n");
  expectUnchanged(three, slope + swaps + "  apply \"slope\"(v, u, 0.25)\n");
}

TEST(FuseApplies, NotPastWhatSeesTheField) {
  const std::string before = "  apply \"slope\"(v, u, 0.25)\n",
                    behind = "  apply \"add\"(v, w, {\"[0]\" = 1.0, \"[1]\" = 2.0})\n";
  for (const std::string between : {"  swap v, x\n", "  apply \"star\"(x, v)\n", "  apply \"star\"(u, x)\n",
                                    "  boundary \"inlet\" low 0 of u (u)\n"})
    expectUnchanged(three + ", field f64 2d x", before + between + behind);
}

TEST(FuseApplies, OnTheSameCellsOnly) {
  const std::string slope = "  apply \"slope\"(v, u, 0.25) on [m, m] to [n, n]\n";
  const std::string parameters = three + ", scalar i64 m, scalar i64 n";
  expectUnchanged(parameters, slope + "  apply \"ahead\"(w, u, v, 0.5)\n");
  expectUnchanged(parameters, slope + "  apply \"ahead\"(w, u, v, 0.5) on [m, m] to [n, m]\n");
  EXPECT_EQ(stepText(fusedStep(parameters, slope + "  apply \"ahead\"(w, u, v, 0.5) on [m, m] to [n, n]\n")),
            "  " + sweep1 + "(v, u, w) on [m, m] to [n, n]\n}\n");
}

TEST(FuseApplies, InEachBranchByItself) {
  const auto applies = [](const std::string& k) {
    return "    temporary f64 2d " + k + " like u\n    apply \"slope\"(" + k +
           ", u, 0.25)\n    apply \"ahead\"(v, u, " + k + ", 0.5)\n";
  };
  const ir::Module module =
      fusedStep(two + ", scalar bool b", "  if b {\n" + applies("k") + "  } else {\n" + applies("l") + "  }\n");
  EXPECT_EQ(stepText(module), "  if b {\n    " + sweep1 + "(u, v)\n  } else {\n    " + sweep1 + "(u, v)\n  }\n}\n");
}

TEST(FuseApplies, ManyCellsOrFarOnesStayApart) {
  expectUnchanged(three + ", field f64 2d x", "  apply \"star\"(v, u)\n  apply \"both\"(w, u, x)\n");
  const ir::Module module = fusedStep(three, "  apply \"star\"(v, u)\n  apply \"star\"(w, u)\n");
  EXPECT_EQ(stepText(module), "  " + sweep1 + "(v, u, w)\n}\n");
}

TEST(FuseApplies, SmallIntegersLoseTheirBitsInMemory) {
  expectUnchanged("field i8 2d m, field i8 2d n, field i32 2d w", "  apply \"cut\"(n, m)\n  apply \"widen\"(w, n)\n");
}

TEST(FuseApplies, FieldsThatArePassedTwiceAreLeftToBeRefused) {
  expectUnchanged(two, "  apply \"slope\"(v, u, 0.25)\n  apply \"ahead\"(v, v, u, 0.5)\n");
}

TEST(FuseApplies, TheTextOfAModuleSaysSo) {
  const ir::Module module =
      fusedStep(two, "  apply \"slope\"(v, u, 0.25)\n  apply \"add\"(v, u, {\"[0]\" = 1.0, \"[1]\" = 2.0})\n");
  EXPECT_EQ(printed(parsed(printed(module))), printed(module));
}

} // namespace
} // namespace brickc::test
