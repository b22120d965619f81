// brickc: compiles C++ programs with stencils. SPDX-License-Identifier: MIT
#include "compiler/driver/Compile.h"
#include "compiler/driver/Help.h"
#include "compiler/driver/HostCompiler.h"
#include "compiler/driver/Interrupt.h"
#include "compiler/driver/MachineDescription.h"
#include "compiler/driver/Report.h"
#include "compiler/driver/SavedPlan.h"
#include "compiler/driver/TextFile.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/thread.h"
#include <optional>

using namespace brickc;

/// Prints the error, if any.
static int exitCode(llvm::Error error) {
  const bool failed = static_cast<bool>(error);
  reportErrors(std::move(error), "");
  return failed ? 1 : 0;
}

static llvm::Error print(void (*text)(llvm::raw_ostream&)) {
  text(llvm::outs());
  llvm::outs().flush();
  return failureOf(llvm::outs(), "standard output");
}

static int run(int argc, char** argv) {
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
  if (options->help) return exitCode(print(printHelp));
  if (options->helpEnvironment) return exitCode(print(printEnvironmentHelp));
  for (const auto adopt : {adoptSavedPlan, adoptMachine})
    if (llvm::Error error = adopt(*options)) return exitCode(std::move(error));
  auto installation = findInstallation(argv[0]);
  if (!installation) return exitCode(installation.takeError());
  if (options->version) {
    // What the host compiler says follows: build systems look for a compiler that they know.
    if (llvm::Error error = print(printVersion)) return exitCode(std::move(error));
    return exitCode(HostCompiler(*options, *installation).ask({"--version"}));
  }
  if (options->precompileHeaders) return exitCode(writePrecompiledHeader(*installation));
  return compileAll(*options, *installation) ? 0 : 1;
}

/// Parsing and the passes recur into expressions, however deep the user has nested them.
constexpr std::optional<unsigned> stackBytes = 256U << 20; // of which only what is used takes memory

int main(int argc, char** argv) {
  llvm::InitLLVM init(argc, argv);
  catchInterrupts();
  int code = 0;
  llvm::thread worker(stackBytes, [&] { code = run(argc, argv); });
  worker.join();
  return code;
}
