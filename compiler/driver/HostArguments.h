// What brickc must know of the arguments that it passes on to the host compiler. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace brickc {

/// The last value of an option that is written `-MF file` or `-MFfile`; "" where it is not given.
std::string optionValue(const std::vector<std::string>& hostArgs, llvm::StringRef name);

/// Whether an argument begins so.
bool hasPrefix(const std::vector<std::string>& args, llvm::StringRef prefix);

/// Whether they ask for debug information (-g), and for next to no optimisation (-O0, -Og).
bool wantsDebugInfo(const std::vector<std::string>& hostArgs);
bool isUnoptimised(const std::vector<std::string>& hostArgs);

/// Whether warnings are errors: of -Werror and -Wno-error the last one decides.
bool wantsWarningsAsErrors(const std::vector<std::string>& hostArgs);

/// An option that lets the host compiler change results, if there is one: of each kind the last one decides.
std::optional<std::string> looseArithmetic(const std::vector<std::string>& hostArgs);

/// Those of `hostArgs` that change how a file is parsed (-I, -D, -std=, -funsigned-char, ...).
std::vector<std::string> parsingArgs(const std::vector<std::string>& hostArgs);

/// Whether the host compiler writes more files where it writes an object: for coverage, profiles, debuggers, ...
bool writesBesideObject(const std::vector<std::string>& hostArgs);
/// Whether it keeps the object, too.
bool savesTemporaries(const std::vector<std::string>& hostArgs);

/// Whether a file, or a library, is there to be linked.
bool hasLinkInputs(const std::vector<std::string>& hostArgs);

} // namespace brickc
