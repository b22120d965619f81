// Compiler-made locals that are used once. SPDX-License-Identifier: MIT
#include "compiler/transform/InlineSingleUse.h"
#include "test/compiler/IrText.h"

namespace brickc::test {
namespace {

void expectBody(const std::string& before, const std::string& after) {
  const ir::Module module = transform::inlineSingleUse(parsed(stencil(before)));
  EXPECT_EQ(errorText(ir::verify(module)), "");
  EXPECT_EQ(printed(module), stencil(after));
}

TEST(InlineSingleUse, CompilersLocals) {
  expectBody("  let x = k + 1.0\n  a = x * 2.0 at 3:3\n", "  a = (k + 1.0) * 2.0 at 3:3\n");
}
TEST(InlineSingleUse, UsersLocalsStay) {
  expectBody("  let x = k + 1.0 at 2:3\n  a = x * 2.0\n", "  let x = k + 1.0 at 2:3\n  a = x * 2.0\n");
}
TEST(InlineSingleUse, TwoUsesStay) {
  expectBody("  let x = k + 1.0\n  a = x * x\n", "  let x = k + 1.0\n  a = x * x\n");
}
TEST(InlineSingleUse, UnusedStay) { expectBody("  let x = k\n  a = k\n", "  let x = k\n  a = k\n"); }
TEST(InlineSingleUse, Chains) {
  expectBody("  let x = k + 1.0\n  let y = x * 2.0\n  a = sqrt(y)\n", "  a = sqrt((k + 1.0) * 2.0)\n");
}
TEST(InlineSingleUse, IntoTheUsersLocal) {
  expectBody("  let x = k + 1.0\n  let y = x * 2.0 at 3:3\n  a = y * y\n",
             "  let y = (k + 1.0) * 2.0 at 3:3\n  a = y * y\n");
}

/// A local inside a shared node is used as often as the node is.
TEST(InlineSingleUse, UsesThroughSharedNodes) {
  ir::Module module = parsed(stencil("  let x = k + 1.0\n  a = x\n"));
  const ir::ExprRef square = ir::make<ir::CallExpr>(ir::mathFunctionNamed("sqrt"),
                                                    std::vector{std::get<ir::Store>(module.stencils[0].body[1]).value});
  std::get<ir::Store>(module.stencils[0].body[1]).value = ir::make<ir::BinaryExpr>(ir::BinaryOp::Mul, square, square);
  EXPECT_EQ(printed(transform::inlineSingleUse(module)), stencil("  let x = k + 1.0\n  a = sqrt(x) * sqrt(x)\n"));
}

TEST(InlineSingleUse, LongChainsStayWithinTheDepthLimit) {
  std::string body = "  let x0 = k\n";
  for (int i = 1; i < 3000; ++i)
    body += "  let x" + std::to_string(i) + " = sqrt(x" + std::to_string(i - 1) + ")\n";
  const ir::Module module = transform::inlineSingleUse(parsed(stencil(body + "  a = x2999\n")));
  EXPECT_EQ(errorText(ir::verify(module)), "");
  EXPECT_LT(module.stencils[0].body.size(), 10u);
}

} // namespace
} // namespace brickc::test
