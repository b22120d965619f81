// What the verifier refuses. SPDX-License-Identifier: MIT
#include "test/compiler/IrText.h"

namespace brickc::test {
namespace {

/// The verifier's message for text that parses.
std::string problem(const std::string& text) {
  llvm::Expected<ir::Module> module = ir::parseModule(text, "test.ir");
  return module ? errorText(ir::verify(*module)) : "does not parse: " + errorText(module.takeError());
}

const std::string copy =
    "stencil \"copy\" 1d (out f64 a, in f64 u, scalar f64 k, table f64 c[2]) at 3:4 { a = u[0] }\n";

std::string step(const std::string& body) {
  return "module \"m.cpp\"\n" + copy +
         "step \"p\" (field f64 1d u, field f64 1d v, field f32 1d w, scalar f64 k, scalar f32 h, table f64 c[2], "
         "table "
         "f64 d[3]) at 5:6 {\n" +
         body + "}\n";
}

TEST(IrVerifier, AcceptsGoodModules) { EXPECT_EQ(problem(step("apply \"copy\"(v, u, k + 1.0, c)\nswap u, v\n")), ""); }

TEST(IrVerifier, Outputs) {
  EXPECT_EQ(problem("module \"m\" stencil \"s\" 1d (out f64 a) at 3:4 { }"), "m:3:4: output 'a' is never stored");
  EXPECT_EQ(problem("module \"m\" stencil \"s\" 1d (out f64 a) at 3:4 { a = 1.0 a = 2.0 }"),
            "m:3:4: 'a' is stored more than once");
  EXPECT_EQ(problem("module \"m\" stencil \"s\" 1d (out f64 a) { a = 1.0f at 7:8 }"),
            "m:7:8: a value of type f32 is stored to 'a', which has type f64");
  EXPECT_EQ(problem("module \"m\" stencil \"s\" 1d (in f64 a) { a = 1.0 at 7:8 }"), "m:7:8: 'a' is not an output");
  EXPECT_EQ(problem("module \"m\" stencil \"s\" 1d (inout f64 a) { }"), "");
}

TEST(IrVerifier, TypesOfFieldsOnly) {
  const std::string fields = "module \"m\" stencil \"s\" 1d (out u8 a, in i16 u, in u64 w) at 3:4 ";
  EXPECT_EQ(problem(fields + "{ a = u[1] + 300 }"), "");
  EXPECT_EQ(problem(fields + "{ a = i32(w[0]) }"), "");
  EXPECT_EQ(problem(fields + "{ a = w[0] at 7:8 }"), "m:7:8: a value of type i64 is stored to 'a', which has type i32");
  EXPECT_EQ(problem(fields + "{ a = i32(u8(u[0])) at 7:8 }"), "m:7:8: a cast to a type of fields only");
  const auto parameter = [](const std::string& param) {
    return problem("module \"m\" stencil \"s\" 1d (out i32 a, " + param + ") at 3:4 { a = 1 }");
  };
  EXPECT_EQ(parameter("scalar u8 k"), "m:3:4: 'k' has a type of fields only");
  EXPECT_EQ(parameter("table i8 k[2]"), "m:3:4: 'k' has a type of fields only");
  EXPECT_EQ(parameter("record k {u32 k_a \".a\"}"), "m:3:4: 'k_a' has a type of fields only");
  EXPECT_EQ(problem("module \"m\" stencil \"s\" 1d (in u8 a) returns u8 at 3:4 { return a[0] }"),
            "m:3:4: 's' has a type of fields only");
  EXPECT_EQ(problem("module \"m\" step \"p\" (field u8 1d u, scalar u16 k) at 5:6 { }"),
            "m:5:6: 'k' has a type of fields only");
  EXPECT_EQ(problem("module \"m\" step \"p\" (field u8 1d u, field i8 1d v) at 5:6 { swap u, v at 7:8 }").substr(0, 6),
            "m:7:8:");
}

TEST(IrVerifier, Loads) {
  EXPECT_EQ(problem("module \"m\" stencil \"s\" 1d (out f64 a) { a = a[0] at 7:8 }"), "");
  for (const char* kind : {"out", "inout"})
    EXPECT_EQ(problem("module \"m\" stencil \"s\" 1d (" + std::string(kind) + " f64 a) { a = a[1] at 7:8 }"),
              "m:7:8: 'a' is written and may be read only at the point");
  EXPECT_EQ(problem("module \"m\" stencil \"s\" 1d (out i64 a, point) { a = point[0] }"), "");
  EXPECT_EQ(problem("module \"m\" stencil \"s\" 1d (out i64 a, point) { a = point[1] at 7:8 }"),
            "m:7:8: point has no axis 1");
}

TEST(IrVerifier, SharedValues) {
  const auto shared = [](const std::string& body) {
    return problem("module \"m\" stencil \"s\" 2d (out f64 a, inout f64 w, in f64 u, scalar f64 k, point) at 3:4 { " +
                   body + " }");
  };
  EXPECT_EQ(shared("let c = k * 2.0 share x = c * u[1, 1] share y = x[-1, 0] a = y[1, 0]"), "");
  EXPECT_EQ(shared("share x = u[0, 0] share x = u[1, 0] a = 1.0"),
            "does not parse: test.ir:1:116: \"x\" is already defined");
  EXPECT_EQ(shared("share x = u[0, 0] at 7:8 a = x[0, 1] at 8:9"),
            "m:8:9: shared value 'x' is read behind the point on the last axis");
  EXPECT_EQ(shared("share x = w[0, 0] at 7:8 a = 1.0"), "m:7:8: shared value 'x' reads 'w', which is written");
  EXPECT_EQ(shared("share x = f64(point[0]) at 7:8 a = 1.0"), "m:7:8: shared value 'x' uses the point");
  EXPECT_EQ(shared("let c = u[0, 0] share x = c at 7:8 a = 1.0"),
            "m:7:8: shared value 'x' uses 'c', which differs from cell to cell");
  EXPECT_EQ(shared("share x = u[0, 0] > 1.0 at 7:8 a = 1.0"), "m:7:8: shared value 'x' has type bool");
}

TEST(IrVerifier, Results) {
  const auto reduction = [](const std::string& text) { return problem("module \"m\" stencil \"s\" 1d " + text); };
  EXPECT_EQ(reduction("(in f64 a) returns f64 { let x = a[1] return x * x }"), "");
  EXPECT_EQ(reduction("(in f64 a) returns f32 at 3:4 { return a[0] }"),
            "m:3:4: a value of type f64 is returned by 's', whose result has type f32");
  EXPECT_EQ(reduction("(in f64 a) returns f64 at 3:4 { }"), "m:3:4: 's' must end with its only 'return'");
  EXPECT_EQ(reduction("(in f64 a) returns f64 at 3:4 { return a[0] return a[1] }"),
            "m:3:4: 's' must end with its only 'return'");
  EXPECT_EQ(reduction("(in f64 a) returns f64 at 3:4 { return a[0] let x = a[1] }"),
            "m:3:4: 's' must end with its only 'return'");
  EXPECT_EQ(reduction("(in f64 a) at 3:4 { return a[0] }"), "m:3:4: 's' has no result");
  EXPECT_EQ(reduction("(in f64 a) returns bool at 3:4 { return true }"), "m:3:4: 's' has a result of type bool");
  EXPECT_EQ(reduction("(out f64 a) returns f64 at 3:4 { a = 1.0 return 2.0 }"),
            "m:3:4: 's' has a result and the output 'a'");
}

TEST(IrVerifier, NamesAreUnique) {
  EXPECT_EQ(problem("module \"m\"\n" + copy + copy), "m:3:4: 'copy' is defined twice");
  EXPECT_EQ(problem("module \"m\" stencil \"\" 1d (out f64 a) at 1:1 { a = 1.0 }"),
            "m:1:1: a stencil or step has no name");
}

TEST(IrVerifier, BoundaryKernels) {
  const std::string head = "module \"m\" boundary \"b\" 1d ";
  EXPECT_EQ(problem(head + "(out f64 u, in f64 v) at 3:4 { u = v[-1] }"), "");
  EXPECT_EQ(problem(head + "(in f64 v) returns f64 at 3:4 { return v[1] }"), "m:3:4: boundary kernel 'b' has a result");
  EXPECT_EQ(problem(head + "(out f64 u, in f64 v) at 3:4 { share s = v[1] u = s[0] }"),
            "m:3:4: boundary kernel 'b' shares values");
  EXPECT_EQ(problem(head + "(out f64 u, in f64 v) at 3:4 { }"), "m:3:4: output 'u' is never stored");
  EXPECT_EQ(problem("module \"m\"\n" + copy + "boundary \"copy\" 1d (out f64 u) at 3:4 { u = 1.0 }"),
            "m:3:4: 'copy' is defined twice");
}

TEST(IrVerifier, Parameters) {
  EXPECT_EQ(problem("module \"m\" stencil \"s\" 1d (out bool a) at 1:1 { a = true }"),
            "m:1:1: field 'a' has type bool");
  EXPECT_EQ(problem("module \"m\" stencil \"s\" 1d (out f64 a, table f64 c[0]) at 1:1 { a = 1.0 }"),
            "m:1:1: 'c' has an impossible number of elements");
  EXPECT_EQ(problem("module \"m\" step \"s\" (scalar f64 a) at 1:1 { }"), "m:1:1: step 's' has no field");
  EXPECT_EQ(problem("module \"m\" step \"s\" (field f64 1d a, field f64 2d b) at 1:1 { }"),
            "m:1:1: the fields of step 's' differ in their dimensions");
}

TEST(IrVerifier, Applies) {
  EXPECT_EQ(problem(step("apply \"no\"() at 7:8\n")), "m.cpp:7:8: there is no stencil 'no'");
  EXPECT_EQ(problem("module \"m\" stencil \"f\" 1d (out f64 a) fuses \"p\", \"q\" of \"s\" at 3:4 { a = 0.0 }"),
            "m:3:4: 'f' fuses applies of no step, 's'");
  EXPECT_EQ(problem(step("apply \"copy\"(v, u) at 7:8\n")), "m.cpp:7:8: 'copy' takes 4 arguments, not 2");
  EXPECT_EQ(problem(step("apply \"copy\"(v, w, k, c) at 7:8\n")),
            "m.cpp:7:8: 'u' has type f64, but its argument has type f32");
  EXPECT_EQ(problem(step("apply \"copy\"(v, k, k, c) at 7:8\n")), "m.cpp:7:8: 'u' is not a scalar");
  EXPECT_EQ(problem(step("apply \"copy\"(v, u, u, c) at 7:8\n")), "m.cpp:7:8: 'k' is not a field");
  EXPECT_EQ(problem(step("apply \"copy\"(v, u, h, c) at 7:8\n")),
            "m.cpp:7:8: 'k' has type f64, but its argument has type f32");
  EXPECT_EQ(problem(step("apply \"copy\"(v, u, k, d) at 7:8\n")), "m.cpp:7:8: table 'd' has another size than 'c'");
  EXPECT_EQ(problem(step("apply \"copy\"(v, u, k * u[0], c) at 7:8\n")),
            "m.cpp:7:8: 'u' is not a field that can be read");
  EXPECT_EQ(problem(step("apply \"copy\"(v, u, c, c) at 7:8\n")), "m.cpp:7:8: 'k' is not a table");
  EXPECT_EQ(problem("module \"m\"\n" + copy +
                    "step \"p\" (field f64 2d u, field f64 2d v, scalar f64 k, table f64 c[2]) "
                    "{ apply \"copy\"(u, v, k, c) at 7:8 }"),
            "m:7:8: 'copy' has other dimensions than the step's fields");
}

TEST(IrVerifier, Records) {
  const auto applied = [](const std::string& args,
                          const std::string& ofStep = "record q {f64 q_x \".x\", i32 q_n \".n\"}") {
    return problem(
        "module \"m\"\nstencil \"s\" 1d (out f64 a, record p {f64 p_x \".x\", i32 p_n \".n\"}) { a = p_x * f64(p_n) }\n"
        "step \"t\" (field f64 1d u, scalar f64 k, table f64 c[2], " +
        ofStep + ") { apply \"s\"(u, " + args + ") at 7:8 }");
  };
  EXPECT_EQ(applied("{\".x\" = 2.0 * q_x, \".n\" = 3}"), "");
  EXPECT_EQ(applied("q"), "");
  EXPECT_EQ(applied("k"), "m:7:8: 'p' is not a scalar");
  EXPECT_EQ(applied("c"), "m:7:8: 'c' does not fit 'p'");
  EXPECT_EQ(applied("q", "record q {f64 q_x \".x\"}"), "m:7:8: 'q' does not fit 'p'");
  EXPECT_EQ(applied("q", "record q {f64 q_x \".x\", i64 q_n \".n\"}"), "m:7:8: 'q' does not fit 'p'");
  EXPECT_EQ(applied("{\".x\" = k}"), "m:7:8: 'p' has 2 members, not 1");
  EXPECT_EQ(applied("{\".x\" = k, \".m\" = 3}"), "m:7:8: 'p_n' is not at \".m\"");
  EXPECT_EQ(applied("{\".x\" = k, \".n\" = k}"), "m:7:8: 'p_n' has type i32, but its argument has type f64");
  EXPECT_EQ(problem(step("apply \"copy\"(v, u, {\".x\" = k}, c) at 7:8\n")),
            "m.cpp:7:8: 'k' is neither a record nor a table");
  EXPECT_EQ(problem(step("apply \"copy\"(v, u, k, {\"[0]\" = k, \"[1]\" = 2.0}) at 7:8\n")), "");
  EXPECT_EQ(problem(step("apply \"copy\"(v, u, k, {\"[0]\" = k}) at 7:8\n")),
            "m.cpp:7:8: table 'c' has another size than its argument");
  EXPECT_EQ(problem(step("apply \"copy\"(v, u, k, {\"[0]\" = k, \"[2]\" = k}) at 7:8\n")),
            "m.cpp:7:8: \"[2]\" is no element of 'c'");
  EXPECT_EQ(problem(step("apply \"copy\"(v, u, k, {\"[0]\" = k, \"[1]\" = h}) at 7:8\n")),
            "m.cpp:7:8: 'c' has type f64, but its argument has type f32");
  EXPECT_EQ(problem("module \"m\" stencil \"s\" 1d (out f64 a, record p {}) at 1:2 { a = 1.0 }"),
            "m:1:2: 'p' has an impossible number of members");
  EXPECT_EQ(problem("module \"m\" stencil \"s\" 1d (out f64 a, record p {f64 x \"\"}) { let x = 1.0 at 3:4 a = x }"),
            "does not parse: test.ir:1:66: \"x\" is already defined");
  EXPECT_EQ(problem("module \"m\" stencil \"s\" 1d (out f64 a, record p {f64 x \"\"}) { a = p }"),
            "does not parse: test.ir:1:66: a record is no expression");
}

TEST(IrVerifier, Swaps) {
  EXPECT_EQ(problem(step("swap u, w at 7:8\n")), "m.cpp:7:8: swapped fields differ in type");
  EXPECT_EQ(problem(step("swap u, u at 7:8\n")), "m.cpp:7:8: 'u' is swapped with itself");
  EXPECT_EQ(problem(step("swap u, k at 7:8\n")), "m.cpp:7:8: 'k' is not a field of the step");
}

/// Problems that no text has: modules built or changed by code.
TEST(IrVerifier, WhatTheParserWouldNotLetThrough) {
  const auto withValue = [](ir::ExprRef value) {
    ir::Module module = parsed(storing("k"));
    std::get<ir::Store>(module.stencils[0].body[0]).value = std::move(value);
    return errorText(ir::verify(module));
  };
  using namespace ir;
  EXPECT_EQ(withValue(make<ScalarExpr>(Type::F64, "u")), "test.cpp:1:2: 'u' is not a scalar");
  EXPECT_EQ(withValue(make<ScalarExpr>(Type::F64, "h")), "test.cpp:1:2: 'h' has type f32 but is used as f64");
  EXPECT_EQ(withValue(make<LocalExpr>(Type::F64, "x")), "test.cpp:1:2: 'x' is used before it is bound");
  EXPECT_EQ(withValue(make<TableElementExpr>(Type::F64, "c", 4u)), "test.cpp:1:2: index 4 is outside table 'c'");
  EXPECT_EQ(withValue(make<LoadExpr>(Type::F64, "u", std::vector<int>{0})),
            "test.cpp:1:2: 'u' is read with 1 offsets instead of 2");
  EXPECT_EQ(withValue(make<CastExpr>(Type::F64, make<ConstantExpr>(Type::I32, std::int64_t{1} << 40, 0.0))),
            "test.cpp:1:2: constant does not fit in i32");
  EXPECT_EQ(withValue(make<CastExpr>(Type::F64, make<ConstantExpr>(Type::F32, std::int64_t{0}, 0.1))),
            "test.cpp:1:2: constant does not fit in f32");
  EXPECT_EQ(withValue(nullptr), "test.cpp:1:2: an operand is missing");
  EXPECT_EQ(withValue(make<BinaryExpr>(BinaryOp::Add, makeReal(Type::F64, 1), makeReal(Type::F32, 1))),
            "test.cpp:1:2: operands of '+' have types f64 and f32");
}

TEST(IrVerifier, LocalsMustNotHideParameters) {
  ir::Module module = parsed(stencil("  let x = k\n  a = x\n"));
  std::get<ir::Let>(module.stencils[0].body[0]).name = "k";
  EXPECT_EQ(errorText(ir::verify(module)), "test.cpp:1:2: 'k' is already defined");
}

} // namespace
} // namespace brickc::test
