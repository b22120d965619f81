// Reciprocals. SPDX-License-Identifier: MIT
#include "compiler/transform/UseReciprocals.h"
#include "test/compiler/IrText.h"

namespace brickc::test {
namespace {

const std::string head = "module \"m\"\n\nstencil \"s\" 1d (out f64 a, out f32 b, in f64 u, in f32 v, scalar f64 h, "
                         "scalar i32 n, table f64 c[2]) {\n";

std::string multiplied(const std::string& body) {
  const ir::Module module = transform::useReciprocals(parsed(head + body + "}\n"));
  EXPECT_EQ(errorText(ir::verify(module)), "");
  const std::string text = printed(module);
  return text.substr(head.size(), text.size() - head.size() - 2);
}

TEST(UseReciprocals, OfNumbers) {
  EXPECT_EQ(multiplied("  a = u[0] / 4.0 + u[1] / -0.5\n  b = v[0] / 8.0f\n"),
            "  a = u[0] * 0.25 + u[1] * -2.0\n  b = v[0] * 0.125f\n");
  EXPECT_EQ(multiplied("  a = u[0] / 6.0\n  b = v[0]\n"), "  a = u[0] * 0.16666666666666666\n  b = v[0]\n");
}

TEST(UseReciprocals, OfWhatIsTheSameInAllCells) {
  EXPECT_EQ(multiplied("  a = (u[1] - u[0]) / (h * h) + u[-1] / (h * h) + u[0] / c[1]\n  b = v[0]\n"),
            "  let reciprocal0 = 1.0 / (h * h)\n"
            "  let reciprocal1 = 1.0 / c[1]\n"
            "  a = (u[1] - u[0]) * reciprocal0 + u[-1] * reciprocal0 + u[0] * reciprocal1\n"
            "  b = v[0]\n");
  EXPECT_EQ(multiplied("  let area = h * c[0]\n  a = u[0] / area\n  b = v[0]\n"),
            "  let area = h * c[0]\n  let reciprocal0 = 1.0 / area\n  a = u[0] * reciprocal0\n  b = v[0]\n");
}

TEST(UseReciprocals, OfDenominatorsOfSeveralQuotients) {
  EXPECT_EQ(multiplied("  a = u[1] / u[0]\n  b = v[-1] / v[1] + v[0] / v[1] + f32(u[-1] / u[0])\n"),
            "  let reciprocal0 = 1.0 / u[0]\n"
            "  a = u[1] * reciprocal0\n"
            "  let reciprocal1 = 1.0f / v[1]\n"
            "  b = v[-1] * reciprocal1 + v[0] * reciprocal1 + f32(u[-1] * reciprocal0)\n");
  EXPECT_EQ(multiplied("  let r = 1.0 / u[0]\n  a = r + h / u[0]\n  b = v[0]\n"),
            "  let reciprocal0 = 1.0 / u[0]\n  let r = reciprocal0\n  a = r + h * reciprocal0\n  b = v[0]\n");
}

/// Another cell has several quotients of the same denominator: what both compute must not look different.
TEST(UseReciprocals, OfWhatAnotherCellComputesInTheSameWay) {
  EXPECT_EQ(multiplied("  let d = u[1] + h\n  let e = u[0] + h\n"
                       "  a = u[1] / d + u[0] / e + h / e\n  b = v[0]\n"),
            "  let d = u[1] + h\n  let e = u[0] + h\n"
            "  let reciprocal0 = 1.0 / d\n  let reciprocal1 = 1.0 / e\n"
            "  a = u[1] * reciprocal0 + u[0] * reciprocal1 + h * reciprocal1\n  b = v[0]\n");
}

/// What each denominator is made of, through all locals before it, must not be written out to compare them.
TEST(UseReciprocals, LongChainsOfQuotients) {
  std::string body = "  let s0 = u[0]\n";
  for (int i = 1; i < 2000; ++i)
    body += "  let s" + std::to_string(i) + " = u[1] / (s" + std::to_string(i - 1) + " + h)\n";
  body += "  a = s1999\n  b = v[0]\n";
  EXPECT_EQ(multiplied(body), body);
}

TEST(UseReciprocals, NothingIsSaved) {
  for (const std::string body :
       {"  a = u[1] / u[0]\n  b = v[1] / v[0]\n",                        // a denominator each
        "  let q = u[1] / u[0]\n  a = q\n  b = f32(q)\n",                // one quotient
        "  let d = h / c[0]\n  a = u[0] * d\n  b = v[0]\n",              // computed once anyway
        "  a = u[0] / 1e-310 + u[1] / 0.0\n  b = v[0] / 1e+38f\n",       // reciprocals that are not normal numbers
        "  a = u[0] / 0.0\n  b = v[0] / 1e-39f\n",                       // infinite in float only
        "  a = f64(n / 4)\n  b = f32(i32(v[0]) / n + i32(v[1]) / n)\n"}) // integers
    EXPECT_EQ(multiplied(body), body);
}

} // namespace
} // namespace brickc::test
