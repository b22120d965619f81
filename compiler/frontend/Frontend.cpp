// Clang's action: parse, collect, lower. SPDX-License-Identifier: MIT
#include "compiler/frontend/Frontend.h"
#include "compiler/frontend/Collect.h"
#include "compiler/frontend/Instantiate.h"
#include "compiler/frontend/Naming.h"
#include "compiler/frontend/Parse.h"
#include "compiler/frontend/PrecompiledHeader.h"
#include "compiler/frontend/StencilLowering.h"
#include "compiler/frontend/StepLowering.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/SemaConsumer.h"
#include <deque>

namespace brickc::frontend {
namespace {

/// Receives the parsed file; called only if Clang found no errors.
using Work = llvm::function_ref<void(clang::ASTContext&, Reporter&)>;

class Consumer : public clang::SemaConsumer {
public:
  explicit Consumer(Work work) : work(work) {}
  void InitializeSema(clang::Sema& parser) override { sema = &parser; }
  void ForgetSema() override { sema = nullptr; }
  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (!context.getDiagnostics().hasErrorOccurred()) instantiateKernels(*sema);
    Reporter reporter(context.getDiagnostics());
    if (!reporter.hasErrors()) work(context, reporter);
  }

  bool shouldSkipFunctionBody(clang::Decl* declaration) override { return isLibraryBody(*declaration); }

private:
  Work work;
  clang::Sema* sema = nullptr;
};

class Action : public clang::ASTFrontendAction {
public:
  Action(Work work, std::string precompiledHeader, std::shared_ptr<clang::DependencyCollector> dependencies)
      : work(work), precompiledHeader(std::move(precompiledHeader)), dependencies(std::move(dependencies)) {}

protected:
  bool PrepareToExecuteAction(clang::CompilerInstance& compiler) override {
    compiler.addDependencyCollector(dependencies);
    compiler.getFrontendOpts().SkipFunctionBodies = true; // where isLibraryBody says so
    if (fits(precompiledHeader, compiler)) compiler.getPreprocessorOpts().ImplicitPCHInclude = precompiledHeader;
    return true;
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance&, llvm::StringRef) override {
    return std::make_unique<Consumer>(work);
  }

private:
  Work work;
  std::string precompiledHeader;
  std::shared_ptr<clang::DependencyCollector> dependencies;
};

/// Parses `file` and does `work` on it. False if there were errors.
bool parse(const std::string& file, const ParseOptions& options, Work work, std::vector<std::string>* dependencies) {
  auto collector = std::make_shared<clang::DependencyCollector>();
  bool good = runAction(file, options.clangArgs, std::make_unique<Action>(work, options.precompiledHeader, collector));
  if (dependencies) dependencies->assign(collector->getDependencies().begin(), collector->getDependencies().end());
  return good;
}

SourceMap sourceMap(const clang::ASTContext& context, const std::string& file) {
  const clang::SourceManager& sources = context.getSourceManager();
  return {file, sources.getBufferData(sources.getMainFileID()).str(), {}};
}

/// A byte order mark may stand only at the start of a file, where a #line directive will be.
void dropByteOrderMark(SourceMap& sources) {
  constexpr llvm::StringLiteral mark = "\xEF\xBB\xBF";
  if (!llvm::StringRef(sources.text).starts_with(mark)) return;
  sources.text.erase(0, mark.size());
  for (auto& [name, insertion] : sources.insertions)
    insertion.offset -= mark.size();
}

void lower(clang::ASTContext& context, Reporter& reporter, FrontendResult& result) {
  std::deque<ir::Stencil> stencils; // its elements stay where they are
  StencilTable table;
  std::vector<Entity> entities = collect(context, reporter);
  for (const Entity& entity : entities) {
    if (entity.role != Role::Stencil) continue;
    std::string name = entityName(context, *entity.definition);
    std::optional<ir::Stencil> stencil = lowerStencil(context, reporter, *entity.definition, name);
    if (stencil) stencils.push_back(std::move(*stencil));
    table[entity.definition->getCanonicalDecl()] = stencil ? &stencils.back() : nullptr;
  }
  for (const Entity& entity : entities) {
    std::string name = entityName(context, *entity.definition);
    result.sources.insertions[name] = insertionBehind(context, *entity.definition);
    if (entity.role != Role::Step) continue;
    if (auto step = lowerStep(context, reporter, table, *entity.definition, name))
      result.module.steps.push_back(std::move(*step));
  }
  result.module.stencils.assign(std::make_move_iterator(stencils.begin()), std::make_move_iterator(stencils.end()));
}

} // namespace

std::optional<FrontendResult> runFrontend(const std::string& file, const ParseOptions& options) {
  FrontendResult result;
  result.module.source = file;
  auto work = [&](clang::ASTContext& context, Reporter& reporter) {
    result.sources = sourceMap(context, file);
    lower(context, reporter, result);
    dropByteOrderMark(result.sources);
  };
  if (!parse(file, options, work, &result.dependencies)) return std::nullopt;
  return result;
}

bool dumpAst(const std::string& file, const ParseOptions& options, llvm::raw_ostream& out) {
  auto work = [&](clang::ASTContext& context, Reporter& reporter) {
    for (const Entity& entity : collect(context, reporter))
      entity.definition->dump(out);
  };
  return parse(file, options, work, nullptr);
}

} // namespace brickc::frontend
