// What stores cut off anyway is not cut off before. SPDX-License-Identifier: MIT
#include "compiler/transform/DropCuts.h"
#include "test/compiler/IrText.h"

namespace brickc::test {
namespace {

/// What is stored to elements of that type.
std::string stored(const std::string& element, const std::string& value) {
  const std::string text =
      "module \"m\" stencil \"s\" 1d (out " + element + " a, in i32 u, scalar i32 k) { a = " + value + " }";
  const ir::Module module = transform::dropCuts(parsed(text));
  EXPECT_EQ(errorText(ir::verify(module)), "") << value;
  return storedText(module);
}

TEST(DropCuts, Masks) {
  EXPECT_EQ(stored("u8", "u[0] + k & 255"), "u[0] + k");
  EXPECT_EQ(stored("u8", "255 & u[0]"), "u[0]");
  EXPECT_EQ(stored("i8", "(u[0] & 65535) & 255"), "u[0]");
  EXPECT_EQ(stored("u16", "u[0] & 65535"), "u[0]");
}

TEST(DropCuts, Shifts) {
  EXPECT_EQ(stored("i8", "u[0] - k << 24 >> 24"), "u[0] - k");
  EXPECT_EQ(stored("i8", "u[0] << 16 >> 16"), "u[0]");
  EXPECT_EQ(stored("i16", "u[0] << 16 >> 16"), "u[0]");
}

TEST(DropCuts, Choices) { EXPECT_EQ(stored("u8", "k > 0 ? u[0] & 255 : k & 1"), "k > 0 ? u[0] : k & 1"); }

TEST(DropCuts, OthersStay) {
  EXPECT_EQ(stored("u8", "u[0] & 127"), "u[0] & 127");
  EXPECT_EQ(stored("u16", "u[0] & 255"), "u[0] & 255");
  EXPECT_EQ(stored("i16", "u[0] << 24 >> 24"), "u[0] << 24 >> 24");
  EXPECT_EQ(stored("i8", "u[0] << 24 >> 23"), "u[0] << 24 >> 23");
  EXPECT_EQ(stored("u8", "u[0] >> 24"), "u[0] >> 24");
  EXPECT_EQ(stored("u8", "u[0] & k"), "u[0] & k");
  EXPECT_EQ(stored("u8", "(u[0] & 255) * 2"), "(u[0] & 255) * 2");
  EXPECT_EQ(stored("i32", "u[0] & 255"), "u[0] & 255");
}

} // namespace
} // namespace brickc::test
