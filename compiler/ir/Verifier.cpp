// Checking modules, stencils and steps. SPDX-License-Identifier: MIT
#include "compiler/ir/Verifier.h"
#include "compiler/ir/Checks.h"
#include "compiler/ir/ExprVerifier.h"
#include "compiler/ir/Names.h"
#include "compiler/ir/StepVerifier.h"
#include "compiler/ir/TypeRules.h"
#include "compiler/support/LlvmCompat.h"

namespace brickc::ir {
namespace {

class ModuleVerifier : Checks {
public:
  ModuleVerifier(const Module& module, Problem& problem) : Checks(problem), module(module) {}

  bool check() {
    std::set<std::string> names;
    for (const Stencil& stencil : module.stencils)
      if (!checkEntityName(stencil.name, stencil.location, names) || !check(stencil)) return false;
    for (const Stencil& boundary : module.boundaries)
      if (!checkEntityName(boundary.name, boundary.location, names) || !checkBoundary(boundary)) return false;
    for (const Step& step : module.steps)
      if (!checkEntityName(step.name, step.location, names) || !StepVerifier(module, step, problem).check())
        return false;
    return true;
  }

private:
  bool checkEntityName(const std::string& name, Location location, std::set<std::string>& names) {
    if (name.empty()) return fail(location, "a stencil or step has no name");
    return names.insert(name).second || fail(location, "'" + name + "' is defined twice");
  }

  bool check(const Stencil& stencil) {
    if (stencil.dims < 1 || stencil.dims > maxDims)
      return fail(stencil.location, "'" + stencil.name + "' must have 1 to 3 dimensions");
    std::set<std::string> names;
    for (const Param& param : stencil.params) {
      if (!checkParamName(param.name, stencil.location, names)) return false;
      if (isField(param.kind) && param.type == Type::Bool)
        return fail(stencil.location, "field '" + param.name + "' has type bool");
      const bool isNumber = param.kind == ParamKind::Scalar || param.kind == ParamKind::Table;
      if (isNumber && !checkIsValue(param.name, param.type, stencil.location)) return false;
      if (!checkTableSize(param.kind == ParamKind::Table, param.tableSize, param.name, stencil.location)) return false;
      if (!checkMembers(param.kind == ParamKind::Record, param.members, param.name, stencil.location, names))
        return false;
    }
    if (stencil.fused && !module.findStep(stencil.fused->step))
      return fail(stencil.location, "'" + stencil.name + "' fuses applies of no step, '" + stencil.fused->step + "'");
    return checkBody(stencil) && checkOutputs(stencil) && checkResult(stencil);
  }

  bool checkBoundary(const Stencil& boundary) {
    if (boundary.result) return fail(boundary.location, "boundary kernel '" + boundary.name + "' has a result");
    if (boundary.shares()) return fail(boundary.location, "boundary kernel '" + boundary.name + "' shares values");
    return check(boundary);
  }

  bool checkBody(const Stencil& stencil) {
    ExprVerifier expressions(stencil);
    for (const Statement& statement : stencil.body) {
      const Location location = std::visit([](const auto& item) { return item.location; }, statement);
      const Location place = location.line ? location : stencil.location;
      if (std::string error = expressions.check(valueOf(statement)); !error.empty()) return fail(place, error);
      const auto* let = std::get_if<Let>(&statement);
      if (let && !isIdentifier(let->name)) return fail(place, quoted(let->name) + " is not a name");
      if (let && !expressions.bind(*let)) return fail(place, "'" + let->name + "' is already defined");
      const auto* share = std::get_if<Share>(&statement);
      if (share && !isIdentifier(share->name)) return fail(place, quoted(share->name) + " is not a name");
      if (std::string error = share ? expressions.bind(*share) : ""; !error.empty()) return fail(place, error);
      const auto* store = std::get_if<Store>(&statement);
      if (store && !checkStore(stencil, *store, place)) return false;
    }
    return true;
  }

  bool checkStore(const Stencil& stencil, const Store& store, Location place) {
    const Param* param = stencil.findParam(store.field);
    if (!param || !isWritten(param->kind)) return fail(place, "'" + store.field + "' is not an output");
    const Type value = valueType(param->type);
    if (value == store.value->type()) return true;
    return fail(place, "a value of type " + typeName(store.value->type()) + " is stored to '" + store.field +
                           "', which has type " + typeName(value));
  }

  bool checkOutputs(const Stencil& stencil) {
    std::map<std::string, int> stores;
    for (const Statement& statement : stencil.body)
      if (const auto* store = std::get_if<Store>(&statement)) ++stores[store->field];
    for (const Param& param : stencil.params) {
      if (param.kind == ParamKind::Out && stores[param.name] == 0)
        return fail(stencil.location, "output '" + param.name + "' is never stored");
      if (stores[param.name] > 1) return fail(stencil.location, "'" + param.name + "' is stored more than once");
    }
    return true;
  }

  /// A reduction returns once, at its end, and writes nothing, unless it was fused with what does.
  bool checkResult(const Stencil& stencil) {
    unsigned returns = 0;
    for (const Statement& statement : stencil.body)
      returns += std::holds_alternative<Return>(statement);
    if (!stencil.result) return returns == 0 || fail(stencil.location, "'" + stencil.name + "' has no result");
    const auto* last = stencil.body.empty() ? nullptr : std::get_if<Return>(&stencil.body.back());
    if (!last || returns != 1) return fail(stencil.location, "'" + stencil.name + "' must end with its only 'return'");
    for (const Param& param : stencil.params)
      if (!stencil.fused && isField(param.kind) && isWritten(param.kind))
        return fail(stencil.location, "'" + stencil.name + "' has a result and the output '" + param.name + "'");
    if (*stencil.result == Type::Bool)
      return fail(stencil.location, "'" + stencil.name + "' has a result of type bool");
    if (!checkIsValue(stencil.name, *stencil.result, stencil.location)) return false;
    return last->value->type() == *stencil.result ||
           fail(last->location.line ? last->location : stencil.location,
                "a value of type " + typeName(last->value->type()) + " is returned by '" + stencil.name +
                    "', whose result has type " + typeName(*stencil.result));
  }

  const Module& module;
};

} // namespace

llvm::Error verify(const Module& module) {
  Problem problem;
  if (ModuleVerifier(module, problem).check()) return llvm::Error::success();
  std::string place = problem.where.fileOr(module.source.empty() ? "<module>" : module.source);
  if (problem.where.line)
    place += ":" + std::to_string(problem.where.line) + ":" + std::to_string(problem.where.column);
  return compat::stringError(place + ": " + problem.text);
}

} // namespace brickc::ir
