// What the parser refuses, and where it says so. SPDX-License-Identifier: MIT
#include "test/compiler/IrText.h"

namespace brickc::test {
namespace {

std::string parseError(const std::string& text) {
  llvm::Expected<ir::Module> module = ir::parseModule(text, "test.ir");
  return module ? "" : errorText(module.takeError());
}

TEST(IrParserErrors, ModuleLevel) {
  EXPECT_EQ(parseError(""), "test.ir:1:1: expected 'module' before end of file");
  EXPECT_EQ(parseError("module heat"), "test.ir:1:8: expected a string before \"heat\"");
  EXPECT_EQ(parseError("module \"heat"), "test.ir:1:8: missing closing \"");
  EXPECT_EQ(parseError("module \"\\zz\""), "test.ir:1:8: '\\' must be followed by two hexadecimal digits");
  EXPECT_EQ(parseError("module \"m\"\nkernel"),
            "test.ir:2:1: expected 'stencil', 'boundary' or 'step' before \"kernel\"");
  EXPECT_EQ(parseError("module \"m\" stencil \"s\" 4d ()"), "test.ir:1:24: expected '1d', '2d' or '3d' before \"4d\"");
  EXPECT_EQ(parseError("module \"m\" stencil \"s\" 1d (own f64 a)"),
            "test.ir:1:28: expected a kind of parameter before \"own\"");
  EXPECT_EQ(parseError("module \"m\" stencil \"s\" 1d (in f16 a)"), "test.ir:1:31: expected a type before \"f16\"");
  EXPECT_EQ(parseError("module \"m\" stencil \"s\" 1d (in f64 a, in f64 a)"), "test.ir:1:45: \"a\" is already defined");
  EXPECT_EQ(parseError("module \"m\" stencil \"s\" 1d (table f64 a[99999999999])"),
            "test.ir:1:40: '99999999999' is not a number from 0 to 1048576");
  EXPECT_EQ(parseError("module \"m\" stencil \"s\" 1d (in f64 a) at 3 {"), "test.ir:1:43: expected ':' before \"{\"");
  EXPECT_EQ(parseError("module \"m\" stencil \"s\" 1d (in f64 a) {"),
            "test.ir:1:39: expected a name before end of file");
}

TEST(IrParserErrors, Expressions) {
  const auto error = [](const std::string& value) {
    const std::string text = parseError(storing(value));
    return text.substr(0, 10) == "test.ir:4:" ? text.substr(10) : text;
  };
  EXPECT_EQ(error("q"), "7: unknown name \"q\"");
  EXPECT_EQ(error("floop(k)"), "7: unknown function 'floop'");
  EXPECT_EQ(error("u[0]"), "8: 'u' takes 2 offsets, not 1");
}

TEST(IrParserErrors, TypesAndNumbers) {
  for (const auto& [value, message] : std::initializer_list<std::pair<const char*, const char*>>{
           {"k + h", "operands of '+' have types f64 and f32"},
           {"k + n", "operands of '+' have types f64 and i32"},
           {"k % k", "operand of '%' has type f64"},
           {"k && b", "operands of '&&' have types f64 and bool"},
           {"k && k", "operand of '&&' has type f64"},
           {"b + b", "operand of '+' has type bool"},
           {"b < b", "operand of '<' has type bool"},
           {"!k", "operand of '!' has type f64"},
           {"-b", "operand of '-' has type bool"},
           {"k ? k : k", "condition of '?:' has type f64"},
           {"b ? k : h", "alternatives of '?:' have types f64 and f32"},
           {"sqrt(n)", "argument of 'sqrt' has type i32"},
           {"sqrt(k, k)", "'sqrt' takes 1 arguments, not 2"},
           {"pow(k, h)", "arguments of 'pow' have types f64 and f32"},
           {"pow(k)", "'pow' takes 2 arguments, not 1"},
           {"c[4]", "index 4 is outside 'c', which has 4 elements"},
           {"u[0, 4097]", "'4097' is not a number from 0 to 4096"},
           {"u[0, k]", "expected a number before \"k\""},
           {"2147483648", "'2147483648' does not fit in its type"},
           {"9223372036854775808L", "'9223372036854775808L' does not fit in its type"},
           {"12abc", "'12abc' is not a number"},
           {"1.5.2", "'1.5.2' is not a number of its type"},
           {"1e999", "'1e999' is not a number of its type"},
           {"1.0q", "'1.0q' is not a number of its type"},
           {"nan(0x1)", "expected the bits of a NaN"},
           {"nan(k)", "expected the bits of a NaN"},
           {"-true", "'-' needs a number"},
           {"(k", "expected ')' before \"}\""},
           {"k +", "expected an expression before \"}\""},
           {"b ? k", "expected ':' before \"}\""},
           {"k @ k", "unexpected character \"@\""},
           {"`k", "missing closing `"}}) {
    const std::string error = parseError(storing(value));
    EXPECT_NE(error.find(std::string(": ") + message), std::string::npos) << value << ": " << error;
    EXPECT_EQ(error.substr(0, 8), "test.ir:");
  }
}

TEST(IrParserErrors, Steps) {
  const std::string head = "module \"m\" step \"p\" (field f64 1d u, scalar f64 k) {";
  EXPECT_NE(parseError(head + " run }")
                .find("expected 'let', 'apply', 'reduce', 'swap', 'boundary', 'temporary', 'set', 'if', 'assign', "
                      "'while' or '}'"),
            std::string::npos);
  EXPECT_NE(parseError(head + " swap u }").find("expected ','"), std::string::npos);
  EXPECT_NE(parseError(head + " apply \"s\"(k *) }").find("expected an expression"), std::string::npos);
}

TEST(IrParserErrors, LetNeedsAFreshName) {
  EXPECT_NE(parseError(stencil("  let k = 1.0\n")).find("\"k\" is already defined"), std::string::npos);
  EXPECT_NE(parseError(stencil("  let x = 1.0\n  let x = 2.0\n")).find("\"x\" is already defined"), std::string::npos);
}

} // namespace
} // namespace brickc::test
