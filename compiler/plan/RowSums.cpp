// Where sums of rows are kept. SPDX-License-Identifier: MIT
//
// In registers each row is read once. But compilers run out of these where weights want them, too: of the 30 loads that
// a vector of 125 points took in vectors of 32 bytes, 16 were of weights and half of the others of rows that had been
// put aside. In memory rows are read as often as sums need them (15 times), by instructions that add besides, and
// weights stay in registers. On Zen 3, with g++, against rows in registers (medians of all series of 7 to 15
// turns in random order, 32^3 with one thread and 256^3 with two), with so many rows kept, and weights:
//
//                                                   double, 32^3  256^3          float, 32^3    256^3
//   343 points, symmetric                   28, 20   1.60 and 1.64  1.54 and 1.64  1.56 and 1.41   1.29 and 1.42
//   125 points, symmetric along x           15, 75   1.69 and 1.30  1.33 and 1.26  1.20 and 1.09   1.37 and 1.45
//   125 points, symmetric along each axis   15, 27   1.33 and 1.16  1.16 and 1.00  1.13 and 1.19   1.24 and 1.10
//   125 points, symmetric                   15, 10   0.94 to 1.63   1.05 to 1.26   1.02 and 0.97   1.15 and 1.21
//   125 points, by the sum of distances     15,  7   1.08 to 1.14   1.11 to 1.19   0.91 and 0.88   1.15 and 1.13
//   45 points                               14,  6   0.80 and 0.98  1.03 and 0.99  0.73 and 0.86   1.09 and 0.97
//   125 points, by the largest distance     15,  3   0.88           0.92
//   27 points, symmetric along each axis     6,  8   0.71           0.86
//
// With AVX-512 a row is one vector, registers are twice as many, and weights are read by the instructions that use
// them: on Zen 4 125 points become 0.72 and 0.85 times as fast (float 0.76 and 0.84), 343 points 0.70 and 0.86 (1.03
// and 0.82), so it is not done. In vectors of 32 bytes there 343 points have 0.95 and 1.10 (1.32 and 1.03).
#include "compiler/plan/RowSums.h"
#include "compiler/ir/Printer.h"
#include "compiler/ir/VaryingValues.h"
#include "compiler/ir/Visitor.h"
#include "compiler/plan/Target.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <algorithm>
#include <map>
#include <set>

namespace brickc::plan {
namespace {

void forEachShare(const ir::Stencil& stencil, llvm::function_ref<void(const ir::Share&)> action) {
  for (const ir::Statement& statement : stencil.body)
    if (const auto* share = std::get_if<ir::Share>(&statement)) action(*share);
}

/// How many vectors hold the rows of shared values that the next row needs again.
int rowsKept(const ir::Stencil& stencil) {
  std::map<std::string, std::pair<int, int>> rows; // that are read, by shared value
  forEachShare(stencil, [&](const ir::Share& share) {
    ir::forEachNode(share.value, [&](const ir::ExprRef& node) {
      const auto* load = llvm::dyn_cast<ir::LoadExpr>(node.get());
      if (!load || stencil.findParam(load->field)) return;
      auto& [low, high] = rows[load->field];
      low = std::min(low, load->offset[1]);
      high = std::max(high, load->offset[1]);
    });
  });
  int count = 0;
  for (const auto& [share, reach] : rows)
    if (reach.first != reach.second) count += reach.second - reach.first + 1;
  return count;
}

/// How many values shared values are computed from that are the same in all cells, and no part of another one.
int uniformValues(const ir::Stencil& stencil) {
  std::set<std::string> values;
  ir::VaryingValues varying;
  const auto visit = [&](const auto& self, const ir::ExprRef& expr) -> void {
    if (!varying.contains(expr)) {
      values.insert(ir::toString(expr));
      return;
    }
    for (const ir::ExprRef& operand : ir::operandsOf(*expr))
      self(self, operand);
  };
  for (const ir::Statement& statement : stencil.body) {
    if (const auto* share = std::get_if<ir::Share>(&statement)) visit(visit, share->value);
    varying.pass(statement);
  }
  return static_cast<int>(values.size());
}

} // namespace

bool rowSumsInMemory(const ir::Stencil& stencil, const std::vector<int>& brick, int lanes, int vectorBytes) {
  if (stencil.dims != 3 || lanes == brick.back()) return false;
  const int rows = rowsKept(stencil);
  return rows > 0 && 2 * (rows + uniformValues(stencil)) >= 3 * vectorRegisters(vectorBytes);
}

} // namespace brickc::plan
