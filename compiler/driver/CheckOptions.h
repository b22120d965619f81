// Options that exclude each other. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/driver/CommandLine.h"

namespace brickc {

/// An error where what was asked for cannot be done, or where a file that is read would be written.
llvm::Error checkOptions(const Options& options);

} // namespace brickc
