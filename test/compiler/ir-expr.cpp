// Equality, walking and rewriting of expressions. SPDX-License-Identifier: MIT
#include "compiler/ir/Visitor.h"
#include "test/compiler/IrText.h"
#include <cmath>

namespace brickc::test {
namespace {

using namespace ir;

ExprRef scalar(const char* name) { return make<ScalarExpr>(Type::F64, name); }
ExprRef add(ExprRef a, ExprRef b) { return make<BinaryExpr>(BinaryOp::Add, a, b); }

/// Doubles `levels` times: 2^levels occurrences, levels + 1 nodes.
ExprRef doubled(int levels) {
  ExprRef expr = scalar("k");
  for (int i = 0; i < levels; ++i)
    expr = add(expr, expr);
  return expr;
}

TEST(Expr, EqualityIsStructuralAndBitExact) {
  EXPECT_TRUE(equal(add(scalar("a"), scalar("b")), add(scalar("a"), scalar("b"))));
  EXPECT_FALSE(equal(add(scalar("a"), scalar("b")), add(scalar("b"), scalar("a"))));
  EXPECT_FALSE(equal(makeReal(Type::F64, 0.0), makeReal(Type::F64, -0.0)));
  EXPECT_TRUE(equal(makeReal(Type::F64, NAN), makeReal(Type::F64, NAN)));
  EXPECT_FALSE(equal(makeReal(Type::F64, 1), makeReal(Type::F32, 1)));
  EXPECT_FALSE(equal(makeInteger(Type::I32, 1), makeInteger(Type::I64, 1)));
  EXPECT_FALSE(equal(scalar("a"), nullptr));
}

TEST(Expr, SharedNodesCostNothing) {
  EXPECT_TRUE(equal(doubled(60), doubled(60)));
  EXPECT_FALSE(equal(doubled(60), doubled(59)));
  int nodes = 0;
  forEachNode(doubled(60), [&](const ExprRef&) { ++nodes; });
  EXPECT_EQ(nodes, 61);
}

TEST(Expr, MutatorReturnsTheSameNodeWhenNothingChanged) {
  const ExprRef expr = add(make<CallExpr>(mathFunctionNamed("sqrt"), std::vector{scalar("a")}), doubled(40));
  EXPECT_EQ(ExprMutator().mutate(expr), expr);
}

struct Rename : ExprMutator {
  ExprRef rewrite(const ExprRef& expr) override {
    const auto* node = llvm::dyn_cast<ScalarExpr>(expr.get());
    return node && node->name == "a" ? scalar("z") : expr;
  }
};

TEST(Expr, MutatorRebuildsOnlyWhatChanged) {
  const ExprRef kept = add(scalar("b"), scalar("c"));
  const ExprRef result = Rename().mutate(add(add(scalar("a"), scalar("b")), kept));
  EXPECT_EQ(toString(result), "z + b + (b + c)");
  EXPECT_EQ(llvm::cast<BinaryExpr>(result.get())->right, kept);
}

TEST(Expr, FunctionTable) {
  EXPECT_EQ(mathFunctionNamed("pow")->arity, 2u);
  EXPECT_EQ(mathFunctionNamed("abs"), mathFunctionNamed("fabs"));
  EXPECT_EQ(mathFunctionNamed("system"), nullptr);
}

} // namespace
} // namespace brickc::test
