// Files of make's rules that host compilers write on the way (-MD, -MMD). SPDX-License-Identifier: MIT
#pragma once

#include "compiler/driver/CommandLine.h"
#include <optional>

namespace brickc {

/// Where a dependency file goes and what it is the dependencies of: what the user says, or as host compilers name them.
struct DependencyFile {
  std::string path, target;
  bool pathGiven = false, targetGiven = false;
};

/// Nothing when the user asked for none. Objects on their way into a program are temporary, so it is the program that
/// depends on the sources; of several each has a file of its own.
std::optional<DependencyFile> dependencyFile(const Options& options, const std::string& source,
                                             const std::string& object);

/// Replaces the name of the generated file by those of the files that it is made of, the user's source first. With
/// `phony` each of the others gets a rule of its own, without prerequisites, as -MP has it.
llvm::Error nameSourcesInDependencies(const std::string& path, const std::string& generated,
                                      const std::vector<std::string>& sources, bool phony);

} // namespace brickc
