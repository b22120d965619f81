// The texts of --help, --help-env and --version. SPDX-License-Identifier: MIT
#include "compiler/driver/Help.h"
#include "brick/environment.hpp"
#include "compiler/driver/CommandLine.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Format.h"

namespace brickc {

void printHelp(llvm::raw_ostream& out) {
  out << "usage: brickc [options] files...\n\n"
         "Compiles C++ programs with [[brick::stencil]] kernels and [[brick::step]] functions. Works like mpicxx:\n"
         "what is not listed here is passed on to the host compiler.\n\n";
  for (const OptionHelp& option : optionTable())
    out << llvm::format("  %-50s %s\n", option.spelling, option.help);
}

void printEnvironmentHelp(llvm::raw_ostream& out) {
  out << "Environment variables that programs built with brickc read:\n\n" << brick::environment_help();
}

void printVersion(llvm::raw_ostream& out) { out << "brickc " BRICK_VERSION " (LLVM " LLVM_VERSION_STRING ")\n"; }

} // namespace brickc
