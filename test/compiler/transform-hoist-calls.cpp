// Calls that leave the loops over cells, and those that stay. SPDX-License-Identifier: MIT
#include "compiler/transform/HoistCalls.h"
#include "test/compiler/IrText.h"

namespace brickc::test {
namespace {

void expectBody(const std::string& before, const std::string& after) {
  const ir::Module module = transform::hoistCalls(parsed(stencil(before)));
  EXPECT_EQ(errorText(ir::verify(module)), "") << before;
  EXPECT_EQ(printed(module), printed(parsed(stencil(after))));
}

TEST(HoistCalls, LargestValues) {
  expectBody("  a = u[0, 1] * (k * exp(-k * c[1])) + pow(k, 1.5)\n",
             "  let fixed0 = k * exp(-k * c[1])\n  let fixed1 = pow(k, 1.5)\n  a = u[0, 1] * fixed0 + fixed1\n");
  expectBody("  a = exp(k)\n", "  let fixed0 = exp(k)\n  a = fixed0\n");
}

TEST(HoistCalls, OfLocalsThatAreTheSameInAllCells) {
  expectBody("  let e = exp(k)\n  let x = u[0, 0] * sqrt(e)\n  a = x * sqrt(x)\n",
             "  let e = exp(k)\n  let fixed0 = sqrt(e)\n  let x = u[0, 0] * fixed0\n  a = x * sqrt(x)\n");
}

TEST(HoistCalls, ArithmeticStays) {
  for (const char* body : {"  a = u[0, 0] * (k / (k + 1.0))\n", "  a = k * k\n", "  a = exp(u[0, 0] * k)\n"})
    expectBody(body, body);
}

TEST(HoistCalls, NamesThatAreTakenAreLeftOut) {
  expectBody("  let fixed0 = u[0, 0]\n  a = fixed0 * exp(k)\n",
             "  let fixed0 = u[0, 0]\n  let fixed1 = exp(k)\n  a = fixed0 * fixed1\n");
}

} // namespace
} // namespace brickc::test
