// The step's domains and accesses as text that isl reads. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/analysis/BufferTracker.h"
#include "compiler/ir/Module.h"
#include <string>
#include <vector>

namespace brickc::analysis {

/// One field argument of one apply, as a statement with instances S<op>_<parameter>_in[t, i, j, k] (or _out).
struct Access {
  unsigned op;       ///< position in the step's body
  std::string field; ///< of the step
  bool write;
  std::string statement; ///< name of the instances' tuple
  std::string cells;     ///< isl map from instances to the cells of a buffer; the bounding box where offsets are many
  std::string box;       ///< the same with the bounding box of the offsets, on a grid and for a time without bounds
};

/// Instances run over `t` in [0, T) and all cells of a grid of N0 x N1 x N2.
std::vector<Access> accessesOf(const ir::Module& module, const ir::Step& step, const BufferTracker& buffers);

/// The order of instances of one access: step, then position in the body; cells of one apply have no order.
std::string scheduleOf(const ir::Step& step, const Access& access);
/// The instances of an access.
std::string domainOf(const ir::Step& step, const Access& access);

} // namespace brickc::analysis
