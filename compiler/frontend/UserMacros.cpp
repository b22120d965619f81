// Recording of #define. SPDX-License-Identifier: MIT
#include "compiler/frontend/UserMacros.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

namespace brickc::frontend {
namespace {

class Recorder : public clang::PPCallbacks {
public:
  Recorder(const clang::SourceManager& sources, std::set<std::string>& macros) : sources(sources), macros(macros) {}

  void MacroDefined(const clang::Token& name, const clang::MacroDirective*) override {
    const llvm::StringRef macro = name.getIdentifierInfo()->getName();
    const bool isRuntimes = macro.starts_with("BRICK_"); // which generated code needs
    if (!isRuntimes && !sources.isWrittenInBuiltinFile(name.getLocation())) macros.insert(macro.str());
  }

private:
  const clang::SourceManager& sources;
  std::set<std::string>& macros;
};

} // namespace

std::unique_ptr<clang::PPCallbacks> recordUserMacros(clang::Preprocessor& preprocessor, std::set<std::string>& macros) {
  return std::make_unique<Recorder>(preprocessor.getSourceManager(), macros);
}

} // namespace brickc::frontend
