// Finding and reading the description of the machine. SPDX-License-Identifier: MIT
#include "compiler/driver/MachineDescription.h"
#include "compiler/driver/TextFile.h"
#include "llvm/Support/FileSystem.h"

namespace brickc {

llvm::Error adoptMachine(Options& options) {
  std::string file = options.machineFile;
  if (file.empty()) file = plan::defaultMachineFile();
  if (options.machineFile.empty() && !llvm::sys::fs::exists(file)) return llvm::Error::success();
  auto text = readTextFile(file);
  if (!text) return text.takeError();
  auto machine = plan::machineFromYaml((*text)->getBuffer(), file);
  if (!machine) return machine.takeError();
  options.machine = std::move(*machine);
  return llvm::Error::success();
}

plan::CoreCaches coreCaches(const Options& options) {
  const bool native = options.target == "native";
  const bool described = options.machine && !options.machine->caches.empty();
  if (described && (native || !options.machineFile.empty())) {
    const std::vector<std::int64_t>& caches = options.machine->caches;
    return {caches[0], caches.size() > 1 ? caches[1] : 0};
  }
  return native ? plan::hostCaches() : plan::CoreCaches{};
}

} // namespace brickc
