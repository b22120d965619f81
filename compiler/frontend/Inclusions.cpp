// Recording of #include directives, and the fixpoint over them. SPDX-License-Identifier: MIT
#include "compiler/frontend/Inclusions.h"
#include "compiler/support/LlvmCompat.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

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
    directive.line = sources.getLineNumber(from, directive.nameEnd);
    directive.target = &file->getFileEntry();
    directive.path = file->getName().str();
    inclusions.directives.push_back(std::move(directive));
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
          {directive.nameBegin, directive.nameEnd, directive.line, std::nullopt, '"' + absolute(directive.path) + '"'});
    }
  }

  /// It speaks of a file, and the text no longer is one.
  void dropPragmaOnce(unsigned offset, SourceFile& file) const {
    llvm::StringRef rest = llvm::StringRef(file.text).drop_front(offset);
    const llvm::StringRef line = rest.take_until([](char c) { return c == '\n'; });
    llvm::SmallVector<llvm::StringRef, 3> words;
    line.drop_front().split(words, ' ', -1, false);
    if (words.size() >= 2 && words[0].trim() == "pragma" && words[1].trim() == "once")
      file.replacements.push_back({offset, static_cast<unsigned>(offset + line.size()), 0, std::nullopt, ""});
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
