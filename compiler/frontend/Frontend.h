// From an annotated C++ file to the stencil IR. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/frontend/Reporter.h"
#include "compiler/frontend/SourceMap.h"
#include "compiler/ir/Module.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>
#include <vector>

namespace brickc::frontend {

/// A boundary kernel that brickc has not compiled: the program calls the user's function for each cell.
struct UncompiledKernel {
  std::string name;
  ir::Location location;
  std::string why;
};

struct FrontendResult {
  ir::Module module;
  SourceMap sources;
  std::vector<UncompiledKernel> uncompiled;
  std::vector<std::string> dependencies; ///< the file and the headers it includes, system headers left out
};

/// How to parse a file.
struct ParseOptions {
  std::vector<std::string> clangArgs; ///< as for clang++: -I, -D, -std=, ...
  std::string precompiledHeader;      ///< of <brick/brick.hpp>, used if it fits the other arguments; may be empty
  Warnings warnings = Warnings::Shown;
};

/// Parses `file` with Clang and lowers its stencils, steps and boundary kernels. Errors are printed to stderr in
/// Clang's format; nothing is returned if there were any.
std::optional<FrontendResult> runFrontend(const std::string& file, const ParseOptions& options);

/// Prints Clang's syntax trees of the stencils, steps and boundary kernels in `file`. False if there were errors, which
/// were printed.
bool dumpAst(const std::string& file, const ParseOptions& options, llvm::raw_ostream& out);

/// Parses the header `file` as `runFrontend` would and writes the result to `output`. False if there were errors.
bool precompileHeader(const std::string& file, const std::vector<std::string>& clangArgs, const std::string& output);

} // namespace brickc::frontend
