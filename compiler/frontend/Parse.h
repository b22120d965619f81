// Running Clang on a file. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>
#include <vector>

namespace clang {
class FrontendAction;
}

namespace brickc::frontend {

/// Runs `action` on `file` with arguments as for clang++. False if there were errors, which are written to `errors`.
/// Warnings are left to the host compiler, which sees the file again.
bool runAction(const std::string& file, const std::vector<std::string>& clangArgs,
               std::unique_ptr<clang::FrontendAction> action, llvm::raw_ostream& errors);

} // namespace brickc::frontend
