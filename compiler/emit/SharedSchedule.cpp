// Nests, stages and margins of shared values. SPDX-License-Identifier: MIT
//
// A value that is read on another plane must be there for several planes before its reader runs: it belongs to an
// earlier loop over planes (a nest). Read on another row only, it belongs to an earlier loop over the rows of a plane
// (a stage). Loops cover all cells that any of their values is needed at, so margins are found from the last loop to
// the first.
#include "compiler/emit/SharedSchedule.h"
#include "compiler/ir/Visitor.h"
#include <algorithm>

namespace brickc::emit {
namespace {

void widen(Margin& margin, const Margin& reader, int offset) {
  margin.low = std::max(margin.low, reader.low - offset);
  margin.high = std::max(margin.high, reader.high + offset);
}

class Scheduler {
public:
  explicit Scheduler(const ir::Stencil& stencil) : stencil(stencil), hasRows(stencil.dims == 3) {}

  SharedSchedule run() {
    for (const ir::Statement& statement : stencil.body)
      if (const auto* share = std::get_if<ir::Share>(&statement)) place(*share);
    // The readers of a value come behind it, in the body too.
    for (auto statement = stencil.body.rbegin(); statement != stencil.body.rend(); ++statement)
      if (!std::holds_alternative<ir::Share>(*statement)) readByBody(ir::valueOf(*statement));
    for (auto nest = result.nests.rbegin(); nest != result.nests.rend(); ++nest)
      for (auto stage = nest->stages.rbegin(); stage != nest->stages.rend(); ++stage)
        for (const ir::Share* share : stage->shares)
          readByShare(*share, *nest, *stage);
    return std::move(result);
  }

private:
  template <class Action> void forEachShared(const ir::ExprRef& value, Action&& action) const {
    ir::forEachNode(value, [&](const ir::ExprRef& node) {
      const auto* load = llvm::dyn_cast<ir::LoadExpr>(node.get());
      if (load && !stencil.findParam(load->field)) action(*load);
    });
  }

  int rowOffset(const ir::LoadExpr& load) const { return hasRows ? load.offset[1] : 0; }

  void place(const ir::Share& share) {
    SharedPlace at;
    forEachShared(share.value, [&](const ir::LoadExpr& load) {
      const SharedPlace& read = result.places.at(load.field);
      const bool otherPlane = load.offset[0] != 0;
      const SharedPlace least{read.nest + otherPlane, otherPlane ? 0 : read.stage + (rowOffset(load) != 0)};
      if (std::pair(least.nest, least.stage) > std::pair(at.nest, at.stage)) at = least;
    });
    result.nests.resize(std::max(result.nests.size(), at.nest + 1));
    auto& stages = result.nests[at.nest].stages;
    stages.resize(std::max(stages.size(), at.stage + 1));
    stages[at.stage].shares.push_back(&share);
    result.places[share.name] = at;
  }

  void readByBody(const ir::ExprRef& value) {
    forEachShared(value, [&](const ir::LoadExpr& load) { read(load, {}, {}, SharedStorage::Brick); });
  }

  void readByShare(const ir::Share& share, const SharedNest& nest, const SharedStage& stage) {
    const SharedPlace& at = result.places.at(share.name);
    forEachShared(share.value, [&](const ir::LoadExpr& load) {
      const SharedPlace& from = result.places.at(load.field);
      read(load, nest.planes, stage.rows,
           from.nest != at.nest     ? SharedStorage::Brick
           : from.stage != at.stage ? SharedStorage::Plane
                                    : SharedStorage::Local);
    });
  }

  /// A reader that runs for these margins reads a value that must be kept at least there.
  void read(const ir::LoadExpr& load, const Margin& planes, const Margin& rows, SharedStorage storage) {
    SharedPlace& at = result.places.at(load.field);
    at.storage = std::max(at.storage, storage);
    SharedNest& nest = result.nests[at.nest];
    widen(nest.planes, planes, load.offset[0]);
    widen(nest.stages[at.stage].rows, rows, rowOffset(load));
  }

  const ir::Stencil& stencil;
  bool hasRows;
  SharedSchedule result;
};

} // namespace

SharedSchedule scheduleShared(const ir::Stencil& stencil) { return Scheduler(stencil).run(); }

} // namespace brickc::emit
