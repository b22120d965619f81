// Where ghost zones must be refilled. SPDX-License-Identifier: MIT
#include "compiler/analysis/Exchanges.h"
#include "compiler/analysis/Footprint.h"
#include "compiler/ir/StepOps.h"
#include <algorithm>
#include <map>
#include <tuple>

namespace brickc::analysis {
namespace {

/// A read of a field of the step by the apply at `op`.
struct Read {
  unsigned op;
  FieldFootprint footprint; ///< with the step's name of the field
};

/// What an apply reads, with the step's names of the fields.
std::vector<FieldFootprint> readsOf(const ir::Module& module, const ir::Apply& apply) {
  const ir::Stencil& stencil = *module.findStencil(apply.stencil);
  std::vector<FieldFootprint> reads = factsOf(stencil).inputs;
  for (FieldFootprint& input : reads) {
    const auto param = stencil.findParam(input.field) - stencil.params.data();
    input.field = std::get<ir::FieldArg>(apply.args[param]).name;
  }
  return reads;
}

std::vector<Read> readsOf(const ir::Module& module, const ir::Step& step) {
  std::vector<Read> reads;
  for (unsigned op = 0; op < step.body.size(); ++op)
    if (const auto* apply = std::get_if<ir::Apply>(&step.body[op]))
      for (FieldFootprint& input : readsOf(module, *apply))
        reads.push_back({op, std::move(input)});
  return reads;
}

void include(std::vector<FieldFootprint>& footprints, const FieldFootprint& footprint) {
  const auto same = [&](const FieldFootprint& known) { return known.field == footprint.field; };
  const auto found = std::find_if(footprints.begin(), footprints.end(), same);
  if (found == footprints.end())
    footprints.push_back(footprint);
  else
    found->include(footprint);
}

FieldFootprint depthOf(const Dependence& flow) {
  FieldFootprint depth{flow.toField, {}, {}, 0};
  for (std::size_t axis = 0; axis < flow.low.size(); ++axis) {
    depth.low.push_back(std::max(0, -flow.low[axis]));
    depth.high.push_back(std::max(0, flow.high[axis]));
  }
  return depth;
}

/// One exchange for each written value: before its first reader off the point, as deep as all its readers need.
void addWrittenFields(StepFacts& facts) {
  struct Need {
    std::pair<int, unsigned> when; ///< steps later, position
    ExchangeNeed exchange;
  };
  std::map<std::pair<unsigned, std::string>, Need> needs; // by the write: its position and field
  for (const Dependence& flow : facts.dependences) {
    const FieldFootprint depth = depthOf(flow);
    if (flow.kind != DependenceKind::Flow || !depth.reachesOut()) continue;
    const std::pair when{flow.steps, flow.to};
    const auto [need, isNew] = needs.insert({{flow.from, flow.fromField}, {when, {flow.to, depth, true}}});
    if (isNew) continue;
    ExchangeNeed& exchange = need->second.exchange;
    exchange.depth.include(depth);
    if (when < need->second.when) {
      need->second.when = when;
      exchange.before = flow.to;
      exchange.depth.field = flow.toField;
    }
  }
  for (auto& [write, need] : needs)
    facts.exchanges.push_back(std::move(need.exchange));
}

/// Fields that the step reads off the point but never writes: their ghost zones stay valid once filled.
void addConstantFields(const std::vector<Read>& reads, const ir::Module& module, const ir::Step& step,
                       const BufferTracker& buffers, StepFacts& facts) {
  std::set<unsigned> written;
  for (const Access& access : accessesOf(module, step, buffers))
    if (access.write) written.insert(buffers.placeOf(access.field, access.op).group);
  std::map<unsigned, std::size_t> known; // group -> its exchange
  for (const Read& read : reads) {
    const unsigned group = buffers.placeOf(read.footprint.field, read.op).group;
    if (written.contains(group) || !read.footprint.reachesOut()) continue;
    if (known.insert({group, facts.exchanges.size()}).second)
      facts.exchanges.push_back({read.op, read.footprint, false});
    else
      facts.exchanges[known[group]].depth.include(read.footprint);
  }
}

} // namespace

void findHalo(const ir::Module& module, const ir::Step& step, StepFacts& facts) {
  ir::forEachOp<ir::Apply>(step.body, [&](const ir::Apply& apply) {
    for (const FieldFootprint& footprint : readsOf(module, apply))
      include(facts.halo, footprint);
  });
}

void findExchanges(const ir::Module& module, const ir::Step& step, const BufferTracker& buffers, StepFacts& facts) {
  const std::vector<Read> reads = readsOf(module, step);
  addWrittenFields(facts);
  addConstantFields(reads, module, step, buffers, facts);
  std::stable_sort(facts.exchanges.begin(), facts.exchanges.end(),
                   [](const ExchangeNeed& a, const ExchangeNeed& b) { return a.before < b.before; });
}

} // namespace brickc::analysis
