// Rejections by the planner and by the check of a loaded plan. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Rejection.h"

namespace brickc::plan {

/// The one error type that carries a Diagnostic; analysis uses it too.
using Rejection = ir::Rejection;

} // namespace brickc::plan
