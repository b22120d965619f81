// How far a boundary kernel reads. SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace brickc::frontend {

/// Cells on each axis between the point and the furthest cell that a boundary kernel reads, of any field. Empty where
/// that is not known: kernels run as they are, so that they may do what a stencil may not, and nothing is reported.
std::vector<int> reachOf(clang::ASTContext& context, const clang::FunctionDecl& kernel);

} // namespace brickc::frontend
