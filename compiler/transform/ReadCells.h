// The cells that values read. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "compiler/ir/MovedValue.h"
#include <map>
#include <optional>

namespace brickc::transform {

using ir::Offset;

/// Tells what the values of a stencil read. Locals count as reading nothing.
class ReadCells {
public:
  struct Reads {
    std::optional<Offset> first; ///< the first cell in the order of memory; nothing where none is read
    Offset low, high;            ///< the cells' box
    bool stays = false;          ///< depends on more than cells of inputs

    /// The middle of that box, rounded down: equally far from all that is read, wherever it is seen from.
    Offset middle() const;
  };

  explicit ReadCells(const ir::Stencil& stencil) : stencil(stencil) {}

  const Reads& of(const ir::ExprRef& value);

private:
  const ir::Stencil& stencil;
  std::map<ir::ExprRef, Reads> known; ///< by node
};

} // namespace brickc::transform
