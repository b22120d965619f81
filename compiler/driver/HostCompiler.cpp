// Commands for the host C++ compiler. SPDX-License-Identifier: MIT
#include "compiler/driver/HostCompiler.h"
#include "compiler/driver/TextFile.h"
#include "compiler/ir/Operators.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace brickc {
namespace {

bool startsWithAny(llvm::StringRef argument, std::initializer_list<llvm::StringRef> prefixes) {
  return llvm::any_of(prefixes, [&](llvm::StringRef prefix) { return argument.starts_with(prefix); });
}

bool hasPrefix(const std::vector<std::string>& args, llvm::StringRef prefix) {
  return llvm::any_of(args, [&](const std::string& arg) { return llvm::StringRef(arg).starts_with(prefix); });
}

bool isObjectOrLibrary(llvm::StringRef argument) {
  llvm::StringRef name = llvm::sys::path::filename(argument);
  return !argument.starts_with("-") &&
         (name.ends_with(".o") || name.ends_with(".a") || name.ends_with(".so") || name.contains(".so."));
}

/// Libraries and objects stay out of `-c` commands.
bool isForLinkingOnly(llvm::StringRef argument) {
  return startsWithAny(argument, {"-l", "-L", "-Wl,", "-Xlinker", "-shared", "-static", "-rdynamic", "-fuse-ld"}) ||
         argument == "-u" || argument == "-z" || argument == "-T" || argument == "-e" || isObjectOrLibrary(argument);
}

/// Preprocessor and dependency options stay out of the link.
bool isForParsingOnly(llvm::StringRef argument) {
  return startsWithAny(argument,
                       {"-I", "-D", "-U", "-M", "-isystem", "-iquote", "-idirafter", "-imacros", "-include", "-std="});
}

/// Appends the options of which `keep` says so, each with its value where that is an argument of its own.
template <class Predicate>
void appendIf(std::vector<std::string>& command, const std::vector<std::string>& args, Predicate keep) {
  for (size_t i = 0; i < args.size(); ++i) {
    size_t last = takesValue(args[i]) && i + 1 < args.size() ? i + 1 : i;
    if (keep(args[i])) command.insert(command.end(), args.begin() + i, args.begin() + last + 1);
    i = last;
  }
}

/// Strict mode and reference mode have the same bits, whatever the host compiler and its optimisations. Compilers know
/// mathematical functions, which the library need not round correctly: they evaluate calls with constant arguments, and
/// replace others (pow(x, 2) by x * x), where they happen to see the constants. So the library is called for all.
std::vector<std::string> callsOfLibrary(bool isClang, const std::string& includeDir) {
  std::vector<std::string> args;
  for (const ir::MathFunction& function : ir::mathFunctions())
    if (!function.exact)
      for (const char* suffix : {"", "f"})
        args.push_back("-fno-builtin-" + function.name.str() + suffix);
  // GCC's headers use __builtin_powf and its like, to which -fno-builtin does not apply. Of these GCC evaluates only
  // what is exact if the rounding mode is not known; what it replaces is hidden.
  if (!isClang) args.push_back("-frounding-math");
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

/// Where a dependency file goes and what it is the dependencies of: what the user says, or as host compilers name them.
struct DependencyFile {
  std::string path, target;
  bool pathGiven = false, targetGiven = false;
};

/// Nothing when the user asked for none. Objects on their way into a program are temporary and not to be named.
std::optional<DependencyFile> dependencyFile(const Options& options, const std::string& source,
                                             const std::string& object) {
  const std::vector<std::string>& args = options.hostArgs;
  if (!llvm::is_contained(args, "-MD") && !llvm::is_contained(args, "-MMD")) return std::nullopt;
  DependencyFile result;
  result.targetGiven = hasPrefix(args, "-MT") || hasPrefix(args, "-MQ");
  result.pathGiven = hasPrefix(args, "-MF");
  result.path = optionValue(args, "-MF");
  bool linking = options.emit == Stage::Executable;
  llvm::SmallString<128> name(linking ? llvm::sys::path::parent_path(options.output) : llvm::StringRef(object));
  if (linking) llvm::sys::path::append(name, llvm::sys::path::stem(source) + ".o");
  result.target = std::string(name);
  llvm::sys::path::replace_extension(name, "d");
  if (!result.pathGiven) result.path = std::string(name);
  return result;
}

/// As make reads the name of a file.
std::string escapedForMake(llvm::StringRef path) {
  std::string escaped;
  for (char c : path) {
    if (c == ' ' || c == '#') escaped += '\\';
    escaped += c;
    if (c == '$') escaped += c;
  }
  return escaped;
}

/// Rewrites the name of the generated file to the user's in a dependency file.
llvm::Error nameSourceInDependencies(const std::string& path, llvm::StringRef generated, llvm::StringRef source) {
  auto buffer = readTextFile(path);
  if (!buffer) return buffer.takeError();
  std::string text = (*buffer)->getBuffer().str();
  for (size_t at = 0; (at = text.find(generated.data(), at, generated.size())) != std::string::npos;
       at += source.size())
    text.replace(at, generated.size(), source.str());
  return writeTextFile(path, text);
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
  if (!hasPrefix(options.hostArgs, "-O")) command.push_back("-O3");
  if (!options.reference) command.push_back("-march=" + options.target);
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
  appendIf(command, options.hostArgs, [](llvm::StringRef argument) { return !isForLinkingOnly(argument); });
  return command;
}

llvm::Error HostCompiler::compile(const std::string& file, const std::string& source, const std::string& object,
                                  const std::vector<std::string>& included) const {
  std::vector<std::string> command = compileCommand();
  auto append = [&](std::vector<std::string> words) { llvm::append_range(command, words); };
  if (file != source) {
    llvm::StringRef folder = llvm::sys::path::parent_path(source);
    append({"-iquote", folder.empty() ? "." : folder.str()});
  }
  std::optional<DependencyFile> dependencies = dependencyFile(options, source, object);
  if (dependencies && !dependencies->pathGiven) append({"-MF", dependencies->path});
  if (dependencies && !dependencies->targetGiven) append({"-MQ", dependencies->target});
  append(includeArgs(options.hostArgs, installation));
  append({file});
  switch (options.hostOutput) {
  case HostOutput::Assembly:
    append({"-S", "-o", object});
    break;
  case HostOutput::Nothing:
    append({"-fsyntax-only"});
    break;
  default:
    append({"-c", "-o", object});
  }
  if (llvm::Error error = run(command)) return error;
  if (file == source || !dependencies || options.hostOutput == HostOutput::Nothing) return llvm::Error::success();
  std::vector<std::string> names;
  for (const std::string& name : included.empty() ? std::vector{source} : included)
    names.push_back(escapedForMake(name));
  return nameSourceInDependencies(dependencies->path, escapedForMake(file), llvm::join(names, " "));
}

llvm::Error HostCompiler::preprocess(const std::string& source) const {
  std::vector<std::string> command = compileCommand();
  llvm::append_range(command, includeArgs(options.hostArgs, installation));
  command.push_back(source);
  if (!options.output.empty()) llvm::append_range(command, std::vector<std::string>{"-o", options.output});
  return run(command);
}

llvm::Error HostCompiler::link(const std::vector<std::string>& objects, const std::string& program) const {
  std::vector<std::string> command = objects;
  appendIf(command, options.hostArgs, [](llvm::StringRef argument) { return !isForParsingOnly(argument); });
  llvm::append_range(command, std::vector<std::string>{"-o", program, "-L" + installation.libraryDir, "-lbrick",
                                                       "-Wl,-rpath," + installation.libraryDir});
  llvm::append_range(command, installation.mpiLibraries);
  return run(command);
}

llvm::Error HostCompiler::run(const std::vector<std::string>& arguments) const {
  const std::string& compiler = hostCompiler();
  auto path = llvm::sys::findProgramByName(compiler);
  if (!path || !llvm::sys::fs::can_execute(*path))
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "host compiler '%s' not found (--host-compiler=PATH)", compiler.c_str());
  std::vector<llvm::StringRef> command = {*path};
  for (const std::string& argument : arguments)
    command.push_back(argument);
  if (options.verbose) {
    for (llvm::StringRef word : command)
      llvm::errs() << word << ' ';
    llvm::errs() << '\n';
  }
  std::string message;
  int status = llvm::sys::ExecuteAndWait(*path, command, std::nullopt, {}, 0, 0, &message);
  if (status == 0) return llvm::Error::success();
  if (!message.empty())
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s: %s", compiler.c_str(), message.c_str());
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "host compiler '%s' failed (status %d)",
                                 compiler.c_str(), status);
}

} // namespace brickc
