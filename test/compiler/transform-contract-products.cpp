// Multiply-adds. SPDX-License-Identifier: MIT
#include "compiler/transform/ContractProducts.h"
#include "test/compiler/IrText.h"

namespace brickc::test {
namespace {

const std::string head = "module \"m\"\n\nstencil \"s\" 1d (out f64 a, in f64 u, in f64 v, in i32 n, scalar f64 k) {\n";

/// What the value of an output becomes.
std::string contracted(const std::string& value) {
  const ir::Module module = transform::contractProducts(parsed(head + "  a = " + value + "\n}\n"));
  EXPECT_EQ(errorText(ir::verify(module)), "");
  const std::string text = printed(module);
  const std::size_t start = head.size() + 6;
  return text.substr(start, text.size() - start - 3);
}

TEST(ContractProducts, SumsOfAProduct) {
  EXPECT_EQ(contracted("k * u[0] + v[0]"), "fma(k, u[0], v[0])");
  EXPECT_EQ(contracted("v[0] + k * u[0]"), "fma(k, u[0], v[0])");
}

TEST(ContractProducts, Differences) {
  EXPECT_EQ(contracted("k * u[0] - v[0]"), "fma(k, u[0], -v[0])");
  EXPECT_EQ(contracted("v[0] - k * u[0]"), "fma(-k, u[0], v[0])");
  EXPECT_EQ(contracted("v[0] - -k * u[0]"), "fma(k, u[0], v[0])"); // no sign is changed twice
}

TEST(ContractProducts, TheSecondOfTwoProducts) {
  EXPECT_EQ(contracted("k * u[0] + u[1] * v[1]"), "fma(u[1], v[1], k * u[0])");
}

TEST(ContractProducts, SumsInProductsInSums) {
  EXPECT_EQ(contracted("k * (k * u[0] + u[1]) + v[0] + k * v[1]"), "fma(k, v[1], fma(k, fma(k, u[0], u[1]), v[0]))");
}

TEST(ContractProducts, NotWhatIsTheSameInAllCells) {
  EXPECT_EQ(contracted("k * k + u[0]"), "k * k + u[0]");
  EXPECT_EQ(contracted("u[0] * u[0] + k * k"), "fma(u[0], u[0], k * k)");
  EXPECT_EQ(contracted("k * k + k * k"), "k * k + k * k");
  const ir::Module module = transform::contractProducts(
      parsed(head + "  let same = k * k\n  let other = u[0] * k\n  a = same * same + other * other + k * other\n}\n"));
  EXPECT_NE(printed(module).find("a = fma(k, other, fma(other, other, same * same))"), std::string::npos);
}

TEST(ContractProducts, LeavesOtherOperationsAlone) {
  for (const std::string value : {"(u[0] + v[0]) * k", "u[0] / k + v[0]", "f64(n[0] * n[1] + n[2])"})
    EXPECT_EQ(contracted(value), value);
}

} // namespace
} // namespace brickc::test
