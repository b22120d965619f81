// Finding and reading the description of the machine. SPDX-License-Identifier: MIT
#include "compiler/driver/MachineDescription.h"
#include "compiler/driver/TextFile.h"
#include "llvm/Support/FileSystem.h"

namespace brickc {
namespace {

llvm::Expected<plan::Machine> readMachine(const std::string& file) {
  auto text = readTextFile(file);
  if (!text) return text.takeError();
  return plan::machineFromYaml((*text)->getBuffer(), file);
}

} // namespace

llvm::Error adoptMachine(Options& options) {
  std::string file = options.machineFile;
  if (file.empty()) file = plan::defaultMachineFile();
  if (options.machineFile.empty() && !llvm::sys::fs::exists(file)) return llvm::Error::success();
  auto machine = readMachine(file);
  if (machine) {
    options.machine = std::move(*machine);
  } else if (options.machineFile.empty()) { // nobody has asked for it just now
    llvm::errs() << "brickc: warning: " << llvm::toString(machine.takeError())
                 << "; it is left out (brick-probe --again measures anew)\n";
  } else {
    return machine.takeError();
  }
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
