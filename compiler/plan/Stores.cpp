// How sweeps store what they write. SPDX-License-Identifier: MIT
#include "compiler/plan/Stores.h"
#include "compiler/plan/Bound.h"
#include "compiler/plan/Fetch.h"
#include "compiler/plan/Target.h"
#include "llvm/ADT/STLExtras.h"
#include <iterator>

namespace brickc::plan {
namespace {

/// Whether a vector of any field that is written is a whole cache line.
bool storesLines(const ir::Stencil& stencil, int lanes) {
  return llvm::all_of(stencil.params, [&](const ir::Param& param) {
    return !ir::isWritten(param.kind) || lanes * static_cast<int>(ir::byteSize(param.type)) == lineBytes;
  });
}

} // namespace

/// Measured (docs/design.md): a few lines together are best where rows are written out, but for vectors that are lines
/// where three fields or more are read. Where rows are a loop, lines by themselves are, or planes of shorter vectors;
/// unless that loop is for large fields only, and lines come by way of the second-level cache. Where both caches are
/// large, lines by themselves are best for several fields only.
StoresAtOnce storesAtOnce(const ir::Stencil& stencil, const StencilPlan& plan, const CoreCaches& caches) {
  constexpr std::int64_t several = 3;
  const bool writtenOut = plan.rowLoop == RowLoop::Never;
  if (!storesLines(stencil, plan.lanes)) return writtenOut ? StoresAtOnce::FewLines : StoresAtOnce::WholePlane;
  const bool bySecondLevel = plan.rowLoop == RowLoop::OutOfCache && !fetchesIntoFirstLevel(plan.fetch);
  const auto written = llvm::count_if(
      stencil.params, [](const ir::Param& param) { return ir::isField(param.kind) && ir::isWritten(param.kind); });
  const bool hasLargeLevels = usualFetch(caches) == Fetch::FirstOfLargeLevels;
  const bool linesGoTogether =
      ((writtenOut || bySecondLevel) && std::ssize(fieldsRead(stencil)) < several) || (hasLargeLevels && written == 1);
  return linesGoTogether ? StoresAtOnce::FewLines : StoresAtOnce::OneLine;
}

} // namespace brickc::plan
