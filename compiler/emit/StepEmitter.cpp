// Applies and swaps in the user's order; the runtime exchanges ghost zones where an apply finds them out of date.
// SPDX-License-Identifier: MIT
#include "compiler/emit/StepEmitter.h"
#include "compiler/emit/CodeStream.h"
#include "compiler/emit/ExpressionEmitter.h"
#include "compiler/emit/Spelling.h"

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

std::string parameter(const ir::StepParam& param) {
  const std::string type = ir::cxxTypeName(param.type).str();
  if (param.kind == ir::StepParamKind::Field)
    return "brick::field<" + type + ", " + std::to_string(param.dims) + ">& " + param.name;
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
  return "brick::apply<" + apply.stencil + ">(" + arguments + ");";
}

std::string call(const ir::Swap& swap) { return "swap(" + swap.first + ", " + swap.second + ");"; }

void emitPlan(const ir::Step& step, const plan::StepPlan& plan, CodeStream& out) {
  out.line("static constexpr brick::step_plan<" + std::to_string(step.dims()) + "> plan{");
  out.line("    .brick = {" + list(plan.brick) + "}, .halo = {" + list(plan.halo) + "}, .element_bytes = " +
           std::to_string(plan.elementBytes) + ", .exchange = brick::strategy::" + strategy(plan.exchange) + "};");
}

} // namespace

std::string emitStep(const ir::Step& step, const plan::StepPlan& plan, llvm::StringRef source) {
  CodeStream out;
  out.line("// " + origin(step.name, source, step.location));
  out.line("template <>");
  {
    const auto definition = out.open("struct brick::generated<" + step.name + ">", "};");
    emitPlan(step, plan, out);
    out.blank();
    std::string parameters;
    for (const ir::StepParam& param : step.params)
      parameters += (parameters.empty() ? "" : ", ") + parameter(param);
    const auto function = out.open("static void step(" + parameters + ")");
    for (const ir::StepOp& op : step.body)
      std::visit([&](const auto& o) { out.line(call(o)); }, op);
  }
  return out.take();
}

} // namespace brickc::emit
