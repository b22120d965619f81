// An installed brickc finds its files relative to itself; one in a build folder uses the source tree's headers.
// SPDX-License-Identifier: MIT
#include "compiler/driver/Installation.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace brickc {
namespace {

std::string resolve(llvm::StringRef folder, llvm::StringRef relative) {
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, relative);
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return std::string(path);
}

bool holds(llvm::StringRef folder, llvm::StringRef file) { return llvm::sys::fs::exists(resolve(folder, file)); }

} // namespace

llvm::Expected<Installation> findInstallation(const char* argv0) {
  static int anchor;
  std::string executable = llvm::sys::fs::getMainExecutable(argv0, &anchor);
  llvm::StringRef bin = llvm::sys::path::parent_path(executable);

  Installation result;
  result.hostCompiler = BRICK_HOST_COMPILER;
  for (std::string folder : {resolve(bin, BRICK_BIN_TO_INCLUDE), std::string(BRICK_SOURCE_INCLUDE)})
    if (result.includeDir.empty() && holds(folder, "brick/brick.hpp")) result.includeDir = folder;
  for (std::string folder : {resolve(bin, BRICK_BIN_TO_LIB), resolve(bin, "../lib")})
    if (result.libraryDir.empty() && holds(folder, "libbrick.so")) result.libraryDir = folder;
  if (result.includeDir.empty())
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "brick/brick.hpp not found beside %s",
                                   executable.c_str());
  if (result.libraryDir.empty())
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "libbrick.so not found beside %s",
                                   executable.c_str());
  return result;
}

} // namespace brickc
