// A pass over the IR. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"

namespace brickc::transform {

/// Takes the smallest or largest of what many cells have, such as a box of them, as shareAcrossCells adds them up: that
/// of cells in a row, of rows in a plane, of planes, each once for all cells that need it. Which of two zeros it is may
/// change; what becomes of NaNs does not.
ir::Module shareExtremes(const ir::Module& module);

} // namespace brickc::transform
