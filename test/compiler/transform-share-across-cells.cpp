// Weighted sums cut into partial sums that cells share. SPDX-License-Identifier: MIT
#include "compiler/transform/ShareAcrossCells.h"
#include "test/compiler/IrText.h"

namespace brickc::test {
namespace {

/// What becomes of the statements of a stencil of fields u and v and an array c of weights.
std::string sharedBody(unsigned dims, const std::string& statements) {
  const std::string head = "module \"m\"\n\nstencil \"s\" " + std::to_string(dims) +
                           "d (out f64 a, in f64 u, in f64 v, inout f64 w, scalar f64 k, table f64 c[10]) {\n";
  const ir::Module module = transform::shareAcrossCells(parsed(head + statements + "}\n"));
  EXPECT_EQ(errorText(ir::verify(module)), "");
  const std::string text = printed(module);
  return text.substr(head.size(), text.size() - head.size() - 2);
}

std::string shared(unsigned dims, const std::string& value) { return sharedBody(dims, "  a = " + value + "\n"); }

std::string offset(std::vector<int> cells) {
  std::string text;
  for (const int each : cells)
    text += (text.empty() ? "[" : ", ") + std::to_string(each);
  return text + "]";
}

/// A box of 3x3 points on some planes, whose weights depend on how many coordinates are not 0; of each a value, where
/// @ stands for its offset.
std::string cube(int planes = 1, const std::string& value = "u@") {
  std::string text;
  for (int z = -planes; z <= planes; ++z)
    for (int y = -1; y <= 1; ++y)
      for (int x = -1; x <= 1; ++x) {
        text += (text.empty() ? "c[" : " + c[") + std::to_string((z != 0) + (y != 0) + (x != 0)) + "] * ";
        for (const char each : value)
          text += each == '@' ? offset({z, y, x}) : std::string(1, each);
      }
  return text;
}

TEST(ShareAcrossCells, SymmetricCube) {
  EXPECT_EQ(shared(3, cube()),
            "  share row0 = u[0, 0, -1] + u[0, 0, 1]\n"
            "  share row1 = u[0, 0, 0]\n"
            "  share plane0 = row0[0, -1, 0] + row0[0, 1, 0]\n"
            "  share plane1 = row1[0, -1, 0] + row0[0, 0, 0] + row1[0, 1, 0]\n"
            "  share weighted0 = c[3] * plane0[0, 0, 0] + c[2] * plane1[0, 0, 0] + c[1] * row1[0, 0, 0]\n"
            "  share weighted1 = c[2] * plane0[0, 0, 0] + c[1] * plane1[0, 0, 0] + c[0] * row1[0, 0, 0]\n"
            "  a = weighted0[-1, 0, 0] + weighted1[0, 0, 0] + weighted0[1, 0, 0]\n");
}

TEST(ShareAcrossCells, SeveralPlanesBeforeAreAddedEarly) {
  const std::string text = shared(3, cube(2));
  EXPECT_NE(text.find("  share weighted1 = weighted0[-2, 0, 0] + weighted0[-1, 0, 0] + c[2] * plane0[0, 0, 0] + c[1]"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("  a = weighted1[0, 0, 0] + weighted0[1, 0, 0] + weighted0[2, 0, 0]\n"), std::string::npos)
      << text;
}

TEST(ShareAcrossCells, PlanesOfEqualWeightsStayTogether) {
  std::string sum;
  for (int z = -2; z <= 2; ++z)
    for (int y = -1; y <= 1; ++y)
      for (int x = -1; x <= 1; ++x)
        sum += (sum.empty() ? "c[" : " + c[") + std::to_string(y * y + x * x) + "] * u" + offset({z, y, x});
  const std::string text = shared(3, sum);
  EXPECT_NE(text.find("  a = weighted0[-2, 0, 0] + weighted0[-1, 0, 0] + weighted0[0, 0, 0] + weighted0[1, 0, 0] + "
                      "weighted0[2, 0, 0]\n"),
            std::string::npos)
      << text;
}

TEST(ShareAcrossCells, InTwoDimensionsRowsAreWeighted) {
  std::string sum;
  for (int y = -2; y <= 2; ++y)
    for (int x = -2; x <= 2; ++x)
      sum += (sum.empty() ? "c[" : " + c[") + std::to_string(y * y + 3 * (x * x > 1)) + "] * u" + offset({y, x});
  EXPECT_EQ(shared(2, sum), "  share row0 = u[0, -2] + u[0, 2]\n"
                            "  share row1 = u[0, -1] + u[0, 0] + u[0, 1]\n"
                            "  share weighted0 = c[7] * row0[0, 0] + c[4] * row1[0, 0]\n"
                            "  share weighted1 = c[4] * row0[0, 0] + c[1] * row1[0, 0]\n"
                            "  share weighted2 = c[3] * row0[0, 0] + c[0] * row1[0, 0]\n"
                            "  a = weighted0[-2, 0] + weighted1[-1, 0] + weighted2[0, 0] + weighted1[1, 0] + "
                            "weighted0[2, 0]\n");
}

TEST(ShareAcrossCells, FactorsAreMultipliedOutAndNamed) {
  const std::string text = shared(3, "0.0 + v[0, 0, 0] * v[1, 0, 0] - k / 2.0 * (" + cube() + ")");
  EXPECT_NE(text.find("let weight0 = -(k / 2.0 * c[3])"), std::string::npos) << text;
  EXPECT_NE(text.find("share weighted0 = weight0 * plane0[0, 0, 0]"), std::string::npos) << text;
  EXPECT_NE(text.find("weighted0[1, 0, 0] + v[0, 0, 0] * v[1, 0, 0]"), std::string::npos) << text;
}

TEST(ShareAcrossCells, CellsThatOccurTwiceHaveTheSumOfTheirWeights) {
  const std::string text = shared(3, cube() + " - k * u[0, 0, 0]");
  EXPECT_NE(text.find("= c[0] - k\n"), std::string::npos) << text;
}

/// The cells of a 3x3x3 cube with so many coordinates that are not 0.
std::string cellsOf(int coordinates) {
  std::string text;
  for (int z = -1; z <= 1; ++z)
    for (int y = -1; y <= 1; ++y)
      for (int x = -1; x <= 1; ++x)
        if ((z != 0) + (y != 0) + (x != 0) == coordinates) text += (text.empty() ? "u" : " + u") + offset({z, y, x});
  return text;
}

/// A let for each kind of cells of a cube.
std::string namedParts() {
  return "  let faces = " + cellsOf(1) + " at 1:1\n  let edges = " + cellsOf(2) +
         " at 2:1\n  let corners = " + cellsOf(3) + " at 3:1\n";
}

TEST(ShareAcrossCells, PartsThatHaveNamesBecomeOneSum) {
  const std::string parts = "c[0] * u[0, 0, 0] + c[1] * faces + c[2] * edges + c[3] * corners";
  EXPECT_EQ(sharedBody(3, namedParts() + "  a = " + parts + "\n"), shared(3, cube()));
  // Names in each other, and behind a factor.
  const std::string nested =
      sharedBody(3, namedParts() + "  let sum = " + parts + " at 4:1\n  a = v[0, 0, 0] - k * sum\n");
  EXPECT_EQ(nested.find("faces"), std::string::npos) << nested;
  EXPECT_NE(nested.find("share weighted0 = c[3] * plane0[0, 0, 0] + "), std::string::npos) << nested;
  EXPECT_NE(nested.find("  let sum = weighted0[-1, 0, 0] + weighted1[0, 0, 0] + weighted0[1, 0, 0]"), std::string::npos)
      << nested;
}

TEST(ShareAcrossCells, WhatIsUsedTwiceKeepsItsName) {
  const std::string body = namedParts() + "  a = c[0] * u[0, 0, 0] + c[1] * faces + c[2] * edges + c[3] * corners + "
                                          "faces * edges * corners\n";
  EXPECT_EQ(sharedBody(3, body), body);
}

TEST(ShareAcrossCells, ASumThatIsCutByItselfKeepsItsName) {
  const std::string text =
      sharedBody(3, "  let sum = " + cube() + " at 1:1\n  a = u[0, 0, 0] + k * (sum - v[0, 0, 0])\n");
  EXPECT_NE(text.find("  let sum = weighted0[-1, 0, 0]"), std::string::npos) << text;
  EXPECT_NE(text.find("  a = u[0, 0, 0] + k * (sum - v[0, 0, 0])\n"), std::string::npos) << text;
}

TEST(ShareAcrossCells, ASumInTwoPiecesIsOne) {
  const std::string all = cube(2);
  const std::size_t middle = all.find(" + ", all.size() / 2);
  EXPECT_EQ(sharedBody(3, "  let part = " + all.substr(0, middle) + " at 1:1\n  a = part" + all.substr(middle) + "\n"),
            shared(3, all));
}

TEST(ShareAcrossCells, WhatAStatementAddsToAgainAndAgainIsOneSum) {
  const std::string all = cube();
  std::string body;
  int number = 0;
  for (std::size_t at = 0, end = 0; end != std::string::npos; at = end + 3) {
    end = all.find(" + ", at);
    const std::string before = number ? "s" + std::to_string(number - 1) + " + " : "";
    body += "  let s" + std::to_string(number++) + " = " + before + all.substr(at, end - at) + " at 3:5\n";
  }
  ASSERT_EQ(number, 27);
  std::string expected = shared(3, all);
  expected.replace(expected.find("  a = "), 6, "  let s26 = ");
  expected.insert(expected.size() - 1, " at 3:5");
  EXPECT_EQ(sharedBody(3, body + "  a = s26\n"), expected + "  a = s26\n");
}

TEST(ShareAcrossCells, ASumThatSomethingElseIsMadeOfIsCut) {
  const std::string text =
      sharedBody(3, "  let s0 = " + cube() + " at 3:5\n  let s1 = v[0, 0, 0] * s0 + k at 3:5\n  a = s1\n");
  EXPECT_NE(text.find("  let s0 = weighted0[-1, 0, 0] + "), std::string::npos) << text;
}

TEST(ShareAcrossCells, WhatIsOfOtherFieldsStaysAsItIs) {
  const std::string text = sharedBody(3, "  let source = v[0, 0, 0] - v[0, 0, 1] at 1:1\n  a = k * (" + cube() +
                                             " - k * (v[0, 1, 0] + v[0, -1, 0]) - source)\n");
  EXPECT_NE(text.find("  let source = v[0, 0, 0] - v[0, 0, 1]"), std::string::npos) << text;
  EXPECT_NE(text.find("weighted0[1, 0, 0] - k * (k * (v[0, 1, 0] + v[0, -1, 0])) - k * source\n"), std::string::npos)
      << text;
}

TEST(ShareAcrossCells, WhatIsComputedFromCellsIsAddedUp) {
  const std::string text = shared(3, cube(1, "u@ * v@"));
  EXPECT_NE(text.find("  share row0 = u[0, 0, -1] * v[0, 0, -1] + u[0, 0, 1] * v[0, 0, 1]\n"
                      "  share row1 = u[0, 0, 0] * v[0, 0, 0]\n"
                      "  share plane0 = row0[0, -1, 0] + row0[0, 1, 0]\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("share weighted0 = c[3] * plane0[0, 0, 0] + "), std::string::npos) << text;
  const std::string roots = shared(3, cube(1, "(k * sqrt(u@) / (k + v@))"));
  EXPECT_NE(roots.find("  let weight0 = c[3] * k\n"), std::string::npos) << roots;
  EXPECT_NE(roots.find("share row1 = sqrt(u[0, 0, 0]) / (k + v[0, 0, 0])\n"), std::string::npos) << roots;
}

TEST(ShareAcrossCells, WeightsComeOutOfChoices) {
  std::string text;
  for (int z = -1; z <= 1; ++z)
    for (int y = -1; y <= 1; ++y)
      for (int x = -1; x <= 1; ++x) {
        const std::string at = offset({z, y, x}), weight = "c[" + std::to_string((z != 0) + (y != 0) + (x != 0)) + "]";
        text += (text.empty() ? "(v" : " + (v") + at + " > k ? " + weight + " * u" + at + " : 0.0)";
      }
  const std::string cut = shared(3, text);
  EXPECT_NE(cut.find("  share row1 = v[0, 0, 0] > k ? u[0, 0, 0] : 0.0\n"), std::string::npos) << cut;
  EXPECT_NE(cut.find("share weighted0 = c[3] * plane0[0, 0, 0] + "), std::string::npos) << cut;
}

TEST(ShareAcrossCells, LocalsOfOneCellAreWrittenOut) {
  std::string lets, sum;
  for (int z = -1; z <= 1; ++z)
    for (int y = -1; y <= 1; ++y)
      for (int x = -1; x <= 1; ++x) {
        const std::string name = "d" + std::to_string(9 * z + 3 * y + x + 13), at = offset({z, y, x});
        lets += "  let " + name + " = u" + at + " - v" + at + " at 1:1\n";
        sum += (sum.empty() ? "" : " + ") + name + " * " + name;
      }
  const std::string text = sharedBody(3, lets + "  a = " + sum + "\n");
  EXPECT_TRUE(text.starts_with("  share row0 = (u[0, 0, -1] - v[0, 0, -1]) * (u[0, 0, -1] - v[0, 0, -1]) + ")) << text;
  // What others need, too, is computed anyway.
  std::string others = "d0";
  for (int i = 1; i < 27; ++i)
    others = "fmax(" + others + ", d" + std::to_string(i) + ")";
  const std::string kept = sharedBody(3, lets + "  w = " + others + "\n  a = " + sum + "\n");
  EXPECT_NE(kept.find("let d0 = "), std::string::npos) << kept;
}

/// A box of 3x3x3 points whose weights are products of one for each axis.
std::string products(const std::vector<double>& z, const std::vector<double>& y, const std::vector<double>& x,
                     const std::string& factor = "") {
  std::string text;
  for (int i = 0; i < 27; ++i)
    text += (i ? " + " : "") + factor + "(" + std::to_string(z[i / 9] * y[i / 3 % 3] * x[i % 3]) + ") * u" +
            offset({i / 9 - 1, i / 3 % 3 - 1, i % 3 - 1});
  return text;
}

TEST(ShareAcrossCells, WeightsThatAreProductsAreCutByAxes) {
  const std::vector<double> hat{0.5, 1, 0.5}, slope{-0.5, 0.25, 0.5};
  const std::string rows = "  share row0 = u[0, 0, 0] + 0.5 * (u[0, 0, -1] + u[0, 0, 1])\n";
  const std::string planes = "  share plane0 = row0[0, 0, 0] + 0.5 * (row0[0, -1, 0] + row0[0, 1, 0])\n";
  const std::string total = "  a = 0.5 * (weighted0[-1, 0, 0] + weighted0[1, 0, 0]) + weighted0[0, 0, 0]\n";
  EXPECT_EQ(shared(3, products(hat, hat, hat)), rows + planes + "  share weighted0 = plane0[0, 0, 0]\n" + total);
  EXPECT_EQ(shared(3, products(hat, hat, hat, "k * ")),
            rows + planes + "  let weight0 = k * 1.0\n  share weighted0 = weight0 * plane0[0, 0, 0]\n" + total);
  EXPECT_EQ(shared(3, products(slope, hat, slope)),
            "  share row0 = u[0, 0, -1] - u[0, 0, 1] - 0.5 * u[0, 0, 0]\n" + planes +
                "  share weighted0 = 0.25 * plane0[0, 0, 0]\n"
                "  a = weighted0[-1, 0, 0] - weighted0[1, 0, 0] - 0.5 * weighted0[0, 0, 0]\n");
}

TEST(ShareAcrossCells, WeightsThatDifferByRoundingAreEqual) {
  std::string text = cube();
  for (std::size_t at = 0; (at = text.find("c[", at)) != std::string::npos;) {
    const std::vector<const char*> pairs{"1.0", "0.1", "0.3", "0.7"},
        rounded{"1.0", "0.1", "0.30000000000000004", "0.7000000000000001"};
    text.replace(at, 4, (at % 3 ? pairs : rounded)[static_cast<std::size_t>(text[at + 2] - '0')]);
  }
  EXPECT_NE(text.find("0.30000000000000004"), std::string::npos);
  const std::string cut = shared(3, text);
  EXPECT_NE(cut.find("  share row0 = u[0, 0, -1] + u[0, 0, 1]\n  share row1 = u[0, 0, 0]\n"), std::string::npos) << cut;
  EXPECT_EQ(cut.find("row2"), std::string::npos) << cut;
  EXPECT_EQ(cut.find("weighted2"), std::string::npos) << cut;
}

TEST(ShareAcrossCells, WeightsAreSeenThroughLocals) {
  const std::vector<double> hat{0.5, 1, 0.5};
  std::string sum;
  for (int i = 0; i < 27; ++i) {
    const double weight = hat[i / 9] * hat[i / 3 % 3] * hat[i % 3];
    sum += std::string(i ? " + " : "") + (i % 2 ? "half * " : "k * ") + std::to_string(i % 2 ? 2 * weight : weight) +
           " * u" + offset({i / 9 - 1, i / 3 % 3 - 1, i % 3 - 1});
  }
  const std::string text = sharedBody(3, "  let half = k * 0.5 at 1:1\n  a = " + sum + "\n");
  EXPECT_NE(text.find("  share row0 = u[0, 0, 0] + 0.5 * (u[0, 0, -1] + u[0, 0, 1])\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("row1"), std::string::npos) << text;
  EXPECT_EQ(text.find("weighted1"), std::string::npos) << text;
}

TEST(ShareAcrossCells, SumsOfTheSameCellsShareRows) {
  std::string other = cube();
  for (char& each : other)
    if (each >= '0' && each <= '3' && (&each)[-1] == '[' && (&each)[1] == ']')
      each = static_cast<char>('3' - each + '0');
  const std::string text = sharedBody(3, "  w = " + cube() + "\n  a = " + other + "\n");
  EXPECT_NE(text.find("  share weighted3 = "), std::string::npos) << text;
  EXPECT_EQ(text.find("row2"), std::string::npos) << text;
  EXPECT_EQ(text.find("plane2"), std::string::npos) << text;
}

/// Squares and products of two slopes: either slope is computed for both sums, which all are cut or none.
TEST(ShareAcrossCells, WhatSeveralSumsNeedCountsInParts) {
  std::string lets, squares, products;
  for (int y = -2; y <= 2; ++y)
    for (int x = -2; x <= 2; ++x) {
      const std::string number = std::to_string(5 * (y + 2) + x + 2), dx = "dx" + number, dy = "dy" + number;
      lets += "  let " + dx + " = k * (u" + offset({y, x + 1}) + " - u" + offset({y, x - 1}) + ") at 1:1\n";
      lets += "  let " + dy + " = k * (u" + offset({y + 1, x}) + " - u" + offset({y - 1, x}) + ") at 1:1\n";
      squares += (squares.empty() ? "" : " + ") + dx + " * " + dx;
      products += (products.empty() ? "" : " + ") + dx + " * " + dy;
    }
  const std::string text = sharedBody(2, lets + "  w = " + squares + "\n  a = " + products + "\n");
  const std::string around =
      "weighted1[-2, 0] + weighted1[-1, 0] + weighted1[0, 0] + weighted1[1, 0] + weighted1[2, 0]";
  EXPECT_NE(text.find("  share row0 = k * (u[0, -1] - u[0, -3]) * (k * (u[0, -1] - u[0, -3])) + "), std::string::npos)
      << text;
  EXPECT_NE(text.find("  share row1 = k * (u[0, -1] - u[0, -3]) * (k * (u[1, -2] - u[-1, -2])) + "), std::string::npos)
      << "computed beside row0: " << text;
  EXPECT_NE(text.find("  a = " + around + "\n"), std::string::npos) << text;
}

TEST(ShareAcrossCells, WhatDependsOnWrittenFieldsStays) {
  const std::string body = "  w = v[0, 0, 0]\n  a = " + cube(1, "u@ * w[0, 0, 0]") + "\n";
  EXPECT_EQ(sharedBody(3, body), body);
}

/// No two of these weights are equal: what is saved is to take the rows of cells apart for each plane that needs them.
TEST(ShareAcrossCells, DifferentWeightsTakeRowsApartOnce) {
  const auto sum = [](int reach) {
    std::string text;
    for (int y = -reach, i = 0; y <= reach; ++y)
      for (int x = -reach; x <= reach; ++x, ++i)
        text += (i ? " + " : "") + std::to_string(i * i + 1) + ".5 * u" + offset({y, x});
    return text;
  };
  const std::string text = shared(2, sum(2));
  EXPECT_NE(text.find("  share row1 = u[0, -1]\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  share weighted0 = 1.5 * row0[0, 0] + 2.5 * row1[0, 0] + 5.5 * row2[0, 0] + "),
            std::string::npos)
      << text;
  EXPECT_NE(
      text.find("  a = weighted0[-2, 0] + weighted1[-1, 0] + weighted4[0, 0] + weighted2[1, 0] + weighted3[2, 0]\n"),
      std::string::npos)
      << text;
  EXPECT_EQ(shared(2, sum(1)), "  a = " + sum(1) + "\n");
}

TEST(ShareAcrossCells, SumsThatGetNoCheaperStay) {
  std::string star = "c[0] * u[0, 0, 0]", irregular = star;
  for (int i = 1; i <= 4; ++i)
    for (const auto& at : {std::vector{i, 0, 0}, {-i, 0, 0}, {0, i, 0}, {0, -i, 0}, {0, 0, i}, {0, 0, -i}})
      star += " + c[" + std::to_string(i) + "] * u" + offset(at);
  for (int i = 1; i < 20; ++i)
    irregular += " + " + std::to_string(i) + ".5 * u" + offset({i % 3, i % 5, i % 7});
  for (const std::string& value : {irregular, std::string("u[0, 0, 0] + u[1, 0, 0] * k")})
    EXPECT_EQ(shared(3, value), "  a = " + value + "\n");
}

} // namespace
} // namespace brickc::test
