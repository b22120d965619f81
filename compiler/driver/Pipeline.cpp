// The pipeline, grouped by stage. SPDX-License-Identifier: MIT
//
// load (frontend or IR text) -> verify -> passes, each verified -> analysis -> plan -> emission -> the user's file
// rewritten. Every stage leaves its result in the Compilation, so that any of them can be printed.
#include "compiler/driver/Pipeline.h"
#include "compiler/analysis/Analyse.h"
#include "compiler/driver/Fail.h"
#include "compiler/driver/HostArguments.h"
#include "compiler/driver/MachineDescription.h"
#include "compiler/driver/Report.h"
#include "compiler/driver/TextFile.h"
#include "compiler/emit/Emitter.h"
#include "compiler/emit/KernelEmitter.h"
#include "compiler/frontend/Frontend.h"
#include "compiler/frontend/Rewrite.h"
#include "compiler/ir/Parser.h"
#include "compiler/ir/Printer.h"
#include "compiler/ir/Verifier.h"
#include "compiler/plan/PlanYaml.h"
#include "compiler/plan/Planner.h"
#include "compiler/plan/Target.h"
#include "compiler/transform/ContractProducts.h"
#include "compiler/transform/DropCuts.h"
#include "compiler/transform/EliminateCommonSubexpressions.h"
#include "compiler/transform/EliminateDeadCode.h"
#include "compiler/transform/ExpandPowers.h"
#include "compiler/transform/FactorSigns.h"
#include "compiler/transform/FoldConstants.h"
#include "compiler/transform/FuseApplies.h"
#include "compiler/transform/HoistCalls.h"
#include "compiler/transform/InlineSingleUse.h"
#include "compiler/transform/MaskSummands.h"
#include "compiler/transform/MergeDivisions.h"
#include "compiler/transform/NameLongSums.h"
#include "compiler/transform/ReassociateSums.h"
#include "compiler/transform/ShareAcrossCells.h"
#include "compiler/transform/ShareExtremes.h"
#include "compiler/transform/ShareRepeatedValues.h"
#include "compiler/transform/SinkSelects.h"
#include "compiler/transform/SplitLongSums.h"
#include "compiler/transform/UnmaskSummands.h"
#include "compiler/transform/UseReciprocals.h"
#include "llvm/ADT/STLExtras.h"

namespace brickc {
namespace {

struct Pass {
  const char* name;
  ir::Module (*run)(const ir::Module&);
  plan::FpMode strictest = plan::FpMode::Strict; ///< mode that the pass runs in
  bool mergesStatements = false;                 ///< not for debugging
  bool multipliesAndAdds = false;                ///< only where the target has an instruction for it
  bool shares = false; ///< values between cells, or prepares that: not for kernels, whose threads have one each
};

/// All passes, in the order of the default pipeline.
constexpr Pass passes[] = {
    {"fuse-applies", transform::fuseApplies, plan::FpMode::Strict, true},
    {"fold-constants", transform::foldConstants},
    {"expand-powers", transform::expandPowers, plan::FpMode::Contract},
    {"sink-selects", transform::sinkSelects, plan::FpMode::Strict, true},
    {"inline-single-use", transform::inlineSingleUse, plan::FpMode::Strict, true},
    {"drop-cuts", transform::dropCuts},
    {"mask-summands", transform::maskSummands, plan::FpMode::Reassociate, false, false, true},
    {"merge-divisions", transform::mergeDivisions, plan::FpMode::Reassociate},
    {"factor-signs", transform::factorSigns, plan::FpMode::Reassociate},
    {"eliminate-common-subexpressions", transform::eliminateCommonSubexpressions},
    {"eliminate-dead-code", transform::eliminateDeadCode},
    {"hoist-calls", transform::hoistCalls},
    {"use-reciprocals", transform::useReciprocals, plan::FpMode::Reassociate},
    {"name-long-sums", transform::nameLongSums, plan::FpMode::Reassociate, true, false, true},
    {"share-across-cells", transform::shareAcrossCells, plan::FpMode::Reassociate, true, false, true},
    {"share-extremes", transform::shareExtremes, plan::FpMode::Reassociate, true, false, true},
    {"unmask-summands", transform::unmaskSummands, plan::FpMode::Reassociate, false, false, true},
    {"share-repeated-values", transform::shareRepeatedValues, plan::FpMode::Strict, true, false, true},
    {"reassociate-sums", transform::reassociateSums, plan::FpMode::Reassociate},
    {"split-long-sums", transform::splitLongSums},
    {"contract-products", transform::contractProducts, plan::FpMode::Contract, false, true},
};

std::vector<Pass> defaultPasses(const Options& options) {
  // A debugger can stop only at statements that are still there.
  bool keepStatements = wantsDebugInfo(options.hostArgs) && isUnoptimised(options.hostArgs);
  std::vector<Pass> result;
  llvm::copy_if(passes, std::back_inserter(result), [&](const Pass& pass) {
    if (pass.mergesStatements && keepStatements) return false;
    if (pass.shares && plan::hasKernels(options.target)) return false;
    if (pass.multipliesAndAdds && !plan::multipliesAndAdds(options.target)) return false;
    return options.fp >= pass.strictest;
  });
  return result;
}

llvm::Error unknownPass(const std::string& name) {
  std::string accepted = "default";
  for (const Pass& pass : passes)
    accepted += std::string(", ") + pass.name;
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "--passes: unknown pass '%s'; accepted: %s",
                                 name.c_str(), accepted.c_str());
}

llvm::Expected<std::vector<Pass>> choosePasses(const Options& options) {
  // `--emit=ir` shows what the frontend made, unless passes are asked for.
  if (!options.passesGiven) return options.emit <= Stage::Ir ? std::vector<Pass>{} : defaultPasses(options);
  std::vector<Pass> chosen;
  for (const std::string& name : options.passes) {
    const Pass* pass = llvm::find_if(passes, [&](const Pass& known) { return name == known.name; });
    if (name == "default")
      llvm::append_range(chosen, defaultPasses(options));
    else if (pass != std::end(passes))
      chosen.push_back(*pass);
    else
      return unknownPass(name);
  }
  return chosen;
}

std::string printed(const ir::Module& module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  ir::print(module, out);
  return text;
}

} // namespace

Pipeline::Pipeline(const Options& options, const Installation& installation, StageTimes& times)
    : options(options), installation(installation), times(times) {}

llvm::Error Pipeline::run(Compilation& unit) {
  if (llvm::Error error = load(unit)) return error;
  if (options.emit == Stage::Ast) return llvm::Error::success();
  if (llvm::Error error = transform(unit)) return error;
  if (options.emit == Stage::Ir) return llvm::Error::success();

  const bool shows = options.emit == Stage::Deps || options.explain;
  const auto extent = shows ? analysis::Extent::Dependences : analysis::Extent::Halos;
  auto facts = times.measure("analysis", [&] { return analysis::analyse(unit.module, extent); });
  if (!facts) return facts.takeError();
  unit.facts = std::move(*facts);
  if (options.emit == Stage::Deps) return llvm::Error::success();

  if (llvm::Error error = times.measure("plan", [&] { return makePlan(unit); })) return error;
  if (options.emit == Stage::Plan) return llvm::Error::success();

  const bool debugLines = wantsDebugInfo(options.hostArgs);
  unit.generated = times.measure("emission", [&] { return emit::emit(unit.module, unit.plan, debugLines); });
  if (plan::hasKernels(unit.plan.target) && !unit.module.stencils.empty())
    unit.kernels = emit::emitKernels(unit.module, unit.plan, debugLines);
  return llvm::Error::success();
}

llvm::Error Pipeline::load(Compilation& unit) {
  if (unit.isIr()) {
    auto buffer = readTextFile(unit.source);
    if (!buffer) return buffer.takeError();
    auto module = times.measure("parse IR", [&] { return ir::parseModule((*buffer)->getBuffer(), unit.source); });
    if (!module) return module.takeError();
    unit.module = std::move(*module);
  } else {
    auto result = times.measure("frontend", [&] { return frontend::runFrontend(unit.source, parseOptions()); });
    if (!result) return llvm::make_error<llvm::StringError>("", llvm::inconvertibleErrorCode()); // already printed
    unit.module = std::move(result->module);
    unit.sources = std::move(result->sources);
    unit.uncompiled = std::move(result->uncompiled);
  }
  return ir::verify(unit.module);
}

llvm::Error Pipeline::transform(Compilation& unit) {
  auto chosen = choosePasses(options);
  if (!chosen) return chosen.takeError();
  for (const Pass& pass : *chosen) {
    std::string before = options.printAfterAll ? printed(unit.module) : std::string();
    unit.module = times.measure(pass.name, [&] { return pass.run(unit.module); });
    if (llvm::Error error = ir::verify(unit.module)) return error;
    if (!options.printAfterAll) continue;
    std::string after = printed(unit.module);
    llvm::errs() << "// after " << pass.name << (after == before ? ": unchanged\n" : ":\n" + after);
  }
  return llvm::Error::success();
}

/// No error even where warnings are: files of a program are given one brick, whatever stencils each has.
void Pipeline::warnOfUnusedBrick(const Compilation& unit) const {
  const auto unused = plan::unusedBrick(unit.module, options.brick);
  if (unused && !llvm::is_contained(options.hostArgs, "-w")) report(unit.source, llvm::SourceMgr::DK_Warning, *unused);
}

llvm::Error Pipeline::makePlan(Compilation& unit) {
  if (!options.savedPlan) {
    warnOfUnusedBrick(unit);
    auto plan = plan::makePlan(unit.module, unit.facts,
                               {options.target, options.fp, options.brick, options.exchange, coreCaches(options)});
    if (!plan) return plan.takeError();
    unit.plan = std::move(*plan);
  } else {
    unit.plan = *options.savedPlan;
  }
  if (llvm::Error error = plan::check(unit.plan, unit.module)) {
    const bool isOfFile = options.savedPlan && error.isA<llvm::StringError>();
    return isOfFile ? fail("%s: %s", options.planFile.c_str(), llvm::toString(std::move(error)).c_str())
                    : std::move(error);
  }
  if (options.savePlanFile.empty()) return llvm::Error::success();
  return writeTextFile(options.savePlanFile, plan::toYaml(unit.plan));
}

frontend::ParseOptions Pipeline::parseOptions() const {
  const bool silent = llvm::is_contained(options.hostArgs, "-w");
  const bool strict = wantsWarningsAsErrors(options.hostArgs);
  return {clangArgs(parsingArgs(options.hostArgs), installation), installation.precompiledHeader(),
          silent   ? frontend::Warnings::Silent
          : strict ? frontend::Warnings::Errors
                   : frontend::Warnings::Shown};
}

llvm::Error Pipeline::write(const Compilation& unit, llvm::raw_ostream& out) const {
  switch (options.emit) {
  case Stage::Ast:
    if (unit.isIr())
      return llvm::createStringError(llvm::inconvertibleErrorCode(), "--emit=ast: '%s' is IR and has no AST",
                                     unit.source.c_str());
    return frontend::dumpAst(unit.source, parseOptions(), out)
               ? llvm::Error::success()
               : llvm::make_error<llvm::StringError>("", llvm::inconvertibleErrorCode());
  case Stage::Ir:
    ir::print(unit.module, out);
    break;
  case Stage::Deps:
    analysis::print(unit.facts, out);
    break;
  case Stage::Plan:
    out << plan::toYaml(unit.plan);
    break;
  case Stage::Kernels:
    if (!plan::hasKernels(unit.plan.target))
      return llvm::createStringError(llvm::inconvertibleErrorCode(), "--emit=kernels: target %s has none",
                                     unit.plan.target.c_str());
    out << unit.kernels;
    break;
  case Stage::Source:
    if (!unit.kernels.empty() && plan::processorOf(unit.plan.target) == plan::Processor::Cuda)
      out << "// Needs brick::kernels::image, the bytes that nvcc makes of --emit=kernels (nvcc -fatbin).\n";
    out << programText(unit);
    break;
  case Stage::Object:
  case Stage::Executable:
    break;
  }
  return llvm::Error::success();
}

std::string Pipeline::programText(const Compilation& unit) const {
  if (!unit.isIr()) return frontend::rewrite(unit.sources, unit.generated);
  std::string text;
  auto append = [&](const std::string& name) { text += unit.generated.at(name) + "\n"; };
  for (const ir::Stencil& stencil : unit.module.stencils)
    if (!stencil.fused) append(stencil.name);
  for (const ir::Stencil& kernel : unit.module.boundaries)
    if (unit.generated.count(kernel.name)) append(kernel.name);
  for (const ir::Step& step : unit.module.steps)
    append(step.name);
  return text;
}

} // namespace brickc
