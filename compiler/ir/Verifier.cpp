// Checking modules, stencils and steps. SPDX-License-Identifier: MIT
#include "compiler/ir/Verifier.h"
#include "compiler/ir/ExprVerifier.h"
#include "compiler/ir/Names.h"
#include "compiler/ir/TypeRules.h"
#include "compiler/support/LlvmCompat.h"
#include "llvm/ADT/Twine.h"

namespace brickc::ir {
namespace {

/// Every check returns false once a problem is recorded.
class ModuleVerifier {
public:
  explicit ModuleVerifier(const Module& module) : module(module) {}

  bool check() {
    std::set<std::string> names;
    for (const Stencil& stencil : module.stencils)
      if (!checkEntityName(stencil.name, stencil.location, names) || !check(stencil)) return false;
    for (const Step& step : module.steps)
      if (!checkEntityName(step.name, step.location, names) || !check(step)) return false;
    return true;
  }

  llvm::Error takeError() const {
    std::string place = module.source.empty() ? "<module>" : module.source;
    if (where.line) place += ":" + std::to_string(where.line) + ":" + std::to_string(where.column);
    return compat::stringError(place + ": " + problem);
  }

private:
  bool fail(Location location, const llvm::Twine& message) {
    problem = message.str();
    where = location;
    return false;
  }

  bool checkEntityName(const std::string& name, Location location, std::set<std::string>& names) {
    if (name.empty()) return fail(location, "a stencil or step has no name");
    return names.insert(name).second || fail(location, "'" + name + "' is defined twice");
  }

  bool checkParamName(const std::string& name, Location location, std::set<std::string>& names) {
    if (!isIdentifier(name)) return fail(location, quoted(name) + " is not a parameter name");
    return names.insert(name).second || fail(location, "parameter '" + name + "' is defined twice");
  }

  bool check(const Stencil& stencil) {
    if (stencil.dims < 1 || stencil.dims > maxDims)
      return fail(stencil.location, "'" + stencil.name + "' must have 1 to 3 dimensions");
    std::set<std::string> names;
    for (const Param& param : stencil.params) {
      if (!checkParamName(param.name, stencil.location, names)) return false;
      if (isField(param.kind) && param.type == Type::Bool)
        return fail(stencil.location, "field '" + param.name + "' has type bool");
      if (!checkTableSize(param.kind == ParamKind::Table, param.tableSize, param.name, stencil.location)) return false;
    }
    return checkBody(stencil) && checkOutputs(stencil);
  }

  bool checkTableSize(bool table, unsigned size, const std::string& name, Location location) {
    if (table ? size >= 1 && size <= maxTableSize : size == 0) return true;
    return fail(location, "'" + name + "' has an impossible number of elements");
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
      if (!let && !checkStore(stencil, std::get<Store>(statement), place)) return false;
    }
    return true;
  }

  bool checkStore(const Stencil& stencil, const Store& store, Location place) {
    const Param* param = stencil.findParam(store.field);
    if (!param || !isWritten(param->kind)) return fail(place, "'" + store.field + "' is not an output");
    if (param->type == store.value->type()) return true;
    return fail(place, "a value of type " + typeName(store.value->type()) + " is stored to '" + store.field +
                           "', which has type " + typeName(param->type));
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

  bool check(const Step& step) {
    std::set<std::string> names;
    for (const StepParam& param : step.params) {
      if (!checkParamName(param.name, step.location, names)) return false;
      if (!checkTableSize(param.kind == StepParamKind::Table, param.tableSize, param.name, step.location)) return false;
      if (param.kind == StepParamKind::Field && !checkStepField(step, param)) return false;
    }
    if (step.dims() == 0) return fail(step.location, "step '" + step.name + "' has no field");
    for (const StepOp& op : step.body)
      if (!std::visit([&](const auto& item) { return checkOp(step, item); }, op)) return false;
    return true;
  }

  bool checkStepField(const Step& step, const StepParam& param) {
    if (param.dims < 1 || param.dims > maxDims)
      return fail(step.location, "field '" + param.name + "' must have 1 to 3 dimensions");
    if (param.type == Type::Bool) return fail(step.location, "field '" + param.name + "' has type bool");
    return param.dims == step.dims() ||
           fail(step.location, "the fields of step '" + step.name + "' differ in their dimensions");
  }

  bool checkOp(const Step& step, const Swap& swap) {
    const Location place = swap.location.line ? swap.location : step.location;
    const StepParam* first = step.findParam(swap.first);
    const StepParam* second = step.findParam(swap.second);
    for (const auto& [param, name] : {std::pair{first, swap.first}, {second, swap.second}})
      if (!param || param->kind != StepParamKind::Field)
        return fail(place, "'" + name + "' is not a field of the step");
    if (first->type != second->type) return fail(place, "swapped fields differ in type");
    return first != second || fail(place, "'" + swap.first + "' is swapped with itself");
  }

  bool checkOp(const Step& step, const Apply& apply) {
    const Location place = apply.location.line ? apply.location : step.location;
    const Stencil* stencil = module.findStencil(apply.stencil);
    if (!stencil) return fail(place, "there is no stencil '" + apply.stencil + "'");
    if (apply.args.size() != stencil->params.size())
      return fail(place, "'" + apply.stencil + "' takes " + llvm::Twine(stencil->params.size()) + " arguments, not " +
                             llvm::Twine(apply.args.size()));
    if (stencil->dims != step.dims())
      return fail(place, "'" + apply.stencil + "' has other dimensions than the step's fields");
    for (std::size_t i = 0; i < apply.args.size(); ++i)
      if (!std::visit([&](const auto& arg) { return checkArg(step, stencil->params[i], arg, place); }, apply.args[i]))
        return false;
    return true;
  }

  bool checkArg(const Step& step, const Param& param, const FieldArg& arg, Location place) {
    if (!isField(param.kind)) return fail(place, "'" + param.name + "' is not a field");
    return checkNamedArg(step, param, arg.name, StepParamKind::Field, place);
  }

  bool checkArg(const Step& step, const Param& param, const TableArg& arg, Location place) {
    if (param.kind != ParamKind::Table) return fail(place, "'" + param.name + "' is not a table");
    if (!checkNamedArg(step, param, arg.name, StepParamKind::Table, place)) return false;
    return step.findParam(arg.name)->tableSize == param.tableSize ||
           fail(place, "table '" + arg.name + "' has another size than '" + param.name + "'");
  }

  bool checkArg(const Step& step, const Param& param, const ExprRef& arg, Location place) {
    if (param.kind != ParamKind::Scalar) return fail(place, "'" + param.name + "' is not a scalar");
    if (std::string error = ExprVerifier(step).check(arg); !error.empty()) return fail(place, error);
    return checkArgType(param, arg->type(), place);
  }

  bool checkNamedArg(const Step& step, const Param& param, const std::string& name, StepParamKind kind,
                     Location place) {
    const StepParam* actual = step.findParam(name);
    if (!actual || actual->kind != kind) return fail(place, "'" + name + "' does not fit '" + param.name + "'");
    return checkArgType(param, actual->type, place);
  }

  bool checkArgType(const Param& param, Type type, Location place) {
    return param.type == type || fail(place, "'" + param.name + "' has type " + typeName(param.type) +
                                                 ", but its argument has type " + typeName(type));
  }

  const Module& module;
  std::string problem;
  Location where;
};

} // namespace

llvm::Error verify(const Module& module) {
  ModuleVerifier verifier(module);
  return verifier.check() ? llvm::Error::success() : verifier.takeError();
}

} // namespace brickc::ir
