// How fast a stencil can be. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "compiler/plan/Machine.h"
#include "compiler/plan/Plan.h"
#include <cstdint>
#include <set>
#include <string>

namespace brickc::plan {

/// What has to be done for one cell.
struct Work {
  int bytes = 0;         ///< of fields read and written, each once
  int onlyRead = 0;      ///< of these, how many more are read than written
  int operations = 0;    ///< arithmetic, comparisons and selects; a multiply-add is one, a division `divisionCost`
  bool isDouble = false; ///< whether any of it is in double precision
  int calls = 0;         ///< of functions whose operations are not counted
};
constexpr int divisionCost = 20; ///< Zen 4: a division of vectors takes as long as 10 additions and 10 multiply-adds

/// Cells a second at most, without tiling in time: past the caches, and if nothing but arithmetic took time.
struct Bound {
  double memory, arithmetic;
};

/// The fields that a stencil reads, at any cell.
std::set<std::string> fieldsRead(const ir::Stencil& stencil);

/// Of a stencil as its passes left it.
Work workOf(const ir::Stencil& stencil);

/// How long a brick takes about, from the caches: words of 8 bytes moved and vector operations, which take 0.05 to 0.12
/// ns each (measured on Intel with vectors of 64 bytes, one thread).
std::int64_t workOfBrick(const ir::Stencil& stencil, const StencilPlan& plan);
Bound boundOf(const Work& work, const Machine& machine);

} // namespace brickc::plan
