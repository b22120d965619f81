// --help, --help-env, --version. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/Support/raw_ostream.h"

namespace brickc {

void printHelp(llvm::raw_ostream& out);
void printEnvironmentHelp(llvm::raw_ostream& out);
void printVersion(llvm::raw_ostream& out);

} // namespace brickc
