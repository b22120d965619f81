// A plan given by --plan. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/driver/CommandLine.h"

namespace brickc {

/// Reads the plan that `--plan` names and lets it decide target and floating-point mode, on which passes and host
/// compiler flags depend. A command line that asks for others as well is an error. Does nothing without `--plan`.
llvm::Error adoptSavedPlan(Options& options);

} // namespace brickc
