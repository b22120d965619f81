// Reading modules, stencils and steps. SPDX-License-Identifier: MIT
#include "compiler/ir/Parser.h"
#include "compiler/ir/ExprParser.h"
#include "compiler/ir/ItemParser.h"
#include "compiler/ir/Names.h"
#include "compiler/ir/StepOpParser.h"
#include "compiler/support/LlvmCompat.h"

namespace brickc::ir {
namespace {

/// Every function returns false once the stream has an error.
class ModuleParser : ItemParser {
public:
  ModuleParser(TokenStream& tokens, Scope& scope) : ItemParser(tokens, scope) {}

  bool parse(Module& module) {
    if (!tokens.expectName("module") || !tokens.expectString(module.source)) return false;
    while (tokens.peek().kind != TokenKind::End) {
      if (tokens.acceptName("stencil")) {
        if (!parseStencil(module.stencils.emplace_back())) return false;
      } else if (tokens.acceptName("boundary")) {
        if (!parseStencil(module.boundaries.emplace_back())) return false;
      } else if (tokens.acceptName("step")) {
        if (!parseStep(module.steps.emplace_back())) return false;
      } else {
        return tokens.failExpected("'stencil', 'boundary' or 'step'");
      }
    }
    return true;
  }

private:
  bool parseStencil(Stencil& stencil) {
    scope.clear();
    if (!tokens.expectString(stencil.name) || !parseDims(stencil.dims) || !tokens.expectSymbol("(")) return false;
    if (!parseList([&] { return parseParamOrPoint(stencil); }) || !parseResult(stencil)) return false;
    if (tokens.acceptName("fuses") && !parseFused(stencil.fused.emplace())) return false;
    if (!parseLocation(stencil.location) || !tokens.expectSymbol("{")) return false;
    while (!tokens.acceptSymbol("}"))
      if (!parseStatement(stencil)) return false;
    return true;
  }

  bool parseStep(Step& step) {
    scope.clear();
    if (!tokens.expectString(step.name) || !tokens.expectSymbol("(")) return false;
    if (!parseList([&] { return parseParam(step.params.emplace_back()); })) return false;
    return parseLocation(step.location) && tokens.expectSymbol("{") && StepOpParser(tokens, scope).parse(step.body);
  }

  bool parseParamOrPoint(Stencil& stencil) {
    if (!tokens.acceptName("point")) return parseParam(stencil.params.emplace_back(), stencil.dims);
    stencil.points.push_back(static_cast<unsigned>(stencil.params.size() + stencil.points.size()));
    return true;
  }

  bool parseResult(Stencil& stencil) { return !tokens.acceptName("returns") || parseType(stencil.result.emplace()); }

  /// `"predict", "correct" of "advance"`
  bool parseFused(Fused& fused) {
    do
      if (!tokens.expectString(fused.parts.emplace_back())) return false;
    while (tokens.acceptSymbol(","));
    return tokens.expectName("of") && tokens.expectString(fused.step);
  }

  bool parseParam(Param& param, unsigned dims) {
    static constexpr std::pair<llvm::StringLiteral, ParamKind> kinds[] = {
        {"inout", ParamKind::InOut},   {"in", ParamKind::In},       {"out", ParamKind::Out},
        {"scalar", ParamKind::Scalar}, {"table", ParamKind::Table}, {"record", ParamKind::Record}};
    param.location = {};
    if (!parseKeyword(kinds, param.kind)) return false;
    if (param.kind == ParamKind::Record) return parseRecord(param.name, param.members);
    if (!parseType(param.type)) return false;
    const bool table = param.kind == ParamKind::Table;
    if (!parseNameAndSize(param.name, table, param.tableSize)) return false;
    const Symbol::Kind kind = isField(param.kind) ? Symbol::Field : table ? Symbol::Table : Symbol::Scalar;
    return define(param.name, {kind, param.type, table ? param.tableSize : dims});
  }

  bool parseParam(StepParam& param) {
    static constexpr std::pair<llvm::StringLiteral, StepParamKind> kinds[] = {{"field", StepParamKind::Field},
                                                                              {"scalar", StepParamKind::Scalar},
                                                                              {"table", StepParamKind::Table},
                                                                              {"box", StepParamKind::Box},
                                                                              {"record", StepParamKind::Record}};
    if (!parseKeyword(kinds, param.kind)) return false;
    if (param.kind == StepParamKind::Record) return parseRecord(param.name, param.members);
    return parseUnlikeRecord(param) && parseGroup(param);
  }

  bool parseUnlikeRecord(StepParam& param) {
    const bool box = param.kind == StepParamKind::Box;
    if (box) param.type = Type::I64;
    if (!box && !parseType(param.type)) return false;
    if ((box || param.kind == StepParamKind::Field) && !parseDims(param.dims)) return false;
    if (!parseNameAndSize(param.name, param.kind == StepParamKind::Table, param.tableSize)) return false;
    if (box) param.tableSize = 2 * param.dims;
    static constexpr Symbol::Kind symbols[] = {Symbol::Field, Symbol::Scalar, Symbol::Table, Symbol::Table};
    return define(param.name,
                  {symbols[static_cast<int>(param.kind)], param.type, param.tableSize ? param.tableSize : param.dims});
  }

  /// `of now ".u"`, which may be absent.
  bool parseGroup(StepParam& param) {
    if (!tokens.acceptName("of")) return true;
    return tokens.expectIdentifier(param.group) && tokens.expectString(param.path);
  }

  /// `p {f64 p_dt ".dt", i32 p_kind ".kind"}`, whose members are scalars of the scope.
  bool parseRecord(std::string& name, std::vector<Member>& members) {
    const auto parseMember = [&] {
      Member& member = members.emplace_back();
      if (!parseType(member.type)) return false;
      nameLocation = tokens.peek().location;
      return tokens.expectIdentifier(member.name) && tokens.expectString(member.path) &&
             define(member.name, {Symbol::Scalar, member.type, 0});
    };
    nameLocation = tokens.peek().location;
    return tokens.expectIdentifier(name) && define(name, {Symbol::Record, Type::F64, 0}) && tokens.expectSymbol("{") &&
           parseList(parseMember, "}");
  }

  /// `let` and `share` are keywords only before a name: a field may be called so.
  bool parseStatement(Stencil& stencil) {
    std::vector<Statement>& body = stencil.body;
    const Token& second = tokens.peekSecond();
    const bool named = second.kind == TokenKind::Name || second.kind == TokenKind::QuotedName;
    if (tokens.peek().isName("return") && !second.isSymbol("=")) return parseReturn(body);
    if (tokens.peek().isName("share") && named) return parseShare(body, stencil.dims);
    return tokens.peek().isName("let") && named ? parseLet(body) : parseStore(body);
  }

  bool parseShare(std::vector<Statement>& body, unsigned dims) {
    Share share;
    tokens.take();
    if (!parseAssignment(share.name, share.value, share.location)) return false;
    if (!define(share.name, {Symbol::Field, share.value->type(), dims})) return false;
    body.push_back(std::move(share));
    return true;
  }

  bool parseLet(std::vector<Statement>& body) {
    Let let;
    tokens.take();
    if (!parseAssignment(let.name, let.value, let.location)) return false;
    if (!define(let.name, {Symbol::Local, let.value->type(), 0})) return false;
    body.push_back(std::move(let));
    return true;
  }

  bool parseStore(std::vector<Statement>& body) {
    Store store;
    if (!parseAssignment(store.field, store.value, store.location)) return false;
    body.push_back(std::move(store));
    return true;
  }

  bool parseReturn(std::vector<Statement>& body) {
    Return result;
    tokens.take();
    result.value = ExprParser(tokens, scope).parse();
    if (!result.value || !parseLocation(result.location)) return false;
    body.push_back(std::move(result));
    return true;
  }

  bool parseAssignment(std::string& name, ExprRef& value, Location& location) {
    nameLocation = tokens.peek().location;
    if (!tokens.expectIdentifier(name) || !tokens.expectSymbol("=")) return false;
    value = ExprParser(tokens, scope).parse();
    return value && parseLocation(location);
  }
};

} // namespace

llvm::Expected<Module> parseModule(llvm::StringRef text, llvm::StringRef fileName) {
  Module module;
  TokenStream tokens(text);
  Scope scope;
  if (ModuleParser(tokens, scope).parse(module)) return module;
  return compat::stringError(fileName + ":" + llvm::Twine(tokens.errorLocation().line) + ":" +
                             llvm::Twine(tokens.errorLocation().column) + ": " + tokens.errorMessage());
}

} // namespace brickc::ir
