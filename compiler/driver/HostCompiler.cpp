// Commands for the host C++ compiler. SPDX-License-Identifier: MIT
#include "compiler/driver/HostCompiler.h"
#include "compiler/driver/TextFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace brickc {
namespace {

bool startsWithAny(llvm::StringRef argument, std::initializer_list<llvm::StringRef> prefixes) {
  return llvm::any_of(prefixes, [&](llvm::StringRef prefix) { return argument.starts_with(prefix); });
}

bool hasPrefix(const std::vector<std::string>& args, llvm::StringRef prefix) {
  return llvm::any_of(args, [&](const std::string& arg) { return llvm::StringRef(arg).starts_with(prefix); });
}

/// Libraries and objects stay out of `-c` commands.
bool isForLinkingOnly(llvm::StringRef argument) {
  return startsWithAny(argument, {"-l", "-L", "-Wl,", "-Xlinker", "-shared", "-static", "-rdynamic"}) ||
         (!argument.starts_with("-") && llvm::StringRef(".o.a.so").contains(llvm::sys::path::extension(argument)) &&
          !llvm::sys::path::extension(argument).empty());
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

/// What -ffp-contract must be for a mode; nothing may change a result behind the user's back otherwise.
/// sqrt and friends need not set errno: that changes no result and lets them be vector instructions.
std::vector<std::string> floatingPointArgs(plan::FpMode mode) {
  return {mode == plan::FpMode::Strict ? "-ffp-contract=off" : "-ffp-contract=fast", "-fno-math-errno"};
}

/// The dependency file that the host compiler writes, or nothing when the user asked for none.
std::string dependencyFile(const std::vector<std::string>& args, llvm::StringRef object) {
  for (size_t i = 0; i + 1 < args.size(); ++i)
    if (args[i] == "-MF") return args[i + 1];
  if (!llvm::is_contained(args, "-MD") && !llvm::is_contained(args, "-MMD")) return {};
  llvm::SmallString<128> path(object);
  llvm::sys::path::replace_extension(path, "d");
  return std::string(path);
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

llvm::Error HostCompiler::compile(const std::string& file, const std::string& source, const std::string& object,
                                  const std::vector<std::string>& included) const {
  std::vector<std::string> command;
  if (!hasPrefix(options.hostArgs, "-std=")) command.push_back("-std=c++20");
  if (!hasPrefix(options.hostArgs, "-O")) command.push_back("-O3");
  if (!options.reference) command.push_back("-march=" + options.target);
  // The reference is the user's arithmetic as written; `strict` is bit-equal to it.
  llvm::append_range(command, floatingPointArgs(options.reference ? plan::FpMode::Strict : options.fp));
  command.push_back("-Wno-attributes"); // [[brick::...]] means something to brickc only
  appendIf(command, options.hostArgs, [](llvm::StringRef argument) { return !isForLinkingOnly(argument); });
  if (file != source) {
    llvm::StringRef folder = llvm::sys::path::parent_path(source);
    llvm::append_range(command, std::vector<std::string>{"-iquote", folder.empty() ? "." : folder.str()});
    if (hasPrefix(options.hostArgs, "-MD") || hasPrefix(options.hostArgs, "-MMD"))
      if (!hasPrefix(options.hostArgs, "-MT") && !hasPrefix(options.hostArgs, "-MQ"))
        llvm::append_range(command, std::vector<std::string>{"-MQ", object});
  }
  llvm::append_range(command, std::vector<std::string>{"-I", installation.includeDir, "-c", file, "-o", object});
  if (llvm::Error error = run(command)) return error;
  std::string dependencies = dependencyFile(options.hostArgs, object);
  if (file == source || dependencies.empty()) return llvm::Error::success();
  return nameSourceInDependencies(dependencies, file, llvm::join(included.empty() ? std::vector{source} : included, " "));
}

llvm::Error HostCompiler::link(const std::vector<std::string>& objects, const std::string& program) const {
  std::vector<std::string> command = objects;
  appendIf(command, options.hostArgs, [](llvm::StringRef argument) { return !isForParsingOnly(argument); });
  llvm::append_range(command, std::vector<std::string>{"-o", program, "-L" + installation.libraryDir, "-lbrick",
                                                       "-Wl,-rpath," + installation.libraryDir});
  return run(command);
}

llvm::Error HostCompiler::run(const std::vector<std::string>& arguments) const {
  std::string compiler = options.hostCompiler.empty() ? installation.hostCompiler : options.hostCompiler;
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
