// The description of the machine. SPDX-License-Identifier: MIT
#include "compiler/plan/Machine.h"
#include "compiler/plan/YamlRead.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <cmath>

namespace {

bool areCosts(const brickc::plan::PutCosts& puts) {
  return puts.latency >= 0 && puts.overhead >= 0 && puts.byte >= 0 && puts.ahead >= 0 && puts.coreByte >= 0;
}

} // namespace

template <> struct llvm::yaml::MappingTraits<brickc::plan::Machine> {
  static void mapping(IO& io, brickc::plan::Machine& machine) {
    io.mapRequired("name", machine.name);
    io.mapRequired("cores", machine.cores);
    io.mapRequired("caches", machine.caches);
    io.mapRequired("copy-rate", machine.copyRate);
    io.mapOptional("read-rate", machine.readRate);
    io.mapRequired("operations-f64", machine.operationsF64);
    io.mapRequired("operations-f32", machine.operationsF32);
    io.mapOptional("put-latency", machine.puts.latency);
    io.mapOptional("put-overhead", machine.puts.overhead);
    io.mapOptional("put-byte", machine.puts.byte);
    io.mapOptional("put-ahead", machine.puts.ahead);
    io.mapOptional("put-core-byte", machine.puts.coreByte);
    io.mapOptional("node-put-latency", machine.putsOnNode.latency);
    io.mapOptional("node-put-overhead", machine.putsOnNode.overhead);
    io.mapOptional("node-put-byte", machine.putsOnNode.byte);
    io.mapOptional("node-put-ahead", machine.putsOnNode.ahead);
    io.mapOptional("node-put-core-byte", machine.putsOnNode.coreByte);
    io.mapOptional("copy-run", machine.copyRun);
    io.mapOptional("copy-byte", machine.copyByte);
    io.mapOptional("pack-hot", machine.packHot);
    io.mapOptional("pack-warm", machine.packWarm);
    io.mapOptional("pack-cold", machine.packCold);
    io.mapOptional("unpack-hot", machine.unpackHot);
    io.mapOptional("unpack-warm", machine.unpackWarm);
    io.mapOptional("unpack-cold", machine.unpackCold);
    io.mapOptional("streaming-bytes", machine.streamingBytes);
    io.mapOptional("threaded-bytes", machine.threadedBytes);
  }

  static std::string validate(IO&, brickc::plan::Machine& machine) {
    const bool positive =
        machine.cores > 0 && machine.copyRate > 0 && machine.operationsF64 > 0 && machine.operationsF32 > 0;
    if (!positive) return "cores and rates are larger than 0";
    const bool finite = std::isfinite(machine.copyRate) && std::isfinite(machine.operationsF64) &&
                        std::isfinite(machine.operationsF32) && std::isfinite(machine.readRate);
    if (!finite) return "rates are finite";
    const bool grow = llvm::is_sorted(machine.caches) && (machine.caches.empty() || machine.caches.front() > 0);
    if (!grow) return "caches are larger than 0 bytes, and each is as large as the one before at least";
    if (machine.readRate < 0) return "the read rate is not negative";
    const bool costs =
        areCosts(machine.puts) && areCosts(machine.putsOnNode) && machine.copyRun >= 0 && machine.copyByte >= 0;
    if (!costs) return "costs are not negative";
    return machine.streamingBytes >= 0 && machine.threadedBytes >= 0 ? "" : "numbers of bytes are not negative";
  }
};

namespace brickc::plan {

llvm::Expected<Machine> machineFromYaml(llvm::StringRef text, llvm::StringRef file) {
  return readYaml<Machine>(text, file, "a description of a machine");
}

std::string defaultMachineFile() {
  const auto given = llvm::sys::Process::GetEnv("BRICK_MACHINE");
  if (given && !given->empty()) return *given;
  llvm::SmallString<128> path;
  if (!llvm::sys::path::cache_directory(path)) return "";
  llvm::sys::path::append(path, "brick", "machine.yaml");
  return std::string(path);
}

} // namespace brickc::plan
