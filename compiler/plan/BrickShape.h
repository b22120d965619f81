// The extents of bricks and vectors. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/analysis/Facts.h"
#include "compiler/ir/Module.h"
#include "compiler/plan/HostCaches.h"
#include "compiler/plan/Plan.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace brickc::plan {

/// Cells of a brick that the planner, or a plan file, may ask for.
inline constexpr int maxBrickCells = 1 << 16;

/// Cells of a brick; 0 where an extent is not positive, or they are more than that.
std::int64_t cellsOf(const std::vector<int>& brick);

/// One shape for all stencils of a dimensionality, since a field may meet any of them. In 1-D and 2-D 128 and 16 x 32;
/// where both caches are large 2 KB and 8 rows of 512 bytes, of the smallest element among them.
/// In 3-D the most planes and rows that one of them asks for, of 64 bytes of the smallest element and at least 8 cells:
/// 8 x 16, or with fetches into caches that are large 8 x 8, 4 x 16 or 4 x 8 for those that wait for memory, read the
/// next cells or, where both caches are large, reach further than two.
/// Where ghost zones are sent even within a node, 16 rows would make messages 1.35 to 1.4 times as long (256³ to 64³
/// cells), and it is 8 x 8, a page of doubles, unless one of the stencils reads ten cells of a field or more. Where
/// some of them stand in headers it is 8 x 8 x 8, 16 x 32 or 128: all source files that include such a header must
/// agree.
std::vector<int> defaultBrick(const ir::Module& module, const analysis::Facts& facts, unsigned dims, Exchange exchange,
                              const CoreCaches& caches);

/// The shape for kernels on devices, where a block of threads computes a brick, and each a column of its planes: 256,
/// 16 x 64, 8 x 4 x 32, or 16 x 4 x 32 where one of the stencils reads 20 cells of a field or more. Longer where a
/// stencil or a boundary kernel reaches further; never anything but the first three where stencils stand in headers.
std::vector<int> deviceBrick(const ir::Module& module, const analysis::Facts& facts, unsigned dims);

/// Whether past the caches a stencil has little to compute for what it reads and writes.
bool waitsForMemory(const ir::Stencil& stencil);

/// Smallest of what is read of the fields of the stencil and stored to them, in bytes.
int smallestValue(const ir::Stencil& stencil);
/// Smallest element among the fields of the step and its temporaries, in bytes.
int smallestElement(const ir::Step& step);

/// Lanes of the stencil's vectors. All of them, whatever their type, hold as many cells, so the widest type that is
/// stored or computed with decides: as many of it as fit into a register, but no more than divide the brick's row.
int lanesFor(const ir::Stencil& stencil, int vectorBytes, int row);

} // namespace brickc::plan
