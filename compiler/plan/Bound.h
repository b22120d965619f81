// How fast a stencil can be. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "compiler/plan/Machine.h"

namespace brickc::plan {

/// What has to be done for one cell.
struct Work {
  int bytes = 0;         ///< of fields read and written, each once
  int onlyRead = 0;      ///< of these, how many more are read than written
  int operations = 0;    ///< arithmetic, comparisons and selects; a multiply-add is one, a division `divisionCost`
  bool isDouble = false; ///< whether any of it is in double precision
  bool calls = false;    ///< whether functions are called, whose operations are not counted
};
constexpr int divisionCost = 20; ///< Zen 4: a division of vectors takes as long as 10 additions and 10 multiply-adds

/// Cells a second at most, without tiling in time: past the caches, and if nothing but arithmetic took time.
struct Bound {
  double memory, arithmetic;
};

/// Of a stencil as its passes left it.
Work workOf(const ir::Stencil& stencil);
Bound boundOf(const Work& work, const Machine& machine);

} // namespace brickc::plan
