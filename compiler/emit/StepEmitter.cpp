// Applies and swaps in the user's order; the runtime exchanges ghost zones where an apply finds them out of date.
// SPDX-License-Identifier: MIT
#include "compiler/emit/StepEmitter.h"
#include "compiler/emit/CodeStream.h"
#include "compiler/emit/ExpressionEmitter.h"
#include "compiler/emit/Spelling.h"
#include <set>

namespace brickc::emit {
namespace {

llvm::StringRef strategy(plan::Exchange exchange) {
  switch (exchange) {
  case plan::Exchange::MemMap:
    return "memmap";
  case plan::Exchange::Layout:
    return "layout";
  case plan::Exchange::Basic:
    return "basic";
  }
  llvm_unreachable("unknown exchange");
}

/// The fields that a step writes or swaps.
std::set<std::string> changedFields(const ir::Module& module, const ir::Step& step) {
  std::set<std::string> changed;
  for (const ir::StepOp& op : step.body) {
    if (const auto* swap = std::get_if<ir::Swap>(&op)) changed.insert({swap->first, swap->second});
    const auto* apply = std::get_if<ir::Apply>(&op);
    if (!apply) continue;
    const ir::Stencil& stencil = *module.findStencil(apply->stencil);
    for (std::size_t i = 0; i < apply->args.size(); ++i)
      if (ir::isWritten(stencil.params[i].kind)) changed.insert(std::get<ir::FieldArg>(apply->args[i]).name);
  }
  return changed;
}

/// The others may be const in the user's program.
std::string parameter(const ir::StepParam& param, bool isChanged) {
  const std::string type = ir::cxxTypeName(param.type).str();
  if (param.kind == ir::StepParamKind::Field)
    return (isChanged ? "brick::field<" : "const brick::field<") + type + ", " + std::to_string(param.dims) + ">& " +
           param.name;
  if (param.kind == ir::StepParamKind::Table) return tableType(param.type, param.tableSize) + " " + param.name;
  return type + " " + param.name;
}

std::string argument(const ir::FieldArg& field) { return field.name; }
std::string argument(const ir::TableArg& table) { return table.name; }
std::string argument(const ir::ExprRef& scalar) { return emitScalarExpression(scalar); }

std::string call(const ir::Apply& apply) {
  std::string arguments;
  for (const ir::ApplyArg& arg : apply.args)
    arguments += (arguments.empty() ? "" : ", ") + std::visit([](const auto& a) { return argument(a); }, arg);
  return "brick::apply<::" + apply.stencil + ">(" + arguments + ");"; // not a name of namespace brick or a parameter
}

std::string call(const ir::Swap& swap) { return "brick::swap(" + swap.first + ", " + swap.second + ");"; }

void emitPlan(const ir::Step& step, const plan::StepPlan& plan, CodeStream& out) {
  out.line("static constexpr brick::step_plan<" + std::to_string(step.dims()) + "> plan{");
  out.line("    .brick = {" + list(plan.brick) + "}, .halo = {" + list(plan.halo) + "}, .element_bytes = " +
           std::to_string(plan.elementBytes) + ", .exchange = brick::strategy::" + strategy(plan.exchange) + "};");
}

} // namespace

std::string emitStep(const ir::Module& module, const ir::Step& step, const plan::StepPlan& plan) {
  const std::set<std::string> changed = changedFields(module, step);
  CodeStream out;
  out.line("// " + origin(step.name, module.source, step.location));
  out.line("template <>");
  {
    const auto definition = out.open("struct brick::generated<" + step.name + ">", "};");
    emitPlan(step, plan, out);
    out.blank();
    std::string parameters;
    for (const ir::StepParam& param : step.params)
      parameters += (parameters.empty() ? "" : ", ") + parameter(param, changed.contains(param.name));
    const auto function = out.open("static void step(" + parameters + ")");
    for (const ir::StepOp& op : step.body)
      std::visit([&](const auto& o) { out.line(call(o)); }, op);
  }
  return out.take();
}

} // namespace brickc::emit
