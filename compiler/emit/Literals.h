// Constants as C++ literals. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Expr.h"

namespace brickc::emit {

/// A C++ expression of exactly the constant's type and bits. It begins with a minus sign if the constant is a negative
/// number, and is a primary expression otherwise.
std::string literal(const ir::ConstantExpr& constant);

} // namespace brickc::emit
