// Swaps as renaming. SPDX-License-Identifier: MIT
#include "compiler/analysis/BufferTracker.h"
#include "compiler/ir/StepOps.h"

namespace brickc::analysis {

BufferTracker::BufferTracker(const ir::Step& step) {
  Renaming names;
  for (const ir::StepParam& param : step.params)
    if (param.kind == ir::StepParamKind::Field) names[param.name] = param.name;
  ir::forEachOp<ir::Temporary>(step.body, [&](const ir::Temporary& field) { names[field.name] = field.name; });
  for (const ir::StepOp& op : step.body) {
    before.push_back(names);
    if (const auto* swap = std::get_if<ir::Swap>(&op)) std::swap(names.at(swap->first), names.at(swap->second));
  }
  before.push_back(names);

  // A name means, one step later, the buffer that `names` says it has at the step's end.
  for (const auto& [first, unused] : names) {
    if (places.contains(first)) continue;
    std::vector<std::string> cycle;
    for (std::string name = first; cycle.empty() || name != first; name = names.at(name))
      cycle.push_back(name);
    for (unsigned position = 0; position < cycle.size(); ++position)
      places[cycle[position]] = {unsigned(cycles.size()), position, unsigned(cycle.size())};
    cycles.push_back(std::move(cycle));
  }
}

BufferPlace BufferTracker::placeOf(const std::string& field, unsigned op) const {
  return places.at(before[op].at(field));
}

} // namespace brickc::analysis
