// Recording of conditions on predefined macros, and the walk over what kernels use. SPDX-License-Identifier: MIT
#include "compiler/frontend/HostConditions.h"
#include "compiler/frontend/Parse.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <set>

namespace brickc::frontend {
namespace {

/// Whether compilers, and their options for optimisation and instructions, give the macro different values.
bool dependsOnCompiler(llvm::StringRef macro) {
  for (llvm::StringRef prefix : {"__clang", "__GNUC", "__GNUG", "__GCC_", "__INTEL", "__SSE", "__AVX", "__FMA", "__BMI",
                                 "__F16C", "__AMX", "__llvm"})
    if (macro.starts_with(prefix)) return true;
  return llvm::StringSwitch<bool>(macro)
      .Cases("_OPENMP", "__VERSION__", "__OPTIMIZE__", "__OPTIMIZE_SIZE__", "__NO_INLINE__", "__FAST_MATH__", true)
      .Cases("__FINITE_MATH_ONLY__", "__NO_MATH_ERRNO__", "__PIC__", "__pic__", "__PIE__", "__pie__", true)
      .Default(false);
}

class Recorder : public clang::PPCallbacks {
public:
  Recorder(clang::SourceManager& sources, HostConditions& conditions) : sources(sources), conditions(conditions) {}

  void MacroExpands(const clang::Token& name, const clang::MacroDefinition& definition, clang::SourceRange range,
                    const clang::MacroArgs*) override {
    use(name, definition, range.getBegin());
  }
  void Defined(const clang::Token& name, const clang::MacroDefinition& definition, clang::SourceRange range) override {
    use(name, definition, range.getBegin());
  }

  void If(clang::SourceLocation where, clang::SourceRange condition, ConditionValueKind) override {
    open.push_back({where, takeCondition(where, condition)});
  }
  void Ifdef(clang::SourceLocation where, const clang::Token& name, const clang::MacroDefinition& definition) override {
    use(name, definition, where);
    If(where, {}, CVK_NotEvaluated);
  }
  void Ifndef(clang::SourceLocation where, const clang::Token& name,
              const clang::MacroDefinition& definition) override {
    Ifdef(where, name, definition);
  }
  void Elif(clang::SourceLocation where, clang::SourceRange condition, ConditionValueKind,
            clang::SourceLocation) override {
    const std::string macro = takeCondition(where, condition);
    if (open.back().macro.empty()) open.back().macro = macro;
  }
  void Elifdef(clang::SourceLocation where, const clang::Token& name,
               const clang::MacroDefinition& definition) override {
    use(name, definition, where);
    Elif(where, {}, CVK_NotEvaluated, {});
  }
  void Elifndef(clang::SourceLocation where, const clang::Token& name,
                const clang::MacroDefinition& definition) override {
    Elifdef(where, name, definition);
  }
  void Endif(clang::SourceLocation where, clang::SourceLocation) override {
    if (!open.back().macro.empty()) conditions.parts.push_back({open.back().begin, where, open.back().macro});
    open.pop_back();
  }

private:
  struct Conditional {
    clang::SourceLocation begin;
    std::string macro; ///< "" where nothing depends on the compiler
  };

  /// A macro of a library, such as INFINITY, means the same whatever its definition looks like.
  void use(const clang::Token& name, const clang::MacroDefinition& definition, clang::SourceLocation where) {
    where = sources.getExpansionLoc(where);
    if (sources.isInSystemHeader(where)) return;
    std::string macro = name.getIdentifierInfo()->getName().str();
    if (!dependsOnCompiler(macro)) {
      const clang::MacroInfo* info = definition.getMacroInfo();
      macro = info ? around(info->getDefinitionLoc()) : "";
    }
    if (!macro.empty()) conditions.parts.push_back({where, where, macro});
  }

  /// The macro that a condition depends on; "" for none. The macros that have just been met in it are no parts of their
  /// own. Those that are not defined are met in its text only.
  std::string takeCondition(clang::SourceLocation where, clang::SourceRange condition) {
    std::string macro;
    const auto [file, offset] = sources.getDecomposedLoc(where);
    for (std::vector<HostConditions::Part>& parts = conditions.parts; !parts.empty(); parts.pop_back()) {
      const auto [usedIn, usedAt] = sources.getDecomposedLoc(parts.back().begin);
      if (usedIn != file || usedAt < offset) break;
      macro = parts.back().macro;
    }
    if (!macro.empty() || condition.isInvalid() || sources.isInSystemHeader(where)) return macro;
    llvm::StringRef text = clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(condition), sources, {});
    while (!text.empty()) {
      const llvm::StringRef word = text.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
      if (dependsOnCompiler(word)) return word.str();
      text = text.drop_front(std::max<size_t>(word.size(), 1));
    }
    return "";
  }

  /// What a macro's definition depends on: it stands between #if and #endif.
  std::string around(clang::SourceLocation definition) const {
    const auto isAround = [&](clang::SourceLocation begin, clang::SourceLocation end) {
      const auto [file, offset] = sources.getDecomposedLoc(definition);
      return sources.getFileID(begin) == file && sources.getFileOffset(begin) < offset &&
             (end.isInvalid() || offset < sources.getFileOffset(end));
    };
    for (const HostConditions::Part& part : conditions.parts)
      if (isAround(part.begin, part.end)) return part.macro;
    for (const Conditional& conditional : open)
      if (!conditional.macro.empty() && isAround(conditional.begin, {})) return conditional.macro;
    return "";
  }

  clang::SourceManager& sources;
  HostConditions& conditions;
  std::vector<Conditional> open;
};

/// Visits the definitions that one definition uses.
class Checker : public clang::RecursiveASTVisitor<Checker> {
public:
  Checker(const clang::SourceManager& sources, const HostConditions& conditions, Reporter& reporter)
      : sources(sources), conditions(conditions), reporter(reporter) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }

  void check(const clang::NamedDecl& declaration) {
    if (!seen.insert(declaration.getCanonicalDecl()).second || isLibraryDeclaration(declaration)) return;
    for (const HostConditions::Part& part : conditions.parts)
      if (touches(part, declaration.getSourceRange()))
        reporter.error(DiagnosticKind::DependsOnHostCompiler, part.begin, {declaration.getNameAsString(), part.macro});
    TraverseDecl(const_cast<clang::NamedDecl*>(&declaration));
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr* use) { return checkUsed(*use->getDecl()); }
  bool VisitMemberExpr(clang::MemberExpr* use) { return checkUsed(*use->getMemberDecl()); }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* use) { return checkUsed(*use->getConstructor()); }
  bool VisitExpr(clang::Expr* expr) {
    if (const clang::TagDecl* type = expr->getType()->getAsTagDecl()) check(*type);
    return true;
  }

private:
  bool checkUsed(const clang::ValueDecl& used) {
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&used)) {
      const clang::FunctionDecl* definition = nullptr;
      if (function->hasBody(definition)) check(*definition);
    } else if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(&used); variable && !variable->isLocalVarDecl()) {
      check(*variable);
    }
    return true;
  }

  bool touches(const HostConditions::Part& part, clang::SourceRange range) const {
    const auto [file, begin] = sources.getDecomposedExpansionLoc(range.getBegin());
    const auto [endFile, end] = sources.getDecomposedExpansionLoc(range.getEnd());
    return file == endFile && sources.getFileID(part.begin) == file && sources.getFileOffset(part.begin) <= end &&
           begin <= sources.getFileOffset(part.end);
  }

  const clang::SourceManager& sources;
  const HostConditions& conditions;
  Reporter& reporter;
  std::set<const clang::Decl*> seen;
};

} // namespace

std::unique_ptr<clang::PPCallbacks> recordHostConditions(clang::Preprocessor& preprocessor,
                                                         HostConditions& conditions) {
  return std::make_unique<Recorder>(preprocessor.getSourceManager(), conditions);
}

void checkHostConditions(const clang::ASTContext& context, const HostConditions& conditions,
                         const std::vector<Entity>& entities, Reporter& reporter) {
  if (conditions.parts.empty()) return;
  Checker checker(context.getSourceManager(), conditions, reporter);
  for (const Entity& entity : entities)
    checker.check(*entity.definition);
}

} // namespace brickc::frontend
