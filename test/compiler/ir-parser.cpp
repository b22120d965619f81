// Printing and parsing are inverse. SPDX-License-Identifier: MIT
#include "test/compiler/IrText.h"

namespace brickc::test {
namespace {

/// What prints must parse, and print the same again.
void expectStable(const std::string& text) { EXPECT_EQ(printed(parsed(text)), text); }

TEST(IrParser, ModuleFromTheContract) {
  expectStable(R"(module "heat.cpp"

stencil "heat" 3d (out f64 next, in f64 u, scalar f64 k, table f64 c[10]) at 5:6 {
  let lap = u[-1, 0, 0] + u[1, 0, 0] - 6.0 * u[0, 0, 0] at 6:3
  next = u[0, 0, 0] + k * lap at 7:3
}

step "advance" (field f64 3d u, field f64 3d next, scalar f64 k, table f64 c[10]) at 11:6 {
  apply "heat"(next, u, k * 0.5, c) at 12:3
  swap u, next at 13:3
}
)");
}

TEST(IrParser, EmptyModule) { expectStable("module \"\"\n"); }

TEST(IrParser, AllKindsOfParameters) {
  expectStable(
      "module \"a \\22quoted\\22 \\5cname\\0a.cpp\"\n\n"
      "stencil \"n::s<4>\" 1d (inout i32 w, in f32 x, in i64 y, scalar bool on, scalar i64 n, table f32 t[3]) {\n"
      "  w = on ? w[0] : i32(x[-3] + t[2])\n"
      "}\n");
}

TEST(IrParser, PointsAndResults) {
  expectStable("module \"m\"\n\n"
               "stencil \"s\" 2d (point, in i64 `point`, point, scalar i64 k, point) returns i64 at 3:4 {\n"
               "  let x = point[1] + `point`[0, 1] * k at 4:5\n"
               "  return x at 5:6\n"
               "}\n");
}

TEST(IrParser, BoundaryKernels) {
  expectStable("module \"m\"\n"
               "\n"
               "boundary \"wall\" 2d (out f64 u, in f64 v, point) at 5:6 {\n"
               "  u = point[0] < 0L ? v[1, 0] : u[0, 0] at 6:3\n"
               "}\n");
}

TEST(IrParser, SharedValues) {
  expectStable("module \"m\"\n\n"
               "stencil \"s\" 2d (out f64 share, in f64 u) {\n"
               "  share x = u[0, -1] + u[0, 1] at 4:5\n"
               "  share `point` = x[1, 0] * 2.0\n"
               "  share = `point`[-3, 0] + x[0, 0]\n"
               "}\n");
}

TEST(IrParser, BitOperations) {
  for (const char* value : {"n & 3 | n ^ 5", "(n | 3) & n", "n << 2 >> 1", "n << (2 >> 1)", "~(n + 1) << 3", "~~n",
                            "-~n", "(n & 1) + n", "n + 1 & n << 1"})
    expectStable(storing("f64(" + std::string(value) + ")"));
}

TEST(IrParser, ConstantsKeepTheirBits) {
  for (const char* value : {"6.0", "-6.0", "0.0", "-0.0", "1e-05", "0.1", "1e+22", "1.7976931348623157e+308", "5e-324",
                            "2.2250738585072014e-308", "inf", "-inf", "nan", "-nan", "nan(0x7ff8000000000001)",
                            "nan(0x7ff0000000000001)", "-nan(0x7fffffffffffffff)", "0.30000000000000004"})
    expectStable(storing(value));
  for (const char* value : {"6.0f", "0.1f", "-0.0f", "1e-45f", "3.4028235e+38f", "inff", "-inff", "nanf", "-nanf",
                            "nanf(0x7fc00001)", "nanf(0x7f800001)", "1.1754944e-38f"})
    expectStable(storing("f64(" + std::string(value) + ")"));
  for (const char* value :
       {"6", "-6", "2147483647", "-2147483648", "0L", "9223372036854775807L", "-9223372036854775808L", "true", "false"})
    expectStable(storing("f64(" + std::string(value) + ")"));
}

TEST(IrParser, ParenthesesOnlyWhereTheyMatter) {
  for (const char* value : {"k + k + k",
                            "k + (k + k)",
                            "k - (k - k)",
                            "k * k / k",
                            "k / (k * k)",
                            "(k + k) * k",
                            "k * k + k",
                            "-k * k",
                            "-(k * k)",
                            "-(k + k)",
                            "-(-k)",
                            "-(6.0)",
                            "-(-6.0)",
                            "k - -6.0",
                            "k - -k",
                            "-u[0, 0] + c[1]",
                            "k < k ? k : k",
                            "(k < k ? k : k) + k",
                            "k < k ? k < 1.0 ? k : 1.0 : 2.0",
                            "k < k ? k : k > k ? k : k",
                            "(b ? b : b) ? k : k",
                            "!(k < k) ? k : k",
                            "!b ? k : k",
                            "k < k && k > k || k == k && k != k ? k : k",
                            "(b || b) && b ? k : k",
                            "k <= k == (k >= k) ? k : k",
                            "k <= k == k >= k ? k : k",
                            "b == (b == b) ? k : k",
                            "f64(n % 3 + n)",
                            "f64(n + n) / k",
                            "pow(k, k + k)",
                            "sqrt(fabs(-k))",
                            "fmin(k, k < k ? k : k)"}) {
    const ir::Module module = parsed(storing(value));
    std::string expected = value;
    if (expected == "k <= k == (k >= k) ? k : k") expected = "k <= k == k >= k ? k : k"; // they bind tighter
    EXPECT_EQ(storedText(module), expected);
  }
}

TEST(IrParser, KeywordsAreNamesToo) {
  expectStable("module \"m\"\n\n"
               "stencil \"s\" 1d (out f64 let, in f64 at, scalar f64 `inf`, scalar f64 `nan`, scalar f64 sqrt, scalar "
               "f64 f64, table f64 out[2]) {\n"
               "  let in = at[1] + `inf` at 3:4\n"
               "  let let2 = `nan` + inf at 4:5\n"
               "  let = in + let2 + sqrt + f64 + sqrt(f64) + out[1]\n"
               "}\n\n"
               "step \"apply\" (field f64 1d swap, field f64 1d apply, scalar f64 x, table f64 at[2]) {\n"
               "  apply \"s\"(swap, apply, x, x, x + 1.0, x, at) at 7:8\n"
               "  swap swap, apply\n"
               "}\n");
}

TEST(IrParser, NamesInAnyScript) {
  expectStable("module \"größe.cpp\"\n\nstencil \"größe\" 1d (out f32 größe, in f32 ρ) {\n  größe = ρ[0]\n}\n");
}

TEST(IrParser, CommentsAndSpaceDoNotCount) {
  const ir::Module module =
      parsed("// RUN: something\nmodule\n\"m\" stencil \"s\"1d(out f64 a,in f64 u)at 1:2{a=u[-1]/ "
             "u[ 1 ]// rest\nat 3:4}");
  EXPECT_EQ(storedText(module), "u[-1] / u[1]");
  EXPECT_EQ(std::get<ir::Store>(module.stencils[0].body[0]).location, (ir::Location{3, 4, nullptr}));
}

TEST(IrParser, LongSumsAreFine) {
  std::string sum = "u[0, 0]";
  for (int i = 0; i < 900; ++i)
    sum += " + u[0, 0]";
  expectStable(storing(sum));
}

} // namespace
} // namespace brickc::test
