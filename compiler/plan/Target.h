// What the planner knows about a target. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace brickc::plan {

inline constexpr int lineBytes = 64; ///< of a cache line, on all targets

/// What computes the sweeps: vectors of the host's processor, or kernels for a device, which may run on the host to be
/// tested without one.
enum class Processor { Host, Cuda, CudaOnHost };

/// Host for targets that `vectorBytesOf` rejects, too.
Processor processorOf(llvm::StringRef target);
inline bool hasKernels(llvm::StringRef target) { return processorOf(target) != Processor::Host; }

/// The host's processor, as compilers call it in -march.
llvm::StringRef hostOf(llvm::StringRef target);

/// The `sm_NN` of a CUDA target; empty where the code is to run on any GPU.
llvm::StringRef cudaArchitecture(llvm::StringRef target);

/// Bytes of the widest vector that the target works on: 16, 32 or 64. `native` asks the host's processor. A thread of
/// a kernel computes single values, of 8 bytes at most. Rejected (UnknownTarget, UnsupportedTarget) for anything but
/// native, x86-64-v2, -v3 and -v4, cuda, cuda:sm_NN and cuda:host.
llvm::Expected<int> vectorBytesOf(llvm::StringRef target);

/// Whether the target has an instruction for a * b + c, so that contraction pays. Nothing is known of targets that
/// `vectorBytesOf` rejects.
bool multipliesAndAdds(llvm::StringRef target);

} // namespace brickc::plan
