// The Plan as YAML, and whether a plan fits a module. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "compiler/plan/Plan.h"
#include "llvm/Support/Error.h"
#include <string>

namespace brickc::plan {

/// The plan as a YAML document that a person can edit.
std::string toYaml(const Plan& plan);

/// Reads what `toYaml` writes. Missing or unknown keys and values are errors that begin with `file:line:col:`.
llvm::Expected<Plan> planFromYaml(llvm::StringRef text, llvm::StringRef file);

/// Whether the plan is one that the module can be compiled with: the same stencils and steps, extents that are
/// possible, and radii and halos no smaller than the reads need. What the user's code or --brick is to blame for is a
/// Rejection.
llvm::Error check(const Plan& plan, const ir::Module& module);

} // namespace brickc::plan
