// Values that are the same but for where they read. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/transform/Interner.h"
#include "compiler/transform/ReadCells.h"

namespace brickc::transform {

/// Tells which values of a stencil are the same but for the cell that they are seen from: all that one reads is as many
/// cells from what the other one reads.
class ValueKeys {
public:
  explicit ValueKeys(ReadCells& reads) : reads(reads) {}

  /// One node for all values that are the same in this way.
  ir::ExprRef of(const ir::ExprRef& value);

private:
  ReadCells& reads;
  Interner interner;
  std::map<ir::ExprRef, ir::ExprRef> keys; ///< by value
  std::map<ir::ExprRef, int> numbers;      ///< by key, of those that are operands
};

} // namespace brickc::transform
