// The machine that is planned for, and that --explain reckons with. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/driver/CommandLine.h"

namespace brickc {

/// Reads the description of a machine: the file of --machine, or what brick-probe wrote, if it has.
llvm::Error adoptMachine(Options& options);

/// Bytes of the first-level data cache of a core of the machine that is planned for: the one of --machine; for the
/// target `native` this one, as its description or hwloc has it; 0 for others.
std::int64_t firstLevelBytes(const Options& options);

} // namespace brickc
