// What a source file includes, and what of it becomes part of the generated text. SPDX-License-Identifier: MIT
//
// Generated code must stand directly behind a stencil's definition, so a header that holds one cannot stay a header:
// its text is put where it is included. That goes for every file that includes such a header, too, since its include
// guard would not keep a second copy out (`#pragma once` goes by files).
#pragma once

#include "compiler/frontend/SourceMap.h"
#include "clang/Basic/SourceLocation.h"
#include <memory>
#include <set>

namespace clang {
class FileEntry;
class PPCallbacks;
class Preprocessor;
class SourceManager;
} // namespace clang

namespace brickc::frontend {

/// What the preprocessor did, in the order in which it did it.
struct Inclusions {
  struct Directive {
    clang::FileID from;
    unsigned begin = 0, nameBegin = 0, nameEnd = 0; ///< bytes: of the `#`, of the name with its quotes
    NamedLine line;                                 ///< on which the name ends
    bool quoted = false, macro = false;             ///< how the name is written
    const clang::FileEntry* target = nullptr;
    std::string path;      ///< of the target
    clang::FileID entered; ///< invalid where a guard kept the text out
  };
  /// A name in quotes that `__has_include` asks about.
  struct Question {
    clang::FileID from;
    unsigned nameBegin = 0; ///< byte of the quote
  };
  std::vector<Directive> directives;
  std::vector<Question> questions;
  std::vector<clang::SourceRange> skipped;                 ///< text between #if and #endif that is not compiled
  std::vector<std::pair<clang::FileID, unsigned>> pragmas; ///< file and byte of the `#` of every pragma
};

/// Fills `inclusions`, which must outlive the preprocessor.
std::unique_ptr<clang::PPCallbacks> recordInclusions(clang::Preprocessor& preprocessor, Inclusions& inclusions);

/// The main file, named `file`, and the files to put into it: those with a definition among `holders` and those that
/// include them. `numbers` receives the place in the result of each of them.
std::vector<SourceFile> filesOfProgram(const clang::SourceManager& sources, const std::string& file,
                                       const Inclusions& inclusions, const std::set<clang::FileID>& holders,
                                       std::map<clang::FileID, unsigned>& numbers);

} // namespace brickc::frontend
