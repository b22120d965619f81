// Unused locals. SPDX-License-Identifier: MIT
#include "compiler/transform/EliminateDeadCode.h"
#include "test/compiler/IrText.h"

namespace brickc::test {
namespace {

void expectBody(const std::string& before, const std::string& after) {
  const ir::Module module = transform::eliminateDeadCode(parsed(stencil(before)));
  EXPECT_EQ(errorText(ir::verify(module)), "");
  EXPECT_EQ(printed(module), stencil(after));
}

TEST(EliminateDeadCode, UnusedLocals) {
  expectBody("  let x = k at 2:3\n  let y = k\n  a = k at 3:3\n", "  a = k at 3:3\n");
}
TEST(EliminateDeadCode, ChainsOfUnusedLocals) {
  expectBody("  let x = k\n  let y = x + x\n  let z = sqrt(y)\n  a = x\n", "  let x = k\n  a = x\n");
}
TEST(EliminateDeadCode, UsedLocalsStayInOrder) {
  expectBody("  let x = k\n  let y = x + x\n  a = y\n", "  let x = k\n  let y = x + x\n  a = y\n");
}
TEST(EliminateDeadCode, LocalsAfterTheLastStore) { expectBody("  a = k\n  let x = k\n", "  a = k\n"); }

TEST(EliminateDeadCode, UnusedSharedValues) {
  expectBody("  share x = u[0, 1]\n  share y = x[1, 0]\n  share z = y[1, 0]\n  a = y[0, 0]\n",
             "  share x = u[0, 1]\n  share y = x[1, 0]\n  a = y[0, 0]\n");
}

} // namespace
} // namespace brickc::test
