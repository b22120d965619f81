// Long sums grouped by row. SPDX-License-Identifier: MIT
#include "compiler/transform/ReassociateSums.h"
#include "test/compiler/IrText.h"

namespace brickc::test {
namespace {

/// Terms u[y, x] for x = 0 .. count-1 in row y, joined by ` + `.
std::string rowSum(int y, int count) {
  std::string text;
  for (int x = 0; x < count; ++x)
    text += (x ? " + " : "") + ("u[" + std::to_string(y) + ", " + std::to_string(x) + "]");
  return text;
}

std::string reassociated(const std::string& value) {
  const ir::Module module = transform::reassociateSums(parsed(storing(value)));
  EXPECT_EQ(errorText(ir::verify(module)), "");
  return storedText(module);
}

TEST(ReassociateSums, RowsAreAddedUpFirst) {
  EXPECT_EQ(reassociated(rowSum(0, 8) + " + " + rowSum(1, 8)), rowSum(0, 8) + " + (" + rowSum(1, 8) + ")");
}

TEST(ReassociateSums, TermsOfARowAreCollected) {
  EXPECT_EQ(reassociated("u[0, 0] + " + rowSum(1, 15) + " + u[0, 1]"), "u[0, 0] + u[0, 1] + (" + rowSum(1, 15) + ")");
}

TEST(ReassociateSums, SubtractedTermsFollowAddedOnes) {
  EXPECT_EQ(reassociated(rowSum(0, 15) + " - u[1, 0] + u[1, 1]"), rowSum(0, 15) + " + (u[1, 1] - u[1, 0])");
}

TEST(ReassociateSums, ARowOfSubtractedTermsIsNegatedOnce) {
  EXPECT_EQ(reassociated(rowSum(0, 15) + " - u[1, 0] - u[1, 1]"), rowSum(0, 15) + " + (-u[1, 0] - u[1, 1])");
}

TEST(ReassociateSums, ShortSumsStay) {
  EXPECT_EQ(reassociated(rowSum(0, 7) + " + " + rowSum(1, 8)), rowSum(0, 7) + " + " + rowSum(1, 8));
}

TEST(ReassociateSums, OneTermARowStays) {
  std::string text = "u[0, 0]";
  for (int y = 1; y < 20; ++y)
    text += (y % 2 ? " - u[" : " + u[") + std::to_string(y - 20) + ", 0]";
  EXPECT_EQ(reassociated(text), text);
}

} // namespace
} // namespace brickc::test
