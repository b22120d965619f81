// brickc's command line. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/driver/Source.h"
#include "compiler/plan/Machine.h"
#include "compiler/plan/Plan.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace brickc {

/// The stage after which brickc stops and writes what it has.
enum class Stage { Ast, Ir, Deps, Plan, Kernels, Source, Object, Executable };

/// What the host compiler makes of a source when no program is linked.
enum class HostOutput { Object, Assembly, Nothing, Preprocessed };

/// What the user asked for. Options that brickc does not know belong to the host compiler and keep their order.
struct Options {
  Stage emit = Stage::Executable;
  HostOutput hostOutput = HostOutput::Object; ///< for Stage::Object: -c, -S, -fsyntax-only, or -E, -M, -MM
  std::string target = "native";
  std::vector<int> brick; ///< cells per axis, empty: the planner decides
  plan::Exchange exchange = plan::Exchange::Shared;
  plan::FpMode fp = plan::FpMode::Reassociate;
  std::string planFile;                      ///< --plan: use this plan
  std::optional<plan::Plan> savedPlan;       ///< what --plan holds, once read
  std::vector<std::string> planOptionsGiven; ///< options given that a plan decides too: --target, --fp, ...
  std::string machineFile;                   ///< --machine: the machine that is planned for; empty: brick-probe's file
  std::optional<plan::Machine> machine;      ///< what that holds, once read
  std::string savePlanFile;                  ///< --save-plan: write the plan here
  std::string nvcc;                          ///< empty: found
  std::string hostCompiler;                  ///< empty: the one brickc was built with
  std::vector<std::string> passes;
  bool passesGiven = false;
  bool printAfterAll = false;
  bool reference = false;
  bool explain = false;
  bool timePasses = false;
  bool verbose = false;
  bool help = false;
  bool helpEnvironment = false;
  bool version = false;
  bool precompileHeaders = false; ///< part of building and installing brickc, not for users

  std::string output;                ///< -o
  std::vector<Source> sources;       ///< what is compiled, in order
  std::vector<std::string> hostArgs; ///< everything else, objects and libraries included
};

/// One row of `brickc --help`.
struct OptionHelp {
  const char* spelling;
  const char* help;
};
llvm::ArrayRef<OptionHelp> optionTable();

/// Reads the command line (without argv[0]). Errors say which argument is wrong and what is accepted.
llvm::Expected<Options> parseCommandLine(llvm::ArrayRef<const char*> args);

} // namespace brickc
