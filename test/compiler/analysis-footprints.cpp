// Footprints of stencils. SPDX-License-Identifier: MIT
#include "compiler/analysis/Analyse.h"
#include "test/compiler/IrText.h"

namespace brickc::test {
namespace {

using analysis::FieldFootprint;

analysis::StencilFacts factsOf(const std::string& text) {
  llvm::Expected<analysis::Facts> facts = analysis::analyse(parsed(text));
  if (facts) return facts->stencils.front();
  ADD_FAILURE() << errorText(facts.takeError());
  return {};
}

TEST(Footprints, LowAndHighPerAxis) {
  const auto facts = factsOf(stencil("  let x = u[-2, 0] + u[1, 3]\n  a = x + f64(v[0, -1]) + u[1, 3]\n"));
  ASSERT_EQ(facts.inputs.size(), 2u);
  EXPECT_EQ(facts.inputs[0], (FieldFootprint{"u", {2, 0}, {1, 3}, 2}));
  EXPECT_EQ(facts.inputs[1], (FieldFootprint{"v", {0, 1}, {0, 0}, 1}));
  EXPECT_EQ(facts.radius, (std::vector{2, 3}));
}

TEST(Footprints, InputsThatAreNotRead) {
  const auto facts = factsOf(storing("k"));
  EXPECT_EQ(facts.inputs[0], (FieldFootprint{"u", {0, 0}, {0, 0}, 0}));
  EXPECT_EQ(facts.radius, (std::vector{0, 0}));
}

TEST(Footprints, InOutReadsThePoint) {
  const auto facts = factsOf("module \"m\" stencil \"s\" 1d (inout f64 w) { w = w[0] * 2.0 }");
  EXPECT_EQ(facts.inputs[0], (FieldFootprint{"w", {0}, {0}, 1}));
  EXPECT_FALSE(facts.inputs[0].reachesOut());
}

TEST(Footprints, OfSharedValuesAreThoseOfTheirReaders) {
  const auto facts = factsOf(stencil("  share x = u[1, -1] + u[0, 2]\n  share y = x[-2, 0] * f64(v[0, 1])\n"
                                     "  a = x[0, 0] + y[-1, 0] + y[2, 0]\n"));
  EXPECT_EQ(facts.inputs[0], (FieldFootprint{"u", {3, 1}, {1, 2}, 4}));
  EXPECT_EQ(facts.inputs[1], (FieldFootprint{"v", {1, 0}, {2, 1}, 2}));
  EXPECT_EQ(facts.radius, (std::vector{3, 2}));
}

} // namespace
} // namespace brickc::test
