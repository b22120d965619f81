// Files that are compiled. SPDX-License-Identifier: MIT
#pragma once

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace brickc {

/// A file that is compiled rather than linked as it is.
struct Source {
  enum class Kind {
    Cxx,          ///< brickc's own
    Ir,           ///< a module of brickc's
    Preprocessed, ///< C++ of which only the host compiler could say what was the user's
    CxxHeader,    ///< to be precompiled by the host compiler, for what brickc has it compile
    CFamily,      ///< of another language that includes headers: the host compiler's
    Foreign       ///< of any other: the host compiler's
  };
  std::string file;     ///< "-": what comes from standard input
  std::string language; ///< named by -x; empty: what the file's extension says
  Kind kind = Kind::Cxx;

  /// Whether the host compiler compiles it as it is.
  bool isForeign() const { return kind == Kind::CxxHeader || kind == Kind::CFamily || kind == Kind::Foreign; }
};

/// The source that a file is, by the language of -x or by its extension; nothing for what the linker reads.
std::optional<Source> sourceOf(llvm::StringRef file, llvm::StringRef language);

} // namespace brickc
