// Long sums cut at row changes. SPDX-License-Identifier: MIT
#include "compiler/transform/SplitLongSums.h"
#include "test/compiler/IrText.h"

namespace brickc::test {
namespace {

void expectBody(const std::string& before, const std::string& after) {
  const ir::Module module = transform::splitLongSums(parsed(stencil(before)));
  EXPECT_EQ(errorText(ir::verify(module)), "");
  EXPECT_EQ(printed(module), stencil(after));
}

const std::string row0 = "u[0, 0] + u[0, 1] + u[0, 2] + u[0, 3] + u[0, 4] + u[0, 5]";
const std::string row1 = "u[1, 0] - u[1, 1] + u[1, 2] + u[1, 3] + u[1, 4]";
const std::string row2 = "k * u[2, 0] + u[2, 1] + u[2, 2] + u[2, 3] + u[2, 4]";

TEST(SplitLongSums, CutWhereTheRowChanges) {
  expectBody("  a = " + row0 + " + " + row1 + " + " + row2 + " at 2:3\n",
             "  let sum0 = " + row0 + "\n  let sum1 = sum0 + " + row1 + "\n  a = sum1 + " + row2 + " at 2:3\n");
}

TEST(SplitLongSums, TermsWithoutLoadsBelongToTheRowBeforeThem) {
  expectBody("  a = " + row0 + " + k + 1.0 + " + row1 + " + " + row2 + "\n",
             "  let sum0 = " + row0 + " + k + 1.0\n  let sum1 = sum0 + " + row1 + "\n  a = sum1 + " + row2 + "\n");
}

TEST(SplitLongSums, NamesOfTheStencilAreNotTaken) {
  expectBody("  let sum0 = k at 2:3\n  a = " + row0 + " + " + row1 + " + " + row2 + " + sum0 at 3:3\n",
             "  let sum0 = k at 2:3\n  let sum1 = " + row0 + "\n  let sum2 = sum1 + " + row1 + "\n  a = sum2 + " +
                 row2 + " + sum0 at 3:3\n");
}

/// As reassociation leaves them.
TEST(SplitLongSums, RowsThatAreSumsCountAllTheirTerms) {
  expectBody("  a = 0.0 + (" + row0 + ") + (" + row1 + ") + (" + row2 + ")\n",
             "  let sum0 = 0.0 + (" + row0 + ")\n  let sum1 = sum0 + (" + row1 + ")\n  a = sum1 + (" + row2 + ")\n");
}

TEST(SplitLongSums, ShortSumsStay) {
  expectBody("  a = " + row0 + " + " + row1 + "\n", "  a = " + row0 + " + " + row1 + "\n");
}

} // namespace
} // namespace brickc::test
