// What the planner knows about a target. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace brickc::plan {

inline constexpr int lineBytes = 64; ///< of a cache line, on all targets

/// Bytes of the widest vector that the target works on: 16, 32 or 64. `native` asks the host's processor. Rejected
/// (UnknownTarget, UnsupportedTarget) for anything but native, x86-64-v2, -v3 and -v4.
llvm::Expected<int> vectorBytesOf(llvm::StringRef target);

/// Whether the target has an instruction for a * b + c, so that contraction pays. Nothing is known of targets that
/// `vectorBytesOf` rejects.
bool multipliesAndAdds(llvm::StringRef target);

} // namespace brickc::plan
