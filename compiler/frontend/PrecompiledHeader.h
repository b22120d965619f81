// A precompiled <brick/brick.hpp>, without which parsing it takes most of brickc's time. SPDX-License-Identifier: MIT
//
// Clang puts a precompiled header before the first line of a file, so its declarations and macros are there before the
// file includes it, or without that. Then `int index;` would be an error, as <strings.h> has a function of that name,
// and
// `#ifdef CHAR_BIT` would hold.
#pragma once

#include <memory>
#include <string>

namespace clang {
class CompilerInstance;
class PPCallbacks;
class Preprocessor;
} // namespace clang

namespace brickc::frontend {

/// Whether `path` is a precompiled header made with options like those of `compiler`. False for an empty path.
bool fits(const std::string& path, clang::CompilerInstance& compiler);

/// How a file deals with what is before its first line.
struct PrecompiledHeaderUse {
  bool used = false;     ///< whether there is such a header
  bool included = false; ///< whether the file includes one of brick's
  bool noticed = false;  ///< whether it has asked before for a macro of the header

  /// Whether the file may be another one without the header.
  bool matters() const { return used && (!included || noticed); }
};

/// Fills `use`, which must outlive the preprocessor.
std::unique_ptr<clang::PPCallbacks> recordUse(const clang::Preprocessor& preprocessor, PrecompiledHeaderUse& use);

} // namespace brickc::frontend
