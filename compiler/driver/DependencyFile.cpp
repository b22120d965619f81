// Naming and correcting dependency files. SPDX-License-Identifier: MIT
#include "compiler/driver/DependencyFile.h"
#include "compiler/driver/HostArguments.h"
#include "compiler/driver/TextFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace brickc {
namespace {

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

} // namespace

std::optional<DependencyFile> dependencyFile(const Options& options, const std::string& source,
                                             const std::string& object) {
  const std::vector<std::string>& args = options.hostArgs;
  if (!llvm::is_contained(args, "-MD") && !llvm::is_contained(args, "-MMD")) return std::nullopt;
  DependencyFile result;
  result.targetGiven = hasPrefix(args, "-MT") || hasPrefix(args, "-MQ");
  result.pathGiven = hasPrefix(args, "-MF");
  result.path = optionValue(args, "-MF");
  const bool linking = options.emit == Stage::Executable;
  result.target = linking ? options.output : object;
  const bool several = linking && options.sources.size() > 1; // then it is program-source.d
  llvm::SmallString<128> name(result.target);
  llvm::sys::path::replace_extension(name, several ? "" : "d");
  if (several) name += ("-" + llvm::sys::path::stem(source) + ".d").str();
  if (!result.pathGiven) result.path = std::string(name);
  return result;
}

llvm::Error nameSourcesInDependencies(const std::string& path, const std::string& generated,
                                      const std::vector<std::string>& sources, bool phony) {
  auto buffer = readTextFile(path);
  if (!buffer) return buffer.takeError();
  std::string text = (*buffer)->getBuffer().str(), rules;
  std::vector<std::string> names;
  for (const std::string& source : sources)
    names.push_back(escapedForMake(source));
  const std::string from = escapedForMake(generated), to = llvm::join(names, " ");
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  for (const std::string& header : llvm::drop_begin(names))
    if (phony) rules += header + ":\n";
  return writeTextFile(path, text + rules);
}

} // namespace brickc
