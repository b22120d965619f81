// Dependences, halos and exchanges of steps. SPDX-License-Identifier: MIT
#include "compiler/analysis/Analyse.h"
#include "test/compiler/IrText.h"

namespace brickc::test {
namespace {

const std::string stencils = R"(module "m.cpp"
stencil "blur" 1d (out f64 next, in f64 u) { next = u[-1] + u[2] }
stencil "scale" 1d (out f64 next, in f64 u) { next = 2.0 * u[0] }
stencil "leap" 1d (out f64 next, in f64 u, in f64 old, in f64 c) { next = u[1] - old[0] + c[-3] }
stencil "grow" 1d (inout f64 w, in f64 u) { w = w[0] + u[1] }
stencil "split" 1d (out f64 p, out f64 q, in f64 u) { p = u[0] q = u[0] }
)";

/// The printed facts of a step with fields a, b, c, d and this body, without the isl part.
std::string factsOf(const std::string& body) {
  const ir::Module module =
      parsed(stencils + "step \"p\" (field f64 1d a, field f64 1d b, field f64 1d c, field f64 1d d) at 9:1 {\n" +
             body + "}\n");
  llvm::Expected<analysis::Facts> facts = analysis::analyse(module, analysis::Extent::Dependences);
  if (!facts) return errorText(facts.takeError());
  std::string text, kept;
  llvm::raw_string_ostream out(text);
  analysis::print(*facts, out);
  for (llvm::StringRef rest = llvm::StringRef(text).split("step \"p\"\n").second; !rest.empty();) {
    llvm::StringRef line;
    std::tie(line, rest) = rest.split('\n');
    if (!line.starts_with("  domain") && !line.starts_with("  access")) kept += line.str() + "\n";
  }
  return kept;
}

TEST(Dependences, ApplyAndSwap) {
  EXPECT_EQ(factsOf("apply \"blur\"(b, a)\nswap a, b\n"), "  halo a low [1] high [2]\n"
                                                          "  exchange a low [1] high [2] before op 0, every step\n"
                                                          "  anti op 0 a -> op 0 b: 1 step later, cells [-2] to [1]\n"
                                                          "  output op 0 b -> op 0 b: 2 steps later, cells [0] to [0]\n"
                                                          "  flow op 0 b -> op 0 a: 1 step later, cells [-1] to [2]\n");
}

TEST(Dependences, WithoutSwapTheInputNeverChanges) {
  EXPECT_EQ(factsOf("apply \"blur\"(b, a)\n"), "  halo a low [1] high [2]\n"
                                               "  exchange a low [1] high [2] before op 0, once\n"
                                               "  output op 0 b -> op 0 b: 1 step later, cells [0] to [0]\n");
}

TEST(Dependences, TwoAppliesWithinAStep) {
  EXPECT_EQ(factsOf("apply \"blur\"(b, a)\napply \"scale\"(a, b)\n"),
            "  halo a low [1] high [2]\n"
            "  halo b low [0] high [0]\n"
            "  exchange a low [1] high [2] before op 0, every step\n"
            "  anti op 1 b -> op 0 b: 1 step later, cells [0] to [0]\n"
            "  output op 0 b -> op 0 b: 1 step later, cells [0] to [0]\n"
            "  flow op 1 a -> op 0 a: 1 step later, cells [-1] to [2]\n"
            "  anti op 0 a -> op 1 a: cells [-2] to [1]\n"
            "  output op 1 a -> op 1 a: 1 step later, cells [0] to [0]\n"
            "  flow op 0 b -> op 1 b: cells [0] to [0]\n");
}

TEST(Dependences, ThreeBuffersTakeTurns) {
  EXPECT_EQ(factsOf("apply \"leap\"(c, b, a, d)\nswap a, b\nswap b, c\n"),
            "  halo b low [0] high [1]\n"
            "  halo a low [0] high [0]\n"
            "  halo d low [3] high [0]\n"
            "  exchange b low [0] high [1] before op 0, every step\n"
            "  exchange d low [3] high [0] before op 0, once\n"
            "  anti op 0 b -> op 0 c: 2 steps later, cells [-1] to [-1]\n"
            "  anti op 0 a -> op 0 c: 1 step later, cells [0] to [0]\n"
            "  output op 0 c -> op 0 c: 3 steps later, cells [0] to [0]\n"
            "  flow op 0 c -> op 0 b: 1 step later, cells [1] to [1]\n"
            "  flow op 0 c -> op 0 a: 2 steps later, cells [0] to [0]\n");
}

/// Two readers of one value: exchanged before the first, as deep as the deeper needs.
TEST(Dependences, OneExchangeForTwoReaders) {
  const std::string facts = factsOf("apply \"scale\"(a, d)\napply \"grow\"(c, a)\napply \"blur\"(b, a)\n");
  EXPECT_NE(facts.find("  exchange a low [1] high [2] before op 1, every step\n"), std::string::npos) << facts;
  EXPECT_EQ(facts.find("before op 2"), std::string::npos) << facts;
}

/// A value renamed by a swap before it is read off the point.
TEST(Dependences, SwapInTheMiddle) {
  const std::string facts = factsOf("apply \"scale\"(b, a)\nswap a, b\napply \"blur\"(c, a)\n");
  EXPECT_NE(facts.find("  flow op 0 b -> op 2 a: cells [-1] to [2]\n"), std::string::npos) << facts;
  EXPECT_NE(facts.find("  exchange a low [1] high [2] before op 2, every step\n"), std::string::npos) << facts;
}

TEST(Dependences, EachOutputIsExchangedAlone) {
  const std::string facts = factsOf("apply \"split\"(a, b, d)\napply \"blur\"(c, b)\n");
  EXPECT_NE(facts.find("  exchange b low [1] high [2] before op 1, every step\n"), std::string::npos) << facts;
  EXPECT_EQ(facts.find("  exchange a"), std::string::npos) << facts;
}

TEST(Dependences, PointwiseStepsExchangeNothing) {
  EXPECT_EQ(factsOf("apply \"scale\"(b, a)\nswap a, b\n").find("exchange"), std::string::npos);
}

TEST(Dependences, InOutReadsAndWritesItsField) {
  const std::string facts = factsOf("apply \"grow\"(a, b)\n");
  EXPECT_NE(facts.find("  flow op 0 a -> op 0 a: 1 step later, cells [0] to [0]\n"), std::string::npos) << facts;
}

TEST(Dependences, IslPartNamesEveryAccess) {
  const ir::Module module = parsed(
      stencils + "step \"p\" (field f64 1d min, field f64 1d größe) { apply \"blur\"(größe, min) swap min, größe }");
  llvm::Expected<analysis::Facts> facts = analysis::analyse(module, analysis::Extent::Dependences);
  ASSERT_TRUE(bool(facts)) << errorText(facts.takeError());
  ASSERT_EQ(facts->steps[0].accesses.size(), 2u);
  EXPECT_NE(facts->steps[0].accesses[1].find("((x0 = i - 1) or (x0 = i + 2))"), std::string::npos);
  EXPECT_EQ(facts->steps[0].dependences.size(), 3u);
}

TEST(Dependences, AliasingFieldsAreRejected) {
  const auto kindOf = [](const std::string& body, ir::Location* where) {
    const ir::Module module = parsed(stencils + "step \"p\" (field f64 1d a, field f64 1d b) at 9:1 { " + body + " }");
    llvm::Expected<analysis::Facts> facts = analysis::analyse(module, analysis::Extent::Dependences);
    return facts ? -1 : rejectionKind(facts.takeError(), where);
  };
  const int aliasing = static_cast<int>(ir::DiagnosticKind::AliasingFields);
  ir::Location where;
  EXPECT_EQ(kindOf("apply \"blur\"(a, a) at 7:8", &where), aliasing);
  EXPECT_EQ(where, (ir::Location{7, 8, nullptr}));
  EXPECT_EQ(kindOf("apply \"split\"(a, a, b)", &where), aliasing);
  EXPECT_EQ(where, (ir::Location{9, 1, nullptr}));
  EXPECT_EQ(kindOf("apply \"grow\"(a, a)", &where), aliasing);
  EXPECT_EQ(kindOf("apply \"grow\"(a, b)", &where), -1);
}

} // namespace
} // namespace brickc::test
