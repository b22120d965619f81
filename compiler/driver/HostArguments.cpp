// Searching the host compiler's arguments. SPDX-License-Identifier: MIT
#include "compiler/driver/HostArguments.h"
#include "compiler/driver/ClangOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <map>

namespace brickc {
namespace {

/// Those words behind -Xclang that change how a file is parsed, each behind its -Xclang again.
void appendFrontendArgs(std::vector<std::string>& result, const std::vector<std::string>& words) {
  for (const HostOption& option : readOptions(words, OptionsOf::Frontend))
    if (option.changesParse)
      for (const std::string& word : option.words)
        llvm::append_range(result, std::vector<std::string>{"-Xclang", word});
}

} // namespace

std::string optionValue(const std::vector<std::string>& hostArgs, llvm::StringRef name) {
  std::string value;
  for (const HostOption& option : readOptions(hostArgs))
    if (llvm::StringRef word = option.words.front(); word.consume_front(name))
      value = option.words.size() > 1 ? option.words.back() : word.str();
  return value;
}

bool hasPrefix(const std::vector<std::string>& args, llvm::StringRef prefix) {
  return llvm::any_of(args, [&](const std::string& arg) { return llvm::StringRef(arg).starts_with(prefix); });
}

bool wantsDebugInfo(const std::vector<std::string>& hostArgs) {
  bool wanted = false;
  for (llvm::StringRef argument : hostArgs)
    if (argument.starts_with("-g") && !argument.starts_with("-gcc-toolchain")) wanted = argument != "-g0";
  return wanted;
}

bool isUnoptimised(const std::vector<std::string>& hostArgs) {
  bool unoptimised = wantsDebugInfo(hostArgs);
  for (llvm::StringRef argument : hostArgs)
    if (argument.starts_with("-O")) unoptimised = argument == "-O0" || argument == "-Og";
  return unoptimised;
}

bool wantsWarningsAsErrors(const std::vector<std::string>& hostArgs) {
  bool wanted = false;
  for (llvm::StringRef argument : hostArgs)
    if (argument == "-Werror" || argument == "-Wno-error") wanted = argument == "-Werror";
  return wanted;
}

std::optional<std::string> looseArithmetic(const std::vector<std::string>& hostArgs) {
  std::map<std::string, std::string> last;
  for (llvm::StringRef argument : hostArgs) {
    if (argument.starts_with("-O")) last["-O"] = argument == "-Ofast" ? argument.str() : "";
    if (argument.starts_with("-ffp-contract=")) last["contract"] = argument.ends_with("=off") ? "" : argument.str();
    if (argument.starts_with("-ffp-model=")) last["model"] = argument.ends_with("=strict") ? "" : argument.str();
    for (llvm::StringRef name : {"fast-math", "unsafe-math-optimizations", "associative-math", "reciprocal-math",
                                 "finite-math-only", "approx-func"}) {
      if (argument == ("-f" + name).str()) last[name.str()] = argument.str();
      if (argument == ("-fno-" + name).str()) last[name.str()] = "";
    }
    for (llvm::StringRef name : {"signed-zeros", "honor-infinities", "honor-nans"}) {
      if (argument == ("-fno-" + name).str()) last[name.str()] = argument.str();
      if (argument == ("-f" + name).str()) last[name.str()] = "";
    }
  }
  for (const auto& [kind, argument] : last)
    if (!argument.empty()) return argument;
  return std::nullopt;
}

std::vector<std::string> parsingArgs(const std::vector<std::string>& hostArgs) {
  std::vector<std::string> result, forFrontend;
  for (const HostOption& option : readOptions(hostArgs)) {
    if (option.changesParse) llvm::append_range(result, option.words);
    if (option.words.front() == "-Xclang") forFrontend.push_back(option.words.back());
  }
  appendFrontendArgs(result, forFrontend);
  return result;
}

bool writesBesideObject(const std::vector<std::string>& hostArgs) {
  static constexpr llvm::StringLiteral prefixes[] = {"--coverage",       "-coverage",     "-ftest-coverage",
                                                     "-fprofile",        "-gsplit-dwarf", "-save-temps",
                                                     "--save-temps",     "-fstack-usage", "-fdump-",
                                                     "-fcallgraph-info", "-ftime-trace",  "-fsave-optimization-record"};
  return llvm::any_of(hostArgs, [](llvm::StringRef word) {
    return llvm::any_of(prefixes, [&](llvm::StringRef prefix) { return word.starts_with(prefix); });
  });
}

bool savesTemporaries(const std::vector<std::string>& hostArgs) {
  return llvm::any_of(hostArgs, [](llvm::StringRef word) {
    return word.starts_with("-save-temps") || word.starts_with("--save-temps");
  });
}

bool hasLinkInputs(const std::vector<std::string>& hostArgs) {
  return llvm::any_of(readOptions(hostArgs), [](const HostOption& option) {
    const llvm::StringRef word = option.words.front();
    return !word.starts_with("-") || word.starts_with("-l");
  });
}

} // namespace brickc
