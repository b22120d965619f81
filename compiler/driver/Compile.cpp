// Sources to printed stages, objects or a program. SPDX-License-Identifier: MIT
#include "compiler/driver/Compile.h"
#include "compiler/driver/Explain.h"
#include "compiler/driver/Fail.h"
#include "compiler/driver/HostArguments.h"
#include "compiler/driver/HostCompiler.h"
#include "compiler/driver/KernelCompiler.h"
#include "compiler/driver/Pipeline.h"
#include "compiler/driver/Report.h"
#include "compiler/driver/TemporaryFiles.h"
#include "compiler/driver/TextFile.h"
#include "compiler/plan/Target.h"
#include "llvm/Support/FileSystem.h"
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

/// `program-heat.o`: where host compilers link what they compile, they name so what they write beside it.
std::string objectBesideProgram(const std::string& program, llvm::StringRef source) {
  return ((program.empty() ? "a" : program) + "-" + llvm::sys::path::stem(source) + ".o").str();
}

class Compiler {
public:
  Compiler(const Options& options, const Installation& installation)
      : options(options), installation(installation), host(options, installation),
        pipeline(options, installation, times) {}

  bool compileAll() {
    bool good = options.emit < Stage::Object ? printAll() : buildAll();
    if (options.timePasses) times.print(llvm::errs());
    return good;
  }

private:
  /// A file that is there is written over only once all sources are found good.
  bool printAll() {
    std::string text;
    llvm::raw_string_ostream all(text);
    for (const Source& source : options.sources) {
      Compilation unit(source.file);
      if (llvm::Error error = analyse(unit)) return done(std::move(error), source.file);
      if (llvm::Error error = pipeline.write(unit, all)) return done(std::move(error), source.file);
    }
    const std::string name = options.output.empty() ? "-" : options.output;
    std::error_code failure;
    llvm::raw_fd_ostream out(name, failure);
    if (failure) return done(llvm::createFileError(name, failure), "");
    out << all.str();
    out.flush();
    return done(failureOf(out, name == "-" ? "standard output" : name), "");
  }

  bool buildAll() {
    if (options.sources.empty() && !hasLinkInputs(options.hostArgs)) return done(host.ask(options.hostArgs), "");
    std::vector<std::string> objects;
    for (const Source& source : options.sources) {
      auto object = objectFor(source);
      if (!object) return done(object.takeError(), source.file);
      if (!done(build(source, *object), source.file)) return false;
      objects.push_back(*object);
    }
    if (options.emit != Stage::Executable) return true;
    std::string program = options.output.empty() ? "a.out" : options.output;
    return done(times.measure("link", [&] { return host.link(objects, program); }), "");
  }

  /// Where the object goes: of what is linked at once, to a temporary file, if nothing is written beside it.
  llvm::Expected<std::string> objectFor(const Source& source) {
    if (options.emit != Stage::Executable) {
      if (!options.output.empty() || source.isForeign()) return options.output;
      return defaultObject(source.file, options.hostOutput);
    }
    if (!writesBesideObject(options.hostArgs)) return files.uniquePath(llvm::sys::path::stem(source.file), "o");
    std::string object = objectBesideProgram(options.output, source.file);
    if (!savesTemporaries(options.hostArgs)) files.adopt(object);
    return object;
  }

  llvm::Error build(const Source& source, const std::string& object) {
    if (options.hostOutput == HostOutput::Preprocessed) return host.preprocess(source);
    if (source.isForeign() || options.reference)
      return times.measure("host compiler", [&] {
        return source.isForeign() ? host.compileForeign(source, object) : host.compile(source.file, source, object);
      });
    Compilation unit(source.file);
    if (llvm::Error error = analyse(unit)) return error;
    const std::string name = source.file == "-" ? "stdin.cpp" : llvm::sys::path::filename(source.file).str();
    auto file = files.path(name);
    if (!file) return file.takeError();
    auto kernels = kernelsOf(unit);
    if (!kernels) return kernels.takeError();
    if (llvm::Error error = writeTextFile(*file, *kernels + pipeline.programText(unit))) return error;
    return times.measure("host compiler", [&] { return host.compile(*file, source, object, filesIn(unit)); });
  }

  /// The image of the kernels that the program's text needs, as a text to stand before it; empty if it needs none.
  llvm::Expected<std::string> kernelsOf(const Compilation& unit) {
    if (unit.kernels.empty() || plan::processorOf(options.target) != plan::Processor::Cuda) return "";
    auto source = files.path("kernels.cu"), image = files.path("kernels.fatbin");
    if (!source) return source.takeError();
    if (!image) return image.takeError();
    if (llvm::Error error = writeTextFile(*source, unit.kernels)) return error;
    auto compile = [&] { return compileKernels(options, installation, *source, *image); };
    if (llvm::Error error = times.measure("CUDA compiler", compile)) return error;
    return imageAsSource(*image);
  }

  llvm::Error analyse(Compilation& unit) {
    if (unit.source != "-" && !llvm::sys::fs::exists(unit.source))
      return fail("no such file: '%s'", unit.source.c_str());
    if (llvm::Error error = pipeline.run(unit)) return error;
    if (options.explain && options.emit >= Stage::Plan) explain(unit, options.machine);
    return llvm::Error::success();
  }

  /// Prints an error, if there is one.
  static bool done(llvm::Error error, const std::string& source) {
    const bool good = !error;
    reportErrors(std::move(error), source);
    return good;
  }

  const Options& options;
  const Installation& installation;
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
