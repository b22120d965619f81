// A pass over the IR. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"

namespace brickc::transform {

/// Leaves out what cuts values to the bits of the integers they are stored to, as conversions of C++ do: a store takes
/// no more of them.
ir::Module dropCuts(const ir::Module& module);

} // namespace brickc::transform
