// What analysis knows about a module, as plain data. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace brickc::analysis {

/// How far reads of one field reach from the point. `low` and `high` are cells per axis, slowest first, never negative.
struct FieldFootprint {
  std::string field;
  std::vector<int> low, high;
  unsigned offsets = 0; ///< distinct cells read
  bool operator==(const FieldFootprint&) const = default;
  bool reachesOut() const; ///< whether any cell but the point's own is read
  void include(const FieldFootprint& other);
};

struct StencilFacts {
  std::string name;
  std::vector<FieldFootprint> inputs; ///< one for each In and InOut parameter, and each Out
                                      ///< that keeps its old value somewhere, in their order
  std::vector<int> radius;            ///< largest reach per axis over inputs and both directions
  int reach() const;                  ///< largest along any axis
};

/// A value or a buffer that ties two applies of a step together.
enum class DependenceKind {
  Flow,  ///< `to` reads what `from` wrote
  Anti,  ///< `to` overwrites what `from` read
  Output ///< `to` overwrites what `from` wrote
};
struct Dependence {
  DependenceKind kind;
  unsigned from, to;              ///< positions in the step's body
  std::string fromField, toField; ///< names of the step's fields at these two applies; swaps may make them differ
  int steps = 0;                  ///< how many repetitions of the step later `to` happens
  std::vector<int> low, high;     ///< range, per axis, of (cell of `from`) - (cell of `to`)
};

/// Ghost zones of a field that must be refilled before an apply.
struct ExchangeNeed {
  unsigned before;       ///< position in the step's body
  FieldFootprint depth;  ///< the field and the depth of its ghost zone, over all reads until it is written again
  bool everyStep = true; ///< false: the step never writes the field, so once is enough
};

struct StepFacts {
  std::string name;
  std::vector<FieldFootprint> halo; ///< for each field of the step that some apply reads
  /// Whether what follows is known: it was asked for, and the step treats all cells alike (ir::isUniform). The runtime
  /// finds out otherwise.
  bool uniform = false;
  std::vector<Dependence> dependences;
  std::vector<ExchangeNeed> exchanges;
  std::vector<std::string> domains, accesses; ///< isl sets and maps, one for each field argument of each apply
};

struct Facts {
  std::vector<StencilFacts> stencils;
  std::vector<StepFacts> steps;

  const StencilFacts* findStencil(llvm::StringRef name) const;
  const StepFacts* findStep(llvm::StringRef name) const;
};

/// The readable form, for `--emit=deps`.
void print(const Facts& facts, llvm::raw_ostream& out);

} // namespace brickc::analysis
