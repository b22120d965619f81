// The skeleton of a sweep: signature, windows and loops around the body. SPDX-License-Identifier: MIT
//
// The loop on the slowest axis stays a loop; the others are unrolled, so that the brick a row comes from is known to
// the compiler but for one comparison on the slowest axis, and rows that neighbouring points share are loaded once.
#include "compiler/emit/StencilEmitter.h"
#include "compiler/emit/CodeStream.h"
#include "compiler/emit/Spelling.h"
#include "compiler/emit/StencilBody.h"
#include "compiler/ir/Visitor.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace brickc::emit {
namespace {

std::string elementType(const ir::Param& param) {
  return (param.kind == ir::ParamKind::In ? "const " : "") + ir::cxxTypeName(param.type).str();
}

std::string parameter(const ir::Param& param) {
  if (ir::isField(param.kind)) return elementType(param) + "* __restrict " + param.name;
  if (param.kind == ir::ParamKind::Table) return tableType(param.type, param.tableSize) + " " + param.name;
  return ir::cxxTypeName(param.type).str() + " " + param.name;
}

/// The fields that the body reads at any cell but the point's own: those whose ghost zones it needs.
std::set<std::string> fieldsReadAround(const ir::Stencil& stencil) {
  std::set<std::string> fields;
  ir::forEachRead(stencil, [&](const std::string& field, const std::vector<int>& offset) {
    if (llvm::any_of(offset, [](int cells) { return cells != 0; })) fields.insert(field);
  });
  return fields;
}

/// How far the body reads every field, by axis.
std::map<std::string, std::vector<Margin>> reachOfReads(const ir::Stencil& stencil) {
  std::map<std::string, std::vector<Margin>> fields;
  ir::forEachRead(stencil, [&](const std::string& field, const std::vector<int>& offset) {
    std::vector<Margin>& reach = fields.try_emplace(field, offset.size()).first->second;
    for (std::size_t axis = 0; axis < offset.size(); ++axis) {
      reach[axis].low = std::max(reach[axis].low, -offset[axis]);
      reach[axis].high = std::max(reach[axis].high, offset[axis]);
    }
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

class SweepEmitter {
public:
  SweepEmitter(const ir::Stencil& stencil, const plan::StencilPlan& plan, llvm::StringRef debugFile)
      : stencil(stencil), plan(plan), name(nameSweep(stencil, names)),
        body(emitBody(stencil, plan, name, names, debugFile)), reach(reachOfReads(stencil)) {}

  std::string emit(llvm::StringRef source) {
    out.line("// " + describe(source));
    out.line("template <>");
    {
      const auto definition = out.open("struct brick::generated<" + stencil.name + ">", "};");
      const std::string index = "static constexpr brick::index<" + std::to_string(stencil.dims) + "> ";
      out.line(index + "brick{" + list(plan.brick) + "};");
      out.line(index + "radius{" + list(plan.radius) + "};");
      const std::vector<std::string> ghosts = readsGhosts(stencil);
      out.line("static constexpr std::array<bool, " + std::to_string(ghosts.size()) + "> reads_ghosts{" +
               llvm::join(ghosts, ", ") + "};");
      if (stencil.result) out.line("using value_type = " + resultType() + ";");
      out.blank();
      emitSweep();
      out.blank();
      emitCompute();
    }
    return out.take();
  }

private:
  std::string describe(llvm::StringRef source) const {
    return origin(stencil.name, source, stencil.location) + ": bricks of " + list(plan.brick, "x") + ", vectors of " +
           std::to_string(plan.lanes) + ", radius " + list(plan.radius, "x");
  }

  /// `range, next, u, k`, or with types.
  std::string parameters(bool typed) const {
    std::string text = (typed ? "const brick::sweep_range& " : "") + name.range;
    if (stencil.result) text += ", " + (typed ? resultType() + "* " : "") + name.values;
    for (const ir::Param& param : stencil.params)
      text += ", " + (typed ? parameter(param) : param.name);
    return text;
  }

  void emitSweep() {
    const auto function = out.open("static void sweep(" + parameters(true) + ")");
    const std::string arguments = "(" + parameters(false) + ")";
    out.line("return " + name.range + ".streaming ? " + name.compute + "<true>" + arguments + " : " + name.compute +
             "<false>" + arguments + ";");
  }

  /// Two versions of the code, as where and when cells are fetched and stored is settled out of the loops.
  void emitCompute() {
    out.line("template <bool " + name.streaming + ">");
    const auto function = out.open("static void " + name.compute + "(" + parameters(true) + ")");
    out.line("using " + name.shape + " = brick::brick_shape<" + list(plan.brick) + ">;");
    for (const auto& [type, alias] : body.vectorTypes)
      out.line("using " + alias + " = brick::vec<" + ir::cxxTypeName(type) + ", " + std::to_string(plan.lanes) + ">;");
    if (rowIsOneVector()) out.line("constexpr int " + name.axes.back() + " = 0;");
    emitLines(body.invariants);
    emitLines(body.brickArrays);
    emitBricks();
    if (body.streams) out.line("if constexpr (" + name.streaming + ") brick::end_streaming();");
  }

  void emitBricks() {
    const auto loop = out.open("for (const std::int32_t& " + name.brick + " : " + name.range + ")");
    unsigned field = 0;
    for (const ir::Param& param : stencil.params) {
      if (!ir::isField(param.kind)) continue;
      out.line(window(param, field));
      if (fetched(param)) out.line(bricksAhead(param, field));
      ++field;
    }
    for (const unsigned axis : body.pointAxes)
      out.line("const std::int64_t " + name.firstCell[axis] + " = brick::first_cell<" + name.shape + ", " +
               std::to_string(axis) + ">(" + name.range + ", " + name.brick + ");");
    if (stencil.result)
      out.line("const brick::brick_values<" + resultType() + ", " + name.shape + "> " + name.result + "(" +
               name.values + ");");
    for (std::size_t nest = 0; nest < body.schedule.nests.size(); ++nest)
      emitNest(nest);
    emitLoops(0);
    if (stencil.result) out.line(name.values + " += " + name.shape + "::cells;");
  }

  std::string resultType() const { return ir::cxxTypeName(*stencil.result).str(); }

  std::string window(const ir::Param& param, unsigned field) const {
    return "const brick::window<" + elementType(param) + ", " + name.shape + ", " + std::to_string(plan.lanes) + "> " +
           name.windows.at(param.name) + "(" + param.name + ", " + name.range + ", " + std::to_string(field) + ", " +
           name.brick + ");";
  }

  /// Whether bricks ahead are fetched of a field: where it is read at all, and its bricks have planes.
  bool fetched(const ir::Param& param) const { return stencil.dims > 1 && reach.count(param.name); }

  std::string bricksAhead(const ir::Param& param, unsigned field) const {
    const std::vector<Margin>& margins = reach.at(param.name);
    std::string type = "brick::bricks_ahead<" + ir::cxxTypeName(param.type).str() + ", " + name.shape;
    for (const Margin& margin : llvm::ArrayRef(margins).drop_back())
      type += ", brick::reach<" + list({margin.low, margin.high}) + ">";
    return "const " + type + "> " + name.ahead.at(param.name) + "(" + param.name + ", " + name.range + ", " +
           std::to_string(field) + ", &" + name.brick + ");";
  }

  void emitFetches() {
    for (const ir::Param& param : stencil.params)
      if (ir::isField(param.kind) && fetched(param))
        out.line("if constexpr (" + name.streaming + ") " + name.ahead.at(param.name) + ".fetch(" + name.axes.front() +
                 ");");
  }

  /// The loop over planes that computes some of the shared values.
  void emitNest(std::size_t number) {
    const SharedNest& nest = body.schedule.nests[number];
    const auto planes = openLoop(0, nest.planes);
    emitLines(body.sharedPlanes[number]);
    emitLines(body.planeArrays[number]);
    for (std::size_t stage = 0; stage < nest.stages.size(); ++stage)
      emitStage(nest.stages[stage].rows, body.shared[{number, stage}]);
  }

  /// Unrolled where rows are those of several bricks, so that which is known to the compiler.
  void emitStage(const Margin& rows, const std::vector<std::string>& statements) {
    if (stencil.dims < 3) return emitRow(statements);
    if (rows.low || rows.high) out.line("BRICK_UNROLL");
    const auto loop = openLoop(1, rows);
    emitRow(statements);
  }

  void emitRow(const std::vector<std::string>& statements) {
    if (rowIsOneVector()) return emitLines(statements);
    out.line("BRICK_UNROLL");
    const std::string& i = name.axes.back();
    const auto loop = out.open("for (int " + i + " = 0; " + i + " < " + std::to_string(plan.brick.back()) + "; " + i +
                               " += " + std::to_string(plan.lanes) + ")");
    emitLines(statements);
  }

  void emitLines(const std::vector<std::string>& lines) {
    for (const std::string& line : lines)
      out.line(line);
  }

  CodeStream::Scope openLoop(std::size_t axis, const Margin& margin) {
    const std::string& i = name.axes[axis];
    return out.open("for (int " + i + " = " + std::to_string(-margin.low) + "; " + i + " < " +
                    std::to_string(plan.brick[axis] + margin.high) + "; ++" + i + ")");
  }

  void emitLoops(std::size_t axis) {
    const bool last = axis + 1 == plan.brick.size();
    if (axis == plan.brick.size() || (last && rowIsOneVector())) {
      emitLines(body.statements);
      return;
    }
    const bool slowest = axis == 0 && !last;
    if (!slowest) out.line("BRICK_UNROLL");
    const std::string& i = name.axes[axis];
    const std::string next = last ? i + " += " + std::to_string(plan.lanes) : "++" + i;
    const auto loop =
        out.open("for (int " + i + " = 0; " + i + " < " + std::to_string(plan.brick[axis]) + "; " + next + ")");
    if (slowest) {
      emitFetches();
      emitLines(body.planes);
    }
    emitLoops(axis + 1);
  }

  bool rowIsOneVector() const { return plan.brick.back() == plan.lanes; }

  const ir::Stencil& stencil;
  const plan::StencilPlan& plan;
  Names names;
  SweepNames name;
  StencilBody body;
  std::map<std::string, std::vector<Margin>> reach; ///< of the fields that are read, by axis
  CodeStream out;
};

} // namespace

std::string emitStencil(const ir::Stencil& stencil, const plan::StencilPlan& plan, llvm::StringRef source,
                        bool debugLines) {
  return SweepEmitter(stencil, plan, debugLines ? source : "").emit(source);
}

} // namespace brickc::emit
