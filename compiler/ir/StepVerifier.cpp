// Checking steps: parameters, then operations in order, with what each makes known. SPDX-License-Identifier: MIT
#include "compiler/ir/StepVerifier.h"
#include "llvm/ADT/STLExtras.h"

namespace brickc::ir {
namespace {

bool sameMember(const Member& a, const Member& b) { return a.type == b.type && a.path == b.path; }

} // namespace

bool StepVerifier::check() {
  for (const StepParam& param : step.params)
    if (!checkParamName(param.name, step.location, names) || !checkParam(param)) return false;
  for (const StepParam* argument : step.arguments())
    if (!argument->group.empty() && !checkParamName(argument->group, step.location, names)) return false;
  if (step.dims() == 0) return fail(step.location, "step '" + step.name + "' has no field");
  return checkOps(step.body);
}

bool StepVerifier::checkParam(const StepParam& param) {
  const bool isPart = param.kind == StepParamKind::Field || param.kind == StepParamKind::Scalar;
  if (!param.group.empty() && (!isPart || param.path.empty()))
    return fail(step.location, "'" + param.name + "' cannot be a part of '" + param.group + "'");
  if (!checkTableSize(isTable(param.kind), param.tableSize, param.name, step.location)) return false;
  if (!checkMembers(param.kind == StepParamKind::Record, param.members, param.name, step.location, names)) return false;
  const bool dimensioned = param.kind == StepParamKind::Field || param.kind == StepParamKind::Box;
  if (dimensioned && (param.dims < 1 || param.dims > maxDims))
    return fail(step.location, "'" + param.name + "' must have 1 to 3 dimensions");
  if (param.kind == StepParamKind::Box && (param.type != Type::I64 || param.tableSize != 2 * param.dims))
    return fail(step.location, "box '" + param.name + "' must have two ends on each axis");
  if (param.kind == StepParamKind::Record) return true;
  if (param.kind != StepParamKind::Field) return checkIsValue(param.name, param.type, step.location);
  if (param.type == Type::Bool) return fail(step.location, "field '" + param.name + "' has type bool");
  fields[param.name] = param.type;
  return param.dims == step.dims() ||
         fail(step.location, "the fields of step '" + step.name + "' differ in their dimensions");
}

bool StepVerifier::checkOps(const std::vector<StepOp>& ops) {
  if (++nesting > maxStepNesting) return fail(step.location, "operations are nested too deeply");
  const std::map<std::string, Type> outer = fields;
  for (const StepOp& op : ops) {
    const auto check = [&](const auto& item) {
      return checkOp(item, item.location.line ? item.location : step.location);
    };
    if (!std::visit(check, static_cast<const StepOp::variant&>(op))) return false;
  }
  for (const StepOp& op : ops)
    if (const auto* let = std::get_if<Let>(&op)) expressions.forgetScalar(let->name);
  fields = outer;
  --nesting;
  return true;
}

bool StepVerifier::checkOp(const Let& let, Location place) {
  return checkExpr(let.value, place) && checkFree(let.name, place) &&
         expressions.bindScalar(let.name, let.value->type());
}

bool StepVerifier::checkOp(const Apply& apply, Location place) {
  const Stencil* stencil = module.findStencil(apply.stencil);
  if (!stencil) return fail(place, "there is no stencil '" + apply.stencil + "'");
  if (apply.args.size() != stencil->params.size())
    return fail(place, "'" + apply.stencil + "' takes " + llvm::Twine(stencil->params.size()) + " arguments, not " +
                           llvm::Twine(apply.args.size()));
  if (stencil->dims != step.dims())
    return fail(place, "'" + apply.stencil + "' has other dimensions than the step's fields");
  for (std::size_t i = 0; i < apply.args.size(); ++i)
    if (!std::visit([&](const auto& arg) { return checkArg(stencil->params[i], arg, place); }, apply.args[i]))
      return false;
  if (apply.on && !checkRegion(*apply.on, place)) return false;
  return checkReduction(apply, *stencil, place);
}

bool StepVerifier::checkReduction(const Apply& apply, const Stencil& stencil, Location place) {
  if (apply.reduction.has_value() != stencil.result.has_value())
    return fail(place, "'" + apply.stencil + (stencil.result ? "' returns a value" : "' returns no value"));
  if (!apply.reduction) return true;
  const Reduction& reduction = *apply.reduction;
  if (reduction.type != *stencil.result)
    return fail(place, "'" + reduction.result + "' has type " + typeName(reduction.type) + ", but '" + stencil.name +
                           "' returns " + typeName(*stencil.result));
  if (reduction.operation.empty()) return fail(place, "a reduction has no operation");
  return checkFree(reduction.result, place) && expressions.bindScalar(reduction.result, reduction.type);
}

bool StepVerifier::checkRegion(const Region& region, Location place) {
  for (const auto* ends : {&region.low, &region.high}) {
    if (ends->size() != step.dims()) return fail(place, "a region has other dimensions than the step's fields");
    for (const ExprRef& end : *ends) {
      if (!checkExpr(end, place)) return false;
      if (end->type() != Type::I64) return fail(place, "the ends of a region have type i64");
    }
  }
  return true;
}

bool StepVerifier::checkOp(const Swap& swap, Location place) {
  for (const std::string& name : {swap.first, swap.second})
    if (!fieldType(name)) return fail(place, "'" + name + "' is not a field of the step");
  if (*fieldType(swap.first) != *fieldType(swap.second)) return fail(place, "swapped fields differ in type");
  return swap.first != swap.second || fail(place, "'" + swap.first + "' is swapped with itself");
}

/// The kernel is the user's: what its parameters are, only the host compiler knows.
bool StepVerifier::checkOp(const ApplyBoundary& boundary, Location place) {
  if (boundary.kernel.empty()) return fail(place, "a boundary kernel has no name");
  if (boundary.axis >= step.dims()) return fail(place, "there is no axis " + llvm::Twine(boundary.axis));
  if (!fieldType(boundary.grid)) return fail(place, "'" + boundary.grid + "' is not a field of the step");
  if (!boundary.reach.empty() && boundary.reach.size() != step.dims())
    return fail(place, "'" + boundary.kernel + "' must have " + llvm::Twine(step.dims()) + " cells of reach");
  for (const ApplyArg& arg : boundary.args) {
    const auto* field = std::get_if<FieldArg>(&arg);
    const auto* whole = std::get_if<WholeArg>(&arg);
    const auto* scalar = std::get_if<ExprRef>(&arg);
    if (field && !fieldType(field->name)) return fail(place, "'" + field->name + "' is not a field of the step");
    const StepParam* param = whole ? step.findParam(whole->name) : nullptr;
    if (whole && (!param || (param->kind != StepParamKind::Table && param->kind != StepParamKind::Record)))
      return fail(place, "'" + whole->name + "' is neither a table nor a record");
    if (scalar && !checkExpr(*scalar, place)) return false;
    if (const auto* record = std::get_if<RecordArg>(&arg))
      for (const RecordArg::Part& part : record->parts)
        if (!checkExpr(part.value, place)) return false;
  }
  return true;
}

bool StepVerifier::checkOp(const Temporary& temporary, Location place) {
  if (temporary.type == Type::Bool) return fail(place, "field '" + temporary.name + "' has type bool");
  if (temporary.dims != step.dims())
    return fail(place, "'" + temporary.name + "' has other dimensions than the step's fields");
  if (!fieldType(temporary.like)) return fail(place, "'" + temporary.like + "' is not a field of the step");
  fields[temporary.name] = temporary.type;
  return checkFree(temporary.name, place);
}

bool StepVerifier::checkOp(const Set& set, Location place) {
  const StepParam* param = step.findParam(set.name);
  if (!param || param->kind != StepParamKind::Scalar)
    return fail(place, "'" + set.name + "' is not a scalar that the step takes");
  if (nesting > 1) return fail(place, "'" + set.name + "' is set in an 'if' or a 'while'");
  if (!changed.insert(set.name).second) return fail(place, "'" + set.name + "' is set twice");
  return checkExpr(set.value, place) && checkType(set.name, param->type, "value", set.value->type(), place);
}

bool StepVerifier::checkOp(const If& branch, Location place) {
  return checkCondition(branch.condition, "an 'if'", place) && checkOps(branch.whenTrue) && checkOps(branch.whenFalse);
}

bool StepVerifier::checkOp(const Assign& assign, Location place) {
  std::set<std::string> assigned;
  for (const Assign::Assignment& each : assign.all) {
    if (!checkExpr(each.value, place)) return false;
    if (!assigned.insert(each.name).second) return fail(place, "'" + each.name + "' is assigned twice");
  }
  for (const Assign::Assignment& each : assign.all) {
    const auto [known, isNew] = variables.try_emplace(each.name, each.value->type());
    if (isNew && (!checkFree(each.name, place) || !expressions.bindScalar(each.name, known->second))) return false;
    if (!checkType(each.name, known->second, "value", each.value->type(), place)) return false;
  }
  return true;
}

bool StepVerifier::checkOp(const While& loop, Location place) {
  return checkCondition(loop.condition, "a 'while'", place) && checkOps(loop.body);
}

bool StepVerifier::checkCondition(const ExprRef& condition, llvm::StringRef keyword, Location place) {
  if (!checkExpr(condition, place)) return false;
  return condition->type() == Type::Bool || fail(place, "the condition of " + keyword + " has type bool");
}

bool StepVerifier::checkArg(const Param& param, const FieldArg& arg, Location place) {
  if (!isField(param.kind)) return fail(place, "'" + param.name + "' is not a field");
  const Type* type = fieldType(arg.name);
  if (!type) return fail(place, "'" + arg.name + "' does not fit '" + param.name + "'");
  return checkArgType(param.name, param.type, *type, place);
}

bool StepVerifier::checkArg(const Param& param, const WholeArg& arg, Location place) {
  if (param.kind == ParamKind::Record) {
    const StepParam* record = step.findParam(arg.name);
    if (record && record->kind == StepParamKind::Record && llvm::equal(record->members, param.members, sameMember))
      return true;
    return fail(place, "'" + arg.name + "' does not fit '" + param.name + "'");
  }
  if (param.kind != ParamKind::Table) return fail(place, "'" + param.name + "' is not a table");
  const StepParam* table = step.findParam(arg.name);
  if (!table || table->kind != StepParamKind::Table)
    return fail(place, "'" + arg.name + "' does not fit '" + param.name + "'");
  if (!checkArgType(param.name, param.type, table->type, place)) return false;
  return table->tableSize == param.tableSize ||
         fail(place, "table '" + arg.name + "' has another size than '" + param.name + "'");
}

bool StepVerifier::checkArg(const Param& param, const ExprRef& arg, Location place) {
  if (param.kind != ParamKind::Scalar) return fail(place, "'" + param.name + "' is not a scalar");
  return checkExpr(arg, place) && checkArgType(param.name, param.type, arg->type(), place);
}

bool StepVerifier::checkArg(const Param& param, const RecordArg& arg, Location place) {
  if (param.kind == ParamKind::Table) return checkTable(param, arg, place);
  if (param.kind != ParamKind::Record) return fail(place, "'" + param.name + "' is neither a record nor a table");
  if (arg.parts.size() != param.members.size())
    return fail(place, "'" + param.name + "' has " + llvm::Twine(param.members.size()) + " members, not " +
                           llvm::Twine(arg.parts.size()));
  for (const auto& [member, part] : llvm::zip(param.members, arg.parts)) {
    if (member.path != part.path) return fail(place, "'" + member.name + "' is not at " + quoted(part.path));
    if (!checkExpr(part.value, place)) return false;
    if (!checkArgType(member.name, member.type, part.value->type(), place)) return false;
  }
  return true;
}

bool StepVerifier::checkTable(const Param& table, const RecordArg& arg, Location place) {
  if (arg.parts.size() != table.tableSize)
    return fail(place, "table '" + table.name + "' has another size than its argument");
  for (std::size_t i = 0; i < arg.parts.size(); ++i) {
    const auto& [path, value] = arg.parts[i];
    if (path != "[" + std::to_string(i) + "]")
      return fail(place, quoted(path) + " is no element of '" + table.name + "'");
    if (!checkExpr(value, place) || !checkArgType(table.name, table.type, value->type(), place)) return false;
  }
  return true;
}

bool StepVerifier::checkArgType(const std::string& name, Type declared, Type given, Location place) {
  return checkType(name, declared, "argument", given, place);
}

bool StepVerifier::checkType(const std::string& name, Type declared, llvm::StringRef what, Type given, Location place) {
  return declared == given || fail(place, "'" + name + "' has type " + typeName(declared) + ", but its " + what +
                                              " has type " + typeName(given));
}

bool StepVerifier::checkExpr(const ExprRef& expr, Location place) {
  const std::string error = expressions.check(expr);
  return error.empty() || fail(place, error);
}

bool StepVerifier::checkFree(const std::string& name, Location place) {
  if (!isIdentifier(name)) return fail(place, quoted(name) + " is not a name");
  return names.insert(name).second || fail(place, "'" + name + "' is defined twice");
}

const Type* StepVerifier::fieldType(const std::string& name) const {
  const auto found = fields.find(name);
  return found == fields.end() ? nullptr : &found->second;
}

} // namespace brickc::ir
