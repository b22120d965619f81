// What the planner knows about a target. SPDX-License-Identifier: MIT
#include "compiler/plan/Target.h"
#include "compiler/ir/Rejection.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/TargetParser/Host.h"
#include <optional>

namespace brickc::plan {
namespace {

llvm::StringMap<bool> hostFeatures() {
#if LLVM_VERSION_MAJOR >= 19
  return llvm::sys::getHostCPUFeatures();
#else
  llvm::StringMap<bool> features;
  llvm::sys::getHostCPUFeatures(features);
  return features;
#endif
}

/// The parts of AVX-512 that x86-64-v4 promises; fewer would leave operations that are not 64 bytes wide.
bool hasAvx512(const llvm::StringMap<bool>& features) {
  for (const char* feature : {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"})
    if (!features.lookup(feature)) return false;
  return true;
}

int nativeVectorBytes() {
  const llvm::StringMap<bool> features = hostFeatures();
  if (hasAvx512(features)) return 64;
  return features.lookup("avx2") ? 32 : 16;
}

/// Nothing for what is no target of host code.
std::optional<int> vectorBytesOfHost(llvm::StringRef target) {
  if (target == "native") return nativeVectorBytes();
  if (target == "x86-64-v2") return 16;
  if (target == "x86-64-v3") return 32;
  if (target == "x86-64-v4") return 64;
  return std::nullopt;
}

/// `sm_90`, `sm_90a`.
bool isCudaArchitecture(llvm::StringRef name) {
  if (!name.consume_front("sm_")) return false;
  const llvm::StringRef letters = name.ltrim("0123456789");
  return letters.size() < name.size() && (letters.empty() || letters == "a" || letters == "f");
}

} // namespace

bool isTarget(llvm::StringRef target) { return hasKernels(target) || vectorBytesOfHost(target); }

Processor processorOf(llvm::StringRef target) {
  if (target == "cuda:host") return Processor::CudaOnHost;
  return target == "cuda" || isCudaArchitecture(cudaArchitecture(target)) ? Processor::Cuda : Processor::Host;
}

llvm::StringRef hostOf(llvm::StringRef target) { return hasKernels(target) ? "native" : target; }

llvm::StringRef cudaArchitecture(llvm::StringRef target) { return target.consume_front("cuda:") ? target : ""; }

llvm::Expected<int> vectorBytesOf(llvm::StringRef target) {
  if (hasKernels(target)) return 8;
  if (const std::optional<int> bytes = vectorBytesOfHost(target)) return *bytes;
  return ir::reject(ir::DiagnosticKind::UnknownTarget, {}, {target.str(), acceptedTargets});
}

bool multipliesAndAdds(llvm::StringRef target) {
  if (processorOf(target) == Processor::Cuda) return true;
  if (hostOf(target) == "native") return hostFeatures().lookup("fma");
  return target == "x86-64-v3" || target == "x86-64-v4";
}

} // namespace brickc::plan
