// What is put together where applies of a step become one sweep. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "compiler/transform/FusedSweep.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace brickc::transform {

/// An operation of a step, or applies that are to be one sweep, of which the last may be a reduction.
struct SweepItem {
  std::vector<ir::StepOp> ops;
  std::vector<ir::Apply> applies = {}; ///< those of `ops`
  FieldUses uses = {};                 ///< of these
  std::size_t nodes = 0;               ///< of their expressions
  std::set<std::string> inner = {};    ///< temporaries that have no memory, as nothing but the sweep uses them
  std::map<std::string, std::string> instead = {}; ///< of fields that it updates: what it writes, and is swapped for

  bool reduces() const;
  bool writesInstead(const std::string& field) const;  ///< of one that it updates
  bool touches(const std::string& field) const;        ///< does more with it than to make it
  bool touchesInsteadOf(const SweepItem& other) const; ///< what the other one writes instead of what it updates
};

/// With what is known of its operations.
SweepItem itemOf(const ir::Module& module, std::vector<ir::StepOp> ops, std::set<std::string> inner = {},
                 std::map<std::string, std::string> instead = {});

/// The same operations with fields that are called `newName(old name)`.
SweepItem renamed(const ir::Module& module, SweepItem item,
                  llvm::function_ref<std::string(const std::string& name)> newName);

/// Whether two applies are for the same cells.
bool onSameCells(const ir::Apply& a, const ir::Apply& b);

} // namespace brickc::transform
