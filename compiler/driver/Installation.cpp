// An installed brickc finds its files relative to itself; one in a build folder uses the source tree's headers.
// SPDX-License-Identifier: MIT
#include "compiler/driver/Installation.h"
#include "compiler/driver/ClangOptions.h"
#include "compiler/frontend/Frontend.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA1.h"
#include <optional>

namespace brickc {
namespace {

std::string resolve(llvm::StringRef folder, llvm::StringRef relative) {
  llvm::SmallString<256> path(folder);
  llvm::sys::path::append(path, relative);
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return std::string(path);
}

/// Those of a list, separated by colons, that are on this machine.
std::vector<std::string> present(llvm::StringRef list) {
  llvm::SmallVector<llvm::StringRef> paths;
  list.split(paths, ':', -1, /*KeepEmpty=*/false);
  std::vector<std::string> result;
  for (llvm::StringRef path : paths)
    if (llvm::sys::fs::exists(path)) result.push_back(path.str());
  return result;
}

bool holds(llvm::StringRef folder, llvm::StringRef file) { return llvm::sys::fs::exists(resolve(folder, file)); }

/// When the newest header was changed; nothing if one cannot be read.
std::optional<llvm::sys::TimePoint<>> newestHeader(const std::string& folder) {
  std::optional<llvm::sys::TimePoint<>> newest;
  std::error_code failure;
  for (llvm::sys::fs::directory_iterator entry(folder, failure), end; entry != end && !failure;
       entry.increment(failure)) {
    auto status = entry->status();
    if (!status) return std::nullopt;
    if (!newest || status->getLastModificationTime() > *newest) newest = status->getLastModificationTime();
  }
  return failure ? std::nullopt : newest;
}

/// The folders that the user names with -I.
std::vector<std::string> namedFolders(const std::vector<std::string>& userArgs) {
  std::vector<std::string> folders;
  for (const HostOption& option : readOptions(userArgs))
    if (llvm::StringRef word = option.words.front(); word.consume_front("-I"))
      folders.push_back(option.words.size() > 1 ? option.words.back() : word.str());
  return folders;
}

bool contains(const std::vector<std::string>& folders, const std::string& folder) {
  return llvm::any_of(folders, [&](const std::string& other) {
    bool same = false;
    return !llvm::sys::fs::equivalent(other, folder, same) && same;
  });
}

/// A folder that is named twice is the later kind: a system folder, whose stencils are a library's.
void appendMpi(std::vector<std::string>& args, std::vector<std::string> named, const Installation& installation) {
  named.push_back(installation.includeDir);
  for (const std::string& folder : installation.mpiIncludeDirs)
    if (!contains(named, folder)) args.push_back("-idirafter" + folder);
}

} // namespace

/// The file's name tells the headers' folder: an installed copy that was moved must not use it.
static std::string precompiledHeaderPath(const Installation& installation) {
  std::string place = llvm::toHex(llvm::SHA1::hash(llvm::arrayRefFromStringRef(installation.includeDir)), true);
  return installation.libraryDir + "/brick-" + place.substr(0, 16) + ".pch";
}

std::string Installation::precompiledHeader() const {
  std::string path = precompiledHeaderPath(*this);
  llvm::sys::fs::file_status status;
  auto newest = newestHeader(includeDir + "/brick");
  if (!newest || llvm::sys::fs::status(path, status) || status.getLastModificationTime() < *newest) return {};
  return path;
}

std::vector<std::string> hostIncludeArgs(const std::vector<std::string>& userArgs, const Installation& installation) {
  const std::vector<std::string> named = namedFolders(userArgs);
  std::vector<std::string> args;
  // Folders that are a system's anyway must keep their places, as their headers include the next of the same name.
  // Where the user gives ours by -I, as CMake does, compilers leave that out for this.
  const bool isSystems = contains({"/usr/include", "/usr/local/include"}, installation.includeDir);
  if (!isSystems) args = {"-isystem", installation.includeDir};
  appendMpi(args, named, installation);
  return args;
}

std::vector<std::string> clangArgs(std::vector<std::string> userArgs, const Installation& installation) {
  bool hasStandard = llvm::any_of(userArgs, [](llvm::StringRef arg) { return arg.starts_with("-std="); });
  if (!hasStandard) userArgs.push_back("-std=c++20");
  // Clang learnt the final name of C++23 in version 17; all know the earlier one.
  for (std::string& arg : userArgs)
    if (arg == "-std=c++23" || arg == "-std=gnu++23") arg.replace(arg.size() - 2, 2, "2b");
  const std::vector<std::string> named = namedFolders(userArgs);
  userArgs.push_back("-I" + installation.includeDir);
  appendMpi(userArgs, named, installation);
  userArgs.insert(userArgs.end(), {"-x", "c++"}); // whatever the file's extension
  return userArgs;
}

llvm::Error writePrecompiledHeader(const Installation& installation) {
  if (frontend::precompileHeader(installation.header(), clangArgs({}, installation),
                                 precompiledHeaderPath(installation)))
    return llvm::Error::success();
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s cannot be precompiled",
                                 installation.header().c_str());
}

llvm::Expected<Installation> findInstallation(const char* argv0) {
  static int anchor;
  std::string executable = llvm::sys::fs::getMainExecutable(argv0, &anchor);
  llvm::StringRef bin = llvm::sys::path::parent_path(executable);

  Installation result;
  result.hostCompiler = BRICK_HOST_COMPILER;
  result.mpiIncludeDirs = present(BRICK_MPI_INCLUDE_DIRS);
  result.mpiLibraries = present(BRICK_MPI_LIBRARIES);
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
