// Steps: every operation is printed as it is read, and what the verifier refuses. SPDX-License-Identifier: MIT
#include "compiler/ir/StepOps.h"
#include "test/compiler/IrText.h"

namespace brickc::test {
namespace {

const std::string stencils = "module \"m.cpp\"\n\n"
                             "stencil \"copy\" 2d (out f64 a, in f64 u, scalar f64 k) at 3:4 {\n"
                             "  a = k * u[0, 0]\n"
                             "}\n\n"
                             "stencil \"norm\" 2d (in f64 u) returns f64 at 6:1 {\n"
                             "  return u[0, 0] * u[0, 0]\n"
                             "}\n\n";

std::string step(const std::string& body) {
  return stencils +
         "step \"p\" (field f64 2d u, field f64 2d v, scalar f64 k, scalar bool b, table f64 c[3], box 2d inside) at "
         "5:6 {\n" +
         body + "}\n";
}

std::string problem(const std::string& body) {
  llvm::Expected<ir::Module> module = ir::parseModule(step(body), "test.ir");
  return module ? errorText(ir::verify(*module)) : "does not parse: " + errorText(module.takeError());
}

const std::string allOperations =
    "  reduce f64 r = \"brick::sum\" of \"norm\"(u) at 6:3\n"
    "  reduce f64 least = \"mine::least\" of \"norm\"(v) on [0L, inside[1] + 1L] to [inside[2], inside[3]] at 7:3\n"
    "  if r > least && b at 8:3 {\n"
    "    temporary f64 2d t like u at 9:5\n"
    "    let half = r * 0.5 at 10:4\n"
    "    apply \"copy\"(t, u, half) at 10:5\n"
    "    if b at 11:5 {\n"
    "      swap u, t at 12:7\n"
    "    }\n"
    "  } else {\n"
    "    boundary \"mine::inlet\" high 1 of u (u, c, k * 2.0) reach [0, 16] at 14:5\n"
    "  }\n"
    "  apply \"copy\"(v, u, k) on [inside[0], inside[1]] to [inside[2], inside[3]] at 16:3\n"
    "  assign n = 0, x = k at 17:3\n"
    "  while n < 3 at 18:3 {\n"
    "    apply \"copy\"(v, u, x) at 18:5\n"
    "    assign n = n + 1, x = x * 0.5 at 19:5\n"
    "  }\n"
    "  set k = x * r at 20:3\n";

TEST(IrStep, PrintsWhatItReads) {
  std::string text = step(allOperations);
  EXPECT_EQ(printed(parsed(text)), printed(parsed(printed(parsed(text)))));
  EXPECT_NE(
      printed(parsed(text)).find("    boundary \"mine::inlet\" high 1 of u (u, c, k * 2.0) reach [0, 16] at 14:5"),
      std::string::npos);
}

TEST(IrStep, VisitsNestedOperations) {
  const ir::Module module = parsed(step(allOperations));
  int operations = 0, swaps = 0, scalars = 0;
  ir::forEachOp(module.steps[0].body, [&](const ir::StepOp& op) {
    ++operations;
    ir::forEachScalar(op, [&](const ir::ExprRef&) { ++scalars; });
  });
  ir::forEachOp<ir::Swap>(module.steps[0].body, [&](const ir::Swap&) { ++swaps; });
  EXPECT_EQ(operations, 15);
  EXPECT_EQ(swaps, 1);
  EXPECT_EQ(scalars, 4 + 2 + 1 + 1 + 1 + 1 + 4 + 2 + 1 + 1 + 2 + 1);
  EXPECT_FALSE(ir::isUniform(module.steps[0]));
}

TEST(IrStep, Uniform) {
  EXPECT_TRUE(ir::isUniform(parsed(step("apply \"copy\"(v, u, k) swap u, v set k = 1.0\n")).steps[0]));
  EXPECT_FALSE(ir::isUniform(parsed(step("if b { swap u, v }\n")).steps[0]));
  EXPECT_FALSE(ir::isUniform(parsed(step("while b { swap u, v }\n")).steps[0]));
}

TEST(IrStep, Groups) {
  const auto ofStep = [](const std::string& params) {
    const std::string text = "module \"m\" step \"p\" (" + params + ") at 5:6 { }\n";
    llvm::Expected<ir::Module> module = ir::parseModule(text, "test.ir");
    return module ? errorText(ir::verify(*module)) : "does not parse: " + errorText(module.takeError());
  };
  const std::string group = "field f64 1d s_u of s \".u\", scalar f64 s_k of s \".k\"";
  EXPECT_EQ(ofStep(group + ", scalar f64 k, field f64 1d t_0 of t \"[0]\""), "");
  EXPECT_EQ(ofStep(group + ", scalar f64 k, scalar f64 s_m of s \".m\""), "m:5:6: parameter 's' is defined twice");
  EXPECT_EQ(ofStep(group + ", scalar f64 s"), "m:5:6: parameter 's' is defined twice");
  EXPECT_EQ(ofStep("field f64 1d u, table f64 s_c[2] of s \".c\""), "m:5:6: 's_c' cannot be a part of 's'");
  EXPECT_EQ(ofStep("field f64 1d u of s \"\""), "m:5:6: 'u' cannot be a part of 's'");
  EXPECT_EQ(ofStep("field f64 1d u of 3"), "does not parse: test.ir:1:40: expected a name before \"3\"");
  const ir::Module module = parsed("module \"m\" step \"p\" (scalar f64 k, " + group + ", field f64 1d u) { }\n");
  const std::vector<const ir::StepParam*> arguments = module.steps[0].arguments();
  ASSERT_EQ(arguments.size(), 3u);
  EXPECT_EQ(arguments[1]->name, "s_u");
  EXPECT_EQ(arguments[2]->name, "u");
  EXPECT_EQ(printed(parsed(printed(module))), printed(module));
  EXPECT_EQ(module.steps[0].parameterNames(), (std::set<std::string>{"k", "s", "s_k", "s_u", "u"}));
}

TEST(IrStep, Names) {
  EXPECT_EQ(problem("temporary f64 2d t like w\n"), "m.cpp:5:6: 'w' is not a field of the step");
  EXPECT_EQ(problem("if b { temporary f64 2d t like u } swap u, t\n"), "m.cpp:5:6: 't' is not a field of the step");
  EXPECT_EQ(problem("temporary f64 1d t like u\n"), "m.cpp:5:6: 't' has other dimensions than the step's fields");
  EXPECT_NE(problem("temporary f64 2d u like u\n").find("\"u\" is already defined"), std::string::npos);
  EXPECT_NE(problem("apply \"copy\"(v, u, r)\n").find("unknown name \"r\""), std::string::npos);
}

TEST(IrStep, Reductions) {
  EXPECT_EQ(problem("apply \"norm\"(u)\n"), "m.cpp:5:6: 'norm' returns a value");
  EXPECT_EQ(problem("reduce f64 r = \"brick::sum\" of \"copy\"(v, u, k)\n"), "m.cpp:5:6: 'copy' returns no value");
  EXPECT_EQ(problem("reduce f32 r = \"brick::sum\" of \"norm\"(u)\n"),
            "m.cpp:5:6: 'r' has type f32, but 'norm' returns f64");
  EXPECT_EQ(problem("reduce f64 r = \"\" of \"norm\"(u)\n"), "m.cpp:5:6: a reduction has no operation");
}

TEST(IrStep, RegionsAndBranches) {
  EXPECT_EQ(problem("apply \"copy\"(v, u, k) on [inside[0]] to [inside[2], inside[3]]\n"),
            "m.cpp:5:6: a region has other dimensions than the step's fields");
  EXPECT_EQ(problem("apply \"copy\"(v, u, k) on [0, 0] to [inside[2], inside[3]]\n"),
            "m.cpp:5:6: the ends of a region have type i64");
  EXPECT_EQ(problem("if k { swap u, v }\n"), "m.cpp:5:6: the condition of an 'if' has type bool");
  EXPECT_EQ(problem("boundary \"inlet\" low 2 of u (u)\n"), "m.cpp:5:6: there is no axis 2");
  EXPECT_EQ(problem("boundary \"inlet\" low 1 of u (inside)\n"), "m.cpp:5:6: 'inside' is neither a table nor a record");
  EXPECT_EQ(problem("boundary \"inlet\" low 1 of u (u) reach [1, 2, 3]\n"),
            "m.cpp:5:6: 'inlet' must have 2 cells of reach");
}

TEST(IrStep, NestingIsLimited) {
  std::string open, close;
  for (int i = 0; i < 5000; ++i) {
    open += "if b { ";
    close += "} ";
  }
  EXPECT_NE(problem(open + "swap u, v " + close).find("operations are nested too deeply"), std::string::npos);
}

TEST(IrStep, LetsLiveInTheirBlock) {
  EXPECT_EQ(problem("let x = k * 2.0 if b { let y = x + k apply \"copy\"(v, u, y) }"), "");
  EXPECT_EQ(problem("if b { let y = k } let z = k apply \"copy\"(v, u, y) at 9:1"), "m.cpp:9:1: 'y' is not a scalar");
  EXPECT_EQ(problem("let k = 1.0"), "does not parse: test.ir:12:5: \"k\" is already defined");
}

TEST(IrStep, SetsScalarsOfItsCaller) {
  EXPECT_EQ(problem("set k = k * 2.0 set b = k > 1.0"), "");
  EXPECT_EQ(problem("let x = k set x = 1.0 at 9:1"), "m.cpp:9:1: 'x' is not a scalar that the step takes");
  EXPECT_EQ(problem("set c = 1.0"), "m.cpp:5:6: 'c' is not a scalar that the step takes");
  EXPECT_EQ(problem("set k = 1"), "m.cpp:5:6: 'k' has type f64, but its value has type i32");
  EXPECT_EQ(problem("set k = 1.0 set k = 2.0"), "m.cpp:5:6: 'k' is set twice");
  EXPECT_EQ(problem("if b { set k = 1.0 }"), "m.cpp:5:6: 'k' is set in an 'if' or a 'while'");
  EXPECT_NE(problem("set k 1.0").find("expected '='"), std::string::npos);
}

TEST(IrStep, VariablesAndLoops) {
  EXPECT_EQ(problem("if b { assign x = k } while x > 1.0 { assign x = x * 0.5, y = x } apply \"copy\"(v, u, y)"), "");
  EXPECT_EQ(problem("assign x = k assign x = 1 at 9:1"), "m.cpp:9:1: 'x' has type f64, but its value has type i32");
  EXPECT_EQ(problem("assign x = k, x = 1.0 at 9:1"), "m.cpp:9:1: 'x' is assigned twice");
  EXPECT_EQ(problem("assign k = 1.0 at 9:1"), "m.cpp:9:1: 'k' is defined twice");
  EXPECT_EQ(problem("let x = k assign x = 1.0 at 9:1"), "m.cpp:9:1: 'x' is defined twice");
  EXPECT_EQ(problem("while k { swap u, v }"), "m.cpp:5:6: the condition of a 'while' has type bool");
  EXPECT_NE(problem("while b swap u, v").find("expected '{'"), std::string::npos);
  EXPECT_NE(problem("assign u = k").find("\"u\" is already defined"), std::string::npos);
  EXPECT_NE(problem("assign x = x + k").find("unknown name \"x\""), std::string::npos);
  EXPECT_NE(problem("assign x 1.0").find("expected '='"), std::string::npos);
}

} // namespace
} // namespace brickc::test
