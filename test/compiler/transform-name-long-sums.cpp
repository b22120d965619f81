// Long sums inside other operations, as locals. SPDX-License-Identifier: MIT
#include "compiler/transform/NameLongSums.h"
#include "test/compiler/IrText.h"

namespace brickc::test {
namespace {

/// What becomes of the statements of a stencil of fields u and v.
std::string named(const std::string& statements) {
  const std::string head = "module \"m\"\n\nstencil \"s\" 2d (out f64 a, in f64 u, in f64 v, scalar f64 k) {\n";
  const ir::Module module = transform::nameLongSums(parsed(head + statements + "}\n"));
  EXPECT_EQ(errorText(ir::verify(module)), "");
  const std::string text = printed(module);
  return text.substr(head.size(), text.size() - head.size() - 2);
}

std::string cells(int count, const std::string& field = "u") {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += (i ? " + " : "") + field + "[" + std::to_string(i / 4) + ", " + std::to_string(i % 4) + "]";
  return text;
}

TEST(NameLongSums, FactorsAndOperandsOfFunctionsAndChoices) {
  for (const auto& [before, behind] : {std::pair{"v[0, 0] * (", ")"},
                                       {"v[0, 0] + k * (v[0, 0] - v[1, 0] / (", "))"},
                                       {"sqrt(", ")"},
                                       {"v[0, 0] > 0.0 ? ", " : v[1, 0]"},
                                       {"v[0, 0] > (", ") ? k : v[1, 0]"}}) {
    const std::string text = named("  a = " + std::string(before) + cells(16) + behind + "\n");
    EXPECT_TRUE(text.starts_with("  let sum0 = " + cells(16) + "\n")) << text;
    EXPECT_EQ(text.find("u[", text.find("  a = ")), std::string::npos) << text;
  }
  EXPECT_EQ(named("  a = v[0, 0] * (" + cells(16) + ")\n"), "  let sum0 = " + cells(16) + "\n  a = v[0, 0] * sum0\n");
}

TEST(NameLongSums, WhatAStatementAddsUpStays) {
  for (const std::string& value : {cells(16), "v[0, 0] - k * (" + cells(16) + ")", "-(" + cells(16) + ") / k"})
    EXPECT_EQ(named("  a = " + value + "\n"), "  a = " + value + "\n");
}

TEST(NameLongSums, ShortOnesStay) {
  const std::string text = "  a = v[0, 0] * (" + cells(8) + " + k * (" + cells(8, "v") + "))\n";
  EXPECT_EQ(named(text), text);
}

TEST(NameLongSums, PartsThatHaveNamesCount) {
  const std::string parts = "  let some = " + cells(12) + " at 1:1\n  let others = u[3, 0] + u[3, 1] at 2:1\n";
  const std::string sum = "k * some - others + u[4, 0] + u[5, 0]";
  EXPECT_EQ(named(parts + "  a = v[0, 0] * (" + sum + ")\n"),
            parts + "  let sum0 = " + sum + "\n  a = v[0, 0] * sum0\n");
}

TEST(NameLongSums, OnesInsideEachOther) {
  EXPECT_EQ(named("  a = v[0, 0] * (" + cells(16) + " + v[1, 1] * (" + cells(20) + "))\n"),
            "  let sum0 = " + cells(20) + "\n  let sum1 = " + cells(16) + " + v[1, 1] * sum0\n  a = v[0, 0] * sum1\n");
}

} // namespace
} // namespace brickc::test
