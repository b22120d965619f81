// The operations in the user's order; the runtime exchanges ghost zones where an apply finds them out of date.
// SPDX-License-Identifier: MIT
#include "compiler/emit/StepEmitter.h"
#include "compiler/emit/CodeStream.h"
#include "compiler/emit/ExpressionEmitter.h"
#include "compiler/emit/Names.h"
#include "compiler/emit/SharedSchedule.h"
#include "compiler/emit/Spelling.h"
#include "compiler/ir/StepOps.h"
#include "compiler/ir/Visitor.h"
#include "compiler/plan/Target.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

namespace brickc::emit {
namespace {

llvm::StringRef strategy(plan::Exchange exchange) {
  switch (exchange) {
  case plan::Exchange::Shared:
    return "shared";
  case plan::Exchange::MemMap:
    return "memmap";
  case plan::Exchange::Layout:
    return "layout";
  case plan::Exchange::Basic:
    return "basic";
  }
  llvm_unreachable("unknown exchange");
}

/// The fields that a step may change. What a boundary kernel does with its fields is not known here.
std::set<std::string> changedFields(const ir::Module& module, const ir::Step& step) {
  std::set<std::string> changed;
  const auto add = [&](const ir::ApplyArg& arg) {
    if (const auto* field = std::get_if<ir::FieldArg>(&arg)) changed.insert(field->name);
  };
  ir::forEachOp(step.body, [&](const ir::StepOp& op) {
    if (const auto* swap = std::get_if<ir::Swap>(&op)) changed.insert({swap->first, swap->second});
    if (const auto* boundary = std::get_if<ir::ApplyBoundary>(&op)) llvm::for_each(boundary->args, add);
    const auto* apply = std::get_if<ir::Apply>(&op);
    if (!apply) return;
    const ir::Stencil& stencil = *module.findStencil(apply->stencil);
    for (std::size_t i = 0; i < apply->args.size(); ++i)
      if (ir::isWritten(stencil.params[i].kind)) add(apply->args[i]);
  });
  return changed;
}

/// The fields that the step takes, where it has a fused sweep; else none.
std::vector<std::string> fieldsOfFusedSweeps(const ir::Module& module, const ir::Step& step) {
  bool fuses = false;
  ir::forEachOp<ir::Apply>(
      step.body, [&](const ir::Apply& apply) { fuses |= module.findStencil(apply.stencil)->fused.has_value(); });
  std::vector<std::string> fields;
  for (const ir::StepParam& param : step.params)
    if (fuses && param.kind == ir::StepParamKind::Field) fields.push_back(param.name);
  return fields;
}

/// The step's own fields that are swapped for temporaries, which fused sweeps may write in their place. Interleaved
/// ones cannot be.
std::set<std::string> swappedForTemporaries(const ir::Step& step) {
  std::set<std::string> fields;
  ir::forEachOp<ir::Swap>(step.body, [&](const ir::Swap& swap) {
    const bool first = step.findParam(swap.first), second = step.findParam(swap.second);
    if (first != second) fields.insert(first ? swap.first : swap.second);
  });
  return fields;
}

/// Whether the first of these operations that uses a temporary sets all its cells, and reads none.
bool isOverwrittenFirst(const ir::Module& module, const std::vector<ir::StepOp>& ops, const std::string& field) {
  const auto uses = [&](const ir::StepOp& op) {
    return !std::holds_alternative<ir::Temporary>(op) && ir::mentions(op, field);
  };
  const auto first = llvm::find_if(ops, uses);
  const auto* apply = first == ops.end() ? nullptr : std::get_if<ir::Apply>(&*first);
  if (!apply || apply->on) return false;
  const ir::Stencil& stencil = *module.findStencil(apply->stencil);
  return llvm::all_of(llvm::zip(stencil.params, apply->args), [&](const auto& passed) {
    const auto* arg = std::get_if<ir::FieldArg>(&std::get<1>(passed));
    return !arg || arg->name != field || std::get<0>(passed).kind == ir::ParamKind::Out;
  });
}

/// Whether it changes scalars of its arguments.
bool changesScalars(const ir::Step& step) {
  bool changes = false;
  ir::forEachOp<ir::Set>(step.body, [&](const ir::Set&) { changes = true; });
  return changes;
}

std::string fieldType(ir::Type type, unsigned dims) {
  return "brick::field<" + ir::cxxTypeName(type).str() + ", " + std::to_string(dims) + ">";
}

class StepFunction {
public:
  StepFunction(const ir::Module& module, const ir::Step& step, CodeStream& out)
      : module(module), step(step), changed(changedFields(module, step)),
        fusedFields(fieldsOfFusedSweeps(module, step)), changes(changesScalars(step)), out(out) {
    for (const std::string& name : ir::namesIn(step))
      names.declare(name);
    for (const ir::StepParam& param : step.params)
      if (param.kind == ir::StepParamKind::Box) boxes[param.name] = names.declare(param.name + "_box");
    for (const ir::StepParam& param : step.params)
      if (changes && param.kind == ir::StepParamKind::Scalar)
        places[param.name] = param.group.empty() ? names.declare(param.name + "_place") : param.group + param.path;
  }

  void emit() {
    std::vector<std::string> parameters;
    for (const ir::StepParam* argument : step.arguments())
      parameters.push_back(parameter(*argument, parameters.size()));
    const auto function = out.open("static void step(" + llvm::join(parameters, ", ") + ")");
    for (const ir::StepParam& param : step.params)
      if (param.kind == ir::StepParamKind::Box) emitBox(param);
    emitMembers();
    emitCallOfStep();
    emitVariables();
    emit(step.body);
  }

private:
  /// Fields that do not change may be const in the user's program; what may call its function takes what that does.
  /// `position` among the arguments.
  std::string parameter(const ir::StepParam& param, std::size_t position) const {
    if (!param.group.empty()) return parameterType(step.name, position) + " " + param.group;
    switch (param.kind) {
    case ir::StepParamKind::Field:
      if (!callsStepWhen().empty()) return parameterType(step.name, position) + " " + param.name;
      return (changed.contains(param.name) ? "" : "const ") + fieldType(param.type, param.dims) + "& " + param.name;
    case ir::StepParamKind::Scalar:
      if (places.contains(param.name)) return parameterType(step.name, position) + " " + places.at(param.name);
      return ir::cxxTypeName(param.type).str() + " " + param.name;
    case ir::StepParamKind::Table:
      return tableType(param.type, param.tableSize) + " " + param.name;
    case ir::StepParamKind::Box:
      return "const brick::box<" + std::to_string(param.dims) + ">& " + boxes.at(param.name);
    case ir::StepParamKind::Record:
      return "const " + argumentType(step.name, position) + "& " + param.name;
    }
    llvm_unreachable("unknown kind of parameter");
  }

  /// The fields of groups, and what expressions use of the numbers in groups and records, and of scalars in places.
  void emitMembers() {
    std::set<std::string> used;
    ir::forEachOp(step.body, [&](const ir::StepOp& op) {
      ir::forEachScalar(op, [&](const ir::ExprRef& scalar) {
        ir::forEachNode(scalar, [&](const ir::ExprRef& node) {
          if (const auto* name = llvm::dyn_cast<ir::ScalarExpr>(node.get())) used.insert(name->name);
        });
      });
    });
    const auto emitNumber = [&](const std::string& record, const ir::Member& member) {
      if (used.contains(member.name))
        out.line("const " + ir::cxxTypeName(member.type) + " " + member.name + " = " + memberValue(record, member) +
                 ";");
    };
    for (const ir::StepParam& param : step.params) {
      for (const ir::Member& member : param.members)
        emitNumber(param.name, member);
      if (param.group.empty()) {
        if (places.contains(param.name)) emitNumber(places.at(param.name), {param.type, param.name, ""});
        continue;
      }
      if (param.kind == ir::StepParamKind::Field)
        out.line("[[maybe_unused]] auto& " + param.name + " = " + param.group + param.path + ";");
      else
        emitNumber(param.group, {param.type, param.name, param.path});
    }
  }

  /// What the user's function is called with.
  std::string argumentAsGiven(const ir::StepParam& argument) const {
    if (!argument.group.empty()) return argument.group;
    if (argument.kind == ir::StepParamKind::Box) return boxes.at(argument.name);
    return places.contains(argument.name) ? places.at(argument.name) : argument.name;
  }

  /// What makes a difference to the user's function that is not known before: where one of these holds, that is called.
  std::vector<std::string> callsStepWhen() const {
    std::vector<std::string> conditions, besideFields;
    if (!fusedFields.empty()) conditions.push_back("!brick::may_fuse(" + llvm::join(fusedFields, ", ") + ")");
    for (const std::string& field : swappedForTemporaries(step))
      if (!fusedFields.empty()) conditions.push_back(field + ".interleaved_fields() > 1");
    for (const ir::StepParam* argument : step.arguments()) {
      const bool isField = argument->group.empty() && argument->kind == ir::StepParamKind::Field;
      if (!isField) besideFields.push_back(argumentAsGiven(*argument));
    }
    if (changes && besideFields.size() > 1)
      conditions.push_back("brick::share_memory(" + llvm::join(besideFields, ", ") + ")");
    return conditions;
  }

  void emitCallOfStep() {
    const std::vector<std::string> conditions = callsStepWhen();
    if (conditions.empty()) return;
    std::vector<std::string> arguments;
    for (const ir::StepParam* argument : step.arguments())
      arguments.push_back(argumentAsGiven(*argument));
    out.line("if (" + llvm::join(conditions, " || ") + ") return ::" + step.name + "(" + llvm::join(arguments, ", ") +
             ");");
  }

  /// Results and variables: what follows a branch or loop may use those found in it.
  void emitVariables() {
    std::set<std::string> known;
    const auto declare = [&](const std::string& name, ir::Type type) {
      if (known.insert(name).second) out.line("[[maybe_unused]] " + ir::cxxTypeName(type) + " " + name + "{};");
    };
    ir::forEachOp(step.body, [&](const ir::StepOp& op) {
      const auto* apply = std::get_if<ir::Apply>(&op);
      if (apply && apply->reduction) declare(apply->reduction->result, apply->reduction->type);
      if (const auto* assign = std::get_if<ir::Assign>(&op))
        for (const auto& [name, value] : assign->all)
          declare(name, value->type());
    });
  }

  void emitBox(const ir::StepParam& param) {
    std::string ends;
    for (const char* end : {"low", "high"})
      for (unsigned axis = 0; axis < param.dims; ++axis)
        ends += (ends.empty() ? "" : ", ") + boxes.at(param.name) + "." + end + "[" + std::to_string(axis) + "]";
    out.line(tableType(param.type, param.tableSize) + " " + param.name + "{" + ends + "};");
  }

  void emit(const std::vector<ir::StepOp>& ops) {
    for (const ir::StepOp& op : ops)
      std::visit(
          [&]<class Op>(const Op& item) {
            if constexpr (std::is_same_v<Op, ir::Temporary>)
              emit(item, isOverwrittenFirst(module, ops, item.name));
            else
              emit(item);
          },
          static_cast<const ir::StepOp::variant&>(op));
  }

  void emit(const ir::Let& let) {
    out.line("const " + ir::cxxTypeName(let.value->type()) + " " + let.name + " = " + emitScalarExpression(let.value) +
             ";");
  }

  /// Stencils are named so that no member of namespace brick and no parameter hides them.
  void emit(const ir::Apply& apply) {
    std::string rest = arguments(apply.stencil, apply.args);
    std::string call = apply.reduction ? apply.reduction->result + " = brick::reduce<::" : "brick::apply<::";
    call += apply.stencil + ">(";
    if (apply.reduction) rest = "::" + apply.reduction->operation + (rest.empty() ? "" : ", ") + rest;
    if (apply.on) rest = region(*apply.on) + ", " + rest;
    out.line(call + rest + ");");
  }

  void emit(const ir::Swap& swap) { out.line("brick::swap(" + swap.first + ", " + swap.second + ");"); }

  void emit(const ir::ApplyBoundary& boundary) {
    const std::string side =
        boundary.grid + ".grid()." + (boundary.high ? "high(" : "low(") + std::to_string(boundary.axis) + ")";
    const std::string rest = arguments(boundary.kernel, boundary.args);
    out.line("brick::apply_boundary<::" + boundary.kernel + ">(" + side + (rest.empty() ? "" : ", ") + rest + ");");
  }

  void emit(const ir::Temporary& field, bool overwritten) {
    out.line(fieldType(field.type, field.dims) + " " + field.name + "(" + field.like + ".grid(), \"" + field.name +
             "\"" + (overwritten ? ", {.zeroed = false}" : "") + ");");
  }

  void emit(const ir::Set& set) {
    out.line("brick::set(" + places.at(set.name) + ", " + emitScalarExpression(set.value) + ");");
  }

  void emit(const ir::If& branch) {
    {
      const auto block = out.open("if (" + emitScalarExpression(branch.condition) + ")");
      emit(branch.whenTrue);
    }
    if (branch.whenFalse.empty()) return;
    const auto block = out.open("else");
    emit(branch.whenFalse);
  }

  void emit(const ir::While& loop) {
    const auto block = out.open("while (" + emitScalarExpression(loop.condition) + ")");
    emit(loop.body);
  }

  /// What a later value is made of keeps its old value until that is computed.
  void emit(const ir::Assign& assign) {
    const auto isUsedLater = [&](const ir::Assign::Assignment& each) {
      bool used = false;
      for (const ir::Assign::Assignment* later = &each + 1; later < assign.all.data() + assign.all.size(); ++later)
        ir::forEachNode(later->value, [&](const ir::ExprRef& node) {
          const auto* scalar = llvm::dyn_cast<ir::ScalarExpr>(node.get());
          used |= scalar && scalar->name == each.name;
        });
      return used;
    };
    std::vector<std::string> last;
    std::vector<const ir::Assign::Assignment*> first;
    for (const ir::Assign::Assignment& each : assign.all) {
      if (!isUsedLater(each)) {
        first.push_back(&each);
        continue;
      }
      const std::string next = names.declare(each.name + "_next");
      out.line("const " + ir::cxxTypeName(each.value->type()) + " " + next + " = " + emitScalarExpression(each.value) +
               ";");
      last.push_back(each.name + " = " + next + ";");
    }
    for (const ir::Assign::Assignment* each : first)
      out.line(each->name + " = " + emitScalarExpression(each->value) + ";");
    for (const std::string& line : last)
      out.line(line);
  }

  std::string argument(const std::string&, const ir::FieldArg& field) { return field.name; }
  std::string argument(const std::string&, const ir::WholeArg& whole) { return whole.name; }
  std::string argument(const std::string&, const ir::ExprRef& scalar) { return emitScalarExpression(scalar); }

  /// An enumeration is made of its number; what has members is made in front of the call.
  std::string argument(const std::string& type, const ir::RecordArg& arg) {
    if (arg.parts.front().path.empty()) return type + "(" + emitScalarExpression(arg.parts.front().value) + ")";
    const std::string record = names.declare("record_" + std::to_string(++records));
    out.line("auto " + record + " = brick::zero_record<" + type + ">();");
    for (const ir::RecordArg::Part& part : arg.parts)
      out.line("brick::set(" + record + part.path + ", " + emitScalarExpression(part.value) + ");");
    return record;
  }

  std::string arguments(const std::string& kernel, const std::vector<ir::ApplyArg>& args) {
    std::string text;
    for (std::size_t i = 0; i < args.size(); ++i)
      text += (text.empty() ? "" : ", ") +
              std::visit([&](const auto& arg) { return argument(argumentType(kernel, i), arg); }, args[i]);
    return text;
  }

  std::string region(const ir::Region& region) const {
    const auto ends = [](const std::vector<ir::ExprRef>& cells) {
      return "{" + llvm::join(llvm::map_range(cells, emitScalarExpression), ", ") + "}";
    };
    return "brick::on(brick::box<" + std::to_string(step.dims()) + ">{" + ends(region.low) + ", " + ends(region.high) +
           "})";
  }

  const ir::Module& module;
  const ir::Step& step;
  const std::set<std::string> changed;
  const std::vector<std::string> fusedFields; ///< all, where sweeps are fused
  const bool changes;                         ///< whether it changes scalars
  Names names;
  unsigned records = 0;                      ///< made so far
  std::map<std::string, std::string> boxes;  ///< what boxes come as: expressions use their ends as a table
  std::map<std::string, std::string> places; ///< of all scalars, if some change: expressions use what they came with
  CodeStream& out;
};

/// The order that its bricks are numbered for: columns where one of its stencils is swept in these, since such a sweep
/// loses more by another numbering than one of patches does.
llvm::StringRef orderOf(const ir::Module& module, const ir::Step& step, const plan::Plan& plan) {
  bool columns = false;
  ir::forEachOp<ir::Apply>(step.body, [&](const ir::Apply& apply) {
    const plan::StencilPlan& stencil = *plan.findStencil(apply.stencil);
    columns |= scheduleShared(*module.findStencil(apply.stencil), stencil).carries;
  });
  return sweepOrder(columns);
}

void emitPlan(const ir::Module& module, const ir::Step& step, const plan::Plan& plan, CodeStream& out) {
  const plan::StepPlan& of = *plan.findStep(step.name);
  out.line("static constexpr brick::step_plan<" + std::to_string(step.dims()) + "> plan{");
  out.line("    .brick = {" + list(of.brick) + "}, .halo = {" + list(of.halo) + "}, .element_bytes = " +
           llvm::Twine(of.elementBytes) + ", .exchange = brick::strategy::" + strategy(of.exchange) + ",");
  out.line("    .order = " + orderOf(module, step, plan) +
           (plan::hasKernels(plan.target) ? ", .where = " + processorName(plan.target) : "") + "};");
}

} // namespace

std::string emitStep(const ir::Module& module, const ir::Step& step, const plan::Plan& plan) {
  CodeStream out;
  out.line("// " + origin(step.name, module.source, step.location));
  out.line("template <>");
  {
    const auto definition = out.open("struct brick::generated<" + step.name + ">", "};");
    emitPlan(module, step, plan, out);
    out.blank();
    StepFunction(module, step, out).emit();
  }
  return out.take();
}

} // namespace brickc::emit
