// Loads from planes, and which bricks of a plane they touch. SPDX-License-Identifier: MIT
#include "compiler/emit/Planes.h"
#include "compiler/emit/Spelling.h"

namespace brickc::emit {
namespace {

/// The codes of the sides on which positions [low, high) of an axis lie: 0 before the brick, 1 in it, 2 behind it.
std::vector<int> sidesOf(int low, int high, int extent) {
  std::vector<int> sides;
  if (low < 0) sides.push_back(0);
  if (low < extent && high > 0) sides.push_back(1);
  if (high > extent) sides.push_back(2);
  return sides;
}

/// A position on an axis that goes as far beyond the brick as `computed`, or the nearest one where it is `needed`.
std::string nearest(const std::string& position, const Margin& computed, const Margin& needed, int extent) {
  std::string text = position;
  if (needed.low < computed.low) text = "std::max(" + text + ", " + std::to_string(-needed.low) + ")";
  if (needed.high < computed.high) text = "std::min(" + text + ", " + std::to_string(extent - 1 + needed.high) + ")";
  return text;
}

} // namespace

std::string Planes::load(const FieldValues::Key& key, const SharedStage* stage) {
  const auto& [field, offset] = key;
  const llvm::ArrayRef<int> around = llvm::ArrayRef(offset).drop_front();
  const Margin rows = stage ? stage->reads.at({field, llvm::ArrayRef(offset).drop_back().vec()}) : Margin();
  Plane& plane = planes[{field, offset.front()}];
  if (plane.name.empty()) plane.name = names.declare(offsetName(field + "_plane", {offset.front()}));
  std::vector<int> codes{0};
  for (std::size_t axis = 1; axis < offset.size(); ++axis) {
    const bool isRows = axis + 1 < offset.size();
    const Margin margin = isRows ? rows : Margin();
    const int extent = plan.brick[axis];
    std::vector<int> next;
    for (const int side : sidesOf(offset[axis] - margin.low, offset[axis] + extent + margin.high, extent))
      for (const int code : codes)
        next.push_back(3 * code + side);
    codes = next;
  }
  plane.codes.insert(codes.begin(), codes.end());
  const llvm::StringRef how = rows.low || rows.high ? "reach" : "load";
  std::vector<std::string> position = llvm::ArrayRef(sweep.axes).drop_front().vec();
  if (stage && position.size() > 1) position.front() = nearest(position.front(), stage->rows, rows, plan.brick[1]);
  const std::string at = llvm::join(position, ", ");
  return plane.name + "." + how.str() + "<" + list(around) + ">(" + at + ")";
}

std::vector<std::string> Planes::declarations(const std::string& at) const {
  std::vector<std::string> lines;
  for (const auto& [key, plane] : planes) {
    const auto& [field, offset] = key;
    const std::string position =
        nest ? nearest(at, nest->planes, nest->reads.at({field, {offset}}), plan.brick.front()) : at;
    lines.push_back("const auto " + plane.name + " = " + sweep.windows.at(field) + ".plane<" + list({offset}) + ", " +
                    list(std::vector<int>(plane.codes.begin(), plane.codes.end())) + ">(" + position + ");");
  }
  return lines;
}

} // namespace brickc::emit
