// When and where the shared values of a stencil are computed. SPDX-License-Identifier: MIT
//
// One loop over planes computes everything: every nest, and last the stencil's own statements, works at a plane of its
// own, so far behind the loop that what it reads of the nests before is there. In a nest one loop over rows does the
// same with stages. Values thus live as short as can be: in registers from stage to stage, in a ring of a few planes
// from nest to nest.
#pragma once

#include "compiler/ir/Module.h"
#include "compiler/plan/Plan.h"
#include <map>
#include <string>
#include <vector>

namespace brickc::emit {

/// Cells computed beyond the brick, below its first and above its last.
struct Margin {
  int low = 0, high = 0;
};

/// Where a shared value is kept: as a local of the loop that computes it; for one vector, in a local for each of the
/// last rows, which is done with before the next vector; or in memory, in a ring of planes, of one where rows of the
/// same plane are read.
enum class SharedStorage { Local, Rows, Ring };

/// What is read of fields: the field and the offset on some axes, and where cells need that, besides those of the
/// brick.
using SharedReads = std::map<std::pair<std::string, std::vector<int>>, Margin>;

/// Values computed at one row of a plane.
struct SharedStage {
  Margin rows; ///< on axis 1 of three; none otherwise
  int lag = 0; ///< rows behind the loop
  std::vector<const ir::Share*> shares;
  SharedReads reads; ///< by offsets on all axes but the last, with the rows
};

/// Stages computed at one plane of the slowest axis.
struct SharedNest {
  Margin planes;
  int lag = 0;  ///< planes behind the loop
  Margin steps; ///< of the loop over rows
  std::vector<SharedStage> stages;
  SharedReads reads; ///< by offsets on the slowest axis, with the planes
};

struct SharedPlace {
  std::size_t nest = 0, stage = 0;
  SharedStorage storage = SharedStorage::Local;
  int before = 0;       ///< cells in front of the brick's rows that it is computed for
  int rows = 1;         ///< rows that there is a local for
  int ring = 1;         ///< planes in the ring, a power of two
  bool cleared = false; ///< whether the ring is read before it is full
};

struct SharedSchedule {
  std::vector<SharedNest> nests; ///< in the order they run; the stencil's own statements come last
  Margin steps;                  ///< of the loop over planes; the statements lag behind it by the upper one
  bool atOnce = false;           ///< whether the statements are computed with the rows of the last stage
  bool stagesApart = false;      ///< whether each stage has a loop over rows of its own, and values that other rows, or
                                 ///< cells beside, read lie in memory
  bool carries = false;          ///< whether values computed for a brick are kept for the next one behind it on the
                                 ///< slowest axis, which then begins with planes that they are not there for
  std::map<std::string, SharedPlace> places;

  const SharedNest& nestOf(const std::string& share) const { return nests[places.at(share).nest]; }
  const SharedStage& stageOf(const std::string& share) const { return nestOf(share).stages[places.at(share).stage]; }

  /// How many rows before the last one a value is computed for that a stage of its nest reads is.
  int rowsBehind(const std::string& share, int offset, const SharedStage& reader) const {
    return reader.lag - stageOf(share).lag - offset;
  }
};

SharedSchedule scheduleShared(const ir::Stencil& stencil, const plan::StencilPlan& plan);

} // namespace brickc::emit
