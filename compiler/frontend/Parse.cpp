// A tool invocation with Clang's own headers. SPDX-License-Identifier: MIT
#include "compiler/frontend/Parse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Tooling/Tooling.h"

namespace brickc::frontend {
namespace {

/// Leaves it to the host compiler whether the initialiser of a constexpr variable is a constant: to GCC functions of
/// <cmath> are.
class Printer : public clang::TextDiagnosticPrinter {
public:
  using clang::TextDiagnosticPrinter::TextDiagnosticPrinter;
  void BeginSourceFile(const clang::LangOptions& language, const clang::Preprocessor* preprocessor) override {
    engine = preprocessor ? &preprocessor->getDiagnostics() : nullptr;
    TextDiagnosticPrinter::BeginSourceFile(language, preprocessor);
  }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) override {
    if (level != clang::DiagnosticsEngine::Note)
      isForgiven = engine && diagnostic.getID() == clang::diag::err_constexpr_var_requires_const_init;
    if (!isForgiven) return TextDiagnosticPrinter::HandleDiagnostic(level, diagnostic);
    if (getNumErrors() == 0) engine->Reset(/*soft=*/true); // as if there had been no error
  }

private:
  clang::DiagnosticsEngine* engine = nullptr;
  bool isForgiven = false; ///< the last error, whose notes follow
};

} // namespace

bool runAction(const std::string& file, const std::vector<std::string>& clangArgs,
               std::unique_ptr<clang::FrontendAction> action, llvm::raw_ostream& errors) {
  std::vector<std::string> command{"clang++", "-fsyntax-only", "-w", "-resource-dir", BRICKC_CLANG_RESOURCE_DIR};
  command.insert(command.end(), clangArgs.begin(), clangArgs.end());
  command.push_back(file);
  llvm::IntrusiveRefCntPtr<clang::FileManager> files(new clang::FileManager(clang::FileSystemOptions()));
  std::vector<const char*> words;
  for (const std::string& word : command)
    words.push_back(word.c_str());
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> options(clang::CreateAndPopulateDiagOpts(words).release());
  Printer printer(errors, options.get());
  clang::tooling::ToolInvocation invocation(command, std::move(action), files.get());
  invocation.setDiagnosticConsumer(&printer);
  invocation.setDiagnosticOptions(options.get());
  const bool good = invocation.run();
  if (const unsigned count = printer.getNumErrors())
    errors << count << (count == 1 ? " error" : " errors") << " generated.\n";
  return good;
}

} // namespace brickc::frontend
