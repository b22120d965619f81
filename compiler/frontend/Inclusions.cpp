// Recording of #include directives, and the fixpoint over them. SPDX-License-Identifier: MIT
#include "compiler/frontend/Inclusions.h"
#include "compiler/frontend/Naming.h"
#include "compiler/support/LlvmCompat.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace brickc::frontend {
namespace {

class Recorder : public clang::PPCallbacks {
public:
  Recorder(clang::SourceManager& sources, Inclusions& inclusions) : sources(sources), inclusions(inclusions) {}

  void InclusionDirective(clang::SourceLocation hash, const clang::Token&, llvm::StringRef, bool isAngled,
                          clang::CharSourceRange name, clang::OptionalFileEntryRef file, llvm::StringRef,
                          llvm::StringRef, const clang::Module*,
                          BRICKC_SINCE_LLVM_19(bool, ) clang::SrcMgr::CharacteristicKind) override {
    isPending = file && hash.isFileID();
    if (!isPending) return;
    Inclusions::Directive directive;
    const auto [from, begin] = sources.getDecomposedLoc(hash);
    directive.from = from;
    directive.begin = begin;
    directive.macro = name.getBegin().isMacroID() || name.getEnd().isMacroID();
    directive.quoted = !isAngled;
    const llvm::StringRef text = sources.getBufferData(from);
    directive.nameBegin = directive.macro ? begin : sources.getFileOffset(name.getBegin());
    directive.nameEnd =
        directive.macro ? std::min(text.find('\n', begin), text.size()) : sources.getFileOffset(name.getEnd());
    directive.line = namedLine(sources, from, directive.nameEnd);
    directive.target = &file->getFileEntry();
    directive.path = file->getName().str();
    inclusions.directives.push_back(std::move(directive));
  }

  void HasInclude(clang::SourceLocation name, llvm::StringRef, bool isAngled, clang::OptionalFileEntryRef,
                  clang::SrcMgr::CharacteristicKind) override {
    if (isAngled || !name.isFileID()) return;
    const auto [from, begin] = sources.getDecomposedLoc(name);
    inclusions.questions.push_back({from, begin});
  }

  void LexedFileChanged(clang::FileID file, LexedFileChangeReason reason, clang::SrcMgr::CharacteristicKind,
                        clang::FileID, clang::SourceLocation) override {
    if (reason == LexedFileChangeReason::EnterFile && isPending) inclusions.directives.back().entered = file;
    isPending = false;
  }

  void FileSkipped(const clang::FileEntryRef&, const clang::Token&, clang::SrcMgr::CharacteristicKind) override {
    isPending = false;
  }

  void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation) override {
    inclusions.skipped.push_back(range);
  }

  void PragmaDirective(clang::SourceLocation where, clang::PragmaIntroducerKind) override {
    if (where.isFileID()) inclusions.pragmas.push_back(sources.getDecomposedLoc(where));
  }

private:
  clang::SourceManager& sources;
  Inclusions& inclusions;
  bool isPending = false; ///< the last directive may be about to enter its file
};

std::string absolute(llvm::StringRef path) {
  llvm::SmallString<256> result(path);
  llvm::sys::fs::make_absolute(result);
  return std::string(result);
}

/// The bytes of `#pragma once` or `_Pragma("once")` at the beginning of a text; nothing for other pragmas.
std::optional<unsigned> sizeOfPragmaOnce(llvm::StringRef text) {
  clang::Lexer lexer(clang::SourceLocation(), clang::LangOptions(), text.begin(), text.begin(), text.end());
  clang::Token token;
  const auto next = [&] {
    lexer.LexFromRawLexer(token);
    return llvm::StringRef(lexer.getBufferLocation() - token.getLength(), token.getLength());
  };
  const auto follow = [&](std::initializer_list<llvm::StringRef> words) {
    return llvm::all_of(words, [&](llvm::StringRef word) { return next() == word; });
  };
  const bool matches =
      text.starts_with("#") ? follow({"#", "pragma", "once"}) : follow({"_Pragma", "(", "\"once\"", ")"});
  return matches ? std::optional(static_cast<unsigned>(lexer.getBufferLocation() - text.begin())) : std::nullopt;
}

class Merger {
public:
  Merger(const clang::SourceManager& sources, const Inclusions& inclusions, const std::set<clang::FileID>& holders)
      : sources(sources), inclusions(inclusions) {
    for (const clang::FileID holder : holders)
      merged.insert(sources.getFileEntryForID(holder));
    merged.insert(sources.getFileEntryForID(sources.getMainFileID()));
    for (bool grows = true; grows;) {
      grows = false;
      for (const Inclusions::Directive& directive : inclusions.directives)
        if (merged.contains(directive.target)) grows |= merged.insert(sources.getFileEntryForID(directive.from)).second;
    }
  }

  std::vector<SourceFile> run(const std::string& file, std::map<clang::FileID, unsigned>& numbers) {
    const clang::FileID main = sources.getMainFileID();
    numbers[main] = 0;
    std::vector<SourceFile> files{{file, sources.getBufferData(main).str(), {}}};
    for (const Inclusions::Directive& directive : inclusions.directives)
      if (merged.contains(directive.target) && directive.entered.isValid() && numbers.contains(directive.from)) {
        numbers[directive.entered] = static_cast<unsigned>(files.size());
        files.push_back({directive.path, sources.getBufferData(directive.entered).str(), {}});
      }
    for (const Inclusions::Directive& directive : inclusions.directives)
      if (const auto from = numbers.find(directive.from); from != numbers.end())
        addReplacement(directive, files[from->second], numbers);
    for (const Inclusions::Question& question : inclusions.questions)
      if (const auto from = numbers.find(question.from); from != numbers.end() && from->second != 0)
        askBeside(question, files[from->second]);
    for (const auto& [where, offset] : inclusions.pragmas)
      if (const auto number = numbers.find(where); number != numbers.end() && number->second != 0)
        dropPragmaOnce(offset, files[number->second]);
    return files;
  }

private:
  void addReplacement(const Inclusions::Directive& directive, SourceFile& file,
                      const std::map<clang::FileID, unsigned>& numbers) {
    const bool isMain = directive.from == sources.getMainFileID();
    if (merged.contains(directive.target)) {
      Replacement replacement{directive.begin, directive.nameEnd, directive.line, std::nullopt, ""};
      if (directive.entered.isValid()) replacement.file = numbers.at(directive.entered);
      file.replacements.push_back(std::move(replacement));
    } else if (!isMain && directive.quoted && !directive.macro) { // found beside the header, not beside the main file
      file.replacements.push_back(
          textInstead(directive.nameBegin, directive.nameEnd, '"' + absolute(directive.path) + '"'));
    }
  }

  /// `__has_include("beside.hpp")` asks for a file beside the header, or one that the options lead to.
  void askBeside(const Inclusions::Question& question, SourceFile& file) const {
    const llvm::StringRef quoted = llvm::StringRef(file.text).drop_front(question.nameBegin);
    const llvm::StringRef name = quoted.drop_front().take_until([](char c) { return c == '"' || c == '\n'; });
    llvm::SmallString<256> beside(absolute(llvm::sys::path::parent_path(file.name)));
    llvm::sys::path::append(beside, name);
    if (!llvm::sys::fs::exists(beside)) return;
    const unsigned end = question.nameBegin + static_cast<unsigned>(name.size()) + 2;
    file.replacements.push_back(textInstead(question.nameBegin, end, ("\"" + beside + "\"").str()));
  }

  /// It speaks of a file, and the text no longer is one.
  static void dropPragmaOnce(unsigned offset, SourceFile& file) {
    const llvm::StringRef rest = llvm::StringRef(file.text).drop_front(offset);
    if (const std::optional<unsigned> size = sizeOfPragmaOnce(rest))
      file.replacements.push_back(textInstead(offset, offset + *size, ""));
  }

  const clang::SourceManager& sources;
  const Inclusions& inclusions;
  std::set<const clang::FileEntry*> merged;
};

} // namespace

std::unique_ptr<clang::PPCallbacks> recordInclusions(clang::Preprocessor& preprocessor, Inclusions& inclusions) {
  return std::make_unique<Recorder>(preprocessor.getSourceManager(), inclusions);
}

std::vector<SourceFile> filesOfProgram(const clang::SourceManager& sources, const std::string& file,
                                       const Inclusions& inclusions, const std::set<clang::FileID>& holders,
                                       std::map<clang::FileID, unsigned>& numbers) {
  return Merger(sources, inclusions, holders).run(file, numbers);
}

} // namespace brickc::frontend
