// Reading the operations of a step. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/ItemParser.h"

namespace brickc::ir {

/// Recursive descent over nested operations; depth is limited (TypeRules.h). Every function returns false once the
/// stream has an error.
class StepOpParser : ItemParser {
public:
  /// `scope` has the step's parameters.
  StepOpParser(TokenStream& tokens, Scope& scope) : ItemParser(tokens, scope) {}

  /// The operations up to and with the closing brace.
  bool parse(std::vector<StepOp>& ops);

private:
  bool parseOp(std::vector<StepOp>& ops);
  bool parseLet(Let& let);
  bool parseApply(Apply& apply);
  bool parseReduction(Reduction& reduction);
  bool parseRegion(Region& region);
  bool parseEnds(std::vector<ExprRef>& ends);
  bool parseSwap(Swap& swap);
  bool parseBoundary(ApplyBoundary& boundary);
  bool parseReach(std::vector<int>& reach);
  bool parseTemporary(Temporary& temporary);
  bool parseSet(Set& set);
  bool parseIf(If& branch);
  bool parseAssign(Assign& assign);
  bool parseWhile(While& loop);
  bool parseBlock(std::vector<StepOp>& ops);
  bool parseArgs(std::vector<ApplyArg>& args);
  bool parseArg(std::vector<ApplyArg>& args);
  bool parseRecord(RecordArg& record);
  bool parseExpr(ExprRef& expr);

  unsigned nesting = 0;
};

} // namespace brickc::ir
