// Clang's action: parse, collect, lower. SPDX-License-Identifier: MIT
#include "compiler/frontend/Frontend.h"
#include "compiler/frontend/AttributeSpelling.h"
#include "compiler/frontend/CallArguments.h"
#include "compiler/frontend/Collect.h"
#include "compiler/frontend/HostConditions.h"
#include "compiler/frontend/Inclusions.h"
#include "compiler/frontend/Instantiate.h"
#include "compiler/frontend/LibraryCode.h"
#include "compiler/frontend/Naming.h"
#include "compiler/frontend/Parse.h"
#include "compiler/frontend/PrecompiledHeader.h"
#include "compiler/frontend/StencilLowering.h"
#include "compiler/frontend/StepLowering.h"
#include "compiler/frontend/UserMacros.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"
#include <deque>

namespace brickc::frontend {
namespace {

/// Receives the parsed file; called only if Clang found no errors.
using Work = llvm::function_ref<void(clang::Sema&, Reporter&)>;

/// What is recorded of the preprocessor's work.
struct Preprocessed {
  Inclusions inclusions;
  HostConditions hostConditions;
  std::set<std::string> macros; ///< of the user's
  PrecompiledHeaderUse precompiled;
};

class Consumer : public clang::SemaConsumer {
public:
  Consumer(Work work, Warnings warnings, const Preprocessed& preprocessed)
      : work(work), warnings(warnings), preprocessed(preprocessed) {}
  void InitializeSema(clang::Sema& parser) override { sema = &parser; }
  void ForgetSema() override { sema = nullptr; }
  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (preprocessed.precompiled.matters()) return;
    if (!context.getDiagnostics().hasErrorOccurred()) instantiateKernels(*sema);
    Reporter reporter(context.getDiagnostics(), warnings);
    if (reporter.hasErrors())
      checkNames(context, reporter);
    else
      work(*sema, reporter);
  }

  bool shouldSkipFunctionBody(clang::Decl* declaration) override { return isLibraryBody(*declaration); }

private:
  Work work;
  Warnings warnings;
  const Preprocessed& preprocessed;
  clang::Sema* sema = nullptr;
};

class Action : public clang::ASTFrontendAction {
public:
  Action(Work work, const ParseOptions& options, const std::string& precompiledHeader, Preprocessed& preprocessed,
         std::shared_ptr<clang::DependencyCollector> dependencies)
      : work(work), options(options), precompiledHeader(precompiledHeader), preprocessed(preprocessed),
        dependencies(std::move(dependencies)) {}

protected:
  bool PrepareToExecuteAction(clang::CompilerInstance& compiler) override {
    compiler.addDependencyCollector(dependencies);
    compiler.getDiagnosticOpts().ShowCarets = false;      // how many errors there were is said by runAction
    compiler.getFrontendOpts().SkipFunctionBodies = true; // where isLibraryBody says so
    preprocessed.precompiled.used = fits(precompiledHeader, compiler);
    if (preprocessed.precompiled.used) compiler.getPreprocessorOpts().ImplicitPCHInclude = precompiledHeader;
    return true;
  }
  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    clang::Preprocessor& preprocessor = compiler.getPreprocessor();
    preprocessor.addPPCallbacks(recordInclusions(preprocessor, preprocessed.inclusions));
    preprocessor.addPPCallbacks(recordHostConditions(preprocessor, preprocessed.hostConditions));
    preprocessor.addPPCallbacks(recordUserMacros(preprocessor, preprocessed.macros));
    if (preprocessed.precompiled.used) preprocessor.addPPCallbacks(recordUse(preprocessor, preprocessed.precompiled));
    return true;
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance&, llvm::StringRef) override {
    return std::make_unique<Consumer>(work, options.warnings, preprocessed);
  }

private:
  Work work;
  const ParseOptions& options;
  const std::string& precompiledHeader;
  Preprocessed& preprocessed;
  std::shared_ptr<clang::DependencyCollector> dependencies;
};

/// Parses `file` and does `work` on it, which may look at `preprocessed`. False if there were errors.
bool parse(const std::string& file, const ParseOptions& options, Work work, Preprocessed& preprocessed,
           std::vector<std::string>& dependencies) {
  const auto attempt = [&](const std::string& precompiledHeader, llvm::raw_ostream& errors) {
    preprocessed = {};
    auto collector = std::make_shared<clang::DependencyCollector>();
    auto action = std::make_unique<Action>(work, options, precompiledHeader, preprocessed, collector);
    const bool good = runAction(file, options.clangArgs, std::move(action), errors);
    dependencies.assign(collector->getDependencies().begin(), collector->getDependencies().end());
    return good;
  };
  std::string text;
  llvm::raw_string_ostream errors(text);
  errors.enable_colors(llvm::errs().has_colors());
  const bool good = attempt(options.precompiledHeader, errors);
  if (preprocessed.precompiled.matters()) return attempt("", llvm::errs());
  llvm::errs() << text;
  return good;
}

/// A byte order mark may stand only at the start of a file, where a #line directive will be.
void dropByteOrderMark(SourceFile& file) {
  constexpr llvm::StringLiteral mark = "\xEF\xBB\xBF";
  if (llvm::StringRef(file.text).starts_with(mark)) file.replacements.push_back(textInstead(0, mark.size(), ""));
}

/// The text of the program, and where in it the code generated for each entity goes.
SourceMap sourceMap(const clang::ASTContext& context, Reporter& reporter, const std::string& file,
                    const std::vector<Entity>& entities, const Inclusions& inclusions) {
  const clang::SourceManager& sources = context.getSourceManager();
  std::set<clang::FileID> holders;
  for (const Entity& entity : entities)
    holders.insert(sources.getFileID(placeOfInsertion(context, *entity.definition)));
  std::map<clang::FileID, unsigned> numbers;
  SourceMap result;
  result.files = filesOfProgram(sources, file, inclusions, holders, numbers);
  for (SourceFile& part : result.files)
    dropByteOrderMark(part);
  for (const Entity& entity : entities) {
    const auto number = numbers.find(sources.getFileID(placeOfInsertion(context, *entity.definition)));
    if (number == numbers.end() && entity.role == Role::Boundary) continue;
    if (number == numbers.end()) {
      reporter.error(DiagnosticKind::KernelNotIncluded, entity.definition->getLocation(),
                     {entity.definition->getNameAsString()});
      continue;
    }
    Insertion insertion = insertionBehind(context, *entity.definition);
    insertion.file = number->second;
    result.insertions[*entityName(context, *entity.definition)] = std::move(insertion);
  }
  return result;
}

/// Lowers boundary kernels, and takes away those that cannot be: they run as they are, so nothing is reported.
void lowerBoundaries(clang::ASTContext& context, const HostConditions& conditions, std::vector<Entity>& entities,
                     FrontendResult& result) {
  llvm::erase_if(entities, [&](const Entity& entity) {
    if (entity.role != Role::Boundary) return false;
    const clang::FunctionDecl& kernel = *entity.definition;
    SilentReporter silent(context.getDiagnostics());
    silent.enter(kernel.getLocation());
    checkHostConditions(context, conditions, {entity}, silent);
    const std::string name = *entityName(context, kernel);
    std::optional<ir::Stencil> lowered;
    if (silent.errorCount() == 0) lowered = lowerBoundary(context, silent, kernel, name);
    if (lowered)
      result.module.boundaries.push_back(std::move(*lowered));
    else
      result.uncompiled.push_back({name, silent.irLocation(kernel.getLocation()), silent.firstError()->text});
    return !lowered;
  });
}

void lower(clang::ASTContext& context, Reporter& reporter, const std::vector<Entity>& entities, ir::Module& module) {
  std::deque<ir::Stencil> stencils; // its elements stay where they are
  StencilTable table;
  for (const Entity& entity : entities) {
    if (entity.role != Role::Stencil) continue;
    reporter.enter(entity.definition->getLocation());
    std::string name = *entityName(context, *entity.definition);
    std::optional<ir::Stencil> stencil = lowerStencil(context, reporter, *entity.definition, name);
    if (stencil) stencils.push_back(std::move(*stencil));
    table[entity.definition->getCanonicalDecl()] = stencil ? &stencils.back() : nullptr;
  }
  for (const Entity& entity : entities) {
    if (entity.role != Role::Step) continue;
    reporter.enter(entity.definition->getLocation());
    std::string name = *entityName(context, *entity.definition);
    if (auto step = lowerStep(context, reporter, table, *entity.definition, name))
      module.steps.push_back(std::move(*step));
  }
  module.stencils.assign(std::make_move_iterator(stencils.begin()), std::make_move_iterator(stencils.end()));
}

} // namespace

std::optional<FrontendResult> runFrontend(const std::string& file, const ParseOptions& options) {
  FrontendResult result;
  result.module.source = file;
  Preprocessed preprocessed;
  auto work = [&](clang::Sema& sema, Reporter& reporter) {
    clang::ASTContext& context = sema.getASTContext();
    checkAttributeSpelling(context, preprocessed.inclusions, reporter);
    std::vector<Entity> entities = collect(context, reporter);
    lowerBoundaries(context, preprocessed.hostConditions, entities, result);
    checkHostConditions(context, preprocessed.hostConditions, entities, reporter);
    result.sources = sourceMap(context, reporter, file, entities, preprocessed.inclusions);
    result.sources.macros = std::move(preprocessed.macros);
    lower(context, reporter, entities, result.module);
    if (!reporter.hasErrors()) checkCallArguments(sema, reporter);
  };
  if (!parse(file, options, work, preprocessed, result.dependencies)) return std::nullopt;
  return result;
}

bool dumpAst(const std::string& file, const ParseOptions& options, llvm::raw_ostream& out) {
  auto work = [&](clang::Sema& sema, Reporter& reporter) {
    for (const Entity& entity : collect(sema.getASTContext(), reporter))
      entity.definition->dump(out);
  };
  Preprocessed preprocessed;
  std::vector<std::string> dependencies;
  return parse(file, options, work, preprocessed, dependencies);
}

} // namespace brickc::frontend
