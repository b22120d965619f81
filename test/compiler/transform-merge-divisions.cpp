// Quotients in denominators. SPDX-License-Identifier: MIT
#include "compiler/transform/MergeDivisions.h"
#include "test/compiler/IrText.h"

namespace brickc::test {
namespace {

const std::string head =
    "module \"m\"\n\nstencil \"s\" 1d (out f64 a, out f64 b, in f64 u, in f32 v, scalar f64 k) {\n";

std::string merged(const std::string& body) {
  const ir::Module module = transform::mergeDivisions(parsed(head + body + "}\n"));
  EXPECT_EQ(errorText(ir::verify(module)), "");
  const std::string text = printed(module);
  return text.substr(head.size(), text.size() - head.size() - 2);
}

TEST(MergeDivisions, AQuotientInADenominator) {
  EXPECT_EQ(merged("  a = k / (1.0 + u[1] / u[0])\n  b = k\n"), "  a = k * u[0] / (u[0] + u[1])\n  b = k\n");
  EXPECT_EQ(merged("  a = 1.0 / (k * (u[1] / u[0]) - 3.0)\n  b = k\n"),
            "  a = u[0] / (k * u[1] - 3.0 * u[0])\n  b = k\n");
}

TEST(MergeDivisions, ItsSquareThroughLocals) {
  EXPECT_EQ(merged("  let r = u[1] / u[0]\n"
                   "  let weight = 1.0 + 2.0 * r * r\n"
                   "  a = u[-1] / weight\n"
                   "  b = k\n"),
            "  let r = u[1] / u[0]\n"
            "  let weight = 1.0 + 2.0 * r * r\n"
            "  a = u[-1] * (u[0] * u[0]) / (u[0] * u[0] + 2.0 * u[1] * u[1])\n"
            "  b = k\n");
}

TEST(MergeDivisions, MixedPowers) {
  EXPECT_EQ(merged("  let r = u[1] / u[0]\n  a = 1.0 / (-r * r + r)\n  b = k\n"),
            "  let r = u[1] / u[0]\n  a = u[0] * u[0] / (-u[1] * u[1] + u[1] * u[0])\n  b = k\n");
}

TEST(MergeDivisions, NothingIsSaved) {
  for (const std::string body :
       {"  let r = u[1] / u[0]\n  a = k / (1.0 + r)\n  b = r\n",         // the quotient is needed anyway
        "  a = k / (1.0 + u[1] / u[0] + u[0] / u[1])\n  b = k\n",        // two of them
        "  a = k / (1.0 + sqrt(u[1] / u[0]))\n  b = k\n",                // not a polynomial
        "  let r = u[1] / u[0]\n  a = k / (1.0 + r * r * r)\n  b = k\n", // too high a power
        "  a = f64(v[0] / (1.0f + v[1] / v[0]))\n  b = k\n",             // squares of floats leave their range
        "  a = k / u[0]\n  b = u[1] / u[0]\n"})
    EXPECT_EQ(merged(body), body);
}

/// `first`, then locals that each use the one before twice, then divisions by the last one.
std::string doubling(const std::string& first, const std::string& op, int times) {
  std::string body = "  let x0 = " + first + "\n";
  for (int i = 1; i <= times; ++i) {
    const std::string before = "x" + std::to_string(i - 1);
    body += "  let x" + std::to_string(i) + " = " + before + " " + op + " " + before + "\n";
  }
  return body + "  a = 1.0 / (2.0 + x" + std::to_string(times) + ")\n  b = k / (3.0 + x" + std::to_string(times) +
         ")\n";
}

TEST(MergeDivisions, LocalsThatDoubleAreNotExpanded) {
  for (const std::string first : {"u[0]", "u[1] / u[0]"})
    for (const std::string op : {"+", "*"}) {
      const std::string body = doubling(first, op, 60); // 2^60 uses of the first one
      EXPECT_EQ(merged(body), body);
    }
}

} // namespace
} // namespace brickc::test
