// Smallest and largest values of boxes of cells. SPDX-License-Identifier: MIT
#include "compiler/transform/ShareExtremes.h"
#include "test/compiler/IrText.h"

namespace brickc::test {
namespace {

/// What becomes of the statements of a stencil of numbers of this type.
std::string sharedBody(const std::string& statements, const std::string& type = "f64") {
  const std::string head = "module \"m\"\n\nstencil \"s\" 2d (out " + type + " a, in " + type + " u, in " + type +
                           " v, scalar " + type + " k) {\n";
  const ir::Module module = transform::shareExtremes(parsed(head + statements + "}\n"));
  EXPECT_EQ(errorText(ir::verify(module)), "");
  const std::string text = printed(module);
  return text.substr(head.size(), text.size() - head.size() - 2);
}

std::string cell(int y, int x, const std::string& of = "u") {
  return of + "[" + std::to_string(y) + ", " + std::to_string(x) + "]";
}

/// Begins with `m0`, and goes through five cells of each of five rows, of which `step` says what happens: `@` stands
/// for the cell and `%` for the value before. The last one is m25.
std::string chain(const std::string& step, const std::string& start = "u[0, 0]") {
  std::string text = "  let m0 = " + start + " at 1:1\n";
  for (int i = 0; i < 25; ++i) {
    text += "  let m" + std::to_string(i + 1) + " = ";
    for (const char each : step)
      text += each == '@' ? cell(i / 5 - 2, i % 5 - 2) : each == '%' ? "m" + std::to_string(i) : std::string(1, each);
    text += " at 1:1\n";
  }
  return text;
}

std::string shared(const std::string& statements, const std::string& type = "f64") {
  const std::string text = sharedBody(statements, type);
  return text == statements ? "as it was" : text;
}

TEST(ShareExtremes, RowsLeaveOutCellsThatAreNaNs) {
  const std::string text = shared(chain("@ < % ? @ : %") + "  a = m25\n");
  EXPECT_NE(text.find("  share row0 = "), std::string::npos) << text;
  EXPECT_NE(text.find("u[0, -2] < inf ? u[0, -2] : inf"), std::string::npos) << text;
  EXPECT_EQ(text.find("u[0, 1] < inf"), std::string::npos) << text;
  EXPECT_NE(text.find("  let m0 = u[0, 0] at 1:1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  let m25 = extreme0 < m0 ? extreme0 : m0 at 1:1\n  a = m25\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("m1 "), std::string::npos) << "links are gone: " << text;
}

TEST(ShareExtremes, AreFoundInAllSpellingsThatLeaveOutNaNs) {
  for (const char* step : {"@ > % ? @ : %", "@ >= % ? @ : %", "% < @ ? @ : %", "% <= @ ? @ : %"}) {
    const std::string text = shared(chain(step) + "  a = m25\n");
    EXPECT_NE(text.find("u[0, -2] > -inf ? u[0, -2] : -inf"), std::string::npos) << step << ": " << text;
    EXPECT_NE(text.find("  let m25 = extreme0 > m0 ? extreme0 : m0 at 1:1\n"), std::string::npos) << step << text;
  }
  for (const char* step : {"@ > % ? % : @", "% < @ ? % : @", "@ > % ? @ : k", "@ != % ? @ : %"})
    EXPECT_EQ(shared(chain(step) + "  a = m25\n"), "as it was") << step;
}

TEST(ShareExtremes, IntegersNeedNoInfinity) {
  const std::string text = shared(chain("@ > % ? @ : %") + "  a = m25\n", "i32");
  EXPECT_NE(text.find("  share row0 = "), std::string::npos) << text;
  EXPECT_EQ(text.find("inf"), std::string::npos) << text;
}

TEST(ShareExtremes, FunctionsLeaveOutAllNaNs) {
  std::string value = "u[0, 0]";
  for (int i = 0; i < 25; ++i)
    value =
        "fmin(" + (i % 2 ? cell(i / 5 - 2, i % 5 - 2) + ", " + value : value + ", " + cell(i / 5 - 2, i % 5 - 2)) + ")";
  EXPECT_EQ(shared("  a = 2.0 * " + value + "\n"),
            "  share row0 = fmin(u[0, 2], fmin(fmin(u[0, 1], u[0, 0]), fmin(u[0, -1], u[0, -2])))\n"
            "  share weighted0 = row0[0, 0]\n"
            "  a = 2.0 * fmin(weighted0[2, 0], fmin(fmin(weighted0[1, 0], weighted0[0, 0]), fmin(weighted0[-1, 0], "
            "weighted0[-2, 0])))\n");
}

TEST(ShareExtremes, OtherValuesAreComparedBesides) {
  const std::string last = "  let w = v[0, 1] at 1:1\n  let m26 = w > m25 ? w : m25 at 1:1\n";
  const std::string text = shared(chain("@ > % ? @ : %", "k") + last + "  a = m26\n");
  EXPECT_NE(text.find("  let extreme0 = w > m0 ? w : m0\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  let m26 = extreme1 > extreme0 ? extreme1 : extreme0 at 1:1\n"), std::string::npos) << text;
}

TEST(ShareExtremes, WhatCellsHaveMayBeComputed) {
  const auto found = [](const std::string& cell, const std::string& first) {
    return shared(chain(cell + " > % ? " + cell + " : %") + "  a = m25\n").find(first + " > -inf");
  };
  EXPECT_NE(found("(2.0 * @)", "2.0 * u[0, -2]"), std::string::npos);
  EXPECT_NE(found("(k - @)", "k - u[0, -2]"), std::string::npos);
  std::string text = "  let m0 = k at 1:1\n";
  for (int i = 0; i < 25; ++i) {
    const std::string number = std::to_string(i), difference = "d" + number, before = "m" + number;
    text += "  let " + difference + " = fabs(" + cell(i / 5 - 2, i % 5 - 2) + " - " + cell(i / 5 - 2, i % 5 - 2, "v") +
            ") at 1:1\n  let m" + std::to_string(i + 1) + " = " + difference + " > " + before + " ? " + difference +
            " : " + before + " at 1:1\n";
  }
  EXPECT_NE(shared(text + "  a = m25\n").find("fabs(u[0, -2] - v[0, -2]) > -inf"), std::string::npos);
}

TEST(ShareExtremes, WhatOthersNeedStays) {
  const std::string steps = chain("@ > % ? @ : %");
  EXPECT_EQ(shared(steps + "  a = m25 + m12\n"), "as it was");
  EXPECT_NE(shared(steps + "  a = m25 + m2\n"), "as it was");
}

TEST(ShareExtremes, BothOfABox) {
  std::string both = chain("@ > % ? @ : %");
  std::string smallest = chain("@ < % ? @ : %");
  for (std::size_t at = 0; (at = smallest.find('m', at)) != std::string::npos; ++at)
    smallest[at] = 'n';
  const std::string text = shared(both + smallest + "  a = m25 - n25\n");
  EXPECT_NE(text.find("let m25 = extreme0 > m0 ? extreme0 : m0"), std::string::npos) << text;
  EXPECT_NE(text.find("let n25 = extreme1 < n0 ? extreme1 : n0"), std::string::npos) << text;
}

} // namespace
} // namespace brickc::test
