// Operations: let, apply, reduce, swap, boundary, temporary, set, if, assign, while. SPDX-License-Identifier: MIT
#include "compiler/ir/StepOpParser.h"
#include "compiler/ir/TypeRules.h"

namespace brickc::ir {

bool StepOpParser::parse(std::vector<StepOp>& ops) {
  while (!tokens.acceptSymbol("}"))
    if (!parseOp(ops)) return false;
  return true;
}

bool StepOpParser::parseOp(std::vector<StepOp>& ops) {
  const auto parsed = [&](auto op, bool good) {
    if (good) ops.push_back(std::move(op));
    return good;
  };
  Let let;
  Apply apply;
  Swap swap;
  ApplyBoundary boundary{};
  Temporary temporary{};
  Set set;
  If branch;
  Assign assign;
  While loop;
  if (tokens.acceptName("let")) return parseLet(let) && parsed(std::move(let), true);
  if (tokens.acceptName("apply")) return parseApply(apply) && parsed(std::move(apply), true);
  if (tokens.acceptName("reduce"))
    return parseReduction(apply.reduction.emplace()) && parseApply(apply) && parsed(std::move(apply), true);
  if (tokens.acceptName("swap")) return parseSwap(swap) && parsed(std::move(swap), true);
  if (tokens.acceptName("boundary")) return parseBoundary(boundary) && parsed(std::move(boundary), true);
  if (tokens.acceptName("temporary")) return parseTemporary(temporary) && parsed(std::move(temporary), true);
  if (tokens.acceptName("set")) return parseSet(set) && parsed(std::move(set), true);
  if (tokens.acceptName("if")) return parseIf(branch) && parsed(std::move(branch), true);
  if (tokens.acceptName("assign")) return parseAssign(assign) && parsed(std::move(assign), true);
  if (tokens.acceptName("while")) return parseWhile(loop) && parsed(std::move(loop), true);
  return tokens.failExpected(
      "'let', 'apply', 'reduce', 'swap', 'boundary', 'temporary', 'set', 'if', 'assign', 'while' or '}'");
}

bool StepOpParser::parseLet(Let& let) {
  nameLocation = tokens.peek().location;
  return tokens.expectIdentifier(let.name) && tokens.expectSymbol("=") && parseExpr(let.value) &&
         parseLocation(let.location) && define(let.name, {Symbol::Scalar, let.value->type(), 0});
}

bool StepOpParser::parseApply(Apply& apply) {
  if (!tokens.expectString(apply.stencil) || !parseArgs(apply.args)) return false;
  if (tokens.acceptName("on") && !parseRegion(apply.on.emplace())) return false;
  if (!parseLocation(apply.location)) return false;
  return !apply.reduction || define(apply.reduction->result, {Symbol::Scalar, apply.reduction->type, 0});
}

/// `f64 r = "brick::sum" of`
bool StepOpParser::parseReduction(Reduction& reduction) {
  if (!parseType(reduction.type)) return false;
  nameLocation = tokens.peek().location;
  return tokens.expectIdentifier(reduction.result) && tokens.expectSymbol("=") &&
         tokens.expectString(reduction.operation) && tokens.expectName("of");
}

bool StepOpParser::parseRegion(Region& region) {
  return parseEnds(region.low) && tokens.expectName("to") && parseEnds(region.high);
}

bool StepOpParser::parseEnds(std::vector<ExprRef>& ends) {
  return tokens.expectSymbol("[") && parseList([&] { return parseExpr(ends.emplace_back()); }, "]");
}

bool StepOpParser::parseSwap(Swap& swap) {
  return tokens.expectIdentifier(swap.first) && tokens.expectSymbol(",") && tokens.expectIdentifier(swap.second) &&
         parseLocation(swap.location);
}

bool StepOpParser::parseBoundary(ApplyBoundary& boundary) {
  if (!tokens.expectString(boundary.kernel)) return false;
  boundary.high = tokens.acceptName("high");
  if (!boundary.high && !tokens.expectName("low")) return false;
  return tokens.expectUnsigned(boundary.axis, maxDims - 1) && tokens.expectName("of") &&
         tokens.expectIdentifier(boundary.grid) && parseArgs(boundary.args) && parseReach(boundary.reach) &&
         parseLocation(boundary.location);
}

bool StepOpParser::parseReach(std::vector<int>& reach) {
  const auto parseCells = [&] {
    unsigned cells = 0;
    if (!tokens.expectUnsigned(cells, maxReach)) return false;
    reach.push_back(static_cast<int>(cells));
    return true;
  };
  return !tokens.acceptName("reach") || (tokens.expectSymbol("[") && parseList(parseCells, "]"));
}

bool StepOpParser::parseTemporary(Temporary& temporary) {
  if (!parseType(temporary.type) || !parseDims(temporary.dims)) return false;
  nameLocation = tokens.peek().location;
  return tokens.expectIdentifier(temporary.name) && tokens.expectName("like") &&
         tokens.expectIdentifier(temporary.like) && parseLocation(temporary.location) &&
         define(temporary.name, {Symbol::Field, temporary.type, temporary.dims});
}

bool StepOpParser::parseSet(Set& set) {
  return tokens.expectIdentifier(set.name) && tokens.expectSymbol("=") && parseExpr(set.value) &&
         parseLocation(set.location);
}

bool StepOpParser::parseIf(If& branch) {
  return parseExpr(branch.condition) && parseLocation(branch.location) && parseBlock(branch.whenTrue) &&
         (!tokens.acceptName("else") || parseBlock(branch.whenFalse));
}

/// The first assignment to a name defines it.
bool StepOpParser::parseAssign(Assign& assign) {
  do {
    Assign::Assignment& assignment = assign.all.emplace_back();
    nameLocation = tokens.peek().location;
    if (!tokens.expectIdentifier(assignment.name) || !tokens.expectSymbol("=") || !parseExpr(assignment.value))
      return false;
    const auto known = scope.find(assignment.name);
    const bool isScalar = known != scope.end() && known->second.kind == Symbol::Scalar;
    if (!isScalar && !define(assignment.name, {Symbol::Scalar, assignment.value->type(), 0})) return false;
  } while (tokens.acceptSymbol(","));
  return parseLocation(assign.location);
}

bool StepOpParser::parseWhile(While& loop) {
  return parseExpr(loop.condition) && parseLocation(loop.location) && parseBlock(loop.body);
}

bool StepOpParser::parseBlock(std::vector<StepOp>& ops) {
  if (++nesting > maxStepNesting) return tokens.fail(tokens.peek().location, "operations are nested too deeply");
  if (!tokens.expectSymbol("{") || !parse(ops)) return false;
  --nesting;
  return true;
}

bool StepOpParser::parseArgs(std::vector<ApplyArg>& args) {
  return tokens.expectSymbol("(") && parseList([&] { return parseArg(args); });
}

bool StepOpParser::parseArg(std::vector<ApplyArg>& args) {
  const Token& token = tokens.peek();
  const bool named = token.kind == TokenKind::Name || token.kind == TokenKind::QuotedName;
  const bool alone = tokens.peekSecond().isSymbol(",") || tokens.peekSecond().isSymbol(")");
  if (tokens.acceptSymbol("{")) return parseRecord(std::get<RecordArg>(args.emplace_back(RecordArg())));
  const auto found = alone && named ? scope.find(token.text) : scope.end();
  if (found != scope.end() && found->second.kind == Symbol::Field) {
    args.emplace_back(FieldArg{tokens.take().text});
  } else if (found != scope.end() && (found->second.kind == Symbol::Table || found->second.kind == Symbol::Record)) {
    args.emplace_back(WholeArg{tokens.take().text});
  } else {
    ExprRef value;
    if (!parseExpr(value)) return false;
    args.emplace_back(std::move(value));
  }
  return true;
}

/// `".dt" = 0.5, ".kind" = 1}`
bool StepOpParser::parseRecord(RecordArg& record) {
  const auto parsePart = [&] {
    RecordArg::Part& part = record.parts.emplace_back();
    return tokens.expectString(part.path) && tokens.expectSymbol("=") && parseExpr(part.value);
  };
  return parseList(parsePart, "}");
}

bool StepOpParser::parseExpr(ExprRef& expr) {
  expr = ExprParser(tokens, scope).parse();
  return expr != nullptr;
}

} // namespace brickc::ir
