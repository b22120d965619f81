// Signs that a condition chooses. SPDX-License-Identifier: MIT
#include "compiler/transform/EliminateDeadCode.h"
#include "compiler/transform/FactorSigns.h"
#include "test/compiler/IrText.h"

namespace brickc::test {
namespace {

const std::string head = "module \"m\"\n\nstencil \"s\" 1d (out f64 a, in f64 u, in f64 w, in i32 n, scalar f64 k) {\n";

std::string bodyOf(const ir::Module& module) {
  EXPECT_EQ(errorText(ir::verify(module)), "");
  const std::string text = printed(module);
  return text.substr(head.size(), text.size() - head.size() - 2);
}

std::string factored(const std::string& body) { return bodyOf(transform::factorSigns(parsed(head + body + "}\n"))); }

/// What is left of locals that have become useless is of no interest.
std::string needed(const std::string& body) {
  return bodyOf(transform::eliminateDeadCode(transform::factorSigns(parsed(head + body + "}\n"))));
}

TEST(FactorSigns, ASignMeetsItsValue) {
  for (const std::string choice : {"w[0] > 0.0 ? u[1] : -u[1]", "0.0 < w[0] ? u[1] : -u[1]",
                                   "w[0] >= -0.0 ? u[1] : -u[1]", "w[0] < 0.0 ? -u[1] : u[1]"})
    EXPECT_EQ(factored("  a = w[0] * (" + choice + ")\n"), "  a = fabs(w[0]) * u[1]\n");
  EXPECT_EQ(factored("  a = (w[0] > 0.0 ? u[1] : -u[1]) * (k * w[0])\n"), "  a = k * fabs(w[0]) * u[1]\n");
  EXPECT_EQ(factored("  a = w[0] * (w[0] > 0.0 ? u[1] - u[0] : u[0] - u[1])\n"), "  a = fabs(w[0]) * (u[1] - u[0])\n");
  EXPECT_EQ(factored("  a = w[0] * (w[0] > 0.0 ? 1.0 : -1.0)\n"), "  a = fabs(w[0]) * 1.0\n");
}

TEST(FactorSigns, Magnitudes) {
  const std::string magnitude = "  a = w[0] > 0.0 ? w[0] : -w[0]\n"; // -0 for 0, and 1 / that is not what 1 / 0 is
  EXPECT_EQ(factored(magnitude), magnitude);
  EXPECT_EQ(factored("  let x = w[0]\n  a = 1.0 / (x > 0.0 ? w[0] : -x)\n"),
            "  let x = w[0]\n  a = 1.0 / (x > 0.0 ? w[0] : -x)\n");
  EXPECT_EQ(factored("  a = w[0] < 0.0 ? w[0] * k : -(w[0] * k)\n"), "  a = -(fabs(w[0]) * k)\n");
}

TEST(FactorSigns, LooksThroughLocals) {
  EXPECT_EQ(needed("  let wind = w[0]\n"
                   "  let ahead = wind > 0.0\n"
                   "  let slope = ahead ? u[1] * u[0] : -(u[1] * u[0])\n"
                   "  a = w[0] * slope\n"),
            "  a = fabs(w[0]) * (u[1] * u[0])\n");
}

TEST(FactorSigns, MirroredChoices) {
  const std::string choices = "  let x = w[0] > 0.0 ? u[-1] : u[1]\n  let y = w[0] > 0.0 ? u[1] : u[-1]\n";
  EXPECT_EQ(needed(choices + "  a = x - 2.0 * u[0] + y\n"), "  a = u[-1] + u[1] - 2.0 * u[0]\n");
  EXPECT_EQ(needed(choices + "  a = k - x - y\n"), "  a = k - (u[-1] + u[1])\n");
  EXPECT_EQ(needed(choices + "  a = w[0] > 0.0 ? y - x : -(y - x)\n"), "  a = u[1] - u[-1]\n");
}

TEST(FactorSigns, TermsWithASignAndOthers) {
  const std::string sum = "  let x = w[0] > 0.0 ? u[-1] : u[1]\n"
                          "  let y = w[0] > 0.0 ? u[1] : u[-1]\n"
                          "  let z = x - sqrt(u[0]) - y\n";
  EXPECT_EQ(needed(sum + "  a = w[0] > 0.0 ? z : -z\n"),
            "  a = u[-1] - u[1] - (w[0] > 0.0 ? sqrt(u[0]) : -sqrt(u[0]))\n");
  EXPECT_EQ(needed(sum + "  a = w[0] * (w[0] > 0.0 ? z : -z)\n"),
            "  a = w[0] * (u[-1] - u[1]) - fabs(w[0]) * sqrt(u[0])\n");
  EXPECT_EQ(needed("  a = w[0] * (u[1] - (w[0] > 0.0 ? k * u[0] : -(k * u[0])))\n"),
            "  a = w[0] * u[1] - fabs(w[0]) * (k * u[0])\n");
}

TEST(FactorSigns, SumsGoOnStatementByStatement) {
  EXPECT_EQ(needed("  a = k * u[0] - (w[0] * (u[1] - (w[0] > 0.0 ? u[0] : -u[0])) + w[1] * (u[2] - (w[1] > 0.0 ? u[0] "
                   ": -u[0])))\n"),
            "  let sum0 = w[0] * u[1] - fabs(w[0]) * u[0]\n"
            "  a = k * u[0] - (sum0 + w[1] * u[2] - fabs(w[1]) * u[0])\n");
}

TEST(FactorSigns, SignsCancel) {
  const std::string value = "  let x = w[0] > 0.0 ? u[1] : -u[1]\n";
  EXPECT_EQ(needed(value + "  a = x * x\n"), "  a = u[1] * u[1]\n");
  EXPECT_EQ(needed(value + "  let y = u[0] / x - k * x\n  a = w[0] > 0.0 ? y : -y\n"),
            "  a = u[0] / u[1] - k * u[1]\n");
}

TEST(FactorSigns, NothingIsSaved) {
  for (const std::string body :
       {"  a = w[0] * (w[0] > k ? u[1] : -u[1])\n",                          // not by its sign
        "  a = w[0] * (w[0] == 0.0 ? u[1] : -u[1])\n",                       // nor here
        "  a = w[1] * (w[0] > 0.0 ? u[1] : -u[1])\n",                        // by that of another value
        "  a = (w[0] > 0.0 ? u[-1] : u[1]) + (w[0] < 0.0 ? u[1] : u[-1])\n", // other conditions
        "  a = (w[0] > 0.0 ? u[-1] : u[1]) - (w[0] > 0.0 ? u[1] : u[-1])\n", // only a sign remains
        "  a = f64(n[0] * (n[0] > 0 ? n[1] : -n[1]))\n"})
    EXPECT_EQ(factored(body), body);
}

TEST(FactorSigns, LocalsThatDoubleAreLookedAtOnce) {
  for (const std::string op : {"+", "*"}) {
    std::string body = "  let x0 = w[0] > 0.0 ? u[1] : -u[1]\n";
    for (int i = 1; i <= 60; ++i) {
      const std::string before = "x" + std::to_string(i - 1);
      body += "  let x" + std::to_string(i) + " = " + before + " " + op + " k * " + before + "\n";
    }
    // No local is written anew without its sign: x60 would have 2^60 terms or factors.
    EXPECT_EQ(factored(body + "  a = w[0] * (w[0] > 0.0 ? x60 : -x60)\n"), body + "  a = fabs(w[0]) * x60\n");
  }
}

TEST(FactorSigns, ValuesNeededInBothForms) {
  const std::string body = "  let x = w[0] > 0.0 ? u[1] : -u[1]\n"
                           "  a = w[0] * x + sqrt(x)\n";
  EXPECT_EQ(factored(body), body);
}

} // namespace
} // namespace brickc::test
