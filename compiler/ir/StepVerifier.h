// Checking steps; used by the verifier only. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Checks.h"
#include "compiler/ir/ExprVerifier.h"

namespace brickc::ir {

/// Names are unique in a step, whatever branch they stand in: results of reductions and variables can be used from
/// there on anywhere, temporaries and lets only in the operations they stand among.
class StepVerifier : Checks {
public:
  StepVerifier(const Module& module, const Step& step, Problem& problem)
      : Checks(problem), module(module), step(step), expressions(step) {}

  bool check();

private:
  bool checkParam(const StepParam& param);
  bool checkOps(const std::vector<StepOp>& ops);
  bool checkOp(const Let& let, Location place);
  bool checkOp(const Apply& apply, Location place);
  bool checkOp(const Swap& swap, Location place);
  bool checkOp(const ApplyBoundary& boundary, Location place);
  bool checkOp(const Temporary& temporary, Location place);
  bool checkOp(const Set& set, Location place);
  bool checkOp(const If& branch, Location place);
  bool checkOp(const Assign& assign, Location place);
  bool checkOp(const While& loop, Location place);
  bool checkCondition(const ExprRef& condition, llvm::StringRef keyword, Location place);
  bool checkReduction(const Apply& apply, const Stencil& stencil, Location place);
  bool checkRegion(const Region& region, Location place);
  bool checkArg(const Param& param, const FieldArg& arg, Location place);
  bool checkArg(const Param& param, const WholeArg& arg, Location place);
  bool checkArg(const Param& param, const RecordArg& arg, Location place);
  bool checkTable(const Param& table, const RecordArg& arg, Location place);
  bool checkArg(const Param& param, const ExprRef& arg, Location place);
  bool checkArgType(const std::string& name, Type declared, Type given, Location place);
  bool checkType(const std::string& name, Type declared, llvm::StringRef what, Type given, Location place);
  bool checkExpr(const ExprRef& expr, Location place);
  bool checkFree(const std::string& name, Location place);
  const Type* fieldType(const std::string& name) const;

  const Module& module;
  const Step& step;
  ExprVerifier expressions;
  std::set<std::string> names;        ///< all that are taken
  std::map<std::string, Type> fields; ///< parameters and the temporaries that live
  std::set<std::string> changed;      ///< parameters
  std::map<std::string, Type> variables;
  unsigned nesting = 0;
};

} // namespace brickc::ir
