// A stencil as a kernel for a device. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "compiler/plan/Plan.h"

namespace brickc::emit {

/// `template <> struct brick::generated<stencil> {...};` with `where`, `fields`, `threads` and `launch`, which
/// runs a kernel for a block of threads a brick: one of `brick::kernels::image`, or, where the target is the host, a
/// function that stands before it. `source` and `debugLines` as for `emitStencil`.
std::string emitKernelStencil(const ir::Stencil& stencil, const plan::Plan& plan, llvm::StringRef source,
                              bool debugLines);

/// The text that nvcc makes the image of: all kernels of a module.
std::string emitKernels(const ir::Module& module, const plan::Plan& plan, bool debugLines);

} // namespace brickc::emit
