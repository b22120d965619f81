// What sweeps and kernels say of a stencil alike. SPDX-License-Identifier: MIT
#include "compiler/emit/StencilHead.h"
#include "compiler/emit/FusedFunction.h"
#include "compiler/emit/Spelling.h"
#include "compiler/ir/Visitor.h"
#include "compiler/plan/Bound.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace brickc::emit {
namespace {

/// The fields that the body reads at any cell but the point's own: those whose ghost zones it needs.
std::set<std::string> fieldsReadAround(const ir::Stencil& stencil) {
  std::set<std::string> fields;
  ir::forEachRead(stencil, [&](const std::string& field, const std::vector<int>& offset) {
    if (llvm::any_of(offset, [](int cells) { return cells != 0; })) fields.insert(field);
  });
  return fields;
}

/// `false, true, false`: for each parameter of the user's function, whether its ghost zones are read.
std::vector<std::string> readsGhosts(const ir::Stencil& stencil) {
  const std::set<std::string> around = fieldsReadAround(stencil);
  std::vector<std::string> flags;
  for (const ir::Param& param : stencil.params)
    flags.push_back(around.count(param.name) ? "true" : "false");
  for (const unsigned position : stencil.points)
    flags.insert(flags.begin() + position, "false");
  return flags;
}

} // namespace

std::string describe(const ir::Stencil& stencil, const plan::StencilPlan& plan, llvm::StringRef source) {
  const std::string width = plan.threads > 0 ? "blocks of " + std::to_string(plan.threads) + " threads"
                                             : "vectors of " + std::to_string(plan.lanes);
  return origin(stencil.name, source, stencil.location) + ": bricks of " + list(plan.brick, "x") + ", " + width +
         ", radius " + list(plan.radius, "x");
}

std::string elementType(const ir::Param& param) {
  return (param.kind == ir::ParamKind::In ? "const " : "") + ir::cxxTypeName(param.type).str();
}

std::string resultType(const ir::Stencil& stencil) { return ir::cxxTypeName(*stencil.result).str(); }

std::string recordParameter(const ir::Stencil& stencil, const ir::Param& param) {
  return "const " + argumentType(stencil.name, &param - stencil.params.data()) + "& " + param.name;
}

std::string argumentParameter(const ir::Stencil& stencil, const ir::Param& param) {
  if (ir::isField(param.kind)) return elementType(param) + "* __restrict " + param.name;
  if (param.kind == ir::ParamKind::Table) return tableType(param.type, param.tableSize) + " " + param.name;
  if (param.kind == ir::ParamKind::Record) return recordParameter(stencil, param);
  return ir::cxxTypeName(param.type).str() + " " + param.name;
}

std::string inMembers(const ir::Param& param) {
  if (param.kind != ir::ParamKind::Record) return param.name;
  return llvm::join(
      llvm::map_range(param.members, [&](const ir::Member& member) { return memberValue(param.name, member); }), ", ");
}

void emitHead(const ir::Stencil& stencil, const plan::StencilPlan& plan, llvm::StringRef order, CodeStream& out) {
  const std::string index = "static constexpr brick::index<" + std::to_string(stencil.dims) + "> ";
  out.line(index + "brick{" + list(plan.brick) + "};");
  out.line(index + "radius{" + list(plan.radius) + "};");
  const std::vector<std::string> ghosts = readsGhosts(stencil);
  out.line("static constexpr std::array<bool, " + std::to_string(ghosts.size()) + "> reads_ghosts{" +
           llvm::join(ghosts, ", ") + "};");
  out.line("static constexpr auto order = " + order + ";");
  out.line("static constexpr std::int64_t work = " + std::to_string(plan::workOfBrick(stencil, plan)) + ";");
  if (stencil.fused) out.line("static constexpr const char* parts = \"" + partsOf(*stencil.fused) + "\";");
  if (stencil.result) out.line("using value_type = " + resultType(stencil) + ";");
}

} // namespace brickc::emit
