// The description of the machine that --explain reckons with. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/driver/CommandLine.h"

namespace brickc {

/// Reads it for --explain: the file of --machine, or what brick-probe wrote, if it has.
llvm::Error adoptMachine(Options& options);

} // namespace brickc
