// The Plan as YAML. SPDX-License-Identifier: MIT
#include "compiler/plan/PlanYaml.h"
#include "compiler/plan/YamlRead.h"

using namespace brickc::plan;

LLVM_YAML_IS_SEQUENCE_VECTOR(StencilPlan)
LLVM_YAML_IS_SEQUENCE_VECTOR(StepPlan)

namespace llvm::yaml {

template <> struct ScalarEnumerationTraits<FpMode> {
  static void enumeration(IO& io, FpMode& mode) {
    io.enumCase(mode, spelling(FpMode::Strict), FpMode::Strict);
    io.enumCase(mode, spelling(FpMode::Contract), FpMode::Contract);
    io.enumCase(mode, spelling(FpMode::Reassociate), FpMode::Reassociate);
  }
};

template <> struct ScalarEnumerationTraits<Exchange> {
  static void enumeration(IO& io, Exchange& exchange) {
    io.enumCase(exchange, "shared", Exchange::Shared);
    io.enumCase(exchange, "memmap", Exchange::MemMap);
    io.enumCase(exchange, "layout", Exchange::Layout);
    io.enumCase(exchange, "basic", Exchange::Basic);
  }
};

template <> struct ScalarEnumerationTraits<RowLoop> {
  static void enumeration(IO& io, RowLoop& loop) {
    io.enumCase(loop, "never", RowLoop::Never);
    io.enumCase(loop, "out-of-cache", RowLoop::OutOfCache);
    io.enumCase(loop, "always", RowLoop::Always);
    io.enumCase(loop, "with-edges", RowLoop::WithEdges);
  }
};

template <> struct ScalarEnumerationTraits<Fetch> {
  static void enumeration(IO& io, Fetch& fetch) {
    io.enumCase(fetch, "second-level", Fetch::SecondLevel);
    io.enumCase(fetch, "second-level-twice", Fetch::SecondLevelTwice);
    io.enumCase(fetch, "first-level", Fetch::FirstLevel);
    io.enumCase(fetch, "first-of-large-levels", Fetch::FirstOfLargeLevels);
    io.enumCase(fetch, "second-of-large-levels", Fetch::SecondOfLargeLevels);
  }
};

template <> struct ScalarEnumerationTraits<StoresAtOnce> {
  static void enumeration(IO& io, StoresAtOnce& stores) {
    io.enumCase(stores, "few-lines", StoresAtOnce::FewLines);
    io.enumCase(stores, "one-line", StoresAtOnce::OneLine);
    io.enumCase(stores, "whole-plane", StoresAtOnce::WholePlane);
  }
};

template <> struct MappingTraits<StencilPlan> {
  static void mapping(IO& io, StencilPlan& plan) {
    io.mapRequired("name", plan.name);
    io.mapRequired("brick", plan.brick);
    io.mapRequired("radius", plan.radius);
    io.mapRequired("lanes", plan.lanes);
    io.mapRequired("row-loop", plan.rowLoop);
    io.mapRequired("unroll-vectors", plan.unrollsVectors);
    io.mapRequired("fetch", plan.fetch);
    io.mapRequired("fetch-in-caches", plan.fetchesInCaches);
    io.mapRequired("stores-at-once", plan.storesAtOnce);
    io.mapRequired("results-with-rows", plan.resultsWithRows);
    io.mapOptional("threads", plan.threads, 0);
    io.mapOptional("unroll-planes", plan.unrollsPlanes, false);
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
std::string toYaml(const Plan& plan) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::yaml::Output output(stream);
  Plan copy = plan; // the traits serve both directions and take a mutable object
  output << copy;
  return text;
}

llvm::Expected<Plan> planFromYaml(llvm::StringRef text, llvm::StringRef file) {
  return readYaml<Plan>(text, file, "a plan");
}

} // namespace brickc::plan
