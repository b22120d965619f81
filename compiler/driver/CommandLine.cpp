// Reading brickc's command line: own options are taken out, the rest is the host compiler's.
// SPDX-License-Identifier: MIT
#include "compiler/driver/CommandLine.h"
#include "compiler/driver/CheckOptions.h"
#include "compiler/driver/ClangOptions.h"
#include "compiler/driver/Fail.h"
#include "compiler/driver/PlainArguments.h"
#include "compiler/plan/PlanSpellings.h"
#include "compiler/plan/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include <optional>

namespace brickc {
namespace {

constexpr Spelling<Stage> stages[] = {
    {"ast", Stage::Ast},         {"ir", Stage::Ir},         {"deps", Stage::Deps},  {"plan", Stage::Plan},
    {"kernels", Stage::Kernels}, {"source", Stage::Source}, {"obj", Stage::Object}, {"exe", Stage::Executable},
};

constexpr OptionHelp table[] = {
    {"--emit=ast|ir|deps|plan|kernels|source|obj|exe", "stop after a stage and write it (default exe)"},
    {"--target=native|x86-64-v2|x86-64-v3|x86-64-v4|cuda|cuda:sm_NN|cuda:host",
     "processor to generate for (default native); cuda:host runs kernels for GPUs on the host"},
    {"--fp=strict|contract|reassociate", "freedom in floating-point arithmetic (default reassociate)"},
    {"--brick=AxBxC", "brick shape in cells, slowest axis first (default: the planner decides)"},
    {"--exchange=shared|memmap|layout|basic", "how ghost zones are exchanged (default shared)"},
    {"--save-plan=FILE", "write the plan as YAML"},
    {"--plan=FILE", "use a saved plan"},
    {"--explain", "say what was chosen and why, as remarks on the source lines"},
    {"--machine=FILE", "the machine to plan for (default: what brick-probe has measured)"},
    {"--reference", "build the program untransformed: plans, targets and --fp count for nothing"},
    {"--passes=LIST", "run these IR passes, in this order, instead of the default ones"},
    {"--print-after-all", "print the IR after every pass"},
    {"--time-passes", "print how long every stage took"},
    {"--nvcc=PATH", "CUDA compiler to drive (default: nvcc, in the PATH or in /usr/local/cuda/bin)"},
    {"--host-compiler=PATH", "C++ compiler to drive (default: the one brickc was built with)"},
    {"-o FILE", "output file"},
    {"-c", "compile only, the same as --emit=obj"},
    {"-S, -fsyntax-only, -E, -M, -MM", "assembly; checks only; the source preprocessed or its headers listed"},
    {"-v", "print the commands that are run"},
    {"--help", "print this list"},
    {"--help-env", "print the environment variables that programs read"},
    {"--version", "print the version"},
};

llvm::Error unknownValue(llvm::StringRef option, llvm::StringRef text, const std::string& accepted) {
  return fail("%s: unknown value '%s'; accepted: %s", option.str().c_str(), text.str().c_str(), accepted.c_str());
}

template <class Value, unsigned N>
llvm::Error choose(llvm::StringRef option, llvm::StringRef text, const Spelling<Value> (&choices)[N], Value& result) {
  const std::optional<Value> chosen = valueSpelled<Value>(text, choices);
  if (!chosen) return unknownValue(option, text, acceptedWords<Value>(choices));
  result = *chosen;
  return llvm::Error::success();
}

llvm::Error parseBrick(llvm::StringRef text, std::vector<int>& brick) {
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, 'x');
  brick.clear();
  for (llvm::StringRef part : parts) {
    int cells = 0;
    if (part.getAsInteger(10, cells) || cells <= 0 || cells > 4096)
      return fail("--brick: '%s' is not a shape such as 8x8x8", text.str().c_str());
    brick.push_back(cells);
  }
  if (brick.size() > 3) return fail("--brick: '%s' has more than 3 axes", text.str().c_str());
  return llvm::Error::success();
}

llvm::Error parseTarget(llvm::StringRef text, std::string& target) {
  target = text.str();
  if (plan::isTarget(text)) return llvm::Error::success();
  return unknownValue("--target", text, plan::acceptedTargets);
}

/// Takes `--name=value`; sets `found` when `name` is one of brickc's options.
llvm::Error parseValued(llvm::StringRef name, llvm::StringRef value, Options& options, bool& found) {
  found = true;
  if (llvm::is_contained(std::initializer_list<llvm::StringRef>{"--fp", "--exchange", "--target", "--brick"}, name))
    options.planOptionsGiven.push_back(name.str());
  if (name == "--emit") return choose(name, value, stages, options.emit);
  if (name == "--fp") return choose(name, value, plan::fpModes, options.fp);
  if (name == "--exchange") return choose(name, value, plan::exchanges, options.exchange);
  if (name == "--target") return parseTarget(value, options.target);
  if (name == "--brick") return parseBrick(value, options.brick);
  if (name == "--passes") {
    options.passesGiven = true;
    llvm::SmallVector<llvm::StringRef> names;
    value.split(names, ',', -1, /*KeepEmpty=*/false);
    for (llvm::StringRef pass : names)
      options.passes.push_back(pass.str());
    return llvm::Error::success();
  }
  std::string* file = llvm::StringSwitch<std::string*>(name)
                          .Case("--plan", &options.planFile)
                          .Case("--save-plan", &options.savePlanFile)
                          .Case("--machine", &options.machineFile)
                          .Case("--host-compiler", &options.hostCompiler)
                          .Case("--nvcc", &options.nvcc)
                          .Default(nullptr);
  found = file != nullptr;
  if (!found) return llvm::Error::success();
  if (value.empty()) return fail("%s: needs a file name", name.str().c_str());
  *file = value.str();
  return llvm::Error::success();
}

bool* flag(llvm::StringRef argument, Options& options) {
  return llvm::StringSwitch<bool*>(argument)
      .Case("--explain", &options.explain)
      .Case("--reference", &options.reference)
      .Case("--print-after-all", &options.printAfterAll)
      .Case("--time-passes", &options.timePasses)
      .Case("-v", &options.verbose)
      .Cases("--help", "-h", &options.help)
      .Case("--help-env", &options.helpEnvironment)
      .Case("--version", &options.version)
      .Case("--precompile-headers", &options.precompileHeaders)
      .Default(nullptr);
}

/// Options that say what the host compiler makes. -E, -M and -MM remain its arguments, and see the user's file as it
/// is.
std::optional<HostOutput> hostOutput(llvm::StringRef argument) {
  return llvm::StringSwitch<std::optional<HostOutput>>(argument)
      .Case("-c", HostOutput::Object)
      .Case("-S", HostOutput::Assembly)
      .Case("-fsyntax-only", HostOutput::Nothing)
      .Cases("-E", "-M", "-MM", HostOutput::Preprocessed)
      .Default(std::nullopt);
}

/// An own option that `argument` nearly spells, so that a typo is not silently passed on.
std::optional<std::string> nearMiss(llvm::StringRef argument) {
  if (!argument.starts_with("--") || argument.starts_with("--help=")) return std::nullopt; // GCC's --help=target
  llvm::StringRef name = argument.split('=').first;
  for (const OptionHelp& option : table) {
    llvm::StringRef own = llvm::StringRef(option.spelling).split('=').first.split(' ').first;
    if (own.starts_with("--") && name.edit_distance(own, true, 2) <= 2) return own.str();
  }
  return std::nullopt;
}

/// Joins `--name value` of brickc's own options to `--name=value`.
std::vector<std::string> withJoinedValues(llvm::ArrayRef<const char*> args) {
  const auto takesValue = [](llvm::StringRef word) {
    return llvm::any_of(table, [&](const OptionHelp& option) {
      const auto [name, value] = llvm::StringRef(option.spelling).split('=');
      return word == name && !value.empty();
    });
  };
  std::vector<std::string> result;
  for (std::size_t i = 0; i < args.size(); ++i) {
    result.emplace_back(args[i]);
    const bool hasNext = i + 1 < args.size() && !llvm::StringRef(args[i + 1]).starts_with("-");
    if (hasNext && takesValue(args[i])) result.back() += std::string("=") + args[++i];
  }
  return result;
}

/// Reads options and files one by one.
class Reader {
public:
  explicit Reader(Options& options) : options(options) {}

  llvm::Error read(const std::vector<std::string>& words) {
    const llvm::StringRef word = words.front();
    if (readFlag(word)) return llvm::Error::success();
    if (!word.starts_with("-") || word == "-") return addFile(word), llvm::Error::success();
    if (word.starts_with("-o")) return readValue(words, "needs a file name", options.output);
    if (word.starts_with("-x")) return readValue(words, "needs a language, such as c++", language);
    auto [name, value] = word.split('=');
    bool found = false;
    if (llvm::Error error = parseValued(name, value, options, found)) return error;
    if (found) return llvm::Error::success();
    if (auto own = nearMiss(word))
      return fail("unknown option '%s'; did you mean '%s'?", words.front().c_str(), own->c_str());
    llvm::append_range(options.hostArgs, words);
    return llvm::Error::success();
  }

private:
  bool readFlag(llvm::StringRef word) {
    if (bool* value = flag(word, options)) {
      *value = true;
      if (word == "-v") options.hostArgs.push_back("-v"); // the host compiler says what it runs, too
      return true;
    }
    const auto output = hostOutput(word);
    if (!output) return false;
    options.emit = Stage::Object;
    options.hostOutput = std::max(options.hostOutput, *output);
    if (*output == HostOutput::Preprocessed) options.hostArgs.push_back(word.str());
    return true;
  }

  void addFile(llvm::StringRef file) {
    if (auto source = sourceOf(file, language == "none" ? "" : language))
      options.sources.push_back(std::move(*source));
    else
      options.hostArgs.push_back(file.str());
  }

  /// The value of an option of one letter, written `-o file` or `-ofile`.
  static llvm::Error readValue(const std::vector<std::string>& words, const char* otherwise, std::string& value) {
    value = words.size() > 1 ? words.back() : words.front().substr(2);
    return value.empty() ? fail("%s: %s", words.front().c_str(), otherwise) : llvm::Error::success();
  }

  Options& options;
  std::string language; ///< of the files that follow
};

} // namespace

llvm::ArrayRef<OptionHelp> optionTable() { return table; }

llvm::Expected<Options> parseCommandLine(llvm::ArrayRef<const char*> args) {
  auto plain = plainArguments(withJoinedValues(args));
  if (!plain) return plain.takeError();
  Options options;
  Reader reader(options);
  for (const HostOption& option : readOptions(*plain))
    if (llvm::Error error = reader.read(option.words)) return error;
  // Headers are precompiled without being asked for objects, as host compilers do.
  const auto isHeader = [](const Source& source) { return source.kind == Source::Kind::CxxHeader; };
  if (options.emit == Stage::Executable && llvm::any_of(options.sources, isHeader)) options.emit = Stage::Object;
  if (llvm::Error error = checkOptions(options)) return error;
  return options;
}

} // namespace brickc
