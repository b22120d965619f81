// Clang's wrappers around an expression's meaning. SPDX-License-Identifier: MIT
#pragma once

namespace clang {
class Expr;
}

namespace brickc::frontend {

/// The expression below parentheses, cleanups, default arguments, substituted template parameters and rewritten
/// comparisons. Conversions stay.
const clang::Expr* unwrap(const clang::Expr* expr);

} // namespace brickc::frontend
