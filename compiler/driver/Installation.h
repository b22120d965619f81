// Where brickc's headers and library are, and which host compiler it drives. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/Support/Error.h"
#include <string>

namespace brickc {

struct Installation {
  std::string includeDir;   ///< holds brick/brick.hpp
  std::string libraryDir;   ///< holds libbrick.so
  std::string hostCompiler; ///< C++ compiler that brickc was built with
};

/// Looks beside the executable (an installed copy, a build folder). `argv0` finds the executable where the system
/// cannot tell it. Fails when headers or library are in none of the places.
llvm::Expected<Installation> findInstallation(const char* argv0);

} // namespace brickc
