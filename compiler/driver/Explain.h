// --explain: what was chosen and why. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/driver/Pipeline.h"

namespace brickc {

/// Prints the plan in words, as remarks on the user's stencils and steps.
void explain(const Compilation& unit);

} // namespace brickc
