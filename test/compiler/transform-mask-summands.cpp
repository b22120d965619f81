// Sums that go on or not. SPDX-License-Identifier: MIT
#include "compiler/transform/MaskSummands.h"
#include "compiler/transform/UnmaskSummands.h"
#include "test/compiler/IrText.h"

namespace brickc::test {
namespace {

/// What a pass makes of the statements of a stencil of numbers of this type.
std::string passed(ir::Module (*pass)(const ir::Module&), const std::string& type, const std::string& statements) {
  const std::string head =
      "module \"m\"\n\nstencil \"s\" 2d (out " + type + " a, in " + type + " u, scalar " + type + " k) {\n";
  const ir::Module module = pass(parsed(head + statements + "}\n"));
  EXPECT_EQ(errorText(ir::verify(module)), "");
  const std::string text = printed(module);
  return text.substr(head.size(), text.size() - head.size() - 2);
}

std::string masked(const std::string& type, const std::string& statements) {
  return passed(transform::maskSummands, type, statements);
}

/// As many sums that go on or not as a long one has, with this instead of the last.
std::string chain(const std::string& last, int length = 16) {
  std::string text = "  let s0 = k at 1:1\n";
  for (int i = 1; i < length; ++i) {
    const std::string before = "s" + std::to_string(i - 1), cell = "u[0, " + std::to_string(i) + "]";
    text +=
        "  let s" + std::to_string(i) + " = " + cell + " > k ? " + before + " + " + cell + " : " + before + " at 1:1\n";
  }
  return text + "  let s = s" + std::to_string(length - 1) + " at 1:1\n  a = " + last + "\n";
}

std::string lastOf(const std::string& text) { return text.substr(text.rfind("  a = ") + 6); }

TEST(MaskSummands, ChoicesWhetherToAdd) {
  for (const auto& [before, after] : {std::pair{"u[0, 0] > k ? s + u[0, 1] : s", "s + (u[0, 0] > k ? u[0, 1] : -0.0)"},
                                      {"u[0, 0] > k ? u[0, 1] + s : s", "s + (u[0, 0] > k ? u[0, 1] : -0.0)"},
                                      {"u[0, 0] > k ? s : s + u[0, 1]", "s + (u[0, 0] > k ? -0.0 : u[0, 1])"},
                                      {"u[0, 0] > k ? s - u[0, 1] : s", "s - (u[0, 0] > k ? u[0, 1] : 0.0)"},
                                      {"u[0, 0] > k ? s - u[0, 1] : k", "u[0, 0] > k ? s - u[0, 1] : k"},
                                      {"u[0, 0] > k ? u[0, 1] - s : s", "u[0, 0] > k ? u[0, 1] - s : s"}})
    EXPECT_EQ(lastOf(masked("f64", chain(before, 17))), std::string(after) + "\n");
  EXPECT_EQ(lastOf(masked("i32", chain("u[0, 0] > k ? s - u[0, 1] : s", 17))), "s - (u[0, 0] > k ? u[0, 1] : 0)\n");
  const std::string text = masked("f64", chain("s", 17));
  EXPECT_NE(text.find("  let s1 = s0 + (u[0, 1] > k ? u[0, 1] : -0.0)"), std::string::npos) << text;
}

TEST(MaskSummands, FewStay) {
  const std::string text = chain("s", 16);
  EXPECT_EQ(masked("f64", text), text);
}

TEST(UnmaskSummands, TakeBackWhatWasMasked) {
  for (const std::string last : {"u[0, 0] > k ? s + k * u[0, 1] : s", "u[0, 0] > k ? s : s - u[0, 1]"}) {
    const std::string text = chain(last, 17);
    EXPECT_NE(masked("f64", text), text);
    EXPECT_EQ(passed(transform::unmaskSummands, "f64", masked("f64", text)), text);
  }
}

TEST(UnmaskSummands, OthersStay) {
  const std::string local = "  let s = u[0, 0] at 1:1\n";
  for (const std::string value : {"s + (k > 0.0 ? u[0, 1] : 0.0)", "s - (k > 0.0 ? u[0, 1] : -0.0)",
                                  "u[0, 0] * k + (k > 0.0 ? u[0, 1] : -0.0)", "s * (k > 0.0 ? u[0, 1] : -0.0)"})
    EXPECT_EQ(passed(transform::unmaskSummands, "f64", local + "  a = " + value + "\n"),
              local + "  a = " + value + "\n");
}

} // namespace
} // namespace brickc::test
