// Swaps as renaming: which buffer a field's name stands for, in every repetition of a step. SPDX-License-Identifier:
// MIT
#pragma once

#include "compiler/ir/Module.h"
#include <map>

namespace brickc::analysis {

/// In step t the name stands for buffer number (position + t) mod size of a group of buffers that trade places.
struct BufferPlace {
  unsigned group = 0;
  unsigned position = 0;
  unsigned size = 1;
};

/// A step without its swaps has one group of size 1 for each field; `swap u, next` puts both into one of size 2, and so
/// on: the groups are the cycles of the permutation that all swaps of one step amount to.
class BufferTracker {
public:
  explicit BufferTracker(const ir::Step& step);

  /// The buffer that `field` names just before the operation at position `op` of the body.
  BufferPlace placeOf(const std::string& field, unsigned op) const;
  /// Fields of a group in order of position at the start of step 0.
  const std::vector<std::vector<std::string>>& groups() const { return cycles; }

private:
  /// For each name, the name that its buffer had when the step began.
  using Renaming = std::map<std::string, std::string>;

  std::vector<Renaming> before; ///< before each operation, and after the last
  std::vector<std::vector<std::string>> cycles;
  std::map<std::string, BufferPlace> places; ///< at the start of the step
};

} // namespace brickc::analysis
