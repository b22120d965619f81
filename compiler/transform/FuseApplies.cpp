// Several applies of a step in one sweep. SPDX-License-Identifier: MIT
//
// A step of Runge and Kutta's, say, applies stencils by turns with others that only combine fields at the point. Each
// sweep moves its fields through the memory; one sweep that does what two of them say moves what they have in common
// once, and what one hands to the other not at all where nothing else wants it. That is so, cell by cell, with the same
// operations: no cell sees a value that it did not see before.
//
// A reduction may be the last part of a sweep: it takes values as they are computed.
//
// Two applies can be one sweep where neither reads beside the point what the first, or in the other case the second,
// writes: a sweep has no order among cells. The first is moved behind what stands between them, which must have nothing
// to do with it; swaps right before the second come behind it. Where the second overwrites a temporary that the first
// reads around the point, it writes another one instead that is no longer used: there often is one, since values that
// both sweeps were needed for before are now in registers. So no step has more temporaries than its user wrote. What
// updates a field in place, with what a stencil has made of the values around, writes to the temporary that held this,
// and the two are swapped; so may any field be that one sweep reads around the point and another overwrites.
//
// Fused are sweeps with a field in common, of which one reads nothing beside the point: such a sweep does little but
// move its fields. Two that both read around the point are fused where that is little (docs/design.md, "Fused sweeps").
#include "compiler/transform/FuseApplies.h"
#include "compiler/ir/StepOps.h"
#include "compiler/ir/Visitor.h"
#include "compiler/transform/FreshNames.h"
#include "compiler/transform/FusedSweep.h"
#include "compiler/transform/SweepItem.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cstdlib>

namespace brickc::transform {
namespace {

using namespace ir;

/// Fields of one sweep: each is a stream of its own to memory.
constexpr std::size_t mostFields = 12;
/// Cells that a sweep reads where each part reads beside the point: next to it, as measured for two cubes of 27 cells,
/// or any.
constexpr std::size_t mostNextCells = 54, mostCells = 16;
/// Cells that a sweep reads, and nodes of its expressions, where a reduction joins it: it then goes by lines of bricks,
/// which larger sums do not share planes along.
constexpr std::size_t mostReducedCells = 27, mostReducedNodes = 200;
/// Scalars, elements of tables and members of records.
constexpr std::size_t mostNumbers = 128;
/// Of the expressions of a sweep: larger ones take longer to compute than their fields to move, and to compile.
constexpr std::size_t mostNodes = 2000;
/// Applies that a sweep may be moved behind.
constexpr std::size_t farthestMove = 16;

/// The operations of a block.
class Block {
public:
  Block(Module& module, const Step& step, std::set<std::string>& names, unsigned& sweeps)
      : module(module), step(step), names(names), sweeps(sweeps) {}

  std::vector<StepOp> fused(const std::vector<StepOp>& ops) {
    for (const StepOp& op : ops)
      items.push_back(itemOf(module, {op}));
    for (bool renames : {false, true})
      while (fuseAll(renames))
        dropInner();
    return operations(ops);
  }

private:
  /// Whether anything was fused.
  bool fuseAll(bool renames) {
    const std::size_t before = items.size();
    for (std::size_t second = 0; second < items.size();)
      fuseWithEarlier(second, renames) ? --second : ++second; // the sweep may be fused with more
    return items.size() < before;
  }

  bool fuseWithEarlier(std::size_t second, bool renames) {
    for (std::size_t first = second; first-- > 0 && second - first <= farthestMove;)
      if (fuse(first, second, renames)) return true;
    if (!mayPassSwap(second)) return false;
    passSwap(second);
    if (fuseWithEarlier(second - 1, renames)) return true;
    passSwap(second);
    return false;
  }

  /// Whether applies may as well come in front of the swap that stands before them: fields keep their boundaries when
  /// their contents are swapped.
  bool mayPassSwap(std::size_t at) const {
    const auto* swap = at > 0 ? std::get_if<Swap>(&items[at - 1].ops.front()) : nullptr;
    if (!swap || items[at].applies.empty() || !items[at].instead.empty()) return false;
    return llvm::none_of(items[at].uses, [&](const auto& use) {
      return (use.first == swap->first || use.first == swap->second) && use.second.readsAround();
    });
  }

  /// Moves applies there and, done again, back: what is the one field behind the swap is the other before it.
  void passSwap(std::size_t at) {
    const bool behind = std::holds_alternative<Swap>(items[at - 1].ops.front());
    const Swap swap = std::get<Swap>(items[behind ? at - 1 : at].ops.front());
    SweepItem& item = items[behind ? at : at - 1];
    item = renamed(module, std::move(item), [&](const std::string& name) {
      return name == swap.first ? swap.second : name == swap.second ? swap.first : name;
    });
    std::swap(items[at - 1], items[at]);
  }

  bool fuse(std::size_t first, std::size_t second, bool renames) {
    if (!mayBeOne(items[first], items[second])) return false;
    for (std::size_t between = first + 1; between < second; ++between)
      if (!commutes(items[first].uses, items[between])) return false;
    if (items[first].touchesInsteadOf(items[second]) || items[second].touchesInsteadOf(items[first])) return false;
    std::string read, other; // the temporary that the first reads around, and the one that the second writes instead
    std::map<std::string, std::string> instead;
    std::set<std::string> taken; // temporaries that are written instead of others
    for (const SweepItem* item : {&items[first], &items[second]})
      for (const auto& [field, written] : item->instead)
        taken.insert(written);
    for (const auto& [field, use] : items[first].uses) {
      const auto next = items[second].uses.find(field);
      if (next == items[second].uses.end()) continue;
      const bool readsOld = !next->second.cells.empty();
      if (use.written && (next->second.readsAround() || (readsOld && isOfSmallElements(field)))) return false;
      if (!use.readsAround() || !next->second.written) continue;
      if (items[first].instead.contains(field) || items[second].instead.contains(field)) continue;
      const bool maybeRenamed = !readsOld && read.empty() && temporary(field);
      if (maybeRenamed && !renames) return false;
      std::string place = maybeRenamed ? unusedLike(field, first, second, taken) : "";
      const bool isRenamed = !place.empty();
      if (!isRenamed) place = placeFor(field, first, second, renames, taken);
      if (place.empty()) return false;
      taken.insert(place);
      if (isRenamed) {
        read = field;
        other = place;
      } else {
        instead[field] = place;
      }
    }
    for (std::size_t later = second; later < items.size() && !read.empty(); ++later)
      renameIn(items[later], read, other);
    join(first, second, instead);
    return true;
  }

  /// Whether two items are sweeps over the same cells that are worth to be one, whatever stands between them.
  bool mayBeOne(const SweepItem& first, const SweepItem& second) const {
    const std::vector<Apply>&a = first.applies, &b = second.applies;
    if (a.empty() || b.empty() || !onSameCells(a.front(), b.front())) return false;
    if (first.reduces() || (second.reduces() && !mayReduce(first))) return false;
    if (first.nodes + second.nodes > mostNodes || numbersOf(a) + numbersOf(b) > mostNumbers) return false;
    return isWorthwhile(first.uses, second.uses) && !passesOutputsTwice(a) && !passesOutputsTwice(b);
  }

  void renameIn(SweepItem& item, const std::string& from, const std::string& to) {
    const auto names = [&](const StepOp& op) { return mentions(op, from); };
    if (!item.writesInstead(from) && llvm::none_of(item.ops, names)) return;
    item = renamed(module, std::move(item), [&](const std::string& name) { return name == from ? to : name; });
  }

  void join(std::size_t first, std::size_t second, const std::map<std::string, std::string>& instead) {
    SweepItem& target = items[second];
    std::vector<StepOp> ops = std::move(items[first].ops);
    llvm::append_range(ops, target.ops);
    target.inner.merge(items[first].inner);
    target.instead.merge(items[first].instead);
    target = itemOf(module, std::move(ops), std::move(target.inner), std::move(target.instead));
    for (const auto& [field, written] : instead) {
      if (target.touches(written)) makeInner(target, written);
      target.instead[field] = written;
    }
    target = itemOf(module, std::move(target.ops), std::move(target.inner), std::move(target.instead));
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(first));
  }

  static bool mayReduce(const SweepItem& item) {
    return !item.applies.front().on && cellsOf(item.uses) <= mostReducedCells && item.nodes <= mostReducedNodes;
  }

  /// Sweeps with no field in common would only be more streams; two that read many cells each, or cells far away, are
  /// slower as one.
  static bool isWorthwhile(const FieldUses& before, const FieldUses& behind) {
    FieldUses both = before;
    for (const auto& [field, use] : behind)
      both[field].cells.insert(use.cells.begin(), use.cells.end());
    if (both.size() == before.size() + behind.size() || both.size() > mostFields) return false;
    if (reachOf(before) == 0 || reachOf(behind) == 0) return true;
    return cellsOf(both) <= (reachOf(both) == 1 ? mostNextCells : mostCells);
  }

  static int reachOf(const FieldUses& uses) {
    int reach = 0;
    for (const auto& [field, use] : uses)
      for (const std::vector<int>& offset : use.cells)
        for (const int cells : offset)
          reach = std::max(reach, std::abs(cells));
    return reach;
  }

  static std::size_t cellsOf(const FieldUses& uses) {
    std::size_t cells = 0;
    for (const auto& [field, use] : uses)
      cells += use.cells.size();
    return cells;
  }

  /// Numbers that the sweeps take, which for devices are parameters of their kernels.
  std::size_t numbersOf(llvm::ArrayRef<Apply> applies) const {
    std::size_t numbers = 0;
    for (const Apply& apply : applies)
      for (const Param& param : module.findStencil(apply.stencil)->params)
        numbers += param.kind == ParamKind::Scalar ? 1 : param.tableSize + param.members.size();
    return numbers;
  }

  /// Which is an error, and left to be told.
  bool passesOutputsTwice(const std::vector<Apply>& applies) const {
    return llvm::any_of(applies, [&](const Apply& apply) {
      std::map<std::string, unsigned> passed;
      for (const ApplyArg& arg : apply.args)
        if (const auto* field = std::get_if<FieldArg>(&arg)) ++passed[field->name];
      const FieldUses uses = usesOf(module, apply);
      return llvm::any_of(uses, [&](const auto& use) { return use.second.written && passed.at(use.first) > 1; });
    });
  }

  /// Whether sweeps with these uses may as well come behind the item.
  static bool commutes(const FieldUses& uses, const SweepItem& item) {
    return llvm::all_of(item.ops, [&](const StepOp& op) {
      if (std::holds_alternative<Let>(op) || std::holds_alternative<Temporary>(op)) return true;
      return std::holds_alternative<Apply>(op) && llvm::none_of(uses, [&](const auto& use) {
               const auto other = item.uses.find(use.first);
               return other != item.uses.end() && (use.second.written || other->second.written);
             });
    });
  }

  const Temporary* temporary(const std::string& name) const {
    for (const SweepItem& item : items)
      if (const auto* known = std::get_if<Temporary>(&item.ops.front()); known && known->name == name) return known;
    return nullptr;
  }

  /// What is written to them and read again has fewer bits.
  bool isOfSmallElements(const std::string& field) const {
    if (const StepParam* param = step.findParam(field)) return isOfFieldsOnly(param->type);
    bool small = false;
    forEachOp<Temporary>(step.body,
                         [&](const Temporary& known) { small |= known.name == field && isOfFieldsOnly(known.type); });
    return small;
  }

  bool usedFrom(std::size_t first, const std::string& field) const {
    return llvm::any_of(llvm::drop_begin(items, first), [&](const SweepItem& item) { return item.touches(field); });
  }

  bool boundaryKernelsUse(const std::string& field) const {
    bool found = false;
    for (const SweepItem& item : items)
      forEachOp<ApplyBoundary>(item.ops, [&](const ApplyBoundary& boundary) { found |= mentions(boundary, field); });
    return found;
  }

  /// A temporary that `second` may write, wholly, in place of `field`, as nothing from `first` on uses it; "" if there
  /// is none. Ghost cells that boundary kernels fill outlive what is written to a field.
  std::string unusedLike(const std::string& field, std::size_t first, std::size_t second,
                         const std::set<std::string>& taken) const {
    const Temporary* const own = temporary(field);
    const auto& last = std::get<Apply>(items[second].ops.back());
    if (!own || last.on || boundaryKernelsUse(field)) return "";
    for (const SweepItem& item : items) {
      const auto* other = std::get_if<Temporary>(&item.ops.front());
      const bool fits = other && other->name != field && other->type == own->type &&
                        gridOf(other->like) == gridOf(own->like) && !usedFrom(first, other->name) &&
                        !boundaryKernelsUse(other->name) && !taken.contains(other->name);
      if (fits) return other->name;
    }
    return "";
  }

  /// A temporary for what `second` makes of a field whose old values the sweep reads around the point; "" if there is
  /// none. Its own values are no longer wanted then, though the two applies may have some of their own in it. The two
  /// fields are swapped behind the sweep.
  std::string placeFor(const std::string& field, std::size_t first, std::size_t second, bool unusedOnes,
                       const std::set<std::string>& taken) const {
    if (items[second].applies.front().on) return "";
    std::vector<Apply> both = items[first].applies;
    llvm::append_range(both, items[second].applies);
    const FieldUses uses = usesOf(module, both);
    for (const SweepItem& item : items) {
      const auto* other = std::get_if<Temporary>(&item.ops.front());
      if (!other || other->name == field || other->type != typeOf(field) || boundaryKernelsUse(other->name) ||
          isReadBehind(second, other->name) || taken.contains(other->name))
        continue;
      const auto own = uses.find(other->name); // on the same grid, then, as a sweep's fields are
      const bool fits = own == uses.end() ? unusedOnes && gridOf(other->like) == gridOf(field)
                                          : own->second.written && own->second.cells.empty();
      if (fits) return other->name;
    }
    return "";
  }

  /// Whether something behind an item wants the values that a temporary has there.
  bool isReadBehind(std::size_t at, const std::string& field) const {
    for (const SweepItem& item : llvm::drop_begin(items, at + 1)) {
      if (!item.touches(field)) continue;
      const auto use = item.uses.find(field);
      return use == item.uses.end() || !use->second.written || !use->second.cells.empty() ||
             item.applies.front().on.has_value();
    }
    return false;
  }

  std::optional<Type> typeOf(const std::string& field) const {
    if (const StepParam* param = step.findParam(field)) return param->type;
    const Temporary* const known = temporary(field);
    return known ? std::optional(known->type) : std::nullopt;
  }

  /// The parameter on whose grid a field is.
  std::string gridOf(const std::string& field) const {
    std::string grid = field;
    forEachOp<Temporary>(step.body,
                         [&](const Temporary& made) { grid = made.name == field ? gridOf(made.like) : grid; });
    return grid;
  }

  /// Temporaries whose values only one sweep uses get names of its own, so that their memory is unused.
  void dropInner() {
    for (std::size_t at = 0; at < items.size(); ++at) {
      if (items[at].ops.size() < 2) continue;
      const FieldUses known = items[at].uses; // which renaming changes
      for (const auto& [field, use] : known)
        if (temporary(field) && use.written && use.cells.empty() && !isReadBehind(at, field) &&
            !items[at].writesInstead(field))
          makeInner(items[at], field);
    }
  }

  void makeInner(SweepItem& user, const std::string& field) {
    const std::string inner = freeName(field, names);
    user.inner.insert(inner);
    renameIn(user, field, inner);
    unused.insert(field);
  }

  /// With temporaries in front where anything was fused, as another one may be used before it was made.
  std::vector<StepOp> operations(const std::vector<StepOp>& before) {
    if (items.size() == before.size()) return before;
    std::vector<StepOp> result;
    std::map<std::string, std::string> grids; // of temporaries that are not made: a field on the same grid
    for (const SweepItem& item : items)
      if (const auto* made = std::get_if<Temporary>(&item.ops.front())) {
        Temporary kept = *made;
        if (const auto known = grids.find(kept.like); known != grids.end()) kept.like = known->second;
        if (unused.contains(kept.name) && !usedFrom(0, kept.name))
          grids[kept.name] = kept.like;
        else
          result.emplace_back(std::move(kept));
      }
    for (SweepItem& item : items) {
      if (std::holds_alternative<Temporary>(item.ops.front())) continue;
      if (item.ops.size() > 1)
        result.emplace_back(sweepOf(item));
      else
        result.push_back(std::move(item.ops.front()));
      for (const auto& [field, written] : item.instead)
        result.emplace_back(Swap{field, written, item.applies.front().location});
    }
    return result;
  }

  /// What was made before, for the step or one that stands before it, is used again if it is the same.
  Apply sweepOf(const SweepItem& item) {
    FusedSweep sweep = transform::fuse(module, step, item.applies, item.inner, item.instead,
                                       "brick::fused<::" + step.name + ", " + std::to_string(sweeps + 1) + ">::sweep");
    const auto known = llvm::find_if(module.stencils, [&](const Stencil& each) {
      return each.fused && isKnownBefore(*module.findStep(each.fused->step)) && equalButForNames(each, sweep.stencil);
    });
    if (known != module.stencils.end()) {
      sweep.apply.stencil = known->name;
    } else {
      ++sweeps;
      module.stencils.push_back(std::move(sweep.stencil));
    }
    return std::move(sweep.apply);
  }

  /// Whether what belongs to another step is declared where this one is: both are functions of the main file.
  bool isKnownBefore(const Step& other) const {
    if (other.name == step.name) return true;
    const auto isPlain = [](const Step& each) { return !each.location.file && !llvm::is_contained(each.name, '<'); };
    return isPlain(other) && isPlain(step) && other.location.line < step.location.line;
  }

  Module& module;
  const Step& step;             ///< as it was
  std::set<std::string>& names; ///< of the step's fields and scalars
  unsigned& sweeps;             ///< made for the step so far
  std::vector<SweepItem> items;
  std::set<std::string> unused; ///< temporaries whose values were made inner ones
};

class StepFuser {
public:
  StepFuser(Module& module, const Step& step) : module(module), step(step), names(namesIn(step)) {}

  std::vector<StepOp> run() { return fused(step.body); }

private:
  std::vector<StepOp> fused(std::vector<StepOp> ops) {
    for (StepOp& op : ops) {
      if (auto* branch = std::get_if<If>(&op)) {
        branch->whenTrue = fused(std::move(branch->whenTrue));
        branch->whenFalse = fused(std::move(branch->whenFalse));
      }
      if (auto* loop = std::get_if<While>(&op)) loop->body = fused(std::move(loop->body));
    }
    return Block(module, step, names, sweeps).fused(ops);
  }

  Module& module;
  const Step& step;
  std::set<std::string> names;
  unsigned sweeps = 0;
};

} // namespace

Module fuseApplies(const Module& module) {
  Module result = module;
  for (std::size_t i = 0; i < module.steps.size(); ++i)
    result.steps[i].body = StepFuser(result, module.steps[i]).run();
  return result;
}

} // namespace brickc::transform
