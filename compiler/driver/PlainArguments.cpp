// Respelling of options that brickc must understand. SPDX-License-Identifier: MIT
//
// What only the host compiler understood would be silently wrong: a kernel would be compiled with other macros and
// headers than the rest of the program.
#include "compiler/driver/PlainArguments.h"
#include "compiler/driver/ClangOptions.h"
#include "compiler/driver/Fail.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace brickc {
namespace {

class Speller {
public:
  llvm::Expected<std::vector<std::string>> run(const std::vector<std::string>& args) {
    for (const HostOption& option : readOptions(args)) {
      if (collectForPreprocessor(option)) continue;
      flushPreprocessor();
      if (llvm::Error error = add(option)) return error;
    }
    flushPreprocessor();
    return std::move(result);
  }

private:
  /// Takes `-Wp,-D,K` and `-Xpreprocessor -D -Xpreprocessor K`, whose words belong together.
  bool collectForPreprocessor(const HostOption& option) {
    llvm::StringRef word = option.words.front();
    if (word == "-Xpreprocessor" && option.words.size() == 2) {
      forPreprocessor.push_back(option.words.back());
      return true;
    }
    if (!word.consume_front("-Wp,")) return false;
    llvm::SmallVector<llvm::StringRef> parts;
    word.split(parts, ',');
    for (const llvm::StringRef part : parts)
      forPreprocessor.push_back(part.str());
    return true;
  }

  /// What compilers know as options of their own becomes that; the rest remains the preprocessor's.
  void flushPreprocessor() {
    const std::vector<HostOption> options = readOptions(std::exchange(forPreprocessor, {}));
    for (std::size_t i = 0; i < options.size(); ++i) {
      const std::string& name = options[i].words.front();
      const bool isDependency = llvm::StringRef(name).starts_with("-M");
      if (options[i].changesParse || isDependency)
        llvm::append_range(result, options[i].plain);
      else
        for (const std::string& word : options[i].words)
          llvm::append_range(result, std::vector<std::string>{"-Xpreprocessor", word});
      // The preprocessor's own option names the file too.
      const bool namesFile = (name == "-MD" || name == "-MMD") && i + 1 < options.size() &&
                             !llvm::StringRef(options[i + 1].words.front()).starts_with("-");
      if (namesFile) llvm::append_range(result, std::vector<std::string>{"-MF", options[++i].words.front()});
    }
  }

  llvm::Error add(const HostOption& option) {
    const llvm::StringRef name = option.words.front();
    if (name.starts_with("-iprefix")) prefix = valueOf(option, "-iprefix");
    if (name.starts_with("-iwithprefixbefore")) return addPrefixed("-I", valueOf(option, "-iwithprefixbefore"));
    if (name.starts_with("-iwithprefix")) return addPrefixed("-idirafter", valueOf(option, "-iwithprefix"));
    const bool hasLongName = name.starts_with("--") && name != "--help"; // which is brickc's
    llvm::append_range(result, hasLongName ? option.plain : option.words);
    return llvm::Error::success();
  }

  static std::string valueOf(const HostOption& option, llvm::StringRef name) {
    return option.words.size() > 1 ? option.words.back() : option.words.front().substr(name.size());
  }

  /// Compilers have prefixes of their own, which differ.
  llvm::Error addPrefixed(const char* option, const std::string& folder) {
    if (!prefix) return fail("-iwithprefix, -iwithprefixbefore: need -iprefix before them; write %s otherwise", option);
    result.push_back(option + *prefix + folder);
    return llvm::Error::success();
  }

  std::vector<std::string> result, forPreprocessor;
  std::optional<std::string> prefix;
};

} // namespace

llvm::Expected<std::vector<std::string>> plainArguments(const std::vector<std::string>& args) {
  return Speller().run(args);
}

} // namespace brickc
