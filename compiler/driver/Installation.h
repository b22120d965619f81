// Where brickc's headers and library are, and which host compiler it drives. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace brickc {

struct Installation {
  std::string includeDir;                                ///< holds brick/brick.hpp
  std::string libraryDir;                                ///< holds libbrick.so
  std::string hostCompiler;                              ///< C++ compiler that brickc was built with
  std::vector<std::string> mpiIncludeDirs, mpiLibraries; ///< of the MPI that the runtime uses, where they are here

  std::string header() const { return includeDir + "/brick/brick.hpp"; }
  /// The precompiled form of the header that was made for just this place; empty if there is none, or if a header has
  /// changed since.
  std::string precompiledHeader() const;
};

/// Looks beside the executable (an installed copy, a build folder). `argv0` finds the executable where the system
/// cannot tell it. Fails when headers or library are in none of the places.
llvm::Expected<Installation> findInstallation(const char* argv0);

/// The host compiler's arguments that name the folders of headers: the runtime's, as a system's, so that warnings are
/// about the user's code, and behind all that the user names, MPI's.
std::vector<std::string> hostIncludeArgs(const std::vector<std::string>& userArgs, const Installation& installation);

/// Clang's arguments for a parse: the user's, C++20 unless they say otherwise, and the headers' folders.
std::vector<std::string> clangArgs(std::vector<std::string> userArgs, const Installation& installation);

/// Writes the precompiled header beside the library. Part of building and installing brickc.
llvm::Error writePrecompiledHeader(const Installation& installation);

} // namespace brickc
