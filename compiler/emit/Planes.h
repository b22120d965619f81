// The planes of fields that a loop over planes reads. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/emit/FieldValues.h"
#include "compiler/emit/SharedSchedule.h"
#include "compiler/emit/StencilBody.h"

namespace brickc::emit {

/// Writes loads of field values through `brick::plane`s, which are declared once for each turn of the loop: in which
/// brick a plane is needs a comparison, in which brick a row of it is needs none. For stencils of two dimensions at
/// least.
class Planes {
public:
  /// `nest`: of the shared values that are computed in that loop; null where it is for the brick's own planes.
  Planes(const plan::StencilPlan& plan, const SweepNames& sweep, Names& names, const SharedNest* nest = nullptr)
      : plan(plan), sweep(sweep), names(names), nest(nest) {}

  /// The load of a vector: `u_plane_m1.load<0, -8>(y, x)`; `stage`: of the nest, null for the brick's own rows.
  std::string load(const FieldValues::Key& key, const SharedStage* stage = nullptr);
  /// Declarations of the planes that were loaded from, in a loop that is at plane `at`.
  std::vector<std::string> declarations(const std::string& at) const;

private:
  struct Plane {
    std::string name;
    std::set<int> codes; ///< of the directions, on the axes but the slowest, of the bricks that it is read in
  };

  const plan::StencilPlan& plan;
  const SweepNames& sweep;
  Names& names;
  const SharedNest* nest;
  std::map<std::pair<std::string, int>, Plane> planes; ///< by field and offset on the slowest axis
};

} // namespace brickc::emit
