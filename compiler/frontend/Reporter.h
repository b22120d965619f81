// Errors about the user's program, in Clang's format. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Diagnostics.h"
#include "compiler/ir/Location.h"
#include "clang/Basic/SourceLocation.h"
#include <string>
#include <vector>

namespace clang {
class DiagnosticsEngine;
class NamedDecl;
} // namespace clang

namespace brickc::frontend {

using ir::DiagnosticKind;

/// Prints diagnostics of the table through Clang's engine: message, note, and the calls that led there.
class Reporter {
public:
  explicit Reporter(clang::DiagnosticsEngine& engine) : engine(engine) {}

  /// An error is printed once for a place, however often loops and calls lead there.
  void error(DiagnosticKind kind, clang::SourceLocation where, std::vector<std::string> args = {});
  bool hasErrors() const;
  /// Errors printed by this reporter.
  size_t errorCount() const { return reported.size(); }

  /// The place in the main file: of a macro's use, and of the call where a header's function is expanded.
  clang::SourceLocation inMainFile(clang::SourceLocation where) const;
  ir::Location irLocation(clang::SourceLocation where) const;

  /// While it lives, `callee` is being expanded at `where`.
  class Call {
  public:
    Call(Reporter& reporter, const clang::NamedDecl& callee, clang::SourceLocation where);
    ~Call();
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

  private:
    Reporter& reporter;
  };

private:
  struct Frame {
    const clang::NamedDecl* callee;
    clang::SourceLocation where;
  };
  void note(clang::SourceLocation where, const std::string& text);

  clang::DiagnosticsEngine& engine;
  std::vector<Frame> calls;
  std::vector<std::pair<DiagnosticKind, clang::SourceLocation>> reported;
};

} // namespace brickc::frontend
