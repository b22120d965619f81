// Recording of conditions on predefined macros, and the walk over what kernels use. SPDX-License-Identifier: MIT
#include "compiler/frontend/HostConditions.h"
#include "compiler/frontend/LibraryCode.h"
#include "compiler/frontend/Walk.h"
#include "compiler/frontend/Words.h"
#include "compiler/support/LlvmCompat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringSwitch.h"
#include <map>
#include <set>

namespace brickc::frontend {
namespace {

/// Whether compilers, and their options for optimisation and instructions, give the macro different values.
bool dependsOnCompiler(llvm::StringRef macro) {
  static constexpr llvm::StringLiteral prefixes[] = {
      // the compiler, its language and its options
      "__clang", "__llvm", "__GNUC", "__GNUG", "__GCC_", "__GXX_", "__INTEL", "__cpp_", "__has_", "__SANITIZE_",
      "__STDC_IEC", "FP_FAST_", "__FP_FAST_",
      // its types
      "__BITINT", "__DEC", "__FLOAT", "__FLT32", "__FLT64", "__FLT128", "__INT_FAST", "__SIZEOF_FLOAT1",
      "__SIZEOF_FLOAT8", "__STDCPP_FLOAT", "__UINT_FAST",
      // instructions
      "__ABM", "__ADX", "__AES", "__AMX", "__AVX", "__BMI", "__CLFLUSHOPT", "__CLWB", "__EVEX", "__F16C", "__FMA",
      "__FSGSBASE", "__GFNI", "__LZCNT", "__MMX", "__MOVBE", "__PCLMUL", "__POPCNT", "__PRFCHW", "__RDPID", "__RDRND",
      "__RDSEED", "__RTM", "__SHA", "__SSE", "__VAES", "__VPCLMUL", "__XSAVE",
      // processors
      "__alderlake", "__amdfam", "__bdver", "__broadwell", "__btver", "__cascadelake", "__cooperlake", "__core",
      "__graniterapids", "__haswell", "__icelake", "__k8", "__sapphirerapids", "__skylake", "__tune_", "__znver"};
  const bool isLibrarys = macro.starts_with("__cpp_lib_"); // which is the same one for all
  if (!isLibrarys && llvm::any_of(prefixes, [&](llvm::StringRef prefix) { return macro.starts_with(prefix); }))
    return true;
  return llvm::StringSwitch<bool>(macro)
      .Cases("_OPENMP", "__VERSION__", "__OPTIMIZE__", "__OPTIMIZE_SIZE__", "__NO_INLINE__", "__FAST_MATH__", true)
      .Cases("__FINITE_MATH_ONLY__", "__NO_MATH_ERRNO__", "__PIC__", "__pic__", "__PIE__", "__pie__", true)
      .Cases("__BIGGEST_ALIGNMENT__", "__LITTLE_ENDIAN__", true)
      .Default(false);
}

/// Whether a word is a value of __cplusplus that some compilers reach and others do not, asked for C++23 or more.
bool isBeyondCxx20s(llvm::StringRef word) {
  unsigned long number = 0;
  word.consume_back("L");
  return !word.getAsInteger(10, number) && number > 202002;
}

/// Whether GCC and Clang both define it, so that to ask whether it is defined is to ask nothing.
bool isAlwaysDefined(llvm::StringRef macro) {
  return macro.starts_with("__has_") ||
         llvm::StringSwitch<bool>(macro)
             .Cases("__GNUC__", "__GNUG__", "__VERSION__", true)
             .Cases("__cpp_concepts", "__cpp_constexpr", "__cpp_if_constexpr", "__cpp_structured_bindings", true)
             .Cases("__cpp_inline_variables", "__cpp_fold_expressions", "__cpp_generic_lambdas", true)
             .Default(false);
}

/// Whether a macro's text only says how code is to be compiled, such as `__attribute__((always_inline)) inline`, or is
/// its argument with what is expected of it.
bool isHint(const clang::MacroInfo& macro) {
  static constexpr llvm::StringLiteral words[] = {
      "inline",        "__inline",  "__inline__", "static",        "restrict",    "__restrict",       "__restrict__",
      "__forceinline", "constexpr", "noexcept",   "__attribute__", "__attribute", "__builtin_expect", "__extension__"};
  int depth = 0; // of the parentheses or brackets of an attribute
  bool inAttribute = false, expects = false;
  for (const clang::Token& token : macro.tokens()) {
    const bool opens = token.isOneOf(clang::tok::l_paren, clang::tok::l_square);
    const bool closes = token.isOneOf(clang::tok::r_paren, clang::tok::r_square);
    depth += opens ? 1 : closes ? -1 : 0;
    const clang::IdentifierInfo* identifier = token.getIdentifierInfo();
    const llvm::StringRef name = identifier ? identifier->getName() : "";
    if (name == "__attribute__" || name == "__attribute" || (token.is(clang::tok::l_square) && depth == 1))
      inAttribute = true;
    else if (name == "__builtin_expect")
      expects = true;
    else if (depth == 0 && closes)
      inAttribute = false;
    const bool isHarmless = llvm::is_contained(words, name) || (identifier && macro.getParameterNum(identifier) >= 0);
    const bool isPunctuation = opens || closes || token.isOneOf(clang::tok::comma, clang::tok::exclaim);
    const bool isExpected = expects && token.is(clang::tok::numeric_constant);
    if (!isHarmless && !isPunctuation && !isExpected && !inAttribute) return false;
  }
  return true;
}

class Recorder : public clang::PPCallbacks {
public:
  Recorder(const clang::Preprocessor& preprocessor, HostConditions& conditions)
      : sources(preprocessor.getSourceManager()), conditions(conditions),
        isBeyondCxx20(preprocessor.getLangOpts().BRICKC_CPLUSPLUS23) {}

  void MacroExpands(const clang::Token& name, const clang::MacroDefinition& definition, clang::SourceRange range,
                    const clang::MacroArgs*) override {
    const clang::MacroInfo* info = definition.getMacroInfo();
    use(name, range.getBegin(), info && isHint(*info));
  }
  void Defined(const clang::Token& name, const clang::MacroDefinition&, clang::SourceRange range) override {
    ask(name, range.getBegin());
  }

  void If(clang::SourceLocation where, clang::SourceRange condition, ConditionValueKind) override {
    open.push_back({where, takeCondition(where, condition)});
  }
  void Ifdef(clang::SourceLocation where, const clang::Token& name, const clang::MacroDefinition&) override {
    ask(name, where);
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
  void Elifdef(clang::SourceLocation where, const clang::Token& name, const clang::MacroDefinition&) override {
    ask(name, where);
    Elif(where, {}, CVK_NotEvaluated, {});
  }
  void Elifndef(clang::SourceLocation where, const clang::Token& name,
                const clang::MacroDefinition& definition) override {
    Elifdef(where, name, definition);
  }
  void Endif(clang::SourceLocation where, clang::SourceLocation) override {
    const Conditional& conditional = open.back();
    if (!conditional.macro.empty()) {
      conditions.parts.push_back({conditional.begin, where, conditional.macro});
      addDefinedIn(conditional.begin, where, conditional.macro);
    }
    open.pop_back();
  }

  /// A file that is included between #if and #endif.
  void LexedFileChanged(clang::FileID file, LexedFileChangeReason reason, clang::SrcMgr::CharacteristicKind kind,
                        clang::FileID, clang::SourceLocation) override {
    if (reason != LexedFileChangeReason::EnterFile || clang::SrcMgr::isSystem(kind)) return;
    for (const Conditional& conditional : open)
      if (!conditional.macro.empty())
        conditions.parts.push_back(
            {sources.getLocForStartOfFile(file), sources.getLocForEndOfFile(file), conditional.macro});
  }

private:
  struct Conditional {
    clang::SourceLocation begin;
    std::string macro; ///< "" where nothing depends on the compiler
  };

  void ask(const clang::Token& name, clang::SourceLocation where) {
    if (!isAlwaysDefined(name.getIdentifierInfo()->getName())) use(name, where, false);
  }

  /// `asHint`: the macro's text changes no value, though its name may be one that depends on the compiler.
  void use(const clang::Token& name, clang::SourceLocation where, bool asHint) {
    where = sources.getExpansionLoc(where);
    if (sources.isInSystemHeader(where)) return;
    const std::string macro = cause(name.getIdentifierInfo()->getName());
    if (!macro.empty()) conditions.parts.push_back({where, where, macro, asHint});
  }

  /// The predefined macro that a macro depends on; "" for none.
  std::string cause(llvm::StringRef macro) const {
    if (dependsOnCompiler(macro) || (macro == "__cplusplus" && isBeyondCxx20)) return macro.str();
    const auto found = dependent.find(macro.str());
    return found == dependent.end() ? "" : found->second;
  }

  /// The macro that a condition depends on; "" for none. The macros that have just been met in it are no parts of their
  /// own. Those that are not defined are met in its text only.
  std::string takeCondition(clang::SourceLocation where, clang::SourceRange condition) {
    const std::vector<llvm::StringRef> words = wordsOf(
        clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(condition), sources, clang::LangOptions()));
    std::string macro;
    const auto [file, offset] = sources.getDecomposedLoc(where);
    for (std::vector<HostConditions::Part>& parts = conditions.parts; !parts.empty(); parts.pop_back()) {
      const auto [usedIn, usedAt] = sources.getDecomposedLoc(parts.back().begin);
      if (usedIn != file || usedAt < offset) break;
      macro = parts.back().macro;
    }
    const bool isAlwaysReached = !llvm::any_of(words, isBeyondCxx20s);
    if (macro == "__cplusplus" && isAlwaysReached) macro = "";
    if (!macro.empty() || condition.isInvalid() || sources.isInSystemHeader(where)) return macro;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const bool onlyAsked = i > 0 && words[i - 1] == "defined" && isAlwaysDefined(words[i]);
      const std::string found = cause(words[i]);
      if (!found.empty() && !onlyAsked && !(found == "__cplusplus" && isAlwaysReached)) return found;
    }
    return "";
  }

  /// Macros that are defined, or no longer so, in text that depends on `macro`, of which one branch is not compiled
  /// here.
  void addDefinedIn(clang::SourceLocation begin, clang::SourceLocation end, const std::string& macro) {
    if (sources.isInSystemHeader(begin)) return;
    const auto [file, first] = sources.getDecomposedLoc(begin);
    llvm::StringRef rest = sources.getBufferData(file).slice(first, sources.getFileOffset(end));
    while (!rest.empty()) {
      llvm::StringRef line;
      std::tie(line, rest) = rest.split('\n');
      line = line.ltrim();
      if (!line.consume_front("#")) continue;
      const std::vector<llvm::StringRef> words = wordsOf(line);
      if (words.size() > 1 && (words[0] == "define" || words[0] == "undef"))
        dependent.try_emplace(words[1].str(), macro);
    }
  }

  const clang::SourceManager& sources;
  HostConditions& conditions;
  bool isBeyondCxx20; ///< where compilers that know some of a standard give it numbers of their own
  std::vector<Conditional> open;
  std::map<std::string, std::string> dependent; ///< the user's macros, and the predefined one each depends on
};

/// Visits the definitions that one definition uses.
class Checker : public Walk {
public:
  Checker(const clang::SourceManager& sources, const HostConditions& conditions, Reporter& reporter)
      : Walk(/*alsoImplicit=*/true), sources(sources), conditions(conditions), reporter(reporter) {}

  void check(const clang::NamedDecl& declaration) {
    if (!seen.insert(declaration.getCanonicalDecl()).second || isLibraryDeclaration(declaration)) return;
    for (const HostConditions::Part& part : conditions.parts)
      if (!part.isHint && touches(part, declaration.getSourceRange()) && !isInMethod(part, declaration))
        reporter.error(DiagnosticKind::DependsOnHostCompiler, part.begin, {declaration.getNameAsString(), part.macro});
    const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(&declaration);
    if (!record) return over(const_cast<clang::NamedDecl&>(declaration));
    if (record->hasDefinition()) // of its functions those that are used
      for (const clang::FieldDecl* field : record->fields())
        over(const_cast<clang::FieldDecl&>(*field));
  }

private:
  void visit(clang::Expr& expr) override {
    if (const clang::TagDecl* type = expr.getType()->getAsTagDecl()) check(*type);
    if (const auto* use = llvm::dyn_cast<clang::DeclRefExpr>(&expr)) checkUsed(*use->getDecl());
    if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(&expr)) checkUsed(*member->getMemberDecl());
    if (const auto* object = llvm::dyn_cast<clang::CXXConstructExpr>(&expr)) checkUsed(*object->getConstructor());
  }
  void visitTypedef(clang::TypedefTypeLoc use) override { check(*use.getTypedefNameDecl()); }

  void checkUsed(const clang::ValueDecl& used) {
    if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(&used)) {
      const clang::FunctionDecl* definition = nullptr;
      if (function->hasBody(definition)) check(*definition);
    } else if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(&used); variable && !variable->isLocalVarDecl()) {
      check(*variable);
    }
  }

  /// Whether it belongs to a function of a class, which is checked where it is called.
  bool isInMethod(const HostConditions::Part& part, const clang::NamedDecl& declaration) const {
    const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(&declaration);
    const auto holds = [&](const clang::Decl* member) {
      return llvm::isa<clang::FunctionDecl, clang::FunctionTemplateDecl>(member) && !member->isImplicit() &&
             touches(part, member->getSourceRange());
    };
    return record && llvm::any_of(record->decls(), holds);
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
  return std::make_unique<Recorder>(preprocessor, conditions);
}

void checkHostConditions(const clang::ASTContext& context, const HostConditions& conditions,
                         const std::vector<Entity>& entities, Reporter& reporter) {
  if (conditions.parts.empty()) return;
  Checker checker(context.getSourceManager(), conditions, reporter);
  for (const Entity& entity : entities)
    checker.check(*entity.definition);
}

} // namespace brickc::frontend
