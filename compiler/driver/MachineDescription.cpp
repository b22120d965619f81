// Finding and reading the description of the machine. SPDX-License-Identifier: MIT
#include "compiler/driver/MachineDescription.h"
#include "compiler/driver/TextFile.h"
#include "llvm/Support/FileSystem.h"

namespace brickc {

llvm::Error adoptMachine(Options& options) {
  if (!options.explain) return llvm::Error::success();
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

} // namespace brickc
