// Flow, anti and output dependences, by isl. SPDX-License-Identifier: MIT
//
// The step repeats. Every field argument of every apply is a statement of its own, so that a dependence names the two
// arguments it ties together. Swaps are part of the access relations (BufferTracker.h), hence dependences across the
// end of the step come out with the distance in t that they have.
//
// Every write of a step covers all cells alike. So reads enter as the bounding boxes of their offsets, on a grid
// without edges and steps without beginning or end: the dependences and the ranges of their distances are those of the
// exact relations away from the edges, and isl needs a tenth of the time.
//
// isl's binding throws; nothing but this file sees that.
#include "compiler/analysis/Dependences.h"
#include "compiler/support/LlvmCompat.h"
#include <isl/cpp.h>
#include <limits>
#include <memory>

namespace brickc::analysis {
namespace {

struct FreeContext {
  void operator()(isl_ctx* context) const { isl_ctx_free(context); }
};

struct Relation {
  const Access* access;
  isl::union_map map;
};

class StepAnalysis {
public:
  StepAnalysis(isl::ctx context, const ir::Step& step, const std::vector<Access>& accesses)
      : step(step), reads(isl::union_map::empty(context)), writes(reads), schedule(reads) {
    for (const Access& access : accesses) {
      const isl::union_map map(context, access.box);
      relations.push_back({&access, map});
      (access.write ? writes : reads) = (access.write ? writes : reads).unite(map);
      schedule = schedule.unite(isl::union_map(context, scheduleOf(step, access)));
    }
  }

  void run(StepFacts& facts) {
    for (const Relation& sink : relations) {
      if (!sink.access->write) {
        add(DependenceKind::Flow, sink, flowFrom(sink, writes, isl::union_map::empty(sink.map.ctx())), facts);
      } else {
        add(DependenceKind::Anti, sink, flowFrom(sink, reads, writes), facts);
        add(DependenceKind::Output, sink, flowFrom(sink, writes, isl::union_map::empty(sink.map.ctx())), facts);
      }
    }
  }

private:
  /// Pairs (source instance, sink instance) on one cell with no write or kill between them.
  isl::union_map flowFrom(const Relation& sink, const isl::union_map& sources, const isl::union_map& kills) const {
    isl::union_access_info info = isl::union_access_info(sink.map).set_schedule_map(schedule);
    info = kills.is_empty() ? info.set_must_source(sources) : info.set_may_source(sources).set_kill(kills);
    return info.compute_flow().may_dependence();
  }

  void add(DependenceKind kind, const Relation& sink, const isl::union_map& pairs, StepFacts& facts) const {
    for (const Relation& source : relations) {
      const isl::union_map some = pairs.intersect_domain(source.map.domain());
      if (some.is_empty()) continue;
      some.foreach_map([&](isl::map map) { facts.dependences.push_back(describe(kind, source, sink, map)); });
    }
  }

  Dependence describe(DependenceKind kind, const Relation& source, const Relation& sink, isl::map map) const {
    const isl::set distances = map.project_out_all_params().set_domain_tuple("S").set_range_tuple("S").deltas();
    Dependence result{kind, source.access->op, sink.access->op, source.access->field, sink.access->field, 0, {}, {}};
    const isl::multi_val low = distances.min_multi_pw_aff().min_multi_val();
    const isl::multi_val high = distances.max_multi_pw_aff().max_multi_val();
    result.steps = toInt(low.at(0));
    // Distances are sink minus source; cells are reported from the sink's point of view, like offsets.
    for (unsigned axis = 0; axis < step.dims(); ++axis) {
      result.low.push_back(-toInt(high.at(1 + axis)));
      result.high.push_back(-toInt(low.at(1 + axis)));
    }
    return result;
  }

  static int toInt(const isl::val& value) {
    if (!value.is_int()) return std::numeric_limits<int>::max();
    return static_cast<int>(value.num_si());
  }

  const ir::Step& step;
  std::vector<Relation> relations;
  isl::union_map reads, writes, schedule;
};

} // namespace

llvm::Error findDependences(const ir::Step& step, const std::vector<Access>& accesses, StepFacts& facts) {
  const std::unique_ptr<isl_ctx, FreeContext> context(isl_ctx_alloc());
  try {
    StepAnalysis(isl::ctx(context.get()), step, accesses).run(facts);
  } catch (const std::exception& problem) {
    return compat::stringError("analysis of step '" + step.name + "': " + problem.what());
  }
  return llvm::Error::success();
}

} // namespace brickc::analysis
