// Text that is not IR, cut, doubled, nested without end: an error or a module, never a crash. SPDX-License-Identifier:
// MIT
#include "test/compiler/IrText.h"
#include <random>

namespace brickc::test {
namespace {

const std::string good = R"(module "heat.cpp"

stencil "heat" 3d (out f64 next, inout f32 w, in f64 u, scalar f64 k, table f64 c[10]) at 5:6 {
  let lap = u[-1, 0, 0] + u[1, 0, 0] - 6.0 * u[0, 0, 0] at 6:3
  let `nan` = lap < 1e-05 && !(lap > k) ? nan(0x7ff8000000000001) : -inf at 6:9
  w = f32(sqrt(`nan`)) * 1.5f + w[0, 0, 0] at 7:1
  next = u[0, 0, 0] + k * (lap + c[9]) at 7:3
}

step "advance" (field f64 3d u, field f64 3d next, field f32 3d w, scalar f64 k, table f64 c[10]) at 11:6 {
  apply "heat"(next, w, u, k * 0.5, c) at 12:3
  swap u, next at 13:3
}
)";

/// Parses; a module that comes out must verify or not, and print to something that parses again.
void expectNoCrash(const std::string& text) {
  llvm::Expected<ir::Module> module = ir::parseModule(text, "x.ir");
  if (!module) {
    EXPECT_EQ(errorText(module.takeError()).substr(0, 5), "x.ir:");
    return;
  }
  const std::string once = printed(*module);
  const std::string ignored = errorText(ir::verify(*module));
  llvm::Expected<ir::Module> again = ir::parseModule(once, "again.ir");
  if (again)
    EXPECT_EQ(printed(*again), once);
  else
    ADD_FAILURE() << errorText(again.takeError()) << "\nfrom\n" << once;
}

TEST(IrRobustness, GoodTextIsGood) { EXPECT_EQ(printed(parsed(good)), good); }

TEST(IrRobustness, EveryPrefix) {
  for (std::size_t length = 0; length < good.size(); ++length)
    expectNoCrash(good.substr(0, length));
}

TEST(IrRobustness, RandomMutations) {
  std::mt19937 random(1);
  const auto upTo = [&](std::size_t limit) { return random() % limit; };
  for (int round = 0; round < 4000; ++round) {
    std::string text = good;
    for (int change = 0; change <= round % 4; ++change) {
      const std::size_t at = upTo(text.size()), length = upTo(12);
      switch (upTo(4)) {
      case 0:
        text[at] = static_cast<char>(upTo(256));
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(upTo(text.size()), text.substr(at, length));
        break;
      default:
        text[at] = "()[]{},=+-*/%<>!?:\"`\\ 09.ef"[upTo(26)];
        break;
      }
    }
    expectNoCrash(text);
  }
}

std::string repeated(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i)
    result += text;
  return result;
}

TEST(IrRobustness, NestingIsLimited) {
  for (const auto& [open, close] :
       std::initializer_list<std::pair<const char*, const char*>>{{"(", ")"},
                                                                  {"-", ""},
                                                                  {"!", ""},
                                                                  {"sqrt(", ")"},
                                                                  {"b ? ", " : k"},
                                                                  {"b ? k : ", ""},
                                                                  {"f64(", ")"},
                                                                  {"k + (", ")"},
                                                                  {"b || b && b == k < k + k * (", ")"},
                                                                  {"u[", "]"},
                                                                  {"k - ", ""},
                                                                  {"(k + k + k + ", ")"}}) {
    const std::string text = storing(repeated(open, 100000) + "k" + repeated(close, 100000));
    llvm::Expected<ir::Module> module = ir::parseModule(text, "x.ir");
    ASSERT_FALSE(bool(module)) << open;
    EXPECT_EQ(errorText(module.takeError()).substr(0, 5), "x.ir:");
  }
}

TEST(IrRobustness, NestingUpToTheLimitWorks) {
  const std::string text = storing(repeated("sqrt(k + ", 290) + "k" + repeated(")", 290));
  EXPECT_EQ(printed(parsed(text)), text);
}

TEST(IrRobustness, VerifierLimitsDepth) {
  ir::Module module = parsed(storing("k"));
  ir::ExprRef deep = ir::make<ir::ScalarExpr>(ir::Type::F64, "k");
  for (int i = 0; i < 2000; ++i)
    deep = ir::make<ir::UnaryExpr>(ir::UnaryOp::Negate, deep);
  std::get<ir::Store>(module.stencils[0].body[0]).value = deep;
  EXPECT_NE(errorText(ir::verify(module)).find("nested too deeply"), std::string::npos);
}

} // namespace
} // namespace brickc::test
