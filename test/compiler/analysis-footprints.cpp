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

} // namespace
} // namespace brickc::test
