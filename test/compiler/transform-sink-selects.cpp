// Operands chosen instead of results. SPDX-License-Identifier: MIT
#include "compiler/transform/SinkSelects.h"
#include "test/compiler/IrText.h"

namespace brickc::test {
namespace {

const std::string head = "module \"m\"\n\nstencil \"s\" 1d (out f64 a, in f64 u, in f64 v, in i32 n, scalar f64 k) {\n";

std::string sunk(const std::string& body) {
  const ir::Module module = transform::sinkSelects(parsed(head + body + "}\n"));
  EXPECT_EQ(errorText(ir::verify(module)), "");
  const std::string text = printed(module);
  return text.substr(head.size(), text.size() - head.size() - 2);
}

TEST(SinkSelects, OperationsAreDoneOnce) {
  EXPECT_EQ(sunk("  a = v[0] > 0.0 ? 3.0 * u[0] - u[-1] : 3.0 * u[0] - u[1]\n"),
            "  a = 3.0 * u[0] - (v[0] > 0.0 ? u[-1] : u[1])\n");
}

TEST(SinkSelects, OneAlternativeMayBeNegated) {
  EXPECT_EQ(sunk("  let x = v[0] > 0.0 ? sqrt(u[-1]) + k : -(sqrt(u[1]) + k)\n"
                 "  a = v[0] < 0.0 ? -sqrt(u[1]) : sqrt(x)\n"),
            "  let x = v[0] > 0.0 ? sqrt(v[0] > 0.0 ? u[-1] : u[1]) + k : -(sqrt(v[0] > 0.0 ? u[-1] : u[1]) + k)\n"
            "  a = v[0] < 0.0 ? -sqrt(v[0] < 0.0 ? u[1] : x) : sqrt(v[0] < 0.0 ? u[1] : x)\n");
}

TEST(SinkSelects, LooksThroughLocals) {
  EXPECT_EQ(sunk("  let left = u[0] - u[-1]\n"
                 "  let right = u[0] - u[1]\n"
                 "  a = v[0] > 0.0 ? left * left + k : right * right + k\n"),
            "  let left = u[0] - u[-1]\n"
            "  let right = u[0] - u[1]\n"
            "  a = (u[0] - (v[0] > 0.0 ? u[-1] : u[1])) * (u[0] - (v[0] > 0.0 ? u[-1] : u[1])) + k\n");
}

TEST(SinkSelects, WhatOthersUseIsNotDoneAgain) {
  const std::string body = "  let x = fabs(u[0])\n  let y = fabs(v[0])\n  a = x < y ? y : x\n";
  EXPECT_EQ(sunk(body), body);
}

/// Each select is also the alternative of the next one.
TEST(SinkSelects, ChainsOfSelectsStayAsLongAsTheyAre) {
  std::string body = "  let s0 = u[0]\n";
  for (int i = 0; i < 40; ++i) {
    const std::string s = "s" + std::to_string(i), limit = std::to_string(i) + ".0";
    body += "  let s" + std::to_string(i + 1) + " = " + s + " > " + limit + " ? " + s + " > " + std::to_string(2 * i) +
            ".0 ? " + s + " : " + s + " - 1.0 : " + s + "\n";
  }
  body += "  a = s40\n";
  EXPECT_EQ(sunk(body), body);
}

TEST(SinkSelects, DifferentValuesStay) {
  for (const std::string body :
       {"  a = v[0] > 0.0 ? u[-1] + u[0] : u[1] * u[0]\n", "  a = v[0] > 0.0 ? u[0] : -u[1]\n",
        "  a = v[0] > 0.0 ? u[-1] + u[1] : u[-2] + u[2]\n", "  a = v[0] > 0.0 ? f64(n[0]) : f64(i64(n[0]))\n"})
    EXPECT_EQ(sunk(body), body);
}

TEST(SinkSelects, ConditionsAreNotChosen) {
  const std::string body = "  a = v[0] > 0.0 ? u[0] > k && v[1] > k ? sqrt(u[0]) : u[1] : u[-1] > k || v[1] > k ? "
                           "sqrt(u[0]) : u[1]\n";
  EXPECT_EQ(sunk(body), body);
}

} // namespace
} // namespace brickc::test
