// The stages from a source file to generated C++. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/analysis/Facts.h"
#include "compiler/driver/CommandLine.h"
#include "compiler/driver/Installation.h"
#include "compiler/driver/StageTimes.h"
#include "compiler/frontend/Frontend.h"
#include "compiler/ir/Module.h"
#include "compiler/plan/Plan.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>

namespace brickc {

/// What is known about one source file; each stage fills in its part.
struct Compilation {
  std::string source;
  frontend::SourceMap sources;                        ///< empty for an .ir file
  std::vector<frontend::UncompiledKernel> uncompiled; ///< for --explain
  ir::Module module;
  analysis::Facts facts;
  plan::Plan plan;
  std::map<std::string, std::string> generated; ///< specialisations by entity name
  std::string kernels;                          ///< for nvcc, where the target has kernels

  explicit Compilation(std::string source) : source(std::move(source)) {}
  bool isIr() const { return llvm::StringRef(source).ends_with(".ir"); }
};

/// Runs the stages up to generated code, or up to the one that `--emit` names.
class Pipeline {
public:
  Pipeline(const Options& options, const Installation& installation, StageTimes& times);

  /// Frontend (or IR parser), passes, analysis, plan, emission for one file.
  llvm::Error run(Compilation& unit);

  /// Writes the stage that `--emit` names: ast, ir, deps, plan or source.
  llvm::Error write(const Compilation& unit, llvm::raw_ostream& out) const;

  /// The program text for the host compiler: the user's file with the generated code in it.
  std::string programText(const Compilation& unit) const;

private:
  llvm::Error load(Compilation& unit);
  llvm::Error transform(Compilation& unit);
  void warnOfUnusedBrick(const Compilation& unit) const;
  llvm::Error makePlan(Compilation& unit);
  frontend::ParseOptions parseOptions() const;

  const Options& options;
  const Installation& installation;
  StageTimes& times;
};

} // namespace brickc
