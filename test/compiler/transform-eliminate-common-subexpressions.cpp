// Common subexpressions. SPDX-License-Identifier: MIT
#include "compiler/transform/EliminateCommonSubexpressions.h"
#include "test/compiler/IrText.h"

namespace brickc::test {
namespace {

void expectBody(const std::string& before, const std::string& after) {
  const ir::Module module = transform::eliminateCommonSubexpressions(parsed(stencil(before)));
  EXPECT_EQ(errorText(ir::verify(module)), "");
  EXPECT_EQ(printed(module), stencil(after));
  EXPECT_EQ(printed(transform::eliminateCommonSubexpressions(module)), stencil(after)) << "a second run changes it";
}

TEST(EliminateCommonSubexpressions, WithinAStatement) {
  expectBody("  a = sqrt(u[0, 1] * k) + u[0, 1] * k at 2:3\n", "  let t0 = u[0, 1] * k\n  a = sqrt(t0) + t0 at 2:3\n");
}

TEST(EliminateCommonSubexpressions, LeavesStay) {
  expectBody("  a = u[0, 1] * u[0, 1] + c[0] * c[0] + k * k + 2.0 * 2.0\n",
             "  a = u[0, 1] * u[0, 1] + c[0] * c[0] + k * k + 2.0 * 2.0\n");
}

TEST(EliminateCommonSubexpressions, UsersLocalIsReused) {
  expectBody("  let x = k * k at 2:3\n  let y = k * k + 1.0 at 3:3\n  a = k * k * y at 4:3\n",
             "  let x = k * k at 2:3\n  let y = x + 1.0 at 3:3\n  a = x * y at 4:3\n");
}

TEST(EliminateCommonSubexpressions, EqualLocals) {
  expectBody("  let x = k * k at 2:3\n  let y = k * k at 3:3\n  a = x + y at 4:3\n",
             "  let x = k * k at 2:3\n  let y = x at 3:3\n  a = x + x at 4:3\n");
}

TEST(EliminateCommonSubexpressions, ValuesOfEqualLocals) {
  expectBody("  let x = u[0, 0]\n  let y = u[0, 0]\n  let p = x\n  let q = y * k\n  a = sqrt(p * k) + sqrt(q)\n",
             "  let x = u[0, 0]\n  let y = u[0, 0]\n  let p = x\n  let q = x * k\n  let t0 = sqrt(q)\n  a = t0 + t0\n");
}

TEST(EliminateCommonSubexpressions, OnlyTheLargestSharedValueIsNamed) {
  expectBody("  a = sqrt((k + 1.0) * k) + (k + 1.0) * k\n", "  let t0 = (k + 1.0) * k\n  a = sqrt(t0) + t0\n");
}

TEST(EliminateCommonSubexpressions, NestedSharing) {
  expectBody("  a = (k + 1.0) * k + sqrt((k + 1.0) * k) + (k + 1.0)\n",
             "  let t0 = k + 1.0\n  let t1 = t0 * k\n  a = t1 + sqrt(t1) + t0\n");
}

TEST(EliminateCommonSubexpressions, BeforeTheFirstUse) {
  expectBody("  let x = u[0, 0] + 1.0 at 2:3\n  let y = sqrt(x * k) at 3:3\n  a = y + x * k at 4:3\n",
             "  let x = u[0, 0] + 1.0 at 2:3\n  let t0 = x * k\n  let y = sqrt(t0) at 3:3\n  a = y + t0 at 4:3\n");
}

TEST(EliminateCommonSubexpressions, AssociationIsNotTouched) {
  expectBody("  a = k + u[0, 0] + u[0, 1] + (u[0, 0] + u[0, 1])\n",
             "  a = k + u[0, 0] + u[0, 1] + (u[0, 0] + u[0, 1])\n");
  expectBody("  a = k * u[0, 0] + u[0, 0] * k\n", "  a = k * u[0, 0] + u[0, 0] * k\n");
}

TEST(EliminateCommonSubexpressions, ZerosOfEitherSignDiffer) {
  expectBody("  a = (k + 0.0) * (k + -0.0)\n", "  a = (k + 0.0) * (k + -0.0)\n");
}

TEST(EliminateCommonSubexpressions, NamesAreFresh) {
  expectBody("  let t0 = k at 2:3\n  a = (t0 + 1.0) * (t0 + 1.0)\n",
             "  let t0 = k at 2:3\n  let t1 = t0 + 1.0\n  a = t1 * t1\n");
}

TEST(EliminateCommonSubexpressions, TypesKeepCastsApart) {
  expectBody("  a = f64(n) * f64(f32(n)) + f64(i64(n))\n", "  a = f64(n) * f64(f32(n)) + f64(i64(n))\n");
}

} // namespace
} // namespace brickc::test
