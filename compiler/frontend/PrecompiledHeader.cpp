// Writing and accepting precompiled headers. SPDX-License-Identifier: MIT
#include "compiler/frontend/PrecompiledHeader.h"
#include "compiler/frontend/Frontend.h"
#include "compiler/frontend/LibraryCode.h"
#include "compiler/frontend/Parse.h"
#include "compiler/support/LlvmCompat.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Serialization/ASTReader.h"
#include "clang/Serialization/InMemoryModuleCache.h"
#include "llvm/Support/FileSystem.h"

namespace brickc::frontend {
namespace {

/// Leaves out the bodies that parsing a program leaves out too.
class BodySkipper : public clang::ASTConsumer {
  bool shouldSkipFunctionBody(clang::Decl* declaration) override { return isLibraryBody(*declaration); }
};

class PrecompileAction : public clang::GeneratePCHAction {
public:
  explicit PrecompileAction(std::string output) : output(std::move(output)) {}

protected:
  bool PrepareToExecuteAction(clang::CompilerInstance& compiler) override {
    compiler.getDiagnosticOpts().ShowCarets = false; // as in Frontend.cpp
    compiler.getFrontendOpts().OutputFile = output;
    compiler.getFrontendOpts().SkipFunctionBodies = true;
    return true;
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(GeneratePCHAction::CreateASTConsumer(compiler, file));
    if (!consumers.back()) return nullptr;
    consumers.push_back(std::make_unique<BodySkipper>());
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

private:
  std::string output;
};

class Recorder : public clang::PPCallbacks {
public:
  Recorder(const clang::Preprocessor& preprocessor, PrecompiledHeaderUse& use)
      : preprocessor(preprocessor), sources(preprocessor.getSourceManager()), use(use) {}

  void InclusionDirective(clang::SourceLocation, const clang::Token&, llvm::StringRef name, bool,
                          clang::CharSourceRange, clang::OptionalFileEntryRef, llvm::StringRef, llvm::StringRef,
                          const clang::Module*,
                          BRICKC_SINCE_LLVM_19(bool, ) clang::SrcMgr::CharacteristicKind) override {
    use.included |= name.starts_with("brick/");
  }
  void MacroExpands(const clang::Token& name, const clang::MacroDefinition& macro, clang::SourceRange,
                    const clang::MacroArgs*) override {
    if (preprocessor.isParsingIfOrElifDirective()) ask(name.getLocation(), macro);
  }
  void Defined(const clang::Token& name, const clang::MacroDefinition& macro, clang::SourceRange) override {
    ask(name.getLocation(), macro);
  }
  void Ifdef(clang::SourceLocation where, const clang::Token&, const clang::MacroDefinition& macro) override {
    ask(where, macro);
  }
  void Ifndef(clang::SourceLocation where, const clang::Token&, const clang::MacroDefinition& macro) override {
    ask(where, macro);
  }
  void Elifdef(clang::SourceLocation where, const clang::Token&, const clang::MacroDefinition& macro) override {
    ask(where, macro);
  }
  void Elifndef(clang::SourceLocation where, const clang::Token&, const clang::MacroDefinition& macro) override {
    ask(where, macro);
  }

private:
  /// Headers of the system that are included before brick's ask for what they define themselves.
  void ask(clang::SourceLocation where, const clang::MacroDefinition& macro) {
    const clang::MacroInfo* info = macro.getMacroInfo();
    if (!info || use.included || sources.isInSystemHeader(where)) return;
    const clang::SourceLocation definition = info->getDefinitionLoc();
    use.noticed |= sources.isLoadedSourceLocation(definition) && !sources.isWrittenInBuiltinFile(definition) &&
                   !sources.isWrittenInCommandLineFile(definition);
  }

  const clang::Preprocessor& preprocessor;
  const clang::SourceManager& sources;
  PrecompiledHeaderUse& use;
};

} // namespace

bool precompileHeader(const std::string& file, const std::vector<std::string>& clangArgs, const std::string& output) {
  std::vector<std::string> args = clangArgs;
  args.insert(args.end(), {"-x", "c++-header"});
  return runAction(file, args, std::make_unique<PrecompileAction>(output), llvm::errs());
}

bool fits(const std::string& path, clang::CompilerInstance& compiler) {
  if (path.empty() || !llvm::sys::fs::exists(path)) return false;
  clang::InMemoryModuleCache cache;
  return clang::ASTReader::isAcceptableASTFile(path, compiler.getFileManager(), cache, compiler.getPCHContainerReader(),
                                               compiler.getLangOpts(), compiler.getTargetOpts(),
                                               compiler.getPreprocessorOpts(), "");
}

std::unique_ptr<clang::PPCallbacks> recordUse(const clang::Preprocessor& preprocessor, PrecompiledHeaderUse& use) {
  return std::make_unique<Recorder>(preprocessor, use);
}

} // namespace brickc::frontend
