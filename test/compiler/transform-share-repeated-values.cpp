// Values that several cells need, computed once. SPDX-License-Identifier: MIT
#include "compiler/transform/ShareRepeatedValues.h"
#include "test/compiler/IrText.h"

namespace brickc::test {
namespace {

std::string shared(unsigned dims, const std::string& body) {
  const std::string head = "module \"m\"\n\nstencil \"s\" " + std::to_string(dims) +
                           "d (out f64 a, inout f64 w, in f64 u, in f64 v, point, scalar f64 k) {\n";
  const ir::Module module = transform::shareRepeatedValues(parsed(head + body + "}\n"));
  EXPECT_EQ(errorText(ir::verify(module)), "");
  const std::string text = printed(module);
  return text.substr(head.size(), text.size() - head.size() - 2);
}

TEST(ShareRepeatedValues, FluxesThroughTheFacesOfACell) {
  EXPECT_EQ(shared(2, "  let ahead = u[1, 0] / (u[0, 0] + v[1, 0])\n"
                      "  let behind = u[0, 0] / (u[-1, 0] + v[0, 0])\n"
                      "  a = u[0, 0] - k * (ahead - behind)\n  w = k\n"),
            "  share shared0 = u[1, 0] / (u[0, 0] + v[1, 0])\n"
            "  a = u[0, 0] - k * (shared0[0, 0] - shared0[-1, 0])\n  w = k\n");
}

TEST(ShareRepeatedValues, OnTheMiddleAxisAndAcross) {
  EXPECT_EQ(shared(3, "  a = sqrt(u[0, 2, 1]) - sqrt(u[0, 1, 1]) + sqrt(u[-1, 3, 1])\n  w = k\n"),
            "  share shared0 = sqrt(u[0, 2, 1])\n"
            "  a = shared0[0, 0, 0] - shared0[0, -1, 0] + shared0[-1, 1, 0]\n  w = k\n");
}

TEST(ShareRepeatedValues, WhatItNeedsTwiceIsAPart) {
  EXPECT_EQ(shared(2, "  let d = u[1, 0] - u[0, 0]\n  let e = u[0, 0] - u[-1, 0]\n"
                      "  a = d * d / (k + d * d) - e * e / (k + e * e)\n  w = k\n"),
            "  share part0 = u[1, 0] - u[0, 0]\n"
            "  share part1 = part0[0, 0] * part0[0, 0]\n"
            "  share shared0 = part1[0, 0] / (k + part1[0, 0])\n"
            "  a = shared0[0, 0] - shared0[-1, 0]\n  w = k\n");
}

TEST(ShareRepeatedValues, TheMostExpensiveComesFirst) {
  EXPECT_EQ(shared(2, "  let r = exp(u[0, 0])\n  let s = exp(u[-1, 0])\n"
                      "  a = r / v[0, 1] - s / v[-1, 1] + exp(u[1, 0])\n  w = k\n"),
            "  share shared0 = exp(u[1, 0])\n"
            "  share shared1 = shared0[-1, 0] / v[0, 1]\n"
            "  a = shared1[0, 0] - shared1[-1, 0] + shared0[0, 0]\n  w = k\n");
}

TEST(ShareRepeatedValues, ValuesOfAllCellsStayInFront) {
  EXPECT_EQ(shared(2, "  let h = 1.0 / k\n  a = h * (u[0, 0] / v[0, 0]) - h * (u[-1, 0] / v[-1, 0])\n  w = h\n"),
            "  let h = 1.0 / k\n"
            "  share shared0 = h * (u[0, 0] / v[0, 0])\n"
            "  a = shared0[0, 0] - shared0[-1, 0]\n  w = h\n");
}

TEST(ShareRepeatedValues, PartsThatAreNeededBesidesAreNotDoneAgain) {
  EXPECT_EQ(shared(2, "  let x = u[0, 0] / v[0, 0]\n  a = k * x - k * (u[-1, 0] / v[-1, 0])\n  w = x + x\n"),
            "  share shared0 = u[0, 0] / v[0, 0]\n"
            "  a = k * shared0[0, 0] - k * shared0[-1, 0]\n"
            "  w = shared0[0, 0] + shared0[0, 0]\n");
}

TEST(ShareRepeatedValues, WhatIsNotWorthItOrNotTheSameStays) {
  for (const std::string body : {"  a = u[0, 1] * u[0, 1] * k - u[-1, 1] * u[-1, 1] * k\n  w = k\n", // cheap
                                 "  a = sqrt(u[0, 0]) - sqrt(v[-1, 0])\n  w = k\n",                  // another field
                                 "  a = u[1, 0] / v[0, 0] - u[0, 0] / v[0, 0]\n  w = k\n",           // another distance
                                 "  a = sqrt(w[0, 0]) - sqrt(u[0, 0])\n  w = k\n",                   // written
                                 "  a = sqrt(u[0, 0] * f64(point[0])) - sqrt(u[-1, 0] * f64(point[0]))\n  w = k\n"})
    EXPECT_EQ(shared(2, body), body);
  const std::string inRow = "  a = sqrt(u[0, 0, 1]) - sqrt(u[0, 0, 0])\n  w = k\n"; // rows of one vector or two
  EXPECT_EQ(shared(3, inRow), inRow);
}

TEST(ShareRepeatedValues, InARow) {
  EXPECT_EQ(shared(1, "  a = sqrt(u[0]) - sqrt(u[1])\n  w = k\n"),
            "  share shared0 = sqrt(u[1])\n  a = shared0[-1] - shared0[0]\n  w = k\n");
  EXPECT_EQ(shared(2, "  a = sqrt(u[0, 1]) - sqrt(u[0, 0]) + sqrt(u[0, -3])\n  w = k\n"),
            "  share shared0 = sqrt(u[0, 1])\n  a = shared0[0, 0] - shared0[0, -1] + shared0[0, -4]\n  w = k\n");
}

TEST(ShareRepeatedValues, OfAllPlacesTheLastMustBeTheFurthestOfItsRow) {
  EXPECT_EQ(shared(2, "  a = sqrt(u[0, 1]) - sqrt(u[-1, 0]) + sqrt(u[-1, 1])\n  w = k\n"),
            "  share shared0 = sqrt(u[0, 1])\n  a = shared0[0, 0] - shared0[-1, -1] + shared0[-1, 0]\n  w = k\n");
  EXPECT_EQ(shared(2, "  a = sqrt(u[0, 0]) - sqrt(u[-1, 0]) + sqrt(u[-1, 1])\n  w = k\n"),
            "  share shared0 = sqrt(u[0, 0])\n  a = shared0[0, 0] - shared0[-1, 0] + sqrt(u[-1, 1])\n  w = k\n");
}

TEST(ShareRepeatedValues, WhatSharedValuesAreMadeOf) {
  EXPECT_EQ(shared(1, "  let s = sqrt(u[1])\n  let t = sqrt(u[0])\n  let r = sqrt(u[-1])\n"
                      "  a = (s - t) / (s * t + k) - (t - r) / (t * r + k)\n  w = k\n"),
            "  share shared1 = sqrt(u[1])\n"
            "  share shared0 = (shared1[0] - shared1[-1]) / (shared1[0] * shared1[-1] + k)\n"
            "  a = shared0[0] - shared0[-1]\n  w = k\n");
}

/// None of the fluxes saves much by itself, since the other needs the function, too.
TEST(ShareRepeatedValues, FluxesOfSeveralQuantities) {
  const auto flux = [](const std::string& x, const std::string& quantity) {
    return "exp(u[" + x + "] * v[" + x + "]) * (" + quantity + "[" + x + "] + k)";
  };
  EXPECT_EQ(shared(1, "  a = " + flux("1", "u") + " - " + flux("0", "u") + "\n" + //
                          "  w = " + flux("1", "v") + " - " + flux("0", "v") + "\n"),
            "  share shared0 = " + flux("1", "u") + "\n  share shared1 = " + flux("1", "v") +
                "\n  a = shared0[0] - shared0[-1]\n  w = shared1[0] - shared1[-1]\n");
}

/// Locals one after the other, of two operations each.
std::string chain(int locals) {
  std::string body = "  let t0 = sqrt(u[1]) - sqrt(u[0])\n";
  for (int i = 1; i < locals; ++i)
    body += "  let t" + std::to_string(i) + " = t" + std::to_string(i - 1) + " * v[0] + k\n";
  return body + "  a = t" + std::to_string(locals - 1) + "\n  w = k\n";
}

TEST(ShareRepeatedValues, LargeBodies) {
  EXPECT_EQ(shared(1, chain(490)).find("  share shared0 = sqrt(u[1])\n  a = ("), 0u);
  EXPECT_EQ(shared(1, chain(510)), chain(510)); // no expression may be nested as deeply
}

} // namespace
} // namespace brickc::test
