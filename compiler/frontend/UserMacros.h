// The macros that a program defines. SPDX-License-Identifier: MIT
//
// Generated code stands in the middle of the user's text, where `#define radius 4` may be in force.
#pragma once

#include <memory>
#include <set>
#include <string>

namespace clang {
class PPCallbacks;
class Preprocessor;
} // namespace clang

namespace brickc::frontend {

/// Fills `macros`, which must outlive the preprocessor, with the names that are macros anywhere in the user's files or
/// by -D. Those of system headers and of the runtime are left out.
std::unique_ptr<clang::PPCallbacks> recordUserMacros(clang::Preprocessor& preprocessor, std::set<std::string>& macros);

} // namespace brickc::frontend
