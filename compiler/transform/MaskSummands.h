// Sums that go on or not. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"

namespace brickc::transform {

/// Adds a choice instead of choosing whether to add: `c ? s + e : s` becomes `s + (c ? e : -0.0)`, so that what loops
/// with conditions add up is a sum. Adding -0.0, or subtracting 0.0, changes no bit where results are rounded to
/// nearest. Only where there are as many as a long sum has terms: a few are better chosen behind a multiply-add.
ir::Module maskSummands(const ir::Module& module);

} // namespace brickc::transform
