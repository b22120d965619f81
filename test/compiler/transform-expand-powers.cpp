// Powers that become products, and those that stay. SPDX-License-Identifier: MIT
#include "compiler/transform/ExpandPowers.h"
#include "test/compiler/IrText.h"

namespace brickc::test {
namespace {

std::string expanded(const std::string& value) {
  const ir::Module module = transform::expandPowers(parsed(storing(value)));
  EXPECT_EQ(errorText(ir::verify(module)), "") << value;
  return storedText(module);
}

TEST(ExpandPowers, SmallConstantExponents) {
  EXPECT_EQ(expanded("pow(k, 2.0)"), "k * k");
  EXPECT_EQ(expanded("pow(k, 1.0)"), "k");
  EXPECT_EQ(expanded("pow(k, -1.0)"), "1.0 / k");
  EXPECT_EQ(expanded("f64(pow(h, 2.0f))"), "f64(h * h)");
  EXPECT_EQ(expanded("pow(pow(k, 2.0), -1.0)"), "1.0 / (k * k)");
}

TEST(ExpandPowers, BySquares) {
  EXPECT_EQ(expanded("pow(k, 3.0)"), "k * k * k");
  EXPECT_EQ(expanded("pow(k, 4.0)"), "k * k * (k * k)");
  EXPECT_EQ(expanded("pow(k, -5.0)"), "1.0 / (k * k * (k * k) * k)");
}

TEST(ExpandPowers, HalvesBySquareRoots) {
  const std::string root = "sqrt(k == 0.0 ? 0.0 : k)", largest = "1.7976931348623157e+308";
  EXPECT_EQ(expanded("pow(k, 0.5)"), "k < -" + largest + " ? fabs(k) : " + root);
  EXPECT_EQ(expanded("pow(k, -0.5)"), "1.0 / (k < -" + largest + " ? fabs(k) : " + root + ")");
  EXPECT_EQ(expanded("pow(k, 2.5)"), "k < -" + largest + " ? fabs(k) : fabs(k) * fabs(k) * " + root);
}

TEST(ExpandPowers, OthersStay) {
  for (const char* value : {"pow(k, 0.0)", "pow(k, 9.0)", "pow(k, 9.5)", "pow(k, 2.25)", "pow(k, 0.75)", "pow(2.0, k)",
                            "pow(k, k)", "atan2(k, 2.0)"})
    EXPECT_EQ(expanded(value), value);
}

TEST(ExpandPowers, ArgumentsOfSteps) {
  const ir::Module module =
      transform::expandPowers(parsed("module \"m\" stencil \"s\" 1d (out f64 a, scalar f64 k) { a = k }\n"
                                     "step \"p\" (field f64 1d u, scalar f64 k) { apply \"s\"(u, pow(k, 2.0)) }"));
  EXPECT_NE(printed(module).find("apply \"s\"(u, k * k)"), std::string::npos);
}

} // namespace
} // namespace brickc::test
