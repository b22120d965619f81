// Sources to printed stages, objects or a program. SPDX-License-Identifier: MIT
#include "compiler/driver/Compile.h"
#include "compiler/driver/Explain.h"
#include "compiler/driver/HostCompiler.h"
#include "compiler/driver/Pipeline.h"
#include "compiler/driver/Report.h"
#include "compiler/driver/TemporaryFiles.h"
#include "llvm/Support/Path.h"

namespace brickc {
namespace {

/// The files that the text for the host compiler is made of: the source, and the headers that are part of it.
std::vector<std::string> filesIn(const Compilation& unit) {
  std::vector<std::string> names;
  for (const frontend::SourceFile& file : unit.sources.files)
    names.push_back(file.name);
  return names;
}

/// `dir/heat.cpp` -> `heat.o`, as host compilers name the object of a source, or `heat.s`.
std::string defaultObject(llvm::StringRef source, HostOutput output) {
  return (llvm::sys::path::stem(source) + (output == HostOutput::Assembly ? ".s" : ".o")).str();
}

class Compiler {
public:
  Compiler(const Options& options, const Installation& installation)
      : options(options), host(options, installation), pipeline(options, installation, times) {}

  bool compileAll() {
    bool good = options.emit < Stage::Object ? printAll() : buildAll();
    if (options.timePasses) times.print(llvm::errs());
    return good;
  }

private:
  bool printAll() {
    std::error_code failure;
    llvm::raw_fd_ostream out(options.output.empty() ? "-" : options.output, failure);
    if (failure) return failed(llvm::createFileError(options.output, failure), "");
    for (const std::string& source : options.sources) {
      Compilation unit(source);
      if (llvm::Error error = analyse(unit)) return failed(std::move(error), source);
      if (llvm::Error error = pipeline.write(unit, out)) return failed(std::move(error), source);
    }
    return true;
  }

  bool buildAll() {
    bool linking = options.emit == Stage::Executable;
    std::vector<std::string> objects;
    for (const std::string& source : options.sources) {
      std::string object = options.output.empty() ? defaultObject(source, options.hostOutput) : options.output;
      if (linking) {
        auto temporary = files.create(llvm::sys::path::stem(source), "o");
        if (!temporary) return failed(temporary.takeError(), source);
        object = *temporary;
      }
      if (llvm::Error error = build(source, object)) return failed(std::move(error), source);
      objects.push_back(object);
    }
    if (!linking) return true;
    std::string program = options.output.empty() ? "a.out" : options.output;
    llvm::Error error = times.measure("link", [&] { return host.link(objects, program); });
    return error ? failed(std::move(error), "") : true;
  }

  llvm::Error build(const std::string& source, const std::string& object) {
    if (options.hostOutput == HostOutput::Preprocessed) return host.preprocess(source);
    if (options.reference) return times.measure("host compiler", [&] { return host.compile(source, source, object); });
    if (llvm::StringRef(source).ends_with(".ir"))
      return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                     "'%s' is IR: only --emit=ir|deps|plan|source apply", source.c_str());
    Compilation unit(source);
    if (llvm::Error error = analyse(unit)) return error;
    auto file = files.create(llvm::sys::path::stem(source), "brick.cpp");
    if (!file) return file.takeError();
    if (llvm::Error error = files.write(*file, pipeline.programText(unit))) return error;
    return times.measure("host compiler", [&] { return host.compile(*file, source, object, filesIn(unit)); });
  }

  llvm::Error analyse(Compilation& unit) {
    if (llvm::Error error = pipeline.run(unit)) return error;
    if (options.explain && options.emit >= Stage::Plan) explain(unit, options.machine);
    return llvm::Error::success();
  }

  static bool failed(llvm::Error error, const std::string& source) {
    reportErrors(std::move(error), source);
    return false;
  }

  const Options& options;
  StageTimes times;
  HostCompiler host;
  Pipeline pipeline;
  TemporaryFiles files;
};

} // namespace

bool compileAll(const Options& options, const Installation& installation) {
  return Compiler(options, installation).compileAll();
}

} // namespace brickc
