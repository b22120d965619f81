// From the command line's files to what was asked for. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/driver/CommandLine.h"
#include "compiler/driver/Installation.h"

namespace brickc {

/// Compiles all sources, links when a program is asked for. Errors are printed; false when there was one.
bool compileAll(const Options& options, const Installation& installation);

} // namespace brickc
