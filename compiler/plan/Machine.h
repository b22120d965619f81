// What is known of the machine. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Type.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace brickc::plan {

/// A machine as tools/brick-probe measures it. Rates are per second, of all cores together.
struct Machine {
  std::string name;
  int cores = 0;
  std::vector<std::int64_t> caches; ///< bytes of the data caches above a core, first level first
  double copyRate = 0;              ///< bytes of fields larger than the caches, read and written ones counted once each
  double operationsF64 = 0;         ///< on single elements; a multiply-add counts as one
  double operationsF32 = 0;

  // What one-sided puts cost, and packing for them, in seconds; 0 where it was not measured.
  double putLatency = 0;
  double putOverhead = 0;
  double putByte = 0;
  double copyRun = 0;
  double copyByte = 0;
};

/// Reads what brick-probe writes. Missing keys (those of puts need not be there), unknown ones and bad values are
/// errors that begin with `file:line:col:`.
llvm::Expected<Machine> machineFromYaml(llvm::StringRef text, llvm::StringRef file);

/// Where brick-probe writes: $BRICK_MACHINE, or machine.yaml in the user's cache folder.
std::string defaultMachineFile();

} // namespace brickc::plan
