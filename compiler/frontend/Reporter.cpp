// Printing through Clang's diagnostics engine. SPDX-License-Identifier: MIT
#include "compiler/frontend/Reporter.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

namespace brickc::frontend {

void Reporter::error(DiagnosticKind kind, clang::SourceLocation where, std::vector<std::string> args,
                     const std::optional<Remark>& cause) {
  ++found;
  if (!first) first = Remark{where, ir::message({kind, {}, args})};
  report(clang::DiagnosticsEngine::Error, kind, where, std::move(args), cause);
}

void Reporter::warning(DiagnosticKind kind, clang::SourceLocation where, std::vector<std::string> args) {
  if (warnings == Warnings::Errors) return error(kind, where, std::move(args));
  if (warnings == Warnings::Shown) report(clang::DiagnosticsEngine::Warning, kind, where, std::move(args));
}

void Reporter::report(clang::DiagnosticsEngine::Level level, DiagnosticKind kind, clang::SourceLocation where,
                      std::vector<std::string> args, const std::optional<Remark>& cause) {
  if (trials > 0 || llvm::is_contained(reported, std::pair(kind, where))) return;
  reported.emplace_back(kind, where);
  ir::Diagnostic diagnostic{kind, irLocation(where), std::move(args)};
  engine.Report(where, engine.getCustomDiagID(level, "%0")) << ir::message(diagnostic);
  if (std::string text = ir::note(diagnostic); !text.empty()) note(where, text);
  if (cause) note(cause->where, cause->text);
  for (const Frame& frame : llvm::reverse(calls))
    note(frame.where, "in the call of '" + frame.callee->getNameAsString() + "' here");
}

void Reporter::note(clang::SourceLocation where, const std::string& text) {
  engine.Report(where, engine.getCustomDiagID(clang::DiagnosticsEngine::Note, "%0")) << text;
}

bool Reporter::hasErrors() const { return engine.hasErrorOccurred(); }

void Reporter::enter(clang::SourceLocation where) {
  const clang::SourceManager& sources = engine.getSourceManager();
  const clang::SourceLocation place = sources.getExpansionLoc(where);
  file = sources.getFileID(place);
  header = sources.isInMainFile(place) ? nullptr : std::make_shared<const std::string>(sources.getFilename(place));
}

clang::SourceLocation Reporter::inFile(clang::SourceLocation where) const {
  const clang::SourceManager& sources = engine.getSourceManager();
  clang::SourceLocation place = sources.getExpansionLoc(where);
  for (auto frame = calls.rbegin(); frame != calls.rend() && sources.getFileID(place) != file; ++frame)
    place = sources.getExpansionLoc(frame->where);
  return place;
}

ir::Location Reporter::irLocation(clang::SourceLocation where) const {
  clang::SourceLocation place = inFile(where);
  const clang::SourceManager& sources = engine.getSourceManager();
  if (place.isInvalid() || sources.getFileID(place) != file) return {};
  return {sources.getSpellingLineNumber(place), sources.getSpellingColumnNumber(place), header};
}

Reporter::Call::Call(Reporter& reporter, const clang::NamedDecl& callee, clang::SourceLocation where)
    : reporter(reporter) {
  reporter.calls.push_back({&callee, where});
}
Reporter::Call::~Call() { reporter.calls.pop_back(); }

Reporter::Trial::Trial(Reporter& reporter) : reporter(reporter), found(reporter.found), first(reporter.first) {
  ++reporter.trials;
}
Reporter::Trial::~Trial() {
  --reporter.trials;
  reporter.found = found;
  reporter.first = first;
}

SilentReporter::SilentReporter(clang::DiagnosticsEngine& engine)
    : Reporter(engine, Warnings::Silent), engine(engine), before(engine.getSuppressAllDiagnostics()) {
  engine.setSuppressAllDiagnostics(true);
}
SilentReporter::~SilentReporter() { engine.setSuppressAllDiagnostics(before); }

} // namespace brickc::frontend
