// Lets become constants, stores become assignments to a window; values of fields are declared where first needed, so
// that few of them are alive at a time. SPDX-License-Identifier: MIT
#include "compiler/emit/StencilBody.h"
#include "compiler/emit/InterleavedSums.h"
#include "compiler/emit/Planes.h"
#include "compiler/emit/Spelling.h"
#include "compiler/ir/MovedValue.h"
#include "compiler/ir/Visitor.h"
#include "compiler/plan/Target.h"
#include "compiler/support/LineDirective.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace brickc::emit {
namespace {

/// The alias `vec` is for the type of what is computed: the result's, or the first output's.
ir::Type mainType(const ir::Stencil& stencil) {
  if (stencil.result) return *stencil.result;
  const auto output = llvm::find_if(stencil.params, [](const ir::Param& p) { return ir::isWritten(p.kind); });
  return output == stencil.params.end() ? ir::Type::F64 : output->type;
}

class BodyEmitter {
public:
  BodyEmitter(const ir::Stencil& stencil, const plan::StencilPlan& plan, plan::FpMode fp, const SweepNames& sweep,
              Names& names)
      : stencil(stencil), plan(plan),
        functions(fp == plan::FpMode::Reassociate ? "brick::vector_math::" : "brick::math::"), sweep(sweep),
        names(names), point(llvm::join(sweep.axes, ", ")), types(mainType(stencil), plan.lanes, names),
        planes(plan, sweep, names), values(valuesOfBody()) {
    body.schedule = scheduleShared(stencil, plan);
  }

  StencilBody emit(llvm::StringRef debugFile) {
    loadOldValues();
    for (const ir::Statement& statement : stencil.body)
      std::visit(
          [&](const auto& s) {
            if (!debugFile.empty() && s.location.line > 0)
              body.statements.push_back(lineDirective(s.location.line, s.location.fileOr(debugFile.str())));
            emitStatement(s);
          },
          statement);
    if (body.schedule.stagesApart) emitInterleaved();
    if (body.schedule.atOnce) joinAtOnce();
    const std::string& plane = sweep.axes.front();
    for (const auto& [nest, read] : nestPlanes)
      body.sharedPlanes[nest] = read.declarations(plane);
    if (body.schedule.atOnce) {
      body.planeBehind = "std::max(" + sweep.plane + " - " + std::to_string(body.schedule.steps.high) + ", 0)";
      llvm::append_range(body.sharedPlanes[0], planes.declarations(body.planeBehind));
    } else if (!isKernel()) {
      body.planes = planes.declarations(plane);
    }
    body.vectorTypes = types.needed();
    return std::move(body);
  }

private:
  /// A field that is written is read before, whatever the order of the statements.
  void loadOldValues() {
    for (const ir::Statement& statement : stencil.body)
      ir::forEachNode(ir::valueOf(statement), [&](const ir::ExprRef& node) {
        const auto* load = llvm::dyn_cast<ir::LoadExpr>(node.get());
        const ir::Param* field = load ? stencil.findParam(load->field) : nullptr;
        if (!field || !ir::isWritten(field->kind)) return;
        readBack.insert(load->field);
        declareValues(node);
      });
  }

  void emitStatement(const ir::Let& let) {
    const Fragment value = emitValue(let.value);
    const std::string& name = sweep.locals.at(let.name);
    auto& lines = value.uniform ? body.invariants : body.statements;
    lines.push_back("const " + localType(let.value->type(), value.uniform) + " " + name + " = " + value.text + ";");
    locals[let.name] = {name, ir::Precedence::Primary, value.uniform, value.maskBytes};
  }

  void emitStatement(const ir::Share& share) {
    if (!body.schedule.stagesApart) emitPart({&share, share.value, true, true});
  }

  void emitInterleaved() {
    for (const SharedNest& nest : body.schedule.nests)
      for (const SharedStage& stage : nest.stages)
        for (const SharePart& part : interleaveSums(stage.shares))
          emitPart(part);
  }

  void emitPart(const SharePart& part) {
    const ir::Share& share = *part.share;
    const SharedPlace& place = body.schedule.places.at(share.name);
    std::vector<std::string>& lines = body.shared[{place.nest, place.stage}];
    FieldValues& loads = stageValues.try_emplace({place.nest, place.stage}, valuesOfStage(place, false)).first->second;
    llvm::append_range(lines, loads.declare(part.value));
    const auto load = [&](const ir::LoadExpr& load) { return loads.nameOf(load); };
    const Fragment value = emitExpression(part.value, {load, noPoint, locals, functions}, types);
    const std::string& type = types.vec(share.value->type());
    const std::string computed = " = " + asVector(value, share.value->type(), types) + ";";
    if (!part.last) {
      if (part.first) locals[share.name] = {names.declare(share.name + "_sum")};
      lines.push_back((part.first ? type + " " : "") + locals.at(share.name).text + computed);
      return;
    }
    const bool inRing = place.storage == SharedStorage::Ring;
    if (!inRing) llvm::append_range(lines, declareRows(share, place, type));
    const std::string element = inRing ? ringElement({share.name, origin()}, 0) : lastRows.at(share.name).front();
    if (isReplaced(place)) {
      const std::string name = newNames[share.name] = names.declare("new_" + share.name);
      newValues.push_back({&share, "const " + type + " " + name + computed, element + " = " + name + ";"});
    } else {
      lines.push_back((place.storage == SharedStorage::Local ? "const " + type + " " : "") + element + computed);
    }
    if (inRing) declareRing(share, place, type);
    if (place.before > 0) computeBefore(share, place);
  }

  /// The vectors in front of the brick's rows, of which what is needed lies at the end: the first one is seen from the
  /// first cell that is needed, as nothing further away may be readable, and turned until it is in its place.
  void computeBefore(const ir::Share& share, const SharedPlace& place) {
    std::vector<std::string>& lines = body.sharedBefore[{place.nest, place.stage}];
    FieldValues& loads = valuesBefore.try_emplace({place.nest, place.stage}, valuesOfStage(place, true)).first->second;
    for (int vector = vectorsBefore(place); vector > 0; --vector) {
      const int cells = std::min(place.before, vector * plan.lanes);
      std::vector<int> back = origin();
      back.back() = cells;
      const ir::ExprRef expr = ir::moved(share.value, back);
      llvm::append_range(lines, loads.declare(expr));
      const auto load = [&](const ir::LoadExpr& load) { return loads.nameOf(load); };
      const Fragment value = emitExpression(expr, {load, noPoint, locals, functions}, types);
      const std::string name = inFront[{share.name, cells}] = names.declare(share.name + "_before");
      const ir::Type type = share.value->type();
      lines.push_back("const " + types.vec(type) + " " + name + " = " + asVector(value, type, types) + ";");
      if (place.storage != SharedStorage::Ring) continue;
      const std::string turn = std::to_string(cells - (vector - 1) * plan.lanes);
      const std::string turned =
          cells < vector * plan.lanes ? "brick::align<" + turn + ">(" + name + ", " + name + ")" : name;
      std::vector<int> slot = origin();
      slot.back() = -vector * plan.lanes;
      lines.push_back(ringElement({share.name, slot}, 0) + " = " + turned + ";");
    }
  }

  int vectorsBefore(const SharedPlace& place) const { return (place.before + plan.lanes - 1) / plan.lanes; }

  static std::string noPoint(unsigned) { llvm_unreachable("a shared value does not depend on the point"); }

  /// A value that replaces what its ring holds.
  struct NewValue {
    const ir::Share* share;
    std::string compute, replace;
    bool computed = false, replaced = false;
  };

  bool isReplaced(const SharedPlace& place) const {
    return body.schedule.atOnce && place.storage == SharedStorage::Ring;
  }

  /// Behind the values of the last stage come those that the statements need on this plane, the statements, and the
  /// other values, the last ones first, as these need what the rings hold of others. Each replaces what its ring holds
  /// as soon as nobody needs that: so few are alive at a time.
  void joinAtOnce() {
    std::vector<std::string>& lines = body.shared[{0, body.schedule.nests.front().stages.size() - 1}];
    const auto compute = [&](NewValue& value) {
      lines.push_back(value.compute);
      value.computed = true;
    };
    const auto isNeeded = [&](const NewValue& value) {
      return llvm::any_of(newValues, [&](const NewValue& reader) {
        return !reader.computed && reads(reader.share->value, value.share->name, [](int) { return true; });
      });
    };
    const auto replace = [&] {
      for (NewValue& value : newValues)
        if (value.computed && !value.replaced && !isNeeded(value)) {
          lines.push_back(value.replace);
          value.replaced = true;
        }
    };
    for (NewValue& value : newValues)
      if (isReadNow(*value.share)) compute(value);
    llvm::append_range(lines, body.statements);
    body.statements.clear();
    replace();
    for (NewValue& value : llvm::reverse(newValues))
      if (!value.computed) {
        compute(value);
        replace();
      }
  }

  /// Whether statements read the value on the plane that the nest computes.
  bool isReadNow(const ir::Share& share) const {
    return llvm::any_of(stencil.body, [&](const ir::Statement& statement) {
      return !std::holds_alternative<ir::Share>(statement) &&
             reads(ir::valueOf(statement), share.name, [this](int plane) { return plane == body.schedule.steps.high; });
    });
  }

  /// Whether a shared value is read on a plane at an offset that will do.
  static bool reads(const ir::ExprRef& expr, const std::string& share, llvm::function_ref<bool(int)> willDo) {
    bool found = false;
    ir::forEachNode(expr, [&](const ir::ExprRef& node) {
      const auto* load = llvm::dyn_cast<ir::LoadExpr>(node.get());
      found |= load && load->field == share && willDo(load->offset.front());
    });
    return found;
  }

  void emitStatement(const ir::Store& store) {
    const std::string value = asVector(emitValue(store.value), store.value->type(), types);
    const std::string& window = sweep.windows.at(store.field);
    if (isKernel()) {
      body.statements.push_back("if (" + sweep.writes + ") " + window + "(" + point + ") = " + value + ";");
    } else if (readBack.count(store.field)) { // its line is in the cache
      body.statements.push_back(window + ".store<false>(" + value + ", " + point + ");");
    } else {
      const std::string rest = llvm::join(llvm::ArrayRef(sweep.axes).drop_front(), ", ");
      body.statements.push_back(stencil.dims > 1
                                    ? whenDue() + sweep.stores.at(store.field) + ".store(" + value + ", " + rest + ");"
                                    : window + ".store<" + sweep.streaming + ">(" + value + ", " + point + ");");
      body.streamed.insert(store.field);
    }
  }

  /// The planes of the nest that the statements are computed with begin before those of the brick.
  std::string whenDue() const {
    const int behind = body.schedule.steps.high;
    return body.schedule.atOnce ? "if (" + sweep.plane + " >= " + std::to_string(behind) + ") " : "";
  }

  void emitStatement(const ir::Return& result) {
    const Fragment value = emitValue(result.value);
    body.statements.push_back(sweep.result + ".store(" + asVector(value, result.value->type(), types) + ", " + point +
                              ");");
  }

  /// `u_0_m1.load<1>(z)`: the kernel finds once for each thread where the cells are that it reads in every plane.
  std::string loadFromColumn(const FieldValues::Key& key) {
    const auto [field, offset] = key;
    const std::vector<int> around(offset.begin() + 1, offset.end());
    std::string& column = columns[{field, around}];
    if (column.empty()) {
      column = names.declare(offsetName(field + "_column", around));
      body.planes.push_back("const auto " + column + " = " + sweep.windows.at(field) + ".at<" + list(around) + ">(" +
                            llvm::join(llvm::ArrayRef(sweep.axes).drop_front(), ", ") + ");");
    }
    return column + ".load<" + std::to_string(offset.front()) + ">(" + sweep.axes.front() + ")";
  }

  /// A thread of a kernel computes single cells.
  bool isKernel() const { return plan.threads > 0; }

  std::vector<int> origin() const { return std::vector<int>(stencil.dims); }

  FieldValues valuesOfBody() {
    const auto load = [this](const FieldValues::Key& key) {
      const auto window = sweep.windows.find(key.first);
      if (window == sweep.windows.end()) return ringValue(key, body.schedule.atOnce ? body.schedule.steps.high : 0);
      if (stencil.dims > 1) return isKernel() ? loadFromColumn(key) : planes.load(key);
      return loadFrom(window->second, key);
    };
    return {load, loadsAnywhere(), plan.lanes, names, types};
  }

  /// In front of the rows, what the stage has computed itself is there in locals.
  FieldValues valuesOfStage(const SharedPlace& place, bool isInFront) {
    const SharedNest& nest = body.schedule.nests[place.nest];
    Planes& read = nestPlanes.try_emplace(place.nest, plan, sweep, names, &nest).first->second;
    const SharedStage& stage = nest.stages[place.stage];
    const auto isLocal = [this, &stage, isInFront](const FieldValues::Key& key) {
      return isInFront && !sweep.windows.count(key.first) && &body.schedule.stageOf(key.first) == &stage &&
             llvm::all_of(llvm::ArrayRef(key.second).drop_back(), [](int offset) { return offset == 0; });
    };
    const auto load = [this, isLocal, &read, &stage](const FieldValues::Key& key) {
      if (const auto window = sweep.windows.find(key.first); window != sweep.windows.end())
        return stencil.dims > 1 ? read.load(key, &stage) : loadFrom(window->second, key);
      if (isLocal(key)) return inFront.at({key.first, -key.second.back()});
      if (body.schedule.places.at(key.first).storage == SharedStorage::Ring) return ringValue(key, 0);
      const int offset = stencil.dims == 3 ? key.second[1] : 0;
      return lastRows.at(key.first)[body.schedule.rowsBehind(key.first, offset, stage)];
    };
    const auto anywhere = [isLocal, anyField = loadsAnywhere()](const FieldValues::Key& key, ir::Type type) {
      return isLocal(key) || anyField(key, type);
    };
    return {load, anywhere, plan.lanes, names, types};
  }

  /// In one dimension, where there are no planes.
  std::string loadFrom(const std::string& window, const FieldValues::Key& key) const {
    return window + ".load<" + list(key.second) + ">(" + point + ")";
  }

  /// Vectors of planes whose rows are several: most of those between two are inside a row. One load then costs less
  /// than to align two, but not where it would be of two cache lines.
  std::function<bool(const FieldValues::Key&, ir::Type)> loadsAnywhere() const {
    return [this](const FieldValues::Key& key, ir::Type type) {
      const int bytes = plan.lanes * static_cast<int>(ir::byteSize(type));
      return stencil.dims > 1 && plan.lanes < plan.brick.back() && bytes < plan::lineBytes &&
             sweep.windows.count(key.first) > 0;
    };
  }

  static std::string shifted(const std::string& index, int by, bool operand = false) {
    if (by == 0) return index;
    const std::string sum = index + (by < 0 ? " - " : " + ") + std::to_string(std::abs(by));
    return operand ? "(" + sum + ")" : sum;
  }

  /// A value of a ring at an offset from a point that lags so many planes behind.
  std::string ringValue(const FieldValues::Key& key, int lag) const {
    const bool isNew = isReplaced(body.schedule.places.at(key.first)) && key.second.front() == lag;
    return isNew ? newNames.at(key.first) : ringElement(key, lag);
  }

  /// `w[(z + 1) & 3][y][x / 8]`: rows of a plane, and vectors of a row, begin with a margin. One plane has no number.
  std::string ringElement(const FieldValues::Key& key, int lag) const {
    const SharedPlace& place = body.schedule.places.at(key.first);
    const int ring = place.ring;
    std::string text = sweep.locals.at(key.first);
    if (ring > 1)
      text +=
          "[" + shifted(sweep.axes.front(), key.second.front() - lag, true) + " & " + std::to_string(ring - 1) + "]";
    if (stencil.dims == 3)
      text += "[" + shifted(sweep.axes[1], body.schedule.stageOf(key.first).rows.low + key.second[1]) + "]";
    const int vector = vectorsBefore(place) + key.second.back() / plan.lanes;
    return text + "[" + shifted(sweep.axes.back() + " / " + std::to_string(plan.lanes), vector) + "]";
  }

  void declareRing(const ir::Share& share, const SharedPlace& place, const std::string& type) {
    std::string extents = place.ring > 1 ? "[" + std::to_string(place.ring) + "]" : "";
    if (stencil.dims == 3) {
      const Margin& rows = body.schedule.stageOf(share.name).rows;
      extents += "[" + std::to_string(rows.low + plan.brick[1] + rows.high) + "]";
    }
    extents += "[" + std::to_string(vectorsBefore(place) + plan.brick.back() / plan.lanes) + "]";
    body.rings.push_back(type + " " + sweep.locals.at(share.name) + extents + (place.cleared ? "{};" : ";"));
  }

  /// Names the locals of a value that is in no ring, and declares those of rows that are read later. They are not an
  /// array: GCC 12 keeps stores to one, though it reads none of them back, where a branch leaves the rows out that are
  /// beyond the domain (of 239 stores for a plane of 125 points in vectors of 32 bytes it was 80).
  std::vector<std::string> declareRows(const ir::Share& share, const SharedPlace& place, const std::string& type) {
    std::vector<std::string>& rows = lastRows[share.name];
    rows.push_back(sweep.locals.at(share.name));
    if (place.storage == SharedStorage::Local) return {};
    for (int row = 1; row < place.rows; ++row)
      rows.push_back(names.declare(share.name + "_" + std::to_string(row)));
    body.lastRows[place.nest].push_back(type + " " + llvm::join(rows, "{}, ") + "{};");
    std::vector<std::string> passOn;
    for (std::size_t row = rows.size() - 1; row > 0; --row)
      passOn.push_back(rows[row] + " = " + rows[row - 1] + ";");
    return passOn;
  }

  Fragment emitValue(const ir::ExprRef& expr) {
    declareValues(expr);
    const auto load = [this](const ir::LoadExpr& load) { return values.nameOf(load); };
    const auto point = [this](unsigned axis) { return points.at(axis); };
    return emitExpression(expr, {load, point, locals, functions}, types);
  }

  void declareValues(const ir::ExprRef& expr) {
    llvm::append_range(body.statements, values.declare(expr));
    ir::forEachNode(expr, [&](const ir::ExprRef& node) {
      const auto* index = llvm::dyn_cast<ir::PointExpr>(node.get());
      if (index && body.pointAxes.insert(index->axis).second) declarePoint(index->axis);
    });
  }

  /// The index counts up along the vector on the last axis and is one value on the others.
  void declarePoint(unsigned axis) {
    const bool along = axis + 1 == stencil.dims;
    const std::string& vec = types.vec(ir::Type::I64);
    const std::string& name = points[axis] = names.declare("point_" + std::to_string(axis));
    body.statements.push_back("const " + vec + " " + name + " = brick::" + (along ? "count_from<" : "broadcast<") +
                              vec + ">(" + sweep.firstCell[axis] + " + " + sweep.axes[axis] + ");");
  }

  std::string localType(ir::Type type, bool uniform) {
    if (uniform) return ir::cxxTypeName(type).str();
    return type == ir::Type::Bool ? "auto" : types.vec(type);
  }

  const ir::Stencil& stencil;
  const plan::StencilPlan& plan;
  const char* functions; ///< where those of <cmath> are
  const SweepNames& sweep;
  Names& names;
  std::string point; ///< the position in the brick, "z, y, x"
  VectorTypes types;
  Planes planes; ///< that the statements read
  FieldValues values;
  std::map<std::string, Fragment> locals; ///< by IR name
  std::map<std::size_t, Planes> nestPlanes;
  std::map<std::pair<std::size_t, std::size_t>, FieldValues> stageValues, valuesBefore;
  std::map<std::pair<std::string, int>, std::string> inFront; ///< shared values, by name and cells in front of the row
  std::map<std::string, std::vector<std::string>>
      lastRows;                                    ///< by shared value in no ring: its locals, the last row first
  std::map<std::string, std::string> newNames;     ///< by shared value that replaces what its ring holds
  std::vector<NewValue> newValues;                 ///< these values, in the order of the IR
  std::set<std::string> readBack;                  ///< outputs whose old values are read
  std::map<FieldValues::Key, std::string> columns; ///< of a kernel, by field and offset but on the slowest axis
  std::map<unsigned, std::string> points;          ///< the variable that holds the cells' index, by axis
  StencilBody body;
};

} // namespace

SweepNames nameSweep(const ir::Stencil& stencil, Names& names) {
  SweepNames sweep;
  for (const std::string& parameter : stencil.parameterNames())
    names.declare(parameter);
  for (const ir::Statement& statement : stencil.body) {
    if (const auto* let = std::get_if<ir::Let>(&statement)) sweep.locals[let->name] = names.declare(let->name);
    if (const auto* share = std::get_if<ir::Share>(&statement)) sweep.locals[share->name] = names.declare(share->name);
  }
  sweep.range = names.declare("range");
  sweep.brick = names.declare("b");
  sweep.shape = names.declare("shape");
  for (const std::string& axis : axisNames(stencil.dims))
    sweep.axes.push_back(names.declare(axis));
  for (unsigned axis = 0; axis < stencil.dims; ++axis)
    sweep.firstCell.push_back(names.declare("first_" + std::to_string(axis)));
  sweep.planes = names.declare("planes");
  sweep.rows = names.declare("rows");
  sweep.innerRows = names.declare("inner_rows");
  sweep.plane = names.declare("plane");
  sweep.firstPlane = names.declare("first_plane");
  sweep.row = names.declare("row");
  sweep.values = names.declare("values");
  sweep.valuesType = names.declare("Values");
  sweep.compute = names.declare("compute");
  sweep.computeRow = names.declare("compute_row");
  sweep.streaming = names.declare("streaming");
  sweep.result = names.declare("result_at");
  sweep.here = names.declare("here");
  sweep.wanted = names.declare("wanted");
  sweep.writes = names.declare("writes");
  sweep.cell = names.declare("cell");
  for (const ir::Param& param : stencil.params)
    if (ir::isField(param.kind)) {
      sweep.windows[param.name] = names.declare(param.name + "_at");
      sweep.stores[param.name] = names.declare(param.name + "_stores");
      sweep.ahead[param.name] = names.declare(param.name + "_ahead");
    }
  return sweep;
}

StencilBody emitBody(const ir::Stencil& stencil, const plan::StencilPlan& plan, plan::FpMode fp,
                     const SweepNames& sweep, Names& names, llvm::StringRef debugFile) {
  return BodyEmitter(stencil, plan, fp, sweep, names).emit(debugFile);
}

} // namespace brickc::emit
