// The extents of bricks and vectors. SPDX-License-Identifier: MIT
#include "compiler/plan/BrickShape.h"
#include "compiler/ir/StepOps.h"
#include <algorithm>

namespace brickc::plan {

int smallestElement(const ir::Stencil& stencil) {
  int bytes = 8;
  for (const ir::Param& param : stencil.params)
    if (ir::isField(param.kind)) bytes = std::min<int>(bytes, ir::byteSize(param.type));
  return bytes;
}

int smallestElement(const ir::Step& step) {
  int bytes = 8;
  for (const ir::StepParam& param : step.params)
    if (param.kind == ir::StepParamKind::Field) bytes = std::min<int>(bytes, ir::byteSize(param.type));
  ir::forEachOp<ir::Temporary>(
      step.body, [&](const ir::Temporary& field) { bytes = std::min<int>(bytes, ir::byteSize(field.type)); });
  return bytes;
}

int largestElement(const ir::Stencil& stencil) {
  int bytes = 1;
  for (const ir::Param& param : stencil.params)
    if (ir::isField(param.kind)) bytes = std::max<int>(bytes, ir::byteSize(param.type));
  return bytes == 1 ? 8 : bytes;
}

std::vector<int> defaultBrick(const ir::Module& module, unsigned dims) {
  if (dims == 1) return {128};
  if (dims == 2) return {16, 32};
  int bytes = 8;
  for (const ir::Stencil& stencil : module.stencils)
    if (stencil.dims == dims) bytes = std::min(bytes, smallestElement(stencil));
  return {8, 8, std::max(8, 64 / bytes)};
}

int lanesFor(int vectorBytes, int elementBytes, int row) {
  int lanes = vectorBytes / elementBytes;
  while (lanes > 1 && row % lanes != 0)
    lanes /= 2;
  return lanes;
}

} // namespace brickc::plan
