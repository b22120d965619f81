// Errors and remarks in clang's format. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Diagnostics.h"
#include "compiler/ir/Location.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/SourceMgr.h"
#include <string>

namespace brickc {

/// Prints `file:line:column: kind: message` with the source line and a caret to stderr. Without a readable file or
/// a line, only the message. The file is `mainFile` unless the location is in a header.
void report(const std::string& mainFile, ir::Location location, llvm::SourceMgr::DiagKind kind,
            const std::string& message);

/// The same with the text of a diagnostic, and its note.
void report(const std::string& mainFile, llvm::SourceMgr::DiagKind kind, const ir::Diagnostic& diagnostic);

/// Prints every error in `error`: rejections at the user's line with their note, others as `brickc: error: ...`.
/// Errors with an empty message were printed where they happened.
void reportErrors(llvm::Error error, const std::string& file);

} // namespace brickc
