// What of a source file depends on the compiler that reads it. SPDX-License-Identifier: MIT
//
// Stencils and steps are read by Clang, the rest of the program by the host compiler, with options of its own. What
// stands under `#ifdef __clang__`, `__OPTIMIZE__` or `__AVX512F__` may be another text there, so a stencil of it would
// be another program than in reference mode.
#pragma once

#include "compiler/frontend/Collect.h"
#include "clang/Basic/SourceLocation.h"
#include <memory>
#include <string>
#include <vector>

namespace clang {
class PPCallbacks;
class Preprocessor;
} // namespace clang

namespace brickc::frontend {

/// Text of the user's files that compilers may see differently.
struct HostConditions {
  struct Part {
    clang::SourceLocation begin, end; ///< in one file: from #if to #endif, or the use of a macro
    std::string macro;                ///< the predefined one that it depends on
    bool isHint = false;              ///< a macro that says only how to compile, not what
  };
  std::vector<Part> parts;
};

/// Fills `conditions`, which must outlive the preprocessor.
std::unique_ptr<clang::PPCallbacks> recordHostConditions(clang::Preprocessor& preprocessor, HostConditions& conditions);

/// Reports the stencils and steps that such a part belongs to, and the functions, constants and types that they use, in
/// any depth, where these are not a library's.
void checkHostConditions(const clang::ASTContext& context, const HostConditions& conditions,
                         const std::vector<Entity>& entities, Reporter& reporter);

} // namespace brickc::frontend
