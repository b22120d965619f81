// Reading modules, stencils and steps. SPDX-License-Identifier: MIT
#include "compiler/ir/Parser.h"
#include "compiler/ir/ExprParser.h"
#include "compiler/ir/Names.h"
#include "compiler/ir/TypeRules.h"
#include "compiler/support/LlvmCompat.h"
#include <limits>

namespace brickc::ir {
namespace {

/// Every function returns false once the stream has an error.
class ModuleParser {
public:
  explicit ModuleParser(llvm::StringRef text) : tokens(text) {}

  bool parse(Module& module) {
    if (!tokens.expectName("module") || !tokens.expectString(module.source)) return false;
    while (tokens.peek().kind != TokenKind::End) {
      if (tokens.acceptName("stencil")) {
        if (!parseStencil(module.stencils.emplace_back())) return false;
      } else if (tokens.acceptName("step")) {
        if (!parseStep(module.steps.emplace_back())) return false;
      } else {
        return tokens.failExpected("'stencil' or 'step'");
      }
    }
    return true;
  }

  const TokenStream& stream() const { return tokens; }

private:
  bool parseStencil(Stencil& stencil) {
    scope.clear();
    if (!tokens.expectString(stencil.name) || !parseDims(stencil.dims) || !tokens.expectSymbol("(")) return false;
    if (!parseList([&] { return parseParam(stencil.params.emplace_back(), stencil.dims); })) return false;
    if (!parseLocation(stencil.location) || !tokens.expectSymbol("{")) return false;
    while (!tokens.acceptSymbol("}"))
      if (!parseStatement(stencil.body)) return false;
    return true;
  }

  bool parseStep(Step& step) {
    scope.clear();
    if (!tokens.expectString(step.name) || !tokens.expectSymbol("(")) return false;
    if (!parseList([&] { return parseParam(step.params.emplace_back()); })) return false;
    if (!parseLocation(step.location) || !tokens.expectSymbol("{")) return false;
    while (!tokens.acceptSymbol("}"))
      if (!parseStepOp(step.body)) return false;
    return true;
  }

  bool parseParam(Param& param, unsigned dims) {
    static constexpr std::pair<llvm::StringLiteral, ParamKind> kinds[] = {{"inout", ParamKind::InOut},
                                                                          {"in", ParamKind::In},
                                                                          {"out", ParamKind::Out},
                                                                          {"scalar", ParamKind::Scalar},
                                                                          {"table", ParamKind::Table}};
    param.location = {};
    if (!parseKeyword(kinds, param.kind) || !parseType(param.type)) return false;
    const bool table = param.kind == ParamKind::Table;
    if (!parseNameAndSize(param.name, table, param.tableSize)) return false;
    const Symbol::Kind kind = isField(param.kind) ? Symbol::Field : table ? Symbol::Table : Symbol::Scalar;
    return define(param.name, {kind, param.type, table ? param.tableSize : dims});
  }

  bool parseParam(StepParam& param) {
    static constexpr std::pair<llvm::StringLiteral, StepParamKind> kinds[] = {
        {"field", StepParamKind::Field}, {"scalar", StepParamKind::Scalar}, {"table", StepParamKind::Table}};
    if (!parseKeyword(kinds, param.kind) || !parseType(param.type)) return false;
    if (param.kind == StepParamKind::Field && !parseDims(param.dims)) return false;
    const bool table = param.kind == StepParamKind::Table;
    if (!parseNameAndSize(param.name, table, param.tableSize)) return false;
    static constexpr Symbol::Kind symbols[] = {Symbol::Field, Symbol::Scalar, Symbol::Table};
    return define(param.name,
                  {symbols[static_cast<int>(param.kind)], param.type, table ? param.tableSize : param.dims});
  }

  /// `let` is a keyword only before a name: a field may be called so.
  bool parseStatement(std::vector<Statement>& body) {
    const Token& second = tokens.peekSecond();
    const bool named = second.kind == TokenKind::Name || second.kind == TokenKind::QuotedName;
    return tokens.peek().isName("let") && named ? parseLet(body) : parseStore(body);
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

  bool parseAssignment(std::string& name, ExprRef& value, Location& location) {
    nameLocation = tokens.peek().location;
    if (!tokens.expectIdentifier(name) || !tokens.expectSymbol("=")) return false;
    value = ExprParser(tokens, scope).parse();
    return value && parseLocation(location);
  }

  bool parseStepOp(std::vector<StepOp>& body) {
    if (tokens.acceptName("apply")) {
      Apply apply;
      if (!tokens.expectString(apply.stencil) || !tokens.expectSymbol("(")) return false;
      if (!parseList([&] { return parseArg(apply.args); }) || !parseLocation(apply.location)) return false;
      body.push_back(std::move(apply));
      return true;
    }
    if (tokens.acceptName("swap")) {
      Swap swap;
      if (!tokens.expectIdentifier(swap.first) || !tokens.expectSymbol(",")) return false;
      if (!tokens.expectIdentifier(swap.second) || !parseLocation(swap.location)) return false;
      body.push_back(std::move(swap));
      return true;
    }
    return tokens.failExpected("'apply', 'swap' or '}'");
  }

  bool parseArg(std::vector<ApplyArg>& args) {
    const bool alone = tokens.peekSecond().isSymbol(",") || tokens.peekSecond().isSymbol(")");
    const auto found = alone && isNameToken(tokens.peek()) ? scope.find(tokens.peek().text) : scope.end();
    if (found != scope.end() && found->second.kind == Symbol::Field) {
      args.push_back(FieldArg{tokens.take().text});
    } else if (found != scope.end() && found->second.kind == Symbol::Table) {
      args.push_back(TableArg{tokens.take().text});
    } else {
      ExprRef value = ExprParser(tokens, scope).parse();
      if (!value) return false;
      args.push_back(std::move(value));
    }
    return true;
  }

  static bool isNameToken(const Token& token) {
    return token.kind == TokenKind::Name || token.kind == TokenKind::QuotedName;
  }

  /// `item, item)`, or `)` at once.
  template <class Item> bool parseList(Item item) {
    if (tokens.acceptSymbol(")")) return true;
    do {
      if (!item()) return false;
    } while (tokens.acceptSymbol(","));
    return tokens.expectSymbol(")");
  }

  template <class Kinds, class Kind> bool parseKeyword(const Kinds& kinds, Kind& kind) {
    for (const auto& [keyword, value] : kinds)
      if (tokens.acceptName(keyword)) {
        kind = value;
        return true;
      }
    return tokens.failExpected("a kind of parameter");
  }

  bool parseType(Type& type) {
    const std::optional<Type> found = typeNamed(tokens.peek().text);
    if (!found) return tokens.failExpected("a type");
    type = *found;
    tokens.take();
    return true;
  }

  bool parseDims(unsigned& dims) {
    const llvm::StringRef text = tokens.peek().text;
    if (text != "1d" && text != "2d" && text != "3d") return tokens.failExpected("'1d', '2d' or '3d'");
    dims = text.front() - '0';
    tokens.take();
    return true;
  }

  bool parseNameAndSize(std::string& name, bool sized, unsigned& size) {
    nameLocation = tokens.peek().location;
    if (!tokens.expectIdentifier(name)) return false;
    if (!sized) return true;
    return tokens.expectSymbol("[") && tokens.expectUnsigned(size, maxTableSize) && tokens.expectSymbol("]");
  }

  bool parseLocation(Location& location) {
    if (tokens.failed() || !tokens.acceptName("at")) return !tokens.failed();
    constexpr unsigned limit = std::numeric_limits<int>::max();
    return tokens.expectUnsigned(location.line, limit) && tokens.expectSymbol(":") &&
           tokens.expectUnsigned(location.column, limit);
  }

  bool define(const std::string& name, Symbol symbol) {
    return scope.insert({name, symbol}).second || tokens.fail(nameLocation, quoted(name) + " is already defined");
  }

  TokenStream tokens;
  Scope scope;
  Location nameLocation; ///< of the name being defined
};

} // namespace

llvm::Expected<Module> parseModule(llvm::StringRef text, llvm::StringRef fileName) {
  Module module;
  ModuleParser parser(text);
  if (parser.parse(module)) return module;
  const TokenStream& stream = parser.stream();
  return compat::stringError(fileName + ":" + llvm::Twine(stream.errorLocation().line) + ":" +
                             llvm::Twine(stream.errorLocation().column) + ": " + stream.errorMessage());
}

} // namespace brickc::ir
