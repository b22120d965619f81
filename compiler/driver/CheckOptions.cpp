// One check for each thing that cannot be. SPDX-License-Identifier: MIT
#include "compiler/driver/CheckOptions.h"
#include "compiler/driver/Fail.h"
#include "compiler/driver/HostArguments.h"
#include "compiler/plan/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FileSystem.h"

namespace brickc {
namespace {

llvm::Error checkInputs(const Options& options) {
  const bool hasSources = !options.sources.empty();
  if (!hasSources && options.hostArgs.empty()) return fail("no input files");
  if (options.emit <= Stage::Object && !hasSources) return fail("no source file to compile");
  if (options.sources.size() == 1) return llvm::Error::success();
  if (!options.output.empty() && options.emit <= Stage::Object)
    return fail("-o with several source files needs --emit=exe");
  if (!options.planFile.empty()) return fail("--plan works on one source file at a time");
  if (!options.savePlanFile.empty()) return fail("--save-plan works on one source file at a time");
  return llvm::Error::success();
}

/// What becomes of each source.
llvm::Error checkSources(const Options& options) {
  if (options.hostOutput == HostOutput::Preprocessed) return llvm::Error::success();
  for (const Source& source : options.sources) {
    const char* name = source.file.c_str();
    if (source.isForeign() && options.emit < Stage::Object)
      return fail("'%s' is not C++: it has no stage to emit but obj and exe", name);
    if (source.kind == Source::Kind::Preprocessed && !options.reference)
      return fail("'%s' is preprocessed: brickc compiles sources as they are written (--reference takes it)", name);
    if (source.kind == Source::Kind::Ir && options.emit >= Stage::Object)
      return fail("'%s' is IR: only --emit=ir|deps|plan|kernels|source apply", name);
  }
  return llvm::Error::success();
}

/// Nothing that is written may be a file that is read.
llvm::Error checkOutputs(const Options& options) {
  for (const std::string& output : {options.output, options.savePlanFile, optionValue(options.hostArgs, "-MF")})
    for (const Source& source : options.sources)
      if (bool same = false; !output.empty() && !llvm::sys::fs::equivalent(output, source.file, same) && same)
        return fail("'%s' is a source file: writing the output there would destroy it", output.c_str());
  return llvm::Error::success();
}

llvm::Error checkModes(const Options& options) {
  const bool plans =
      options.emit >= Stage::Plan && !options.reference && options.hostOutput != HostOutput::Preprocessed;
  if (!options.savePlanFile.empty() && !plans)
    return fail("--save-plan: nothing is planned with --reference, -E, or --emit of a stage before the plan");
  if (options.reference && options.emit < Stage::Object)
    return fail("--reference builds the program untransformed: it has no stage to emit but obj and exe");
  const bool wantsViews = options.exchange == plan::Exchange::Shared || options.exchange == plan::Exchange::MemMap;
  if (plan::hasKernels(options.target) && wantsViews && llvm::is_contained(options.planOptionsGiven, "--exchange"))
    return fail("--target=%s: ghost zones in a GPU's memory travel by layout or basic", options.target.c_str());
  // A sweep is compiled several times over, and which of them runs depends on how many cells a rank has.
  if (!options.reference)
    if (auto loose = looseArithmetic(options.hostArgs))
      return fail(
          "'%s' lets the host compiler change results, which would depend on the number of ranks then: leave it "
          "out, --fp says what brickc may change",
          loose->c_str());
  return llvm::Error::success();
}

/// What is in no C++ that brickc knows, or changes a program in a way that Clang cannot follow.
llvm::Error checkLanguage(const Options& options) {
  const auto isOurs = [](const Source& source) { return source.kind == Source::Kind::Cxx; };
  if (llvm::none_of(options.sources, isOurs)) return llvm::Error::success();
  std::string standard = optionValue(options.hostArgs, "-std=");
  if (standard.empty() && llvm::is_contained(options.hostArgs, "-ansi")) standard = "c++98";
  llvm::StringRef version = standard;
  if (version.consume_front("c++") || version.consume_front("gnu++"))
    if (llvm::StringSwitch<bool>(version)
            .Cases("98", "03", "0x", "11", true)
            .Cases("1y", "14", "1z", "17", true)
            .Default(false))
      return fail("-std=%s: brick needs C++20 or newer", standard.c_str());
  if (llvm::is_contained(options.hostArgs, "-fsingle-precision-constant") && !options.reference)
    return fail("-fsingle-precision-constant: stencils have constants of the type that C++ says");
  return llvm::Error::success();
}

} // namespace

llvm::Error checkOptions(const Options& options) {
  if (options.help || options.helpEnvironment || options.version || options.precompileHeaders)
    return llvm::Error::success();
  for (const auto check : {checkInputs, checkModes, checkLanguage, checkSources, checkOutputs})
    if (llvm::Error error = check(options)) return error;
  return llvm::Error::success();
}

} // namespace brickc
