// --explain: what was chosen and why. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/driver/Pipeline.h"
#include "compiler/plan/Machine.h"
#include <optional>

namespace brickc {

/// Prints the plan in words, as remarks on the user's stencils and steps; with how fast they can be on a machine, if
/// one is described.
void explain(const Compilation& unit, const std::optional<plan::Machine>& machine);

} // namespace brickc
