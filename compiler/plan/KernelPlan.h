// How kernels for devices are launched and written. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/analysis/Facts.h"
#include "compiler/ir/Module.h"
#include "compiler/plan/Plan.h"
#include <vector>

namespace brickc::plan {

/// Threads of a block, at most, on any device.
inline constexpr int maxThreads = 1024;

/// Bytes of a kernel's parameters, at most (CUDA 12.1).
inline constexpr int maxParameterBytes = 32764;

/// A block of threads for a brick, and each thread at one place of a plane of it, or, where there are many, at several.
/// Its code is written out for all planes: what is read of neighbouring planes is then read once. A loop where that
/// would be very long, or where doubles are divided.
StencilPlan kernelPlan(const ir::Stencil& stencil, const analysis::StencilFacts& facts, const std::vector<int>& brick);

} // namespace brickc::plan
