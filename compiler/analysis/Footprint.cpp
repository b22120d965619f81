// Which cells a stencil reads. SPDX-License-Identifier: MIT
#include "compiler/analysis/Footprint.h"
#include "compiler/ir/Visitor.h"
#include <algorithm>

namespace brickc::analysis {
namespace {

FieldFootprint footprintOf(const std::string& field, const Offsets& offsets, unsigned dims) {
  FieldFootprint footprint{field, std::vector<int>(dims), std::vector<int>(dims), unsigned(offsets.size())};
  for (const std::vector<int>& offset : offsets)
    for (unsigned axis = 0; axis < dims; ++axis) {
      footprint.low[axis] = std::max(footprint.low[axis], -offset[axis]);
      footprint.high[axis] = std::max(footprint.high[axis], offset[axis]);
    }
  return footprint;
}

} // namespace

Offsets offsetsRead(const ir::Stencil& stencil, llvm::StringRef field) {
  Offsets offsets;
  ir::forEachRead(stencil, [&](const std::string& name, const std::vector<int>& offset) {
    if (name == field) offsets.insert(offset);
  });
  return offsets;
}

StencilFacts factsOf(const ir::Stencil& stencil) {
  StencilFacts facts{stencil.name, {}, std::vector<int>(stencil.dims)};
  for (const ir::Param& param : stencil.params)
    if (const Offsets offsets = offsetsRead(stencil, param.name); ir::isRead(param.kind) || !offsets.empty())
      facts.inputs.push_back(footprintOf(param.name, offsets, stencil.dims));
  for (const FieldFootprint& input : facts.inputs)
    for (unsigned axis = 0; axis < stencil.dims; ++axis)
      facts.radius[axis] = std::max({facts.radius[axis], input.low[axis], input.high[axis]});
  return facts;
}

} // namespace brickc::analysis
