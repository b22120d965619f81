// Commands for the host C++ compiler. SPDX-License-Identifier: MIT
#include "compiler/driver/HostCompiler.h"
#include "compiler/driver/ClangOptions.h"
#include "compiler/driver/DependencyFile.h"
#include "compiler/driver/HostArguments.h"
#include "compiler/driver/RunCompiler.h"
#include "compiler/ir/Operators.h"
#include "compiler/plan/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <optional>

namespace brickc {
namespace {

bool startsWithAny(llvm::StringRef argument, std::initializer_list<llvm::StringRef> prefixes) {
  return llvm::any_of(prefixes, [&](llvm::StringRef prefix) { return argument.starts_with(prefix); });
}

/// Libraries and objects stay out of `-c` commands.
bool isForLinkingOnly(const HostOption& option) {
  const llvm::StringRef word = option.words.front();
  static constexpr llvm::StringLiteral names[] = {"-shared", "-static", "-rdynamic", "-u", "-z", "-e"};
  return option.forLinker || !word.starts_with("-") || word.starts_with("-L") || llvm::is_contained(names, word);
}

/// Preprocessor and dependency options stay out of the link.
bool isForParsingOnly(const HostOption& option) {
  return startsWithAny(option.words.front(), {"-I", "-D", "-U", "-M", "-isystem", "-iquote", "-idirafter", "-imacros",
                                              "-include", "-std=", "-Xpreprocessor", "-Xclang"});
}

/// Appends the options for which `leave` does not hold.
void appendUnless(std::vector<std::string>& command, const std::vector<std::string>& args,
                  bool (*leave)(const HostOption&)) {
  for (const HostOption& option : readOptions(args))
    if (!leave(option)) llvm::append_range(command, option.words);
}

/// Whether GCC, where it does not know the rounding mode, has other bits for a function than the library. It then
/// evaluates only what is exact, which the library need not hit, and replaces calls, as of pow(x, 2).
bool isKnownBetter(llvm::StringRef function) {
  constexpr llvm::StringRef better[] = {"pow", "cbrt", "tgamma", "fmin", "fmax"};
  return llvm::is_contained(better, function);
}

/// Strict mode and reference mode have the same bits, whatever the host compiler and its optimisations. Compilers know
/// mathematical functions, which the library need not round correctly: they evaluate calls with constant arguments, and
/// replace others, where they happen to see the constants. So the library is called.
std::vector<std::string> callsOfLibrary(bool isClang, const std::string& includeDir) {
  std::vector<std::string> args;
  for (const ir::MathFunction& function : ir::mathFunctions())
    if (!function.exact && (isClang || isKnownBetter(function.name)))
      for (const char* suffix : {"", "f"})
        args.push_back("-fno-builtin-" + function.name.str() + suffix);
  if (!isClang) args.push_back("-frounding-math");
  // GCC's headers use __builtin_powf and its like, to which -fno-builtin does not apply.
  args.insert(args.end(), {"-include", includeDir + "/brick/opaque_builtins.hpp"});
  return args;
}

/// Nothing may change a result behind the user's back: brickc contracts where it may, and the host compiler does not.
/// sqrt and friends need not set errno: that lets them be vector instructions. It also makes Clang evaluate some calls.
std::vector<std::string> floatingPointArgs(plan::FpMode mode, bool isClang, const std::string& includeDir) {
  std::vector<std::string> args = {"-ffp-contract=off"};
  if (mode != plan::FpMode::Strict || !isClang) args.push_back("-fno-math-errno");
  if (mode != plan::FpMode::Strict) return args;
  llvm::append_range(args, callsOfLibrary(isClang, includeDir));
  return args;
}

/// The generated file stands for the user's: it includes what is beside that before anything else, and has its name in
/// what is made of it.
std::vector<std::string> placeOf(llvm::StringRef source, llvm::StringRef generated) {
  llvm::StringRef folder = llvm::sys::path::parent_path(source);
  const std::string users = folder.empty() || folder.ends_with("/") ? folder.str() : (folder + "/").str();
  return {"-iquote", folder.empty() ? "." : folder.str(),
          ("-ffile-prefix-map=" + llvm::sys::path::parent_path(generated) + "/=" + users).str()};
}

/// The file, and its language where that is not what its extension says.
std::vector<std::string> fileArgs(const Source& source) {
  if (source.language.empty()) return {source.file};
  return {"-x", source.language, source.file};
}

std::vector<std::string> outputArgs(HostOutput output, const std::string& object) {
  if (output == HostOutput::Nothing) return {"-fsyntax-only"};
  std::vector<std::string> args{output == HostOutput::Assembly ? "-S" : "-c"};
  if (!object.empty()) llvm::append_range(args, std::vector<std::string>{"-o", object});
  return args;
}

} // namespace

HostCompiler::HostCompiler(const Options& options, const Installation& installation)
    : options(options), installation(installation) {}

const std::string& HostCompiler::hostCompiler() const {
  return options.hostCompiler.empty() ? installation.hostCompiler : options.hostCompiler;
}

std::vector<std::string> HostCompiler::compileCommand() const {
  std::vector<std::string> command;
  if (!hasPrefix(options.hostArgs, "-std=")) command.push_back("-std=c++20");
  // CMake's build type Debug is -g alone.
  if (!hasPrefix(options.hostArgs, "-O") && !isUnoptimised(options.hostArgs)) command.push_back("-O3");
  if (!options.reference) command.push_back("-march=" + plan::hostOf(options.target).str());
  // The reference is the user's arithmetic as written; `strict` is bit-equal to it.
  const bool isClang = llvm::sys::path::filename(hostCompiler()).contains("clang");
  llvm::append_range(command, floatingPointArgs(options.reference ? plan::FpMode::Strict : options.fp, isClang,
                                                installation.includeDir));
  // [[brick::...]] means something to brickc only; vectors are never passed between objects of other compilers.
  llvm::append_range(command, std::vector<std::string>{"-Wno-attributes", "-Wno-psabi"});
  // Clang 18 to 20 warn of what they themselves made of -march=native on processors with AVX10, which is none of
  // the user's doing; those before don't know that warning's name.
  if (isClang)
    llvm::append_range(command,
                       std::vector<std::string>{"-Wno-unknown-warning-option", "-Wno-invalid-feature-combination"});
  appendUnless(command, options.hostArgs, isForLinkingOnly);
  return command;
}

llvm::Error HostCompiler::compile(const std::string& file, const Source& source, const std::string& object,
                                  const std::vector<std::string>& included) const {
  const bool isGenerated = file != source.file;
  std::vector<std::string> command;
  auto append = [&](std::vector<std::string> words) { llvm::append_range(command, words); };
  if (isGenerated) append(placeOf(source.file, file));
  append(compileCommand());
  std::optional<DependencyFile> dependencies = dependencyFile(options, source.file, object);
  if (dependencies && !dependencies->pathGiven) append({"-MF", dependencies->path});
  if (dependencies && !dependencies->targetGiven) append({"-MQ", dependencies->target});
  append(hostIncludeArgs(options.hostArgs, installation));
  append(isGenerated ? std::vector<std::string>{"-x", "c++", file} : fileArgs(source));
  append(outputArgs(options.hostOutput, object));
  if (llvm::Error error = run(command)) return error;
  if (!isGenerated || !dependencies || options.hostOutput == HostOutput::Nothing) return llvm::Error::success();
  std::vector<std::string> sources = included;
  llvm::copy_if(std::vector{options.planFile, options.machineFile}, std::back_inserter(sources),
                [](const std::string& name) { return !name.empty(); });
  return nameSourcesInDependencies(dependencies->path, file, sources, llvm::is_contained(options.hostArgs, "-MP"));
}

llvm::Error HostCompiler::compileForeign(const Source& source, const std::string& object) const {
  std::vector<std::string> command = foreignCommand(source);
  llvm::append_range(command, outputArgs(options.hostOutput, object));
  return run(command);
}

llvm::Error HostCompiler::preprocess(const Source& source) const {
  std::vector<std::string> command = source.isForeign() ? foreignCommand(source) : compileCommand();
  if (!source.isForeign()) {
    llvm::append_range(command, hostIncludeArgs(options.hostArgs, installation));
    llvm::append_range(command, fileArgs(source));
  }
  if (!options.output.empty()) llvm::append_range(command, std::vector<std::string>{"-o", options.output});
  return run(command);
}

llvm::Error HostCompiler::link(const std::vector<std::string>& objects, const std::string& program) const {
  std::vector<std::string> command = objects;
  appendUnless(command, options.hostArgs, isForParsingOnly);
  llvm::append_range(command, std::vector<std::string>{"-o", program, "-L" + installation.libraryDir, "-lbrick",
                                                       "-Wl,-rpath," + installation.libraryDir});
  llvm::append_range(command, installation.mpiLibraries);
  return run(command);
}

llvm::Error HostCompiler::ask(const std::vector<std::string>& arguments) const { return run(arguments); }

std::vector<std::string> HostCompiler::foreignCommand(const Source& source) const {
  std::vector<std::string> command;
  if (source.kind == Source::Kind::CxxHeader)
    command = compileCommand();
  else
    appendUnless(command, options.hostArgs, isForLinkingOnly);
  if (source.kind != Source::Kind::Foreign)
    llvm::append_range(command, hostIncludeArgs(options.hostArgs, installation));
  llvm::append_range(command, fileArgs(source));
  return command;
}

llvm::Error HostCompiler::run(const std::vector<std::string>& arguments) const {
  const std::string& compiler = hostCompiler();
  auto path = llvm::sys::findProgramByName(compiler);
  if (!path || !llvm::sys::fs::can_execute(*path))
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "host compiler '%s' not found (--host-compiler=PATH)", compiler.c_str());
  return runCompiler("host compiler", compiler, *path, arguments, options.verbose);
}

} // namespace brickc
