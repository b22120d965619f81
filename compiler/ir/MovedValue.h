// Values as other cells see them. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Expr.h"
#include <vector>

namespace brickc::ir {

using Offset = std::vector<int>; ///< in cells, slowest axis first

Offset difference(const Offset& a, const Offset& b);

/// The value with all that it reads so far back: as the cell at `-back` sees it.
ExprRef moved(const ExprRef& value, const Offset& back);

} // namespace brickc::ir
