// The arguments of calls that apply stencils and run steps in the host program. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/frontend/Reporter.h"

namespace clang {
class Sema;
}

namespace brickc::frontend {

/// Reports calls of brick::apply, reduce, apply_boundary, run and run_until outside of steps whose arguments are not
/// those of the kernel or step. Host compilers find them too, but deep in the library's templates. Calls in templates
/// whose arguments are not known yet are left to them.
void checkCallArguments(clang::Sema& sema, Reporter& reporter);

} // namespace brickc::frontend
