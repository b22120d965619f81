// What the planner knows about a target. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace brickc::plan {

inline constexpr int lineBytes = 64; ///< of a cache line, on all targets

/// What computes the sweeps: vectors of the host's processor, or kernels for a device, which may run on the host to be
/// tested without one.
enum class Processor { Host, Cuda, CudaOnHost };

/// For messages.
inline constexpr const char* acceptedTargets = "native, x86-64-v2, x86-64-v3, x86-64-v4, cuda, cuda:sm_NN, cuda:host";

/// Whether it is one of these.
bool isTarget(llvm::StringRef target);

/// Host for what is no target, too.
Processor processorOf(llvm::StringRef target);
inline bool hasKernels(llvm::StringRef target) { return processorOf(target) != Processor::Host; }

/// The host's processor, as compilers call it in -march.
llvm::StringRef hostOf(llvm::StringRef target);

/// The `sm_NN` of a CUDA target; empty where the code is to run on any GPU.
llvm::StringRef cudaArchitecture(llvm::StringRef target);

/// Bytes of the widest vector that the target works on: 16, 32 or 64. `native` asks the host's processor. A thread of
/// a kernel computes single values, of 8 bytes at most. Rejected (UnknownTarget) for what is no target.
llvm::Expected<int> vectorBytesOf(llvm::StringRef target);

/// How many registers there are for vectors of so many bytes.
constexpr int vectorRegisters(int bytes) { return bytes == 64 ? 32 : 16; }

/// Whether the target has an instruction for a * b + c, so that contraction pays. Nothing is known of what is no
/// target.
bool multipliesAndAdds(llvm::StringRef target);

} // namespace brickc::plan
