// Writing and accepting precompiled headers. SPDX-License-Identifier: MIT
#include "compiler/frontend/PrecompiledHeader.h"
#include "compiler/frontend/Frontend.h"
#include "compiler/frontend/Parse.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/MultiplexConsumer.h"
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

} // namespace

bool precompileHeader(const std::string& file, const std::vector<std::string>& clangArgs, const std::string& output) {
  std::vector<std::string> args = clangArgs;
  args.insert(args.end(), {"-x", "c++-header"});
  return runAction(file, args, std::make_unique<PrecompileAction>(output));
}

bool fits(const std::string& path, clang::CompilerInstance& compiler) {
  if (path.empty() || !llvm::sys::fs::exists(path)) return false;
  clang::InMemoryModuleCache cache;
  return clang::ASTReader::isAcceptableASTFile(path, compiler.getFileManager(), cache, compiler.getPCHContainerReader(),
                                               compiler.getLangOpts(), compiler.getTargetOpts(),
                                               compiler.getPreprocessorOpts(), "");
}

} // namespace brickc::frontend
