// The skeleton of a sweep: signature, windows and loops around the body. SPDX-License-Identifier: MIT
//
// The loop on the slowest axis stays a loop; the others are unrolled, so that the brick a row comes from is known to
// the compiler but for one comparison on the slowest axis, and rows that neighbouring points share are loaded once.
// Where that is too much code for a compiler to keep its values in registers, or slower past the caches, rows are a
// loop too, but for those that read rows of other bricks (StencilPlan::rowLoop).
#include "compiler/emit/StencilEmitter.h"
#include "compiler/emit/CodeStream.h"
#include "compiler/emit/Spelling.h"
#include "compiler/emit/StencilBody.h"
#include "compiler/emit/StencilHead.h"
#include "compiler/ir/Visitor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace brickc::emit {
namespace {

std::string scalar(ir::Type type, const std::string& name) { return ir::cxxTypeName(type).str() + " " + name; }

/// Of the function that computes, of which the members of records are parameters.
std::string parameter(const ir::Stencil& stencil, const ir::Param& param) {
  if (param.kind != ir::ParamKind::Record) return argumentParameter(stencil, param);
  return llvm::join(llvm::map_range(param.members, [](const ir::Member& m) { return scalar(m.type, m.name); }), ", ");
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

class SweepEmitter {
public:
  SweepEmitter(const ir::Stencil& stencil, const plan::StencilPlan& plan, plan::FpMode fp, llvm::StringRef debugFile)
      : stencil(stencil), plan(plan), name(nameSweep(stencil, names)),
        body(emitBody(stencil, plan, fp, name, names, debugFile)), reach(reachOfReads(stencil)) {}

  std::string emit(llvm::StringRef source) {
    out.line("// " + describe(stencil, plan, source));
    out.line("template <>");
    {
      const auto definition = out.open("struct brick::generated<" + stencil.name + ">", "};");
      emitHead(stencil, plan, order(), out);
      if (stencil.result) out.line("static constexpr int lanes = " + std::to_string(plan.lanes) + ";");
      if (stencil.result && leavesOutPlanes())
        out.line("static constexpr int rows_at_once = " +
                 std::to_string(leavesOutRows() ? rowsAtOnce() : planesAtOnce()) + ";");
      if (!stencil.result) out.line("static constexpr auto omission = brick::sweep_omission::" + omission() + ";");
      out.blank();
      emitSweep();
      out.blank();
      emitCompute();
    }
    return out.take();
  }

private:
  /// The parameters of a function, with those of the stencil as `spell` has them.
  std::string parameters(llvm::function_ref<std::string(const ir::Stencil&, const ir::Param&)> spell) const {
    std::string text = "const brick::sweep_range& " + name.range;
    if (stencil.result) text += ", " + name.valuesType + " " + name.values;
    for (const ir::Param& param : stencil.params)
      text += ", " + spell(stencil, param);
    return text;
  }

  void emitSweep() {
    if (stencil.result) out.line("template <class " + name.valuesType + ">");
    const auto function = out.open("static void sweep(" + parameters(argumentParameter) + ")");
    std::string arguments = "(" + name.range + (stencil.result ? ", " + name.values : "");
    for (const ir::Param& param : stencil.params)
      arguments += ", " + inMembers(param);
    arguments += ")";
    if (dependsOnStreaming())
      out.line("return " + name.range + ".streaming ? " + name.compute + "<true>" + arguments + " : " + name.compute +
               "<false>" + arguments + ";");
    else
      out.line("return " + name.compute + arguments + ";");
  }

  /// Two versions of the code, as where and when cells are fetched and stored is settled out of the loops; one where
  /// both would be the same.
  void emitCompute() {
    std::vector<std::string> head;
    if (dependsOnStreaming()) head.push_back("bool " + name.streaming);
    if (stencil.result) head.push_back("class " + name.valuesType);
    if (!head.empty()) out.line("template <" + llvm::join(head, ", ") + ">");
    const auto function = out.open("static void " + name.compute + "(" + parameters(parameter) + ")");
    out.line("using " + name.shape + " = brick::brick_shape<" + list(plan.brick) + ">;");
    for (const auto& [type, alias] : body.vectorTypes)
      out.line("using " + alias + " = brick::vec<" + ir::cxxTypeName(type) + ", " + std::to_string(plan.lanes) + ">;");
    if (rowIsOneVector()) out.line("constexpr int " + name.axes.back() + " = 0;");
    emitLines(body.invariants);
    emitLines(body.rings);
    emitBricks();
    if (!body.streamed.empty()) out.line("if constexpr (" + name.streaming + ") brick::end_streaming();");
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
      out.line("auto " + name.result + " = brick::values_of_brick<" + resultType(stencil) + ", " + name.shape + ">(" +
               name.values + ");");
    if (leavesOutPlanes())
      out.line(computed(name.planes, planesAtOnce() > 1 ? "0, " + std::to_string(planesAtOnce()) : "0"));
    if (leavesOutRows()) out.line(computed(name.rows, "1, " + std::to_string(rowsAtOnce())));
    emitPlanes();
    if (stencil.result) out.line(name.values + " += " + name.shape + "::cells;");
  }

  /// Whether planes and rows beyond the domain are not computed. Values that are reduced are combined for as many rows
  /// at once as a vector has lanes: where a brick's rows are no multiple of that, and nothing is written, all are
  /// computed.
  bool leavesOutPlanes() const {
    return stencil.dims > 1 && (!stencil.result || stencil.writes() || rowsOfValues() == plan.lanes);
  }
  bool leavesOutRows() const { return leavesOutPlanes() && stencil.dims == 3 && plan.brick[1] > 1; }

  /// Where rows are written out, both halves of a plane or the first: to ask more often costs up to 6 % in the caches.
  /// Values that are reduced come for as many rows as are combined at once, and where halves are not made of these, for
  /// all rows of a plane.
  int rowsAtOnce() const {
    const int rows = std::max(plan.rowLoop == plan::RowLoop::Never ? plan.brick[1] / 2 : 1, rowsOfValues());
    return rows % rowsOfValues() == 0 ? rows : plan.brick[1];
  }
  int planesAtOnce() const { return stencil.dims == 2 ? rowsOfValues() : 1; }
  int rowsOfValues() const { return stencil.result && plan.brick[stencil.dims - 2] % plan.lanes == 0 ? plan.lanes : 1; }

  std::string omission() const {
    return !leavesOutPlanes() ? "nothing" : leavesOutRows() && rowsAtOnce() > 1 ? "half_planes" : "rows";
  }

  std::string computed(const std::string& count, const std::string& axis) const {
    return "const int " + count + " = brick::computed<" + name.shape + ", " + axis + ">(" + name.range + ", " +
           name.brick + ");";
  }

  /// Whether sweeps of fields that are larger than the caches have other code.
  bool dependsOnStreaming() const {
    const auto fetches = [&](const ir::Param& param) { return fetched(param); };
    return !body.streamed.empty() || plan.rowLoop == plan::RowLoop::OutOfCache ||
           (!plan.fetchesInCaches && llvm::any_of(stencil.params, fetches));
  }

  std::string window(const ir::Param& param, unsigned field) const {
    return "const brick::window<" + elementType(param) + ", " + name.shape + ", " + std::to_string(plan.lanes) + "> " +
           name.windows.at(param.name) + "(" + param.name + ", " + name.range + ", " + std::to_string(field) + ", " +
           name.brick + ");";
  }

  /// Whether bricks ahead are fetched of a field: where it is read at all, and its bricks have planes. Where nothing is
  /// read beside the point, bricks come in the order of memory, which processors fetch ahead better by themselves.
  bool fetched(const ir::Param& param) const {
    return ir::isField(param.kind) && stencil.dims > 1 && readsBeside() && reach.count(param.name);
  }
  bool readsBeside() const {
    return llvm::any_of(plan.radius, [](int cells) { return cells > 0; });
  }

  const char* fetchRules() const {
    switch (plan.fetch) {
    case plan::Fetch::SecondLevel:
      return "brick::fetch_second_level";
    case plan::Fetch::SecondLevelTwice:
      return "brick::fetch_second_level_twice";
    case plan::Fetch::FirstLevel:
      return "brick::fetch_first_level";
    case plan::Fetch::FirstOfLargeLevels:
      return "brick::fetch_first_of_large_levels";
    case plan::Fetch::SecondOfLargeLevels:
      return "brick::fetch_second_of_large_levels";
    }
    llvm_unreachable("a fetch");
  }

  std::string bricksAhead(const ir::Param& param, unsigned field) const {
    const std::vector<Margin>& margins = reach.at(param.name);
    std::string type = std::string("brick::bricks_ahead<") + fetchRules() + ", " + ir::cxxTypeName(param.type).str() +
                       ", " + name.shape + ", " + order();
    for (const Margin& margin : margins)
      type += ", brick::reach<" + list({margin.low, margin.high}) + ">";
    return "const " + type + "> " + name.ahead.at(param.name) + "(" + param.name + ", " + name.range + ", " +
           std::to_string(field) + ", &" + name.brick + ");";
  }

  /// At the head of the innermost loop but that over vectors: with every row `at` of a plane, or plane of two axes.
  void emitFetches(const std::string& at, const std::string& condition = "") {
    const std::string where = plan.fetchesInCaches ? "" : "if constexpr (" + name.streaming + ") ";
    for (const ir::Param& param : stencil.params)
      if (fetched(param)) out.line(where + condition + name.ahead.at(param.name) + ".fetch(" + at + ");");
  }

  /// Whether lines are fetched with the rows of the last nest, where most of the time goes, instead of those of the
  /// statements: requests that come all at once, while a plane is stored, are held up or dropped.
  bool fetchesInNest() const {
    if (body.schedule.nests.empty() || stencil.dims < 3 || !rowIsOneVector() || body.schedule.stagesApart) return false;
    const Margin& rows = body.schedule.nests.back().stages.back().rows;
    return rows.low == 0 && rows.high == 0;
  }

  void emitFetchesInNest() {
    const Margin& steps = body.schedule.steps;
    const std::string plane = steps.high ? name.plane + " - " + std::to_string(steps.high) : name.plane;
    const std::string head = reached(name.plane, steps, steps.high, 0);
    emitFetches(plane + ", " + name.axes[1], head.empty() ? "" : head + " ");
  }

  /// The stencil's statements and loops, and around them the loop over planes of the shared values they read.
  void emitPlanes() {
    const SharedSchedule& schedule = body.schedule;
    if (schedule.nests.empty()) return emitLoops(0);
    if (stencil.dims == 1) {
      emitRowsOfNest(0);
      return emitLoops(0);
    }
    const std::string begin = std::to_string(-schedule.steps.low), behind = std::to_string(schedule.steps.high);
    if (schedule.carries)
      out.line("const int " + name.firstPlane + " = brick::follows<" + name.shape + ">(" + name.range + ", &" +
               name.brick + ") ? " + behind + " : " + begin + ";");
    const auto planes =
        openLoop(name.plane, schedule.carries ? name.firstPlane : begin, planesEnd(schedule.steps.high));
    for (std::size_t nest = 0; nest < schedule.nests.size(); ++nest)
      emitNest(nest);
    if (schedule.atOnce) return;
    const auto block = out.open(reached(name.plane, schedule.steps, schedule.steps.high, 0));
    declarePosition(name.axes.front(), name.plane, schedule.steps.high);
    emitPlane();
  }

  void emitNest(std::size_t number) {
    const SharedNest& nest = body.schedule.nests[number];
    const auto block = out.open(reached(name.plane, body.schedule.steps, nest.lag, nest.planes.low));
    declarePosition(name.axes.front(), name.plane, nest.lag);
    emitLines(body.sharedPlanes[number]);
    if (stencil.dims < 3) return emitRowsOfNest(number);
    const int behind = body.schedule.steps.high;
    if (body.schedule.stagesApart) {
      for (std::size_t stage = 0; stage < nest.stages.size(); ++stage)
        emitRowsOfStage(number, stage);
      return;
    }
    if (body.schedule.atOnce) emitStores(body.planeBehind);
    // All rows for one vector of a row before the next vector: fewer values are alive than with whole rows.
    emitVectors([&] { emitRows(number); });
    if (body.schedule.atOnce) emitEndOfStores("if (" + name.plane + " >= " + std::to_string(behind) + ") ");
  }

  /// Where a plane is a row, or there is nothing but one.
  void emitRowsOfNest(std::size_t number) {
    for (std::size_t stage = 0; stage < body.schedule.nests[number].stages.size(); ++stage) {
      emitInFront(number, stage);
      emitRow(body.shared[{number, stage}]);
    }
  }

  /// What cells of the row read of those in front of it.
  void emitInFront(std::size_t nest, std::size_t stage) {
    const auto lines = body.sharedBefore.find({nest, stage});
    if (lines == body.sharedBefore.end()) return;
    const auto block = out.open("");
    if (!rowIsOneVector()) out.line("constexpr int " + name.axes.back() + " = 0;");
    emitLines(lines->second);
  }

  /// The rows of a stage by themselves: a loop where they read no fields, of which some are in other bricks, or all
  /// rows are loops.
  void emitRowsOfStage(std::size_t number, std::size_t stage) {
    const SharedStage& at = body.schedule.nests[number].stages[stage];
    const bool separate = at.reads.empty(), rolled = separate || plan.rowLoop != plan::RowLoop::Never;
    const std::string &y = name.axes[1], &row = separate ? name.row : y;
    const std::string count = rolled && leavesOutRows() ? name.rows : std::to_string(plan.brick[1]);
    out.line(rolled ? "BRICK_ROLLED" : "BRICK_UNROLL");
    const auto rows =
        openLoop(row, std::to_string(-at.rows.low), count + (at.rows.high ? " + " + std::to_string(at.rows.high) : ""));
    if (separate)
      out.line("const std::ptrdiff_t " + y + " = brick::separate_row(" + row + ");");
    else if (!rolled)
      emitEndOfRows(y, at.rows.high);
    emitInFront(number, stage);
    emitVectors([&] { emitLines(body.shared[{number, stage}]); }, rolled ? "BRICK_UNROLL_LATE" : "BRICK_UNROLL");
  }

  void emitRows(std::size_t number) {
    const SharedNest& nest = body.schedule.nests[number];
    emitLines(body.lastRows[number]);
    out.line("BRICK_UNROLL");
    const auto rows =
        openLoop(name.row, std::to_string(-nest.steps.low), std::to_string(plan.brick[1] + nest.steps.high));
    emitEndOfRows(name.row, nest.steps.high);
    for (std::size_t stage = 0; stage < nest.stages.size(); ++stage) {
      const SharedStage& at = nest.stages[stage];
      const auto stageBlock = out.open(reached(name.row, nest.steps, at.lag, at.rows.low));
      declarePosition(name.axes[1], name.row, at.lag);
      const bool last = number + 1 == body.schedule.nests.size() && stage + 1 == nest.stages.size();
      if (last && fetchesInNest()) emitFetchesInNest();
      emitLines(body.shared[{number, stage}]);
    }
  }

  /// The head of a block whose position lags behind a loop with those steps, and is at -`low` first.
  static std::string reached(const std::string& loop, const Margin& steps, int lag, int low) {
    const bool always = lag - low == -steps.low;
    return always ? "" : "if (" + loop + " >= " + std::to_string(lag - low) + ")";
  }

  void declarePosition(const std::string& position, const std::string& loop, int lag) {
    out.line("const int " + position + " = " + loop + (lag ? " - " + std::to_string(lag) : "") + ";");
  }

  CodeStream::Scope openLoop(const std::string& index, const std::string& first, const std::string& end) {
    return out.open("for (int " + index + " = " + first + "; " + index + " < " + end + "; ++" + index + ")");
  }

  /// Where a loop over planes ends that so many values lag behind.
  std::string planesEnd(int lag) const {
    if (!leavesOutPlanes()) return std::to_string(plan.brick.front() + lag);
    return name.planes + (lag ? " + " + std::to_string(lag) : "");
  }

  /// At the head of a loop over rows that is written out and lags so much behind.
  void emitEndOfRows(const std::string& row, int lag) {
    const int half = plan.brick[1] / 2;
    if (leavesOutRows())
      out.line("if (" + row + " == " + std::to_string(half + lag) + " && " + name.rows + " <= " + std::to_string(half) +
               ") break;");
  }

  std::string order() const { return sweepOrder(body.schedule.carries).str(); }

  void emitRow(const std::vector<std::string>& statements) {
    emitVectors([&] { emitLines(statements); });
  }

  /// The loop over the vectors of a row, where that is more than one.
  void emitVectors(llvm::function_ref<void()> statements, const char* unrolled = "BRICK_UNROLL") {
    if (rowIsOneVector()) return statements();
    out.line(plan.unrollsVectors ? unrolled : "BRICK_ROLLED");
    const std::string& i = name.axes.back();
    const auto loop = out.open("for (int " + i + " = 0; " + i + " < " + std::to_string(plan.brick.back()) + "; " + i +
                               " += " + std::to_string(plan.lanes) + ")");
    statements();
  }

  void emitLines(const std::vector<std::string>& lines) {
    for (const std::string& line : lines)
      out.line(line);
  }

  /// The loops from that axis on.
  void emitLoops(std::size_t axis) {
    const bool last = axis + 1 == plan.brick.size();
    if (last) {
      if (!fetchesInNest()) emitFetches(llvm::join(llvm::ArrayRef(name.axes).drop_back(), ", "));
      emitRow(body.statements);
      return;
    }
    const bool slowest = axis == 0;
    if (!slowest && plan.rowLoop != plan::RowLoop::Never) return emitRowLoop();
    if (!slowest) out.line("BRICK_UNROLL");
    const auto loop = openLoop(name.axes[axis], "0", slowest ? planesEnd(0) : std::to_string(plan.brick[axis]));
    if (slowest) return emitPlane();
    emitEndOfRows(name.axes[axis], 0);
    emitLoops(axis + 1);
  }

  /// Rows `low` to before `high` read rows of this brick only, or are all; each of the others has its own copy of the
  /// code.
  void emitRowLoop() {
    const Margin reached = plan.rowLoop == plan::RowLoop::WithEdges ? Margin() : rowsReached();
    const int rows = plan.brick[1], low = std::min(reached.low, rows), high = std::max(rows - reached.high, low);
    const std::string& y = name.axes[1];
    {
      const auto row =
          out.open("const auto " + name.computeRow + " = [&](int " + y + ") __attribute__((always_inline))", "};");
      emitLoops(2);
    }
    const auto emitEdge = [&](int at) {
      const std::string row = std::to_string(at);
      out.line((leavesOutRows() && at > 0 ? "if (" + row + " < " + name.rows + ") " : "") + name.computeRow + "(" +
               row + ");");
    };
    for (int at = 0; at < low; ++at)
      emitEdge(at);
    const std::string one = name.computeRow + "(" + y + ");", last = std::to_string(high);
    const auto emitRolled = [&] {
      if (leavesOutRows()) out.line("const int " + name.innerRows + " = std::min(" + last + ", " + name.rows + ");");
      out.line("BRICK_ROLLED");
      const auto loop = openLoop(y, std::to_string(low), leavesOutRows() ? name.innerRows : last);
      out.line(one);
    };
    if (low < high && plan.rowLoop != plan::RowLoop::OutOfCache) emitRolled();
    if (low < high && plan.rowLoop == plan::RowLoop::OutOfCache) {
      {
        const auto block = out.open("if constexpr (" + name.streaming + ")");
        emitRolled();
      }
      const auto block = out.open("else");
      out.line("BRICK_UNROLL");
      const auto loop = openLoop(y, std::to_string(low), last);
      emitEndOfRows(y, 0);
      out.line(one);
    }
    for (int at = high; at < rows; ++at)
      emitEdge(at);
  }

  /// How many rows away any field is read.
  Margin rowsReached() const {
    Margin most;
    for (const auto& [field, margins] : reach) {
      most.low = std::max(most.low, margins[1].low);
      most.high = std::max(most.high, margins[1].high);
    }
    return most;
  }

  /// What the statements do for one plane.
  void emitPlane() {
    emitLines(body.planes);
    emitStores(name.axes.front());
    emitLoops(1);
    emitEndOfStores("");
  }

  /// What stores to that plane.
  void emitStores(const std::string& plane) {
    for (const std::string& field : body.streamed)
      out.line("auto " + name.stores.at(field) + " = " + name.windows.at(field) + ".stores<" + name.streaming +
               storesAtOnce() + ">(" + plane + ");");
  }

  void emitEndOfStores(const std::string& condition) {
    for (const std::string& field : body.streamed)
      out.line(condition + name.stores.at(field) + endOfStores());
  }

  std::string endOfStores() const {
    return leavesOutRows() ? ".template end<" + std::to_string(rowsAtOnce()) + ">(" + name.rows + ");" : ".end();";
  }

  const char* storesAtOnce() const {
    switch (plan.storesAtOnce) {
    case plan::StoresAtOnce::FewLines:
      return "";
    case plan::StoresAtOnce::OneLine:
      return ", brick::one_line";
    case plan::StoresAtOnce::WholePlane:
      return ", brick::whole_plane";
    }
    llvm_unreachable("an amount of stores");
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

std::string emitStencil(const ir::Stencil& stencil, const plan::StencilPlan& plan, plan::FpMode fp,
                        llvm::StringRef source, bool debugLines) {
  return SweepEmitter(stencil, plan, fp, debugLines ? source : "").emit(source);
}

} // namespace brickc::emit
