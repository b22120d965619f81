// Nests, stages and margins of shared values. SPDX-License-Identifier: MIT
//
// A value that is read on a plane to come belongs to an earlier nest than its reader, one that is read on another row
// only to an earlier stage; one that is read on a plane before may be of the same nest. Nests and stages cover all
// cells that any of their values is needed at, so margins are found from the last to the first. The last plane that a
// nest computes is that of its upper margin, and the loop's last step: from there on back, the nests' planes lag behind
// the loop by the difference of their margins, and a value is there when it is read, since the upper margin of its nest
// exceeds that of its reader's by the offset at least.
//
// Where a nest computes values on more planes than they are needed on, because others are needed there, they may be
// made of planes that have not been computed, of what a ring holds of another column: such values are read by nobody,
// and rings that they may come from are cleared before the first one. What they would read of fields may lie beyond the
// next brick, or in bricks that this rank does not have; so for each read it is known where a value needs it, and
// elsewhere they read what is nearest to that. The same goes for stages and rows.
#include "compiler/emit/SharedSchedule.h"
#include "compiler/ir/Visitor.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <tuple>

namespace brickc::emit {
namespace {

void widen(Margin& margin, const Margin& reader, int offset) {
  margin.low = std::max(margin.low, reader.low - offset);
  margin.high = std::max(margin.high, reader.high + offset);
}

class Scheduler {
public:
  Scheduler(const ir::Stencil& stencil, const plan::StencilPlan& plan)
      : stencil(stencil), plan(plan), hasRows(stencil.dims == 3), rowIsOneVector(plan.brick.back() == plan.lanes) {}

  SharedSchedule run() {
    findCellsBefore();
    for (const ir::Statement& statement : stencil.body)
      if (const auto* share = std::get_if<ir::Share>(&statement)) place(*share);
    forEachRead([this](const Read& read) { widenFor(read); });
    findNeeded();
    widenPlanes();
    noteReads();
    align();
    result.atOnce = isAtOnce();
    result.stagesApart = inMemory() && !result.atOnce;
    forEachRead([this](const Read& read) { keepFor(read); });
    result.carries = canCarry();
    if (result.carries) needAllPlanesBehind();
    return std::move(result);
  }

private:
  /// A shared value read where cells with these margins are computed.
  struct Read {
    const ir::LoadExpr& load;
    const Margin& planes;
    const SharedStage& stage;
    SharedStorage storage; ///< that bridges the distance
  };

  /// Readers before what they read, as margins are found.
  template <class Action> void forEachRead(Action&& action) {
    const Margin noPlanes;
    const SharedStage noStage;
    for (auto statement = stencil.body.rbegin(); statement != stencil.body.rend(); ++statement)
      if (!std::holds_alternative<ir::Share>(*statement))
        forEachShared(ir::valueOf(*statement),
                      [&](const ir::LoadExpr& load) { action(Read{load, noPlanes, noStage, SharedStorage::Ring}); });
    for (auto nest = result.nests.rbegin(); nest != result.nests.rend(); ++nest)
      for (auto stage = nest->stages.rbegin(); stage != nest->stages.rend(); ++stage)
        for (const ir::Share* share : stage->shares)
          forEachShared(share->value, [&](const ir::LoadExpr& load) {
            action(Read{load, nest->planes, *stage, storageBetween(*share, load)});
          });
  }

  SharedStorage storageBetween(const ir::Share& reader, const ir::LoadExpr& value) const {
    const SharedPlace &at = result.places.at(reader.name), &from = result.places.at(value.field);
    if (from.nest != at.nest || planeOffset(value) != 0) return SharedStorage::Ring;
    if (from.stage == at.stage) return SharedStorage::Local;
    return inMemory() ? SharedStorage::Ring : SharedStorage::Rows;
  }

  /// Whether what other stages read lies in memory: other vectors of a row are in no registers.
  bool inMemory() const { return plan.rowSumsInMemory || rowsAreLoops() || readsBeside(); }
  bool rowsAreLoops() const { return plan.rowLoop != plan::RowLoop::Never; }
  bool readsBeside() const {
    return llvm::any_of(cellsBefore, [](const auto& share) { return share.second > 0; });
  }

  /// The cells beyond the brick for which a value is needed.
  struct Needed {
    Margin planes, rows;
  };

  template <class Action> void forEachShared(const ir::ExprRef& value, Action&& action) const {
    ir::forEachNode(value, [&](const ir::ExprRef& node) {
      const auto* load = llvm::dyn_cast<ir::LoadExpr>(node.get());
      if (load && !stencil.findParam(load->field)) action(*load);
    });
  }

  int planeOffset(const ir::LoadExpr& load) const { return stencil.dims > 1 ? load.offset[0] : 0; }
  int rowOffset(const ir::LoadExpr& load) const { return hasRows ? load.offset[1] : 0; }

  /// How many cells in front of the brick's rows each value is needed for, from the last one to the first.
  void findCellsBefore() {
    for (auto statement = stencil.body.rbegin(); statement != stencil.body.rend(); ++statement) {
      const auto* reader = std::get_if<ir::Share>(&*statement);
      const int at = reader ? cellsBefore[reader->name] : 0;
      forEachShared(ir::valueOf(*statement), [&](const ir::LoadExpr& load) {
        int& cells = cellsBefore[load.field];
        cells = std::max(cells, at - load.offset.back());
      });
    }
  }

  /// A value that is read on a plane to come belongs to an earlier nest, one on another row, or in another vector of
  /// the row, to an earlier stage: so does one that is computed for other cells in front of the row.
  void place(const ir::Share& share) {
    SharedPlace at;
    at.before = cellsBefore[share.name];
    forEachShared(share.value, [&](const ir::LoadExpr& load) {
      const SharedPlace& read = result.places.at(load.field);
      const bool isBehind = planeOffset(load) > 0;
      const bool isApart = rowOffset(load) != 0 || load.offset.back() != 0 || read.before != at.before;
      const std::pair least{read.nest + isBehind, isBehind ? 0 : read.stage + isApart};
      if (least > std::pair(at.nest, at.stage)) std::tie(at.nest, at.stage) = least;
    });
    result.nests.resize(std::max(result.nests.size(), at.nest + 1));
    auto& stages = result.nests[at.nest].stages;
    stages.resize(std::max(stages.size(), at.stage + 1));
    stages[at.stage].shares.push_back(&share);
    result.places[share.name] = at;
  }

  /// The value must be kept at least there, and computed for all rows that the reader reads.
  void widenFor(const Read& read) {
    SharedPlace& at = result.places.at(read.load.field);
    at.storage = std::max(at.storage, read.storage);
    widen(result.nests[at.nest].stages[at.stage].rows, read.stage.rows, rowOffset(read.load));
  }

  /// Where each value is needed, by itself.
  void findNeeded() {
    for (auto statement = stencil.body.rbegin(); statement != stencil.body.rend(); ++statement) {
      const auto* reader = std::get_if<ir::Share>(&*statement);
      const Needed at = reader ? needed[reader->name] : Needed{};
      forEachShared(ir::valueOf(*statement), [&](const ir::LoadExpr& load) {
        Needed& value = needed[load.field];
        widen(value.planes, at.planes, planeOffset(load));
        widen(value.rows, at.rows, rowOffset(load));
        if (reader && planeOffset(load) < 0) result.places.at(load.field).cleared = true;
      });
    }
  }

  /// Nests compute the planes on which any of their values is needed, and go on as long as what is read of them, on
  /// planes to come, by any value of a later nest: it would not be there otherwise when that is computed.
  void widenPlanes() {
    for (const auto& [name, at] : needed)
      widen(result.nests[result.places.at(name).nest].planes, at.planes, 0);
    forEachRead([this](const Read& read) {
      Margin& planes = result.nests[result.places.at(read.load.field).nest].planes;
      planes.high = std::max(planes.high, read.planes.high + planeOffset(read.load));
    });
  }

  void noteReads() {
    for (SharedNest& nest : result.nests)
      for (SharedStage& stage : nest.stages)
        for (const ir::Share* share : stage.shares) {
          const Needed& at = needed[share->name];
          ir::forEachNode(share->value, [&](const ir::ExprRef& node) {
            const auto* load = llvm::dyn_cast<ir::LoadExpr>(node.get());
            if (!load || !stencil.findParam(load->field)) return;
            const llvm::ArrayRef<int> offset = load->offset;
            widen(nest.reads[{load->field, offset.take_front().vec()}], at.planes, 0);
            widen(stage.reads[{load->field, offset.drop_back().vec()}], at.rows, 0);
          });
        }
  }

  /// Sets the lags, and the loops that they lag behind.
  void align() {
    for (const SharedNest& nest : result.nests)
      result.steps.high = std::max(result.steps.high, nest.planes.high);
    for (SharedNest& nest : result.nests) {
      nest.lag = result.steps.high - nest.planes.high;
      result.steps.low = std::max(result.steps.low, nest.planes.low - nest.lag);
      for (const SharedStage& stage : nest.stages)
        nest.steps.high = std::max(nest.steps.high, stage.rows.high);
      for (SharedStage& stage : nest.stages) {
        stage.lag = nest.steps.high - stage.rows.high;
        nest.steps.low = std::max(nest.steps.low, stage.rows.low - stage.lag);
      }
    }
  }

  /// Vectors of a plane are stored in their order: rows of several, which nests compute one by one, are not.
  bool isAtOnce() const {
    if (!hasRows || !rowIsOneVector || result.nests.size() != 1 || rowsAreLoops() || readsBeside()) return false;
    const SharedStage& last = result.nests.front().stages.back();
    bool fits = last.rows.low == 0 && last.rows.high == 0;
    for (const ir::Statement& statement : stencil.body) {
      fits &= !std::holds_alternative<ir::Return>(statement);
      const bool isShare = std::holds_alternative<ir::Share>(statement);
      ir::forEachNode(ir::valueOf(statement), [&](const ir::ExprRef& node) {
        fits &= isShare || !llvm::isa<ir::PointExpr>(node.get());
        const auto* load = llvm::dyn_cast<ir::LoadExpr>(node.get());
        if (!load) return;
        const auto value = result.places.find(load->field);
        if (value == result.places.end())
          fits &= isShare || isReadBehind(*load);
        else if (value->second.storage == SharedStorage::Ring)
          fits &= load->offset[1] == 0 && &stageOf(value->second) == &last && (!isShare || load->offset[0] != 0);
      });
    }
    return fits && (plan.resultsWithRows ||
                    llvm::any_of(result.places, [](const auto& place) { return place.second.cleared; }));
  }

  /// Whether statements may read that field when they are computed with the rows of a nest.
  bool isReadBehind(const ir::LoadExpr& load) const {
    return plan.resultsWithRows && !ir::isWritten(stencil.findParam(load.field)->kind);
  }

  const SharedStage& stageOf(const SharedPlace& place) const { return result.nests[place.nest].stages[place.stage]; }

  /// A ring holds the planes from the one that is read to the one that is computed in the same step, or, where it is
  /// read before, to the one before that.
  void keepFor(const Read& read) {
    SharedPlace& at = result.places.at(read.load.field);
    if (read.storage == SharedStorage::Rows)
      at.rows = std::max(at.rows, result.rowsBehind(read.load.field, rowOffset(read.load), read.stage) + 1);
    const int planes =
        result.nests[at.nest].planes.high - read.planes.high - planeOffset(read.load) + (result.atOnce ? 0 : 1);
    at.cleared |= result.atOnce && at.storage == SharedStorage::Ring;
    while (at.storage == SharedStorage::Ring && at.ring < planes)
      at.ring *= 2;
  }

  /// The values that nests compute on planes behind the brick are those of the next brick's first planes, which needs
  /// all of them, be they needed for this one or not. So they must read nothing that the stencil does not read for
  /// cells of this brick: where no brick of this rank is behind, nothing else is there. Rings must turn whole times in
  /// a brick.
  bool canCarry() const {
    const bool keepsPlanes = result.steps.low + result.steps.high > 0;
    return keepsPlanes && isReadableBehind() && llvm::all_of(result.places, [&](const auto& place) {
             return place.second.storage != SharedStorage::Ring || plan.brick.front() % place.second.ring == 0;
           });
  }

  bool isReadableBehind() const {
    std::map<std::string, int> reach; // of each field, behind the plane of a cell
    const auto reaches = [&](const std::string& field, int planes) { reach[field] = std::max(reach[field], planes); };
    for (const SharedNest& nest : result.nests)
      for (const auto& [read, planes] : nest.reads)
        reaches(read.first, planes.high + read.second[0]);
    for (const ir::Statement& statement : stencil.body)
      if (!std::holds_alternative<ir::Share>(statement))
        ir::forEachNode(ir::valueOf(statement), [&](const ir::ExprRef& node) {
          if (const auto* load = llvm::dyn_cast<ir::LoadExpr>(node.get())) reaches(load->field, load->offset[0]);
        });
    return llvm::all_of(result.nests, [&](const SharedNest& nest) {
      return llvm::all_of(nest.reads, [&](const auto& read) {
        const auto& [field, offset] = read.first;
        return nest.planes.high + offset[0] <= reach[field];
      });
    });
  }

  void needAllPlanesBehind() {
    for (SharedNest& nest : result.nests)
      for (auto& [read, planes] : nest.reads)
        planes.high = nest.planes.high;
  }

  const ir::Stencil& stencil;
  const plan::StencilPlan& plan;
  bool hasRows, rowIsOneVector;
  std::map<std::string, int> cellsBefore;
  std::map<std::string, Needed> needed;
  SharedSchedule result;
};

} // namespace

SharedSchedule scheduleShared(const ir::Stencil& stencil, const plan::StencilPlan& plan) {
  return Scheduler(stencil, plan).run();
}

} // namespace brickc::emit
