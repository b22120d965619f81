// What conditions on data say of each other. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Expr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace brickc::frontend {

/// The value of a local, which conditions are expressions over.
using ValueOfLocal = llvm::function_ref<ir::ExprRef(const ir::LocalExpr&)>;

/// Whether `goal` holds wherever all `assumptions` do, as far as `!`, `&&`, `||` and `?:` tell: what else is in them, a
/// comparison for one, may be true or false. False where there is too much of that.
bool follows(const ir::ExprRef& goal, llvm::ArrayRef<ir::ExprRef> assumptions, ValueOfLocal valueOf);

} // namespace brickc::frontend
