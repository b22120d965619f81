// A boundary kernel as code for many cells at once. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace brickc::emit {

/// `template <> struct brick::generated<kernel> {...};` with what the kernel reads and `compute`, which the runtime
/// calls with that, copied to rows of as many values as there are cells. Its results are those of the user's function
/// bit by bit, whatever `--fp` says, as cells that it cannot compute are left to that function. `source` is the user's
/// file; with `debugLines`, statements say which line of it they come from.
std::string emitBoundary(const ir::Stencil& kernel, int vectorBytes, llvm::StringRef source, bool debugLines);

} // namespace brickc::emit
