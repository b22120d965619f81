// What applies of a step do with its fields, and one stencil in place of theirs. SPDX-License-Identifier: MIT
#include "compiler/transform/FusedSweep.h"
#include "compiler/ir/Visitor.h"
#include "compiler/transform/FreshNames.h"
#include "llvm/ADT/STLExtras.h"

namespace brickc::transform {
namespace {

using namespace ir;

bool isPoint(const std::vector<int>& offset) {
  return llvm::all_of(offset, [](int cells) { return cells == 0; });
}

/// The step's name of the field that is the argument for `param`.
const std::string& fieldOf(const Stencil& stencil, const Apply& apply, const Param& param) {
  return std::get<FieldArg>(apply.args[&param - stencil.params.data()]).name;
}

/// A body in other names. What has no entry keeps its name.
class Renaming : public ExprMutator {
public:
  std::map<std::string, std::string> fields, tables;
  std::map<std::string, ExprRef> locals, scalars;
  std::map<std::string, ExprRef> written; ///< new values of fields at the point, by their new names

protected:
  ExprRef rewrite(const ExprRef& expr) override {
    if (const auto* local = llvm::dyn_cast<LocalExpr>(expr.get())) return valueOr(locals, local->name, expr);
    if (const auto* scalar = llvm::dyn_cast<ScalarExpr>(expr.get())) return valueOr(scalars, scalar->name, expr);
    if (const auto* element = llvm::dyn_cast<TableElementExpr>(expr.get()))
      return make<TableElementExpr>(element->type(), tables.at(element->table), element->index);
    const auto* load = llvm::dyn_cast<LoadExpr>(expr.get());
    if (!load) return expr;
    const std::string& field = fields.at(load->field);
    const ExprRef here = make<LoadExpr>(load->type(), field, load->offset);
    return isPoint(load->offset) ? valueOr(written, field, here) : here;
  }

private:
  static ExprRef valueOr(const std::map<std::string, ExprRef>& values, const std::string& name, const ExprRef& other) {
    const auto found = values.find(name);
    return found == values.end() ? other : found->second;
  }
};

class Fuser {
public:
  Fuser(const Module& module, const Step& step, llvm::ArrayRef<Apply> applies, const std::set<std::string>& inner,
        const std::map<std::string, std::string>& instead)
      : module(module), step(step), inner(inner), instead(instead), uses(usesOf(module, applies)) {
    for (const auto& [field, use] : uses)
      names.insert(field);
    for (const auto& [field, written] : instead)
      names.insert(written);
    result.apply = {{}, {}, applies.front().on, applies.back().reduction, applies.front().location};
    result.stencil.location = applies.front().location;
    result.stencil.dims = step.dims();
    result.stencil.fused = {step.name, {}};
    for (const Apply& apply : applies)
      add(*module.findStencil(apply.stencil), apply);
    for (Store& store : stores)
      if (!inner.contains(store.field)) finish(std::move(store));
    if (returned) result.stencil.body.emplace_back(std::move(*returned));
  }

  FusedSweep named(std::string name) && {
    result.stencil.name = result.apply.stencil = std::move(name);
    return std::move(result);
  }

private:
  void add(const Stencil& stencil, const Apply& apply) {
    result.stencil.fused->parts.push_back(stencil.name);
    Renaming renaming;
    renaming.written = values;
    for (const auto& [param, arg] : llvm::zip(stencil.params, apply.args))
      std::visit([&](const auto& item) { addParameter(param, item, renaming); }, arg);
    result.stencil.result = stencil.result;
    std::vector<Store> written;
    for (const Statement& statement : stencil.body) {
      const ExprRef value = renaming.mutate(valueOf(statement));
      if (const auto* let = std::get_if<Let>(&statement))
        renaming.locals[let->name] = bind(let->name, value, let->location);
      else if (const auto* store = std::get_if<Store>(&statement))
        written.push_back({renaming.fields.at(store->field), value, store->location});
      else if (const auto* last = std::get_if<Return>(&statement))
        returned = {value, last->location};
    }
    for (Store& store : written) // behind all that reads the values from before
      keep(std::move(store));
  }

  /// A store takes effect for the applies behind it; that of the last one is the field's.
  void keep(Store store) {
    store.value = values[store.field] = bind(store.field + "_new", store.value, {});
    const auto before = llvm::find_if(stores, [&](const Store& known) { return known.field == store.field; });
    if (before == stores.end())
      stores.push_back(std::move(store));
    else
      *before = std::move(store);
  }

  /// Puts a store where it belongs.
  void finish(Store store) {
    if (const auto other = instead.find(store.field); other != instead.end()) {
      const Param& updated = *result.stencil.findParam(store.field);
      addParameter({ParamKind::Out, updated.type, other->second, 0, updated.location, {}}, FieldArg{other->second});
      store.field = other->second;
    }
    result.stencil.body.emplace_back(std::move(store));
  }

  ExprRef bind(const std::string& name, const ExprRef& value, const Location& location) {
    const std::string local = freeName(name, names);
    result.stencil.body.emplace_back(Let{local, value, location});
    return make<LocalExpr>(value->type(), local);
  }

  void addParameter(const Param& param, const FieldArg& arg, Renaming& renaming) {
    renaming.fields[param.name] = arg.name;
    if (inner.contains(arg.name) || result.stencil.findParam(arg.name)) return;
    const FieldUse& use = uses.at(arg.name);
    const bool written = use.written && !instead.contains(arg.name);
    const ParamKind kind = !written ? ParamKind::In : use.cells.empty() ? ParamKind::Out : ParamKind::InOut;
    addParameter({kind, param.type, arg.name, 0, param.location, {}}, arg);
  }

  void addParameter(const Param& param, const WholeArg& arg, Renaming& renaming) {
    if (param.kind == ParamKind::Record) {
      const StepParam& record = *step.findParam(arg.name);
      for (const auto& [member, given] : llvm::zip(param.members, record.members))
        addScalar(member.type, member.name, make<ScalarExpr>(given.type, given.name), renaming);
      return;
    }
    for (const auto& [known, given] : llvm::zip(result.stencil.params, result.apply.args))
      if (const auto* whole = std::get_if<WholeArg>(&given); whole && whole->name == arg.name) {
        renaming.tables[param.name] = known.name;
        return;
      }
    addTable(param, arg, renaming);
  }

  void addParameter(const Param& param, const RecordArg& arg, Renaming& renaming) {
    if (param.kind == ParamKind::Table) return addTable(param, arg, renaming);
    for (const auto& [member, part] : llvm::zip(param.members, arg.parts))
      addScalar(member.type, member.name, part.value, renaming);
  }

  void addParameter(const Param& param, const ExprRef& arg, Renaming& renaming) {
    addScalar(param.type, param.name, arg, renaming);
  }

  void addScalar(Type type, const std::string& name, const ExprRef& arg, Renaming& renaming) {
    ExprRef& here = renaming.scalars[name];
    if (llvm::isa<ConstantExpr>(*arg)) {
      here = arg;
      return;
    }
    for (const auto& [known, given] : llvm::zip(result.stencil.params, result.apply.args))
      if (const auto* scalar = std::get_if<ExprRef>(&given); scalar && equal(*scalar, arg)) {
        here = make<ScalarExpr>(type, known.name);
        return;
      }
    const std::string own = freeName(name, names);
    here = make<ScalarExpr>(type, own);
    addParameter({ParamKind::Scalar, type, own, 0, {}, {}}, arg);
  }

  void addTable(const Param& param, const ApplyArg& arg, Renaming& renaming) {
    const std::string own = renaming.tables[param.name] = freeName(param.name, names);
    addParameter({ParamKind::Table, param.type, own, param.tableSize, {}, {}}, arg);
  }

  void addParameter(Param param, ApplyArg arg) {
    result.stencil.params.push_back(std::move(param));
    result.apply.args.push_back(std::move(arg));
  }

  const Module& module;
  const Step& step;
  const std::set<std::string>& inner;
  const std::map<std::string, std::string>& instead;
  const FieldUses uses;
  std::set<std::string> names;
  std::map<std::string, ExprRef> values; ///< that fields have behind the applies so far
  std::vector<Store> stores;
  std::optional<Return> returned;
  FusedSweep result;
};

} // namespace

bool FieldUse::readsAround() const { return !llvm::all_of(cells, isPoint); }

FieldUses usesOf(const Module& module, llvm::ArrayRef<Apply> applies) {
  FieldUses uses;
  for (const Apply& apply : applies) {
    const Stencil& stencil = *module.findStencil(apply.stencil);
    forEachRead(stencil, [&](const std::string& name, const std::vector<int>& offset) {
      FieldUse& use = uses[fieldOf(stencil, apply, *stencil.findParam(name))];
      if (!use.written || !isPoint(offset)) use.cells.insert(offset);
    });
    for (const Param& param : stencil.params)
      if (isField(param.kind)) uses[fieldOf(stencil, apply, param)];
    for (const Statement& statement : stencil.body)
      if (const auto* store = std::get_if<Store>(&statement))
        uses[fieldOf(stencil, apply, *stencil.findParam(store->field))].written = true;
  }
  return uses;
}

FusedSweep fuse(const Module& module, const Step& step, llvm::ArrayRef<Apply> applies,
                const std::set<std::string>& inner, const std::map<std::string, std::string>& instead,
                std::string name) {
  return Fuser(module, step, applies, inner, instead).named(std::move(name));
}

bool equalButForNames(const Stencil& a, const Stencil& b) {
  if (a.dims != b.dims || a.result != b.result || a.fused->parts != b.fused->parts ||
      a.params.size() != b.params.size() || a.body.size() != b.body.size())
    return false;
  Renaming renaming; // of what `b` calls things
  for (const auto& [param, other] : llvm::zip(a.params, b.params)) {
    if (param.kind != other.kind || param.type != other.type || param.tableSize != other.tableSize) return false;
    renaming.fields[other.name] = renaming.tables[other.name] = param.name;
    renaming.scalars[other.name] = make<ScalarExpr>(param.type, param.name);
  }
  for (const auto& [statement, other] : llvm::zip(a.body, b.body)) {
    const ExprRef& value = valueOf(statement);
    if (statement.index() != other.index() || !equal(value, renaming.mutate(valueOf(other)))) return false;
    if (const auto* let = std::get_if<Let>(&statement))
      renaming.locals[std::get<Let>(other).name] = make<LocalExpr>(value->type(), let->name);
    else if (const auto* store = std::get_if<Store>(&statement))
      if (store->field != renaming.fields.at(std::get<Store>(other).field)) return false;
  }
  return true;
}

} // namespace brickc::transform
