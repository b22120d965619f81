// What is wrong with the user's program, as data; the texts are in DiagnosticKinds.def. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Location.h"
#include <string>
#include <vector>

namespace brickc::ir {

enum class DiagnosticKind {
#define BRICKC_DIAGNOSTIC(id, message, note) id,
#include "compiler/ir/DiagnosticKinds.def"
#undef BRICKC_DIAGNOSTIC
};

/// One error. `args` replace %0, %1, ... in the message and in the note. Line 0: about the command line, not the file.
struct Diagnostic {
  DiagnosticKind kind;
  Location location;
  std::vector<std::string> args;
};

/// The message with its arguments filled in.
std::string message(const Diagnostic& diagnostic);
/// What to do about it; empty if the message says it all.
std::string note(const Diagnostic& diagnostic);
/// The id as in DiagnosticKinds.def.
const char* idOf(DiagnosticKind kind);

} // namespace brickc::ir
