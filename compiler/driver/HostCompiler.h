// Driving the host C++ compiler. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/driver/CommandLine.h"
#include "compiler/driver/Installation.h"
#include "compiler/plan/Plan.h"
#include <string>
#include <vector>

namespace brickc {

/// Builds and runs the commands that turn C++ files into objects and objects into a program.
class HostCompiler {
public:
  HostCompiler(const Options& options, const Installation& installation);

  /// Compiles `file`, which stands for the user's `source` (they are the same in reference mode), into `object`.
  /// Makes assembly or nothing instead if that was asked for. Dependency files that the user asked for (-MD, -MMD) name
  /// the files that `file` is made of, `included`, in its place.
  llvm::Error compile(const std::string& file, const Source& source, const std::string& object,
                      const std::vector<std::string>& included = {}) const;

  /// Compiles a source of another language as it is. Where `object` is empty the host compiler names it.
  llvm::Error compileForeign(const Source& source, const std::string& object) const;

  /// Preprocesses the user's source, or lists its headers (-E, -M, -MM), to standard output or the file of -o.
  llvm::Error preprocess(const Source& source) const;

  /// Links objects, and what else the user named, into `program`.
  llvm::Error link(const std::vector<std::string>& objects, const std::string& program) const;

  /// Runs it with options alone, for what it says about itself (-v, -print-search-dirs).
  llvm::Error ask(const std::vector<std::string>& arguments) const;

private:
  const std::string& hostCompiler() const;
  std::vector<std::string> compileCommand() const;
  std::vector<std::string> foreignCommand(const Source& source) const;
  llvm::Error run(const std::vector<std::string>& command) const;

  const Options& options;
  const Installation& installation;
};

} // namespace brickc
