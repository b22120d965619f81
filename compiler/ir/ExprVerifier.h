// Checking expressions; used by the verifier only. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Visitor.h"
#include <set>

namespace brickc::ir {

/// What an expression may refer to: the parameters of a stencil and the locals bound so far, or those of a step.
class ExprVerifier : public ExprVisitor<ExprVerifier, std::string> {
public:
  explicit ExprVerifier(const Stencil& stencil) : stencil(&stencil) { bindMembers(stencil.params); }
  explicit ExprVerifier(const Step& step) : step(&step) { bindMembers(step.params); }

  /// What is wrong with `expr`, or an empty string.
  std::string check(const ExprRef& expr);
  /// Makes a scalar of a step known that is no parameter; false if its name is taken.
  bool bindScalar(const std::string& name, Type type);
  /// Makes it unknown again.
  void forgetScalar(const std::string& name) { scalars.erase(name); }
  /// Makes a local known; false if its name is taken.
  bool bind(const Let& let);
  /// The same for a shared value, after checking that its value may be one; returns what is wrong.
  std::string bind(const Share& share);

  std::string visit(const ConstantExpr& expr);
  std::string visit(const ScalarExpr& expr);
  std::string visit(const TableElementExpr& expr);
  std::string visit(const LoadExpr& expr);
  std::string visit(const PointExpr& expr);
  std::string visit(const LocalExpr& expr);
  std::string visit(const UnaryExpr& expr);
  std::string visit(const BinaryExpr& expr);
  std::string visit(const SelectExpr& expr);
  std::string visit(const CallExpr& expr);
  std::string visit(const CastExpr& expr) {
    return isOfFieldsOnly(expr.type()) ? "a cast to a type of fields only" : "";
  }

private:
  template <class Params> void bindMembers(const Params& params) {
    for (const auto& param : params)
      for (const Member& member : param.members)
        scalars.insert({member.name, member.type});
  }

  std::string checkTree(const ExprRef& expr, unsigned depth);
  bool varies(const ExprRef& value) const;
  std::string checkShared(const LoadExpr& expr, Type type) const;

  const Stencil* stencil = nullptr;
  const Step* step = nullptr;
  std::map<std::string, Type> locals;
  std::map<std::string, Type> shares;
  std::set<std::string> varying;           ///< locals that differ from cell to cell
  std::map<std::string, Type> scalars;     ///< members of records, and those of a step that are no parameters
  std::map<const Expr*, unsigned> deepest; ///< nodes found good, with the greatest depth they were met at
};

} // namespace brickc::ir
