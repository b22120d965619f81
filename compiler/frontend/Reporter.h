// Errors about the user's program, in Clang's format. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Diagnostics.h"
#include "compiler/ir/Location.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceLocation.h"
#include <optional>
#include <string>
#include <vector>

namespace clang {
class NamedDecl;
} // namespace clang

namespace brickc::frontend {

using ir::DiagnosticKind;

/// What becomes of warnings: -w, -Werror.
enum class Warnings { Shown, Silent, Errors };

/// Prints diagnostics of the table through Clang's engine: message, note, and the calls that led there.
class Reporter {
public:
  Reporter(clang::DiagnosticsEngine& engine, Warnings warnings) : engine(engine), warnings(warnings) {}

  struct Remark {
    clang::SourceLocation where;
    std::string text;
  };
  /// An error is printed once for a place, however often loops and calls lead there; `cause` is a note of it.
  void error(DiagnosticKind kind, clang::SourceLocation where, std::vector<std::string> args = {},
             const std::optional<Remark>& cause = std::nullopt);
  /// The same for what is allowed, and seldom meant.
  void warning(DiagnosticKind kind, clang::SourceLocation where, std::vector<std::string> args = {});
  bool hasErrors() const;
  /// Errors found so far, those that were not printed again included.
  size_t errorCount() const { return found; }

  /// What the first of these says, and where; nothing before there is one.
  const std::optional<Remark>& firstError() const { return first; }

  /// The stencil or step being compiled is the one defined at `where`.
  void enter(clang::SourceLocation where);
  /// The place in the file of that stencil or step: of a macro's use, and of the call where another file's function is
  /// expanded.
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

  /// While it lives, errors are not told, and forgotten when it ends.
  class Trial {
  public:
    explicit Trial(Reporter& reporter);
    ~Trial();
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;

    /// Whether there was an error.
    bool failed() const { return reporter.found != found; }

  private:
    Reporter& reporter;
    const size_t found;
    const std::optional<Remark> first;
  };

private:
  struct Frame {
    const clang::NamedDecl* callee;
    clang::SourceLocation where;
  };
  void report(clang::DiagnosticsEngine::Level level, DiagnosticKind kind, clang::SourceLocation where,
              std::vector<std::string> args, const std::optional<Remark>& cause = std::nullopt);
  void note(clang::SourceLocation where, const std::string& text);

  clang::SourceLocation inFile(clang::SourceLocation where) const;

  clang::DiagnosticsEngine& engine;
  Warnings warnings;
  clang::FileID file;                        ///< of what is being compiled
  std::shared_ptr<const std::string> header; ///< its name, null for the main file
  std::vector<Frame> calls;
  std::vector<std::pair<DiagnosticKind, clang::SourceLocation>> reported;
  size_t found = 0;
  unsigned trials = 0; ///< that live
  std::optional<Remark> first;
};

/// Of what is only tried: while it lives, the engine prints nothing.
class SilentReporter : public Reporter {
public:
  explicit SilentReporter(clang::DiagnosticsEngine& engine);
  ~SilentReporter();
  SilentReporter(const SilentReporter&) = delete;
  SilentReporter& operator=(const SilentReporter&) = delete;

private:
  clang::DiagnosticsEngine& engine;
  bool before; ///< whether it printed nothing already
};

} // namespace brickc::frontend
