// Sums that go on or not, once more. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"

namespace brickc::transform {

/// Takes back what maskSummands did and nobody needed: `s + (c ? e : -0.0)`, where `s` is a local, becomes
/// `c ? s + e : s`, so that a product in `e` is added by the operation that multiplies.
ir::Module unmaskSummands(const ir::Module& module);

} // namespace brickc::transform
