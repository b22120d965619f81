// The Plan as YAML. SPDX-License-Identifier: MIT
#include "compiler/plan/PlanYaml.h"
#include "compiler/plan/PlanSpellings.h"
#include "compiler/plan/YamlRead.h"

using namespace brickc::plan;

LLVM_YAML_IS_SEQUENCE_VECTOR(StencilPlan)
LLVM_YAML_IS_SEQUENCE_VECTOR(StepPlan)

namespace llvm::yaml {

/// A decision by its word. LLVM's own enumerations do not say what they accept.
template <class Value, auto& spellings> struct SpelledValue {
  static void output(const Value& value, void*, raw_ostream& out) {
    for (const auto& spelling : spellings)
      if (spelling.value == value) out << spelling.text;
  }
  static StringRef input(StringRef text, void*, Value& value) {
    static const std::string problem = "unknown word; accepted: " + brickc::acceptedWords<Value>(spellings);
    const std::optional<Value> found = brickc::valueSpelled<Value>(text, spellings);
    if (found) value = *found;
    return found ? StringRef() : StringRef(problem);
  }
  static QuotingType mustQuote(StringRef) { return QuotingType::None; }
};
template <> struct ScalarTraits<FpMode> : SpelledValue<FpMode, fpModes> {};
template <> struct ScalarTraits<Exchange> : SpelledValue<Exchange, exchanges> {};
template <> struct ScalarTraits<RowLoop> : SpelledValue<RowLoop, rowLoops> {};
template <> struct ScalarTraits<Fetch> : SpelledValue<Fetch, fetches> {};
template <> struct ScalarTraits<StoresAtOnce> : SpelledValue<StoresAtOnce, storesAtOnce> {};

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
    io.mapRequired("row-sums-in-memory", plan.rowSumsInMemory);
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
