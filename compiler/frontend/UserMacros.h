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

/// Fills `macros`, which must outlive the preprocessor, with the names that are macros anywhere in the files or by -D,
/// but for those that the compiler has itself and for those that begin with BRICK_.
std::unique_ptr<clang::PPCallbacks> recordUserMacros(clang::Preprocessor& preprocessor, std::set<std::string>& macros);

} // namespace brickc::frontend
