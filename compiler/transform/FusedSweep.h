// What applies of a step do with its fields, and one stencil in place of theirs. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace brickc::transform {

/// How sweeps that come one after another use a field of the step.
struct FieldUse {
  bool written = false;
  std::set<std::vector<int>> cells; ///< offsets at which values from before the first sweep are read

  bool readsAround() const; ///< whether any is beside the point
};

/// By the step's names of the fields.
using FieldUses = std::map<std::string, FieldUse>;

/// What `applies`, one after another at each point, do with the step's fields.
FieldUses usesOf(const ir::Module& module, llvm::ArrayRef<ir::Apply> applies);

struct FusedSweep {
  ir::Stencil stencil;
  ir::Apply apply;
};

/// The stencil `name` that does at each point what `applies` do there one after another, and its apply. Its fields have
/// the step's names, its records are scalars, and arguments that are numbers stand in the body. Fields of `inner` are
/// written and read within it only, and are no parameters. For fields that have an entry in `instead` it writes that
/// one, and reads the old values only. The applies are on the same cells, none but the last is a reduction, and none
/// reads beside the point what one before it writes, or writes what one before it reads there, but fields of `instead`.
FusedSweep fuse(const ir::Module& module, const ir::Step& step, llvm::ArrayRef<ir::Apply> applies,
                const std::set<std::string>& inner, const std::map<std::string, std::string>& instead,
                std::string name);

/// Whether two stencils that were fused do the same with their parameters, whatever these and locals are called.
bool equalButForNames(const ir::Stencil& a, const ir::Stencil& b);

} // namespace brickc::transform
