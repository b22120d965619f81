// Instances of templates that are only named. SPDX-License-Identifier: MIT
#pragma once

namespace clang {
class Sema;
}

namespace brickc::frontend {

/// Instantiates the definition of every instance of a stencil or step template. Clang does so for functions that are
/// called; a kernel is only named, as the argument of `brick::apply`, whose body is not parsed.
void instantiateKernels(clang::Sema& sema);

} // namespace brickc::frontend
