// The step's domains and accesses as text that isl reads. SPDX-License-Identifier: MIT
#include "compiler/analysis/Relations.h"
#include "compiler/analysis/Footprint.h"
#include "compiler/ir/Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <array>

namespace brickc::analysis {
namespace {

/// More offsets than this are printed as their bounding box.
constexpr std::size_t maxPieces = 32;

constexpr std::array<const char*, 3> indexNames = {"i", "j", "k"};

/// "i, j, k" for three dimensions.
std::string indices(unsigned dims) {
  std::string text;
  for (unsigned axis = 0; axis < dims; ++axis)
    text += (axis ? ", " : "") + std::string(indexNames[axis]);
  return text;
}

/// A name that isl takes for an identifier: plain ASCII and none of its keywords, else made from a number.
std::string islName(const std::string& name, const std::string& otherwise) {
  static constexpr llvm::StringLiteral keywords[] = {"and", "or",    "not", "implies", "exists", "true",   "false",
                                                     "mod", "min",   "max", "floor",   "ceil",   "floord", "ceild",
                                                     "rat", "infty", "inf", "NaN",     "nan",    "forall", "xor"};
  const bool ascii = llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; });
  const bool keyword = llvm::any_of(keywords, [&](llvm::StringRef word) { return word.equals_insensitive(name); });
  return ascii && !keyword ? name : otherwise;
}

std::string groupName(const BufferTracker& buffers, unsigned group) {
  std::string name;
  for (const std::string& field : buffers.groups()[group])
    name += (name.empty() ? "" : "_") + field;
  return islName(name, "buffers" + std::to_string(group));
}

std::string parameters(unsigned dims) {
  std::string text = "[T";
  for (unsigned axis = 0; axis < dims; ++axis)
    text += ", N" + std::to_string(axis);
  return text + "] -> ";
}

std::string instance(const std::string& statement, unsigned dims) { return statement + "[t, " + indices(dims) + "]"; }

std::string bounds(unsigned dims) {
  std::string text = "0 <= t < T";
  for (unsigned axis = 0; axis < dims; ++axis)
    text += " and 0 <= " + std::string(indexNames[axis]) + " < N" + std::to_string(axis);
  return text;
}

std::string cell(unsigned axis) { return "x" + std::to_string(axis); }
std::string shifted(unsigned axis, int offset) {
  if (offset == 0) return indexNames[axis];
  return std::string(indexNames[axis]) + (offset < 0 ? " - " : " + ") + std::to_string(std::abs(offset));
}

/// `condition(axis)` for all axes.
template <class Condition> std::string forAllAxes(unsigned dims, Condition condition) {
  std::string text;
  for (unsigned axis = 0; axis < dims; ++axis)
    text += (axis ? " and " : "") + condition(axis);
  return text;
}

/// The condition on x0, x1, ... that they lie in the bounding box of the offsets around the point.
std::string inBox(const Offsets& offsets, unsigned dims) {
  return forAllAxes(dims, [&](unsigned axis) {
    const auto less = [&](const auto& a, const auto& b) { return a[axis] < b[axis]; };
    const auto [low, high] = std::minmax_element(offsets.begin(), offsets.end(), less);
    return shifted(axis, (*low)[axis]) + " <= " + cell(axis) + " <= " + shifted(axis, (*high)[axis]);
  });
}

/// The condition on x0, x1, ... that they are at one of the offsets from the point.
std::string atOffset(const Offsets& offsets, unsigned dims) {
  std::vector<std::string> pieces;
  for (const std::vector<int>& offset : offsets)
    pieces.push_back(forAllAxes(dims, [&](unsigned axis) { return cell(axis) + " = " + shifted(axis, offset[axis]); }));
  return pieces.size() == 1 ? pieces.front() : "((" + llvm::join(pieces, ") or (") + "))";
}

/// Instances of `access` to the cells for which `condition` holds.
std::string relationOf(const Access& access, const std::string& condition, unsigned dims,
                       const BufferTracker& buffers) {
  const BufferPlace place = buffers.placeOf(access.field, access.op);
  const bool trades = place.size > 1;
  std::string cells;
  for (unsigned axis = 0; axis < dims; ++axis)
    cells += (axis ? ", " : "") + cell(axis);
  std::string text = parameters(dims) + "{ " + instance(access.statement, dims) + " -> " +
                     groupName(buffers, place.group) + "[" + (trades ? "b, " : "") + cells + "] : ";
  if (trades) text += "b = (t + " + std::to_string(place.position) + ") mod " + std::to_string(place.size) + " and ";
  return text + condition + " }";
}

} // namespace

std::vector<Access> accessesOf(const ir::Module& module, const ir::Step& step, const BufferTracker& buffers) {
  std::vector<Access> accesses;
  for (unsigned op = 0; op < step.body.size(); ++op) {
    const auto* apply = std::get_if<ir::Apply>(&step.body[op]);
    if (!apply) continue;
    const ir::Stencil& stencil = *module.findStencil(apply->stencil);
    auto add = [&](const ir::Param& param, const std::string& field, bool write) {
      const std::string statement =
          "S" + std::to_string(op) + "_" + islName(param.name, std::to_string(accesses.size()));
      Access access{op, field, write, statement + (write ? "_out" : "_in"), "", ""};
      const Offsets point = {std::vector<int>(stencil.dims)};
      const Offsets offsets = write ? point : offsetsRead(stencil, param.name);
      if (offsets.empty()) return; // a parameter that is not used
      const std::string box = inBox(offsets, stencil.dims);
      access.box = relationOf(access, box, stencil.dims, buffers);
      const std::string reach = offsets.size() > maxPieces ? box : atOffset(offsets, stencil.dims);
      access.cells = relationOf(access, bounds(stencil.dims) + " and " + reach, stencil.dims, buffers);
      accesses.push_back(std::move(access));
    };
    for (std::size_t i = 0; i < stencil.params.size(); ++i) {
      const auto* field = std::get_if<ir::FieldArg>(&apply->args[i]);
      if (field) add(stencil.params[i], field->name, false);
      if (field && ir::isWritten(stencil.params[i].kind)) add(stencil.params[i], field->name, true);
    }
  }
  return accesses;
}

std::string scheduleOf(const ir::Step& step, const Access& access) {
  return parameters(step.dims()) + "{ " + instance(access.statement, step.dims()) + " -> [t, " +
         std::to_string(access.op) + "] }";
}

std::string domainOf(const ir::Step& step, const Access& access) {
  return parameters(step.dims()) + "{ " + instance(access.statement, step.dims()) + " : " + bounds(step.dims()) + " }";
}

} // namespace brickc::analysis
