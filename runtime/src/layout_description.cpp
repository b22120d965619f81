// SPDX-License-Identifier: MIT
// What a brick layout looks like, told from its plan and those of its neighbours.
#include "brick/layout_description.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <sstream>

#include "brick/direction.hpp"
#include "brick/error.hpp"

namespace brick {
namespace {

/// The layout of one rank, and what it exchanges.
template <int D> struct side {
  side(const decomposition<D>& cut, int rank, strategy how, const brick_layout_options<D>& options)
      : layout(cut, rank, options), plan(layout.plan(how, options.element_bytes)) {}

  brick_layout<D> layout;
  exchange_plan plan;
};

/// The direction that a message goes in: tags count from that of each direction's first message.
template <int D> int direction_of_message(const message& m) { return m.tag / direction_count(D); }

/// The places of a message's pieces in the storage of the rank that receives it.
template <int D> const std::vector<extent>& received_at(const side<D>& receiver, int sender, const message& sent) {
  const auto same = [&](const message& m) { return m.rank == sender && m.tag == sent.tag; };
  const auto found = std::ranges::find_if(receiver.plan.recvs, same);
  if (found == receiver.plan.recvs.end() || bytes(found->pieces) != bytes(sent.pieces))
    throw error("rank " + std::to_string(sent.rank) + " does not receive what rank " + std::to_string(sender) +
                " sends it with tag " + std::to_string(sent.tag));
  return found->pieces;
}

/// Whether a brick begins in one of the pieces.
bool has_brick(const std::vector<extent>& pieces, std::int64_t offset) {
  return std::ranges::any_of(pieces,
                             [&](const extent& p) { return offset >= p.offset && offset < p.offset + p.length; });
}

/// The neighbours that brick `id` is sent to, or, a ghost brick, comes from.
template <int D>
std::vector<int> neighbours_of(const exchange_plan& plan, std::int32_t id, bool ghost, std::int64_t brick_bytes) {
  std::vector<int> codes;
  for (const message& m : ghost ? plan.recvs : plan.sends)
    if (has_brick(m.pieces, id * brick_bytes))
      codes.push_back(ghost ? opposite(direction_of_message<D>(m), D) : direction_of_message<D>(m));
  std::ranges::sort(codes);
  codes.erase(std::ranges::unique(codes).begin(), codes.end());
  return codes;
}

template <int D> std::vector<described_region<D>> regions_of(const side<D>& own, std::int64_t brick_bytes) {
  std::vector<std::pair<placed_brick<D>, bool>> bricks;
  for (const std::int32_t id : own.layout.traversal())
    bricks.push_back({{id, own.layout.lattice_of(id)}, false});
  for (const placed_brick<D>& ghost : own.layout.ghosts())
    bricks.push_back({ghost, true});
  std::ranges::sort(bricks, {}, [](const auto& brick) { return brick.first.id; });
  std::vector<described_region<D>> regions;
  for (const auto& [brick, ghost] : bricks) {
    std::vector<int> codes = neighbours_of<D>(own.plan, brick.id, ghost, brick_bytes);
    if (regions.empty() || regions.back().ghost != ghost || regions.back().neighbours != codes)
      regions.push_back({{}, std::move(codes), ghost});
    regions.back().bricks.push_back(brick);
  }
  return regions;
}

/// The bricks of a region by their places: "brick 3", "bricks 4-6", "bricks 8-12 (4)" where some places are padding.
template <int D> std::string bricks_text(const described_region<D>& region) {
  const std::int32_t first = region.bricks.front().id, last = region.bricks.back().id;
  if (first == last) return "brick " + std::to_string(first);
  const auto count = std::ssize(region.bricks);
  return "bricks " + std::to_string(first) + "-" + std::to_string(last) +
         (count <= last - first ? " (" + std::to_string(count) + ")" : "");
}

std::string messages_text(int count) { return std::to_string(count) + (count == 1 ? " message" : " messages"); }

} // namespace

template <int D>
layout_description<D> describe(const decomposition<D>& cut, int rank, strategy how, brick_layout_options<D> options) {
  options.exchange = how;
  const side<D> own(cut, rank, how, options);
  layout_description<D> result{.how = how,
                               .rank = rank,
                               .process_grid = cut.process_grid(),
                               .brick = cut.unit(),
                               .brick_bytes = product(cut.unit()) * static_cast<std::int64_t>(options.element_bytes),
                               .regions = {},
                               .neighbours = {}};
  result.regions = regions_of(own, result.brick_bytes);
  std::map<int, side<D>> others; // each once
  std::map<int, described_neighbour<D>> by_direction;
  for (const message& m : own.plan.sends) {
    const side<D>& other = others.try_emplace(m.rank, cut, m.rank, how, options).first->second;
    const int code = direction_of_message<D>(m);
    described_neighbour<D>& to =
        by_direction.try_emplace(code, described_neighbour<D>{code, m.rank, 0, {}}).first->second;
    to.messages += !m.on_node;
    std::ranges::copy(segments_between(m.pieces, received_at(other, rank, m)), std::back_inserter(to.segments));
  }
  for (auto& [code, neighbour] : by_direction)
    result.neighbours.push_back(std::move(neighbour));
  return result;
}

template <int D> std::string direction_text(int code) {
  std::string text = "(";
  for (const std::int64_t d : direction_of<D>(code))
    text += d < 0 ? '-' : d > 0 ? '+' : '0';
  return text + ")";
}

template <int D> std::string to_string(const layout_description<D>& layout) {
  std::ostringstream out;
  out << "rank " << layout.rank << " of " << to_string(layout.process_grid) << ", bricks of " << to_string(layout.brick)
      << " cells, " << layout.brick_bytes << " bytes each, exchange " << to_string(layout.how) << '\n';
  for (const described_region<D>& r : layout.regions) {
    out << (r.ghost ? "ghost " : "") << bricks_text(r);
    out << (!r.neighbours.empty() ? r.ghost ? ": from" : ": to" : r.ghost ? ": not received" : ": inner");
    for (const int code : r.neighbours)
      out << ' ' << direction_text<D>(code);
    out << '\n';
  }
  int messages = 0;
  for (const described_neighbour<D>& n : layout.neighbours) {
    messages += n.messages;
    out << "to " << direction_text<D>(n.direction) << " rank " << n.rank << ", " << messages_text(n.messages) << ':';
    for (const segment& s : n.segments)
      out << " [" << s.source << ", " << s.source + s.length << ") -> " << s.destination;
    out << '\n';
  }
  out << messages_text(messages) << " to " << layout.neighbours.size() << " neighbours\n";
  return out.str();
}

#define BRICK_INSTANTIATE(D)                                                                                           \
  template layout_description<D> describe(const decomposition<D>&, int, strategy, brick_layout_options<D>);            \
  template std::string to_string(const layout_description<D>&);                                                        \
  template std::string direction_text<D>(int);
BRICK_INSTANTIATE(1)
BRICK_INSTANTIATE(2)
BRICK_INSTANTIATE(3)
#undef BRICK_INSTANTIATE

} // namespace brick
