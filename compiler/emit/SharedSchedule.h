// When and where the shared values of a stencil are computed. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include <map>
#include <string>
#include <vector>

namespace brickc::emit {

/// Cells computed beyond the brick, below its first and above its last.
struct Margin {
  int low = 0, high = 0;
};

/// Where a shared value is kept: as a local of the loop that computes it, for the cells of one plane, or of the brick.
enum class SharedStorage { Local, Plane, Brick };

/// Values computed in one loop over the rows of a plane.
struct SharedStage {
  Margin rows; ///< on axis 1 of three; none otherwise
  std::vector<const ir::Share*> shares;
};

/// Stages computed in one loop over the planes of the slowest axis.
struct SharedNest {
  Margin planes;
  std::vector<SharedStage> stages;
};

struct SharedPlace {
  std::size_t nest = 0, stage = 0;
  SharedStorage storage = SharedStorage::Local;
};

struct SharedSchedule {
  std::vector<SharedNest> nests; ///< in the order they run, all before the stencil's own loops
  std::map<std::string, SharedPlace> places;

  const SharedNest& nestOf(const std::string& share) const { return nests[places.at(share).nest]; }
  const SharedStage& stageOf(const std::string& share) const { return nestOf(share).stages[places.at(share).stage]; }
};

/// The stencil has two dimensions at least if it has shared values.
SharedSchedule scheduleShared(const ir::Stencil& stencil);

} // namespace brickc::emit
