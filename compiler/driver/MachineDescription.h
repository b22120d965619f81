// The machine that is planned for, and that --explain reckons with. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/driver/CommandLine.h"
#include "compiler/plan/HostCaches.h"

namespace brickc {

/// Reads the description of a machine: the file of --machine, or what brick-probe wrote, if it has; with a warning goes
/// on without that, if it cannot be read.
llvm::Error adoptMachine(Options& options);

/// The data caches of a core of the machine that is planned for: the one of --machine; for the target `native` this
/// one, as its description or hwloc has it; not known for others.
plan::CoreCaches coreCaches(const Options& options);

} // namespace brickc
