// What is known of the machine. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Type.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace brickc::plan {

/// What one-sided puts cost, in seconds; 0 where it was not measured.
struct PutCosts {
  double latency = 0;
  double overhead = 0;
  double byte = 0;
  double ahead = 0;    ///< bytes that travel on when a put has returned
  double coreByte = 0; ///< seconds of `byte` that keep the sender's core
};

/// A machine as tools/brick-probe measures it. Rates are per second, of all cores together.
struct Machine {
  std::string name;
  int cores = 0;
  std::vector<std::int64_t> caches; ///< bytes of the data caches above a core, first level first
  double copyRate = 0;              ///< bytes of fields larger than the caches, read and written ones counted once each
  double readRate = 0;              ///< bytes read beyond as many as are written; 0 where it was not measured
  double operationsF64 = 0;         ///< on single elements; a multiply-add counts as one
  double operationsF32 = 0;

  PutCosts puts;       ///< to other nodes
  PutCosts putsOnNode; ///< to ranks of one node
  double copyRun = 0;  ///< packing for them: seconds for a run, and for a byte; 0 where it was not measured
  double copyByte = 0;

  /// What only the runtime reads: how it packs and unpacks (runtime/src/copy_methods.hpp).
  std::vector<std::string> packHot, packWarm, packCold, unpackHot, unpackWarm, unpackCold;
  std::int64_t streamingBytes = 0, threadedBytes = 0;
};

/// Reads what brick-probe writes. Missing keys (those of puts and copies and the read rate need not be there), unknown
/// ones and bad values are errors that begin with `file:line:col:`.
llvm::Expected<Machine> machineFromYaml(llvm::StringRef text, llvm::StringRef file);

/// Where brick-probe writes: $BRICK_MACHINE, or machine.yaml in the user's cache folder.
std::string defaultMachineFile();

} // namespace brickc::plan
