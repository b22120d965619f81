// Constant folding: what folds, and what must not. SPDX-License-Identifier: MIT
#include "compiler/transform/FoldConstants.h"
#include "test/compiler/IrText.h"

namespace brickc::test {
namespace {

std::string folded(const std::string& value) {
  const ir::Module module = transform::foldConstants(parsed(storing(value)));
  EXPECT_EQ(errorText(ir::verify(module)), "") << value;
  return storedText(module);
}

using Cases = std::initializer_list<std::pair<const char*, const char*>>;
void expectFolds(Cases cases) {
  for (const auto& [value, result] : cases)
    EXPECT_EQ(folded(value), result) << value;
}

TEST(FoldConstants, Integers) {
  expectFolds({{"f64(n + (2 + 3 * 4))", "f64(n + 14)"},
               {"f64(n + 7 / 2)", "f64(n + 3)"},
               {"f64(n + -7 / 2)", "f64(n + -3)"},
               {"f64(n + -7 % 3)", "f64(n + -1)"},
               {"f64(n + -(5))", "f64(n + -5)"},
               {"f64(n + ~5)", "f64(n + -6)"},
               {"f64(n + (6 & 3) + (6 | 1) + (6 ^ 3))", "f64(n + 2 + 7 + 5)"},
               {"f64(m + 3000000000L * 2L)", "f64(m + 6000000000L)"}});
}

TEST(FoldConstants, WhatIsUndefinedStays) {
  for (const char* value :
       {"f64(1 / 0)", "f64(1 % 0)", "f64(2147483647 + 1)", "f64(-2147483648 / -1)", "f64(-(-2147483648))",
        "f64(9223372036854775807L + 1L)", "f64(-9223372036854775808L / -1L)", "f64(-9223372036854775808L % -1L)",
        "f64(i32(3e+10))", "f64(i32(nan))", "f64(i64(inf))", "f64(i32(3000000000L))"})
    EXPECT_EQ(folded(value), value);
}

TEST(FoldConstants, FloatingPointInItsOwnType) {
  expectFolds({{"k * (0.1 + 0.2)", "k * 0.30000000000000004"},
               {"f64(h * (0.1f + 0.2f))", "f64(h * 0.3f)"},
               {"f64(h * (16777216.0f + 1.0f))", "f64(h * 16777216.0f)"},
               {"k * -(2.0)", "k * -2.0"},
               {"k * (1.0 / 3.0)", "k * 0.3333333333333333"},
               {"-(0.0)", "-0.0"},
               {"0.0 * -1.0", "-0.0"}});
}

TEST(FoldConstants, NoInfinitiesNaNsOrDenormals) {
  for (const char* value : {"1.0 / 0.0", "0.0 / 0.0", "1e+308 * 10.0", "1e-308 / 10.0", "inf - inf", "nan + 1.0",
                            "-(nan)", "f64(3e+38f * 10.0f)", "f64(1e-38f / 10.0f)"})
    EXPECT_EQ(folded(value), value);
}

TEST(FoldConstants, NothingIsReordered) {
  for (const char* value : {"k + 1.0 + 2.0", "2.0 * k * 3.0", "k * 1.0", "k + 0.0", "k - k", "k / k", "0.0 * k"})
    EXPECT_EQ(folded(value), value);
}

TEST(FoldConstants, Casts) {
  expectFolds({{"f64(3)", "3.0"},
               {"f64(0.1f)", "0.10000000149011612"},
               {"f64(f32(0.1))", "0.10000000149011612"},
               {"f64(f32(16777217))", "16777216.0"},
               {"f64(f32(9007199791611905L))", "9007200328482816.0"}, // rounding twice would end one float lower
               {"f64(i32(-2.9))", "-2.0"},
               {"f64(k)", "k"},
               {"bool(0.0) ? 1.0 : k", "k"},
               {"bool(nan) ? 1.0 : k", "1.0"},
               {"f64(true)", "1.0"},
               {"f64(i32(true) + 1)", "2.0"}});
}

TEST(FoldConstants, ConditionsAndSelects) {
  expectFolds({{"1 < 2 ? k : 2.0", "k"},
               {"2.0 <= 1.0 ? k : 2.0", "2.0"},
               {"nan == nan ? k : 2.0", "2.0"},
               {"nan != nan ? k : 2.0", "k"},
               {"-0.0 == 0.0 ? k : 2.0", "k"},
               {"true && b ? k : 2.0", "b ? k : 2.0"},
               {"b && false ? k : 2.0", "2.0"},
               {"b || true ? k : 2.0", "k"},
               {"false || b ? k : 2.0", "b ? k : 2.0"},
               {"!(1 > 2) ? k : 2.0", "k"},
               {"true == false ? k : 2.0", "2.0"}});
}

TEST(FoldConstants, ArgumentsOfSteps) {
  const ir::Module module =
      transform::foldConstants(parsed("module \"m\" stencil \"s\" 1d (out f64 a, scalar f64 k) { a = k }\n"
                                      "step \"p\" (field f64 1d u, scalar f64 k) { apply \"s\"(u, k * (0.5 * 0.5)) }"));
  EXPECT_NE(printed(module).find("apply \"s\"(u, k * 0.25)"), std::string::npos);
}

TEST(FoldConstants, UnchangedNodesAreKept) {
  const ir::Module before = parsed(storing("k * k + 1.0"));
  const ir::Module after = transform::foldConstants(before);
  EXPECT_EQ(std::get<ir::Store>(before.stencils[0].body[0]).value,
            std::get<ir::Store>(after.stencils[0].body[0]).value);
}

} // namespace
} // namespace brickc::test
