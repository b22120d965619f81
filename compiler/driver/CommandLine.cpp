// Reading brickc's command line: own options are taken out, the rest is the host compiler's.
// SPDX-License-Identifier: MIT
#include "compiler/driver/CommandLine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <map>
#include <optional>

namespace brickc {
namespace {

template <class Value> struct Choice {
  const char* name;
  Value value;
};

constexpr Choice<Stage> stages[] = {
    {"ast", Stage::Ast},       {"ir", Stage::Ir},      {"deps", Stage::Deps},      {"plan", Stage::Plan},
    {"source", Stage::Source}, {"obj", Stage::Object}, {"exe", Stage::Executable},
};
constexpr Choice<plan::FpMode> fpModes[] = {
    {spelling(plan::FpMode::Strict), plan::FpMode::Strict},
    {spelling(plan::FpMode::Contract), plan::FpMode::Contract},
    {spelling(plan::FpMode::Reassociate), plan::FpMode::Reassociate},
};
constexpr Choice<plan::Exchange> exchanges[] = {
    {"shared", plan::Exchange::Shared},
    {"memmap", plan::Exchange::MemMap},
    {"layout", plan::Exchange::Layout},
    {"basic", plan::Exchange::Basic},
};

constexpr OptionHelp table[] = {
    {"--emit=ast|ir|deps|plan|source|obj|exe", "stop after a stage and write it (default exe)"},
    {"--target=native|x86-64-v2|x86-64-v3|x86-64-v4", "processor to generate for (default native)"},
    {"--fp=strict|contract|reassociate", "freedom in floating-point arithmetic (default reassociate)"},
    {"--brick=AxBxC", "brick shape in cells, slowest axis first (default: the planner decides)"},
    {"--exchange=shared|memmap|layout|basic", "how ghost zones are exchanged (default shared)"},
    {"--save-plan=FILE", "write the plan as YAML"},
    {"--plan=FILE", "use a saved plan"},
    {"--explain", "say what was chosen and why, as remarks on the source lines"},
    {"--machine=FILE", "the machine to plan for (default: what brick-probe has measured)"},
    {"--reference", "build the program untransformed"},
    {"--passes=LIST", "run these IR passes, in this order, instead of the default ones"},
    {"--print-after-all", "print the IR after every pass"},
    {"--time-passes", "print how long every stage took"},
    {"--host-compiler=PATH", "C++ compiler to drive (default: the one brickc was built with)"},
    {"-o FILE", "output file"},
    {"-c", "compile only, the same as --emit=obj"},
    {"-S, -fsyntax-only, -E, -M, -MM", "assembly; checks only; the source preprocessed or its headers listed"},
    {"-v", "print the commands that are run"},
    {"--help", "print this list"},
    {"--help-env", "print the environment variables that programs read"},
    {"--version", "print the version"},
};

template <class... Args> llvm::Error fail(const char* format, Args... args) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), format, args...);
}

template <class Value, unsigned N>
llvm::Error choose(llvm::StringRef option, llvm::StringRef text, const Choice<Value> (&choices)[N], Value& result) {
  std::string accepted;
  for (const Choice<Value>& choice : choices) {
    if (text == choice.name) {
      result = choice.value;
      return llvm::Error::success();
    }
    accepted += (accepted.empty() ? "" : ", ") + std::string(choice.name);
  }
  return fail("%s: unknown value '%s'; accepted: %s", option.str().c_str(), text.str().c_str(), accepted.c_str());
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
  static constexpr Choice<int> targets[] = {{"native", 0}, {"x86-64-v2", 0}, {"x86-64-v3", 0}, {"x86-64-v4", 0}};
  int ignored = 0;
  if (llvm::Error error = choose("--target", text, targets, ignored)) return error;
  target = text.str();
  return llvm::Error::success();
}

/// Takes `--name=value`; sets `found` when `name` is one of brickc's options.
llvm::Error parseValued(llvm::StringRef name, llvm::StringRef value, Options& options, bool& found) {
  found = true;
  if (llvm::is_contained(std::initializer_list<llvm::StringRef>{"--fp", "--exchange", "--target", "--brick"}, name))
    options.planOptionsGiven.push_back(name.str());
  if (name == "--emit") return choose(name, value, stages, options.emit);
  if (name == "--fp") return choose(name, value, fpModes, options.fp);
  if (name == "--exchange") return choose(name, value, exchanges, options.exchange);
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
  if (!argument.starts_with("--")) return std::nullopt;
  llvm::StringRef name = argument.split('=').first;
  for (const OptionHelp& option : table) {
    llvm::StringRef own = llvm::StringRef(option.spelling).split('=').first.split(' ').first;
    if (own.starts_with("--") && name.edit_distance(own, true, 2) <= 2) return own.str();
  }
  return std::nullopt;
}

/// An option of the host compiler that lets it change results, if there is one: of each kind the last one decides.
std::optional<std::string> looseArithmetic(const std::vector<std::string>& hostArgs) {
  std::map<std::string, std::string> last;
  for (llvm::StringRef argument : hostArgs) {
    if (argument.starts_with("-O")) last["-O"] = argument == "-Ofast" ? argument.str() : "";
    if (argument.starts_with("-ffp-contract=")) last["contract"] = argument.ends_with("=off") ? "" : argument.str();
    for (llvm::StringRef name : {"fast-math", "unsafe-math-optimizations", "associative-math", "reciprocal-math",
                                 "finite-math-only", "approx-func"}) {
      if (argument == ("-f" + name).str()) last[name.str()] = argument.str();
      if (argument == ("-fno-" + name).str()) last[name.str()] = "";
    }
    if (argument == "-fno-signed-zeros") last["signed-zeros"] = argument.str();
    if (argument == "-fsigned-zeros") last["signed-zeros"] = "";
  }
  for (const auto& [kind, argument] : last)
    if (!argument.empty()) return argument;
  return std::nullopt;
}

/// Nothing that is written may be a file that is read.
llvm::Error checkOutputs(const Options& options) {
  for (const std::string& output : {options.output, options.savePlanFile, optionValue(options.hostArgs, "-MF")})
    for (const std::string& source : options.sources)
      if (bool same = false; !output.empty() && !llvm::sys::fs::equivalent(output, source, same) && same)
        return fail("'%s' is a source file: writing the output there would destroy it", output.c_str());
  return llvm::Error::success();
}

llvm::Error checkConsistency(const Options& options) {
  if (options.help || options.helpEnvironment || options.version || options.precompileHeaders)
    return llvm::Error::success();
  if (options.sources.empty() && options.hostArgs.empty()) return fail("no input files");
  if (options.emit <= Stage::Object && options.sources.empty()) return fail("no source file to compile");
  if (!options.output.empty() && options.emit <= Stage::Object && options.sources.size() > 1)
    return fail("-o with several source files needs --emit=exe");
  if (options.reference && options.emit < Stage::Object)
    return fail("--reference builds the program untransformed: it has no stage to emit but obj and exe");
  if (!options.planFile.empty() && options.sources.size() > 1) return fail("--plan works on one source file at a time");
  if (!options.savePlanFile.empty() && options.sources.size() > 1)
    return fail("--save-plan works on one source file at a time");
  if (options.fp == plan::FpMode::Strict && !options.reference)
    if (auto loose = looseArithmetic(options.hostArgs))
      return fail("--fp=strict and '%s', which lets the host compiler change results, exclude each other",
                  loose->c_str());
  return checkOutputs(options);
}

} // namespace

llvm::ArrayRef<OptionHelp> optionTable() { return table; }

bool isSource(llvm::StringRef argument) {
  return llvm::StringSwitch<bool>(llvm::sys::path::extension(argument))
      .Cases(".cpp", ".cc", ".cxx", ".C", ".c++", ".ir", true)
      .Default(false);
}

bool takesValue(llvm::StringRef argument) {
  static constexpr llvm::StringLiteral names[] = {
      "-I",     "-D",         "-U",        "-L",      "-l",         "-isystem", "-iquote",     "-MF",
      "-MT",    "-MQ",        "-include",  "-x",      "-idirafter", "-Xlinker", "-T",          "-u",
      "-z",     "-framework", "-aux-info", "--param", "-imacros",   "-Xclang",  "-Xassembler", "-Xpreprocessor",
      "-mllvm", "-MJ",        "-e"};
  return llvm::is_contained(names, argument);
}

llvm::Expected<Options> parseCommandLine(llvm::ArrayRef<const char*> args) {
  Options options;
  for (size_t i = 0; i < args.size(); ++i) {
    llvm::StringRef argument = args[i];
    if (bool* value = flag(argument, options)) {
      *value = true;
    } else if (auto output = hostOutput(argument)) {
      options.emit = Stage::Object;
      options.hostOutput = std::max(options.hostOutput, *output);
      if (*output == HostOutput::Preprocessed) options.hostArgs.push_back(argument.str());
    } else if (argument == "-o") {
      if (i + 1 == args.size()) return fail("-o: needs a file name");
      options.output = args[++i];
    } else if (argument.starts_with("-o") && argument.size() > 2) {
      options.output = argument.drop_front(2).str();
    } else if (!argument.starts_with("-") && isSource(argument)) {
      options.sources.push_back(argument.str());
    } else {
      auto [name, value] = argument.split('=');
      bool found = false;
      if (llvm::Error error = parseValued(name, value, options, found)) return error;
      if (found) continue;
      if (auto own = nearMiss(argument))
        return fail("unknown option '%s'; did you mean '%s'?", argument.str().c_str(), own->c_str());
      options.hostArgs.push_back(argument.str());
      if (takesValue(argument) && i + 1 < args.size()) options.hostArgs.push_back(args[++i]);
    }
  }
  if (llvm::Error error = checkConsistency(options)) return error;
  return options;
}

std::string optionValue(const std::vector<std::string>& hostArgs, llvm::StringRef name) {
  std::string value;
  for (size_t i = 0; i < hostArgs.size(); ++i) {
    llvm::StringRef argument = hostArgs[i];
    const bool separate = takesValue(argument) && i + 1 < hostArgs.size();
    if (argument.consume_front(name)) value = separate ? hostArgs[i + 1] : argument.str();
    if (separate) ++i;
  }
  return value;
}

bool wantsDebugInfo(const std::vector<std::string>& hostArgs) {
  bool wanted = false;
  for (llvm::StringRef argument : hostArgs)
    if (argument.starts_with("-g") && !argument.starts_with("-gcc-toolchain")) wanted = argument != "-g0";
  return wanted;
}

bool isUnoptimised(const std::vector<std::string>& hostArgs) {
  bool unoptimised = false;
  for (llvm::StringRef argument : hostArgs)
    if (argument.starts_with("-O")) unoptimised = argument == "-O0" || argument == "-Og";
  return unoptimised;
}

std::vector<std::string> parsingArgs(const std::vector<std::string>& hostArgs) {
  static constexpr llvm::StringLiteral prefixes[] = {"-I",      "-D",        "-U",         "-isystem",
                                                     "-iquote", "-include",  "-idirafter", "-imacros",
                                                     "-std=",   "--sysroot", "-pthread",   "-stdlib="};
  std::vector<std::string> result;
  for (size_t i = 0; i < hostArgs.size(); ++i) {
    llvm::StringRef argument = hostArgs[i];
    if (!llvm::any_of(prefixes, [&](llvm::StringRef prefix) { return argument.starts_with(prefix); })) continue;
    result.push_back(argument.str());
    if (takesValue(argument) && i + 1 < hostArgs.size()) result.push_back(hostArgs[++i]);
  }
  return result;
}

} // namespace brickc
