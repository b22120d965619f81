// The statements of a stencil as vector code. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/emit/ExpressionEmitter.h"
#include "compiler/emit/FieldValues.h"
#include "compiler/emit/SharedSchedule.h"
#include "compiler/plan/Plan.h"

namespace brickc::emit {

/// The names that a sweep declares around its body.
struct SweepNames {
  std::string range, brick, shape;
  std::vector<std::string> axes;              ///< position in the brick, slowest first
  std::map<std::string, std::string> windows; ///< by field
  std::map<std::string, std::string> stores;  ///< by field: to one plane
  std::map<std::string, std::string> ahead;   ///< by field: the bricks to be fetched
  std::map<std::string, std::string> locals;  ///< by the name in the IR, shared values too
  std::string planes, rows, innerRows;        ///< how many of the brick are computed, rows of a loop before some others
  std::string plane, firstPlane, row;         ///< steps of the loops that shared values lag behind
  std::string computeRow;                     ///< the code of a row, where rows are not unrolled
  std::vector<std::string> firstCell;         ///< global index of the brick's first cell, by axis
  std::string compute;                        ///< the function behind the sweep
  std::string streaming;                      ///< whether the fields are larger than the caches
  std::string values, valuesType, result;     ///< of a reduction: all values, and where those of the brick go
  std::string here, cell;                     ///< of a kernel: block and thread, the thread's place in a plane
  std::string wanted, writes;                 ///< which cells it writes, whether it writes this one
};

/// What a stencil does to one vector of points, and what it needs before the loops.
struct StencilBody {
  std::vector<std::string> invariants; ///< values that all cells share
  std::vector<std::string> planes;     ///< declarations that the statements need in the loop over planes; of a kernel,
                                       ///< before it
  std::vector<std::string> statements;
  std::string planeBehind; ///< where they are while they are computed with the rows of a nest, or the first one
  SharedSchedule schedule; ///< of shared values
  std::map<std::size_t, std::vector<std::string>> sharedPlanes; ///< what those need in their loops, by nest
  std::vector<std::string> rings;                               ///< declarations of those that are kept for some planes
  std::map<std::size_t, std::vector<std::string>> lastRows;     ///< of those that are kept for some rows, by nest
  std::map<std::pair<std::size_t, std::size_t>, std::vector<std::string>> shared; ///< statements, by nest and stage
  std::map<std::pair<std::size_t, std::size_t>, std::vector<std::string>> sharedBefore; ///< those in front of each row
  std::set<std::string> streamed;              ///< fields that are stored past the caches where they are larger
  std::set<unsigned> pointAxes;                ///< axes on which they need the index of the brick's first cell
  std::map<ir::Type, std::string> vectorTypes; ///< the aliases they use
};

/// Names chosen by the user are kept; those of `names` step aside. With a `debugFile`, #line directives say which of
/// its lines the statements come from.
SweepNames nameSweep(const ir::Stencil& stencil, Names& names);
StencilBody emitBody(const ir::Stencil& stencil, const plan::StencilPlan& plan, plan::FpMode fp,
                     const SweepNames& sweep, Names& names, llvm::StringRef debugFile = "");

} // namespace brickc::emit
