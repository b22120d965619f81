// From an annotated C++ file to the stencil IR. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/frontend/SourceMap.h"
#include "compiler/ir/Module.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <string>
#include <vector>

namespace brickc::frontend {

struct FrontendResult {
  ir::Module module;
  SourceMap sources;
  std::vector<std::string> dependencies; ///< the file and the headers it includes, system headers left out
};

/// Parses `file` with Clang (arguments as for clang++) and lowers its stencils and steps. Errors are printed to stderr
/// in Clang's format; nothing is returned if there were any.
std::optional<FrontendResult> runFrontend(const std::string& file, const std::vector<std::string>& clangArgs);

/// Prints Clang's syntax trees of the stencils and steps in `file`. False if there were errors, which were printed.
bool dumpAst(const std::string& file, const std::vector<std::string>& clangArgs, llvm::raw_ostream& out);

} // namespace brickc::frontend
