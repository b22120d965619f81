// brickc: compiles C++ programs with stencils. SPDX-License-Identifier: MIT
#include "compiler/driver/Compile.h"
#include "compiler/driver/Help.h"
#include "compiler/driver/Interrupt.h"
#include "compiler/driver/MachineDescription.h"
#include "compiler/driver/Report.h"
#include "compiler/driver/SavedPlan.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/StringSaver.h"

using namespace brickc;

int main(int argc, char** argv) {
  llvm::InitLLVM init(argc, argv);
  catchInterrupts();
  llvm::SmallVector<const char*> arguments(argv + 1, argv + argc);
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver words(memory);
  llvm::cl::ExpandResponseFiles(words, llvm::cl::TokenizeGNUCommandLine, arguments); // @file
  auto options = parseCommandLine(arguments);
  if (!options) {
    reportErrors(options.takeError(), "");
    llvm::errs() << "brickc: see brickc --help\n";
    return 2;
  }
  if (options->help) return printHelp(llvm::outs()), 0;
  if (options->helpEnvironment) return printEnvironmentHelp(llvm::outs()), 0;
  if (options->version) return printVersion(llvm::outs()), 0;

  for (const auto adopt : {adoptSavedPlan, adoptMachine})
    if (llvm::Error error = adopt(*options)) {
      reportErrors(std::move(error), "");
      return 1;
    }
  auto installation = findInstallation(argv[0]);
  if (!installation) {
    reportErrors(installation.takeError(), "");
    return 1;
  }
  if (options->precompileHeaders) {
    llvm::Error error = writePrecompiledHeader(*installation);
    bool failed = static_cast<bool>(error);
    reportErrors(std::move(error), "");
    return failed ? 1 : 0;
  }
  return compileAll(*options, *installation) ? 0 : 1;
}
