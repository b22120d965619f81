// The Plan as YAML. SPDX-License-Identifier: MIT
#include "compiler/plan/PlanYaml.h"
#include "compiler/plan/YamlGuard.h"
#include "compiler/support/LlvmCompat.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLTraits.h"

using namespace brickc::plan;

LLVM_YAML_IS_SEQUENCE_VECTOR(StencilPlan)
LLVM_YAML_IS_SEQUENCE_VECTOR(StepPlan)

namespace llvm::yaml {

template <> struct ScalarEnumerationTraits<FpMode> {
  static void enumeration(IO& io, FpMode& mode) {
    io.enumCase(mode, "strict", FpMode::Strict);
    io.enumCase(mode, "contract", FpMode::Contract);
    io.enumCase(mode, "reassociate", FpMode::Reassociate);
  }
};

template <> struct ScalarEnumerationTraits<Exchange> {
  static void enumeration(IO& io, Exchange& exchange) {
    io.enumCase(exchange, "memmap", Exchange::MemMap);
    io.enumCase(exchange, "layout", Exchange::Layout);
    io.enumCase(exchange, "basic", Exchange::Basic);
  }
};

template <> struct MappingTraits<StencilPlan> {
  static void mapping(IO& io, StencilPlan& plan) {
    io.mapRequired("name", plan.name);
    io.mapRequired("brick", plan.brick);
    io.mapRequired("radius", plan.radius);
    io.mapRequired("lanes", plan.lanes);
  }
};

template <> struct MappingTraits<StepPlan> {
  static void mapping(IO& io, StepPlan& plan) {
    io.mapRequired("name", plan.name);
    io.mapRequired("brick", plan.brick);
    io.mapRequired("halo", plan.halo);
    io.mapRequired("element-bytes", plan.elementBytes);
    io.mapRequired("exchange", plan.exchange);
  }
};

template <> struct MappingTraits<Plan> {
  static void mapping(IO& io, Plan& plan) {
    io.mapRequired("target", plan.target);
    io.mapRequired("vector-bytes", plan.vectorBytes);
    io.mapRequired("fp", plan.fp);
    io.mapRequired("stencils", plan.stencils);
    io.mapRequired("steps", plan.steps);
  }
};

} // namespace llvm::yaml

namespace brickc::plan {
namespace {

/// Keeps the first message of LLVM's YAML parser, as `file:line:col: message`.
struct FirstMessage {
  std::string file, text;

  static void handle(const llvm::SMDiagnostic& diagnostic, void* self) {
    auto& first = *static_cast<FirstMessage*>(self);
    if (!first.text.empty()) return;
    first.text = first.file + ":" + std::to_string(std::max(1, diagnostic.getLineNo())) + ":" +
                 std::to_string(diagnostic.getColumnNo() + 1) + ": " + diagnostic.getMessage().str();
  }
};

} // namespace

std::string toYaml(const Plan& plan) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::yaml::Output output(stream);
  Plan copy = plan; // the traits serve both directions and take a mutable object
  output << copy;
  return text;
}

llvm::Expected<Plan> planFromYaml(llvm::StringRef text, llvm::StringRef file) {
  if (const std::string problem = yamlGuard(text); !problem.empty())
    return compat::stringError(file + ":" + problem);
  FirstMessage first{file.str(), ""};
  llvm::yaml::Input input(text, nullptr, FirstMessage::handle, &first);
  Plan plan;
  input >> plan;
  if (!input.error() && first.text.empty()) return plan;
  return compat::stringError(first.text.empty() ? first.file + ":1:1: this is not a plan" : first.text);
}

} // namespace brickc::plan
