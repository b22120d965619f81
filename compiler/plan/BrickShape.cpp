// The extents of bricks and vectors. SPDX-License-Identifier: MIT
#include "compiler/plan/BrickShape.h"
#include "compiler/ir/StepOps.h"
#include "compiler/ir/VaryingValues.h"
#include "compiler/ir/Visitor.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace brickc::plan {
namespace {

/// Calls `action` on every value of the stencil that differs from cell to cell.
void forEachVector(const ir::Stencil& stencil, llvm::function_ref<void(const ir::Expr&)> action) {
  ir::VaryingValues varying;
  for (const ir::Statement& statement : stencil.body) {
    ir::forEachNode(ir::valueOf(statement), [&](const ir::ExprRef& expr) {
      if (varying.contains(expr)) action(*expr);
    });
    varying.pass(statement);
  }
}

/// Bytes of the largest element of a vector: of a field, or of what is computed from fields.
int widestVector(const ir::Stencil& stencil) {
  int bytes = stencil.result ? ir::byteSize(*stencil.result) : 4;
  for (const ir::Param& param : stencil.params)
    if (ir::isField(param.kind)) bytes = std::max<int>(bytes, ir::byteSize(param.type));
  forEachVector(stencil, [&](const ir::Expr& expr) { bytes = std::max<int>(bytes, ir::byteSize(expr.type())); });
  return bytes;
}

/// Rows beside a brick are loaded, and sums of them computed, for each brick anew. What that costs grows with the cells
/// that are read: measured, 16 rows make stencils of 13 points and more faster by a tenth or two. Fewer points gain
/// half of that.
constexpr unsigned manyCells = 10;

bool readsManyCells(const analysis::StencilFacts& stencil) {
  return llvm::any_of(stencil.inputs, [](const auto& field) { return field.offsets >= manyCells; });
}

} // namespace

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

std::vector<int> defaultBrick(const ir::Module& module, const analysis::Facts& facts, unsigned dims,
                              Exchange exchange) {
  if (dims == 1) return {128};
  if (dims == 2) return {16, 32};
  const auto inHeader = [&](const ir::Stencil& stencil) { return stencil.dims == dims && stencil.location.file; };
  if (llvm::any_of(module.stencils, inHeader)) return {8, 8, 8};
  int bytes = 8, rows = exchange == Exchange::Shared ? 16 : 8;
  for (const ir::Stencil& stencil : module.stencils) {
    if (stencil.dims != dims) continue;
    bytes = std::min(bytes, smallestElement(stencil));
    if (readsManyCells(*facts.findStencil(stencil.name))) rows = 16;
  }
  return {8, rows, std::max(8, 64 / bytes)};
}

int lanesFor(const ir::Stencil& stencil, int vectorBytes, int row) {
  int lanes = vectorBytes / widestVector(stencil);
  while (lanes > 1 && row % lanes != 0)
    lanes /= 2;
  return lanes;
}

} // namespace brickc::plan
