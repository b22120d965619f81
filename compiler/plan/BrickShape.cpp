// The extents of bricks and vectors. SPDX-License-Identifier: MIT
//
// On three axes a brick's row is a cache line. How many rows and planes it has is a matter of two costs, both measured:
//
// - Rows beside a brick are loaded, and sums of them computed, for each brick anew. What that costs grows with the
//   cells that are read, so 16 rows make stencils of 13 points and more faster by a tenth or two. Fewer points gain
//   half of that.
// - Where what is read next is fetched into the first-level cache, a brick ahead of its use, it must find room there:
//   as many bricks as there are fields, and a further one where those of the next layer are fetched too. Stencils that
//   have little to compute wait for memory, and are up to 1.4 times as fast with bricks of 2 or 4 KB as with 8. Where
//   the second-level cache is large, those of the next cells that compute more gain a twentieth by 4 KB, a page, too,
//   and those that reach three cells and more up to a third by 2 KB.
#include "compiler/plan/BrickShape.h"
#include "compiler/ir/StepOps.h"
#include "compiler/ir/TypeRules.h"
#include "compiler/ir/VaryingValues.h"
#include "compiler/ir/Visitor.h"
#include "compiler/plan/Bound.h"
#include "compiler/plan/Fetch.h"
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

constexpr unsigned manyCells = 10; ///< read of one field

bool readsManyCells(const analysis::StencilFacts& facts) {
  return llvm::any_of(facts.inputs, [](const auto& field) { return field.offsets >= manyCells; });
}

/// What is fetched ahead: fields, and once more those that reach the next layer, as all of it is fetched.
std::size_t streamsOf(const analysis::StencilFacts& facts) {
  return facts.inputs.size() + llvm::count_if(facts.inputs, [](const auto& field) { return field.high.front() > 0; });
}
constexpr std::size_t manyStreams = 4;

/// Planes and rows of a brick of three axes.
struct PlanesAndRows {
  int planes, rows;
};

/// Whether bricks have 16 rows: ghost zones that are sent are a brick deep, so that rows cost there too.
bool wantsManyRows(const analysis::StencilFacts& facts, Exchange exchange) {
  return exchange == Exchange::Shared || readsManyCells(facts);
}

/// With fetches into the second-level cache.
PlanesAndRows withFarFetches(const analysis::StencilFacts& facts, Exchange exchange) {
  return {8, wantsManyRows(facts, exchange) ? 16 : 8};
}

/// Where the second-level cache is large too, what reaches further than two cells has as few planes and rows as it can:
/// with all that is fetched for it, bricks of 8 KB do not stay in the first-level cache.
PlanesAndRows forFarReach(const analysis::StencilFacts& facts, bool fillsPages) {
  constexpr int fewPlanes = 4, fewRows = 8, manyRows = 16;
  if (facts.reach() > fewPlanes) return {8, fewRows};
  return {fewPlanes, fillsPages ? manyRows : fewRows};
}

/// With fetches into the first-level cache. Not measured where the second-level one is small: stencils that reach
/// further than two cells.
PlanesAndRows withNearFetches(const ir::Stencil& stencil, const analysis::StencilFacts& facts, Exchange exchange,
                              const CoreCaches& caches) {
  const int reach = facts.reach();
  const bool waits = waitsForMemory(stencil), hasLargeLevels = usualFetch(caches) == Fetch::FirstOfLargeLevels;
  const bool fillsPages = exchange != Exchange::Shared; // what is sent is padded to pages of 4 KB
  if (reach <= 1 && hasLargeLevels && wantsManyRows(facts, exchange)) return {4, 16};
  if ((reach <= 1 && waits) || fetchesOneFieldFar(stencil, facts, caches)) return {8, 8};
  if (reach > 2 && hasLargeLevels && !stencil.shares()) return forFarReach(facts, fillsPages);
  if (reach != 2 || stencil.shares()) return withFarFetches(facts, exchange);
  return {4, waits && streamsOf(facts) > manyStreams && !fillsPages ? 8 : 16};
}

/// The same in all programs.
std::vector<int> commonBrick(unsigned dims) {
  switch (dims) {
  case 1:
    return {128};
  case 2:
    return {16, 32};
  default:
    return {8, 8, 8};
  }
}

/// Of one or two axes: a page, or half of one. Measured where both caches are large: rows of 512 bytes make stencils of
/// two axes up to 1.06 times as fast, in float 1.05 to 1.2, and bricks of 2 KB those of one axis 1.1.
std::vector<int> withLongRows(unsigned dims, int elementBytes, const CoreCaches& caches) {
  constexpr int rowBytes = 512, rows = 8, bytesOfOneAxis = 2048;
  if (usualFetch(caches) != Fetch::FirstOfLargeLevels) return commonBrick(dims);
  if (dims == 1) return {bytesOfOneAxis / elementBytes};
  return {rows, rowBytes / elementBytes};
}

/// No shorter than stencils and boundary kernels may reach: an exchange brings the bricks beside, and no others.
std::vector<int> asLongAsReached(std::vector<int> brick, const ir::Module& module, const analysis::Facts& facts) {
  const auto lengthen = [&](const std::vector<int>& reach) {
    if (reach.size() != brick.size()) return;
    for (const auto [extent, cells] : llvm::zip(brick, reach))
      while (extent < std::min(cells, ir::maxReach))
        extent *= 2;
  };
  for (const analysis::StencilFacts& stencil : facts.stencils)
    lengthen(stencil.radius);
  for (const ir::Step& step : module.steps)
    lengthen(ir::reachOfBoundaries(step));
  return brick;
}

/// Whether some stencils of so many axes do: all files that include these must agree on a brick.
bool standInHeaders(const ir::Module& module, unsigned dims) {
  return llvm::any_of(module.stencils, [&](const ir::Stencil& stencil) {
    return stencil.dims == dims && stencil.location.file != nullptr;
  });
}

/// Operations for each element that is read or written, up to which a stencil waits for memory: the schemes of
/// tools/bench have 2.7 to 6.5, but for the Burgers equation (11), WENO (23) and sums that cells share.
constexpr int fewOperations = 8;

} // namespace

std::int64_t cellsOf(const std::vector<int>& brick) {
  std::int64_t cells = 1;
  for (const int extent : brick)
    cells = extent < 1 || cells > maxBrickCells ? 0 : cells * extent;
  return cells > maxBrickCells ? 0 : cells;
}

bool waitsForMemory(const ir::Stencil& stencil) {
  const Work work = workOf(stencil);
  return !work.calls && work.operations * smallestValue(stencil) <= fewOperations * work.bytes;
}

int smallestValue(const ir::Stencil& stencil) {
  int bytes = 8;
  for (const ir::Param& param : stencil.params)
    if (ir::isField(param.kind)) bytes = std::min<int>(bytes, ir::byteSize(ir::valueType(param.type)));
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

std::vector<int> defaultBrick(const ir::Module& module, const analysis::Facts& facts, unsigned dims, Exchange exchange,
                              const CoreCaches& caches) {
  if (standInHeaders(module, dims)) return commonBrick(dims);
  const auto ofThese =
      llvm::make_filter_range(module.stencils, [&](const ir::Stencil& stencil) { return stencil.dims == dims; });
  int bytes = 8;
  for (const ir::Stencil& stencil : ofThese)
    bytes = std::min(bytes, smallestValue(stencil));
  if (dims < 3) return asLongAsReached(withLongRows(dims, bytes, caches), module, facts);
  PlanesAndRows most{0, 0};
  for (const ir::Stencil& stencil : ofThese) {
    const analysis::StencilFacts& known = *facts.findStencil(stencil.name);
    const PlanesAndRows own = fetchesIntoFirstLevel(usualFetch(caches))
                                  ? withNearFetches(stencil, known, exchange, caches)
                                  : withFarFetches(known, exchange);
    most = {std::max(most.planes, own.planes), std::max(most.rows, own.rows)};
  }
  if (most.rows == 0) most = withFarFetches({}, exchange);
  return asLongAsReached({most.planes, most.rows, std::max(8, 64 / bytes)}, module, facts);
}

std::vector<int> deviceBrick(const ir::Module& module, const analysis::Facts& facts, unsigned dims) {
  // Measured on H200: 8 rows of threads are up to 1.5 times as slow as 4, and what is read in many planes gains by 16.
  constexpr unsigned cellsWorthPlanes = 20;
  std::vector<int> brick = dims == 1 ? std::vector{256} : dims == 2 ? std::vector{16, 64} : std::vector{8, 4, 32};
  if (standInHeaders(module, dims)) return brick;
  for (const analysis::StencilFacts& stencil : facts.stencils)
    for (const analysis::FieldFootprint& field : stencil.inputs)
      if (dims == 3 && stencil.radius.size() == dims && field.offsets >= cellsWorthPlanes) brick.front() = 16;
  return asLongAsReached(brick, module, facts);
}

int lanesFor(const ir::Stencil& stencil, int vectorBytes, int row) {
  int lanes = vectorBytes / widestVector(stencil);
  while (lanes > 1 && row % lanes != 0)
    lanes /= 2;
  return lanes;
}

} // namespace brickc::plan
