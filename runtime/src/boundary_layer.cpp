// SPDX-License-Identifier: MIT
// Cells of a boundary layer, and their way into all ghost zones.
#include "brick/boundary_layer.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

#include "box_messages.hpp"
#include "brick/boundary_kernel.hpp"
#include "brick/boundary_rule.hpp"
#include "brick/direction.hpp"
#include "brick/outer_cells.hpp"
#include "halo_boxes.hpp"

namespace brick::detail {

namespace {

bool is_decided(const boundary_condition& side) {
  return side.kind == boundary_kind::dirichlet || side.kind == boundary_kind::ghost;
}

/// Cuts the cells of a layer at the ends of bricks, or of blocks of an array that threads can share.
template <int D> layer_pieces<D> cut_layer(const grid<D>& on, const face& side, const box<D>& cells) {
  constexpr std::int64_t array_piece = 16;
  index<D> unit = on.has_bricks() ? on.bricks().brick() : filled<D>(array_piece);
  unit[side.axis] = 1;
  box<D> lattice;
  for (int a = 0; a < D; ++a) {
    lattice.low[a] = floor_div(cells.low[a], unit[a]);
    lattice.high[a] = floor_div(cells.high[a] - 1, unit[a]) + 1;
  }
  constexpr std::int64_t lanes = outer_cells::most_lanes;
  layer_pieces<D> result{side, cells, (product(unit) + lanes - 1) / lanes * lanes, {}};
  if (empty(cells)) return result;
  for_each_in(lattice, [&](const index<D>& place) {
    layer_piece<D> piece;
    for (int a = 0; a < D; ++a) {
      piece.cells.low[a] = place[a] * unit[a];
      piece.cells.high[a] = piece.cells.low[a] + unit[a];
    }
    piece.cells = intersection(piece.cells, cells);
    piece.block = on.block_of(piece.cells.low);
    piece.inside = piece.cells;
    piece.inside.low[side.axis] = side.high ? on.cells()[side.axis] - 1 : 0;
    piece.inside.high[side.axis] = piece.inside.low[side.axis] + 1;
    piece.inside_block = on.block_of(piece.inside.low);
    result.pieces.push_back(piece);
  });
  return result;
}

/// The pieces of these cells, found once for a grid: to find bricks takes longer than most kernels.
template <int D>
std::shared_ptr<const layer_pieces<D>> known_pieces(const grid<D>& on, const face& side, const box<D>& cells) {
  auto& known = on.state().layers;
  const auto found =
      std::ranges::find_if(known, [&](const auto& layer) { return layer->side == side && layer->cells == cells; });
  if (found != known.end()) return *found;
  return known.emplace_back(std::make_shared<const layer_pieces<D>>(cut_layer(on, side, cells)));
}

} // namespace

template <int D>
boundary_layer<D>::boundary_layer(const grid<D>& on, const boundaries<D>& boundary, const face& side,
                                  std::int64_t depth)
    : on_(on), boundary_(boundary), side_(side), cells_(on.own_cells()) {
  find_readable();
  const index<D>& domain = on.cells();
  const box<D> own = cells_;
  const bool touches = !empty(own) && (side.high ? own.high[side.axis] == domain[side.axis] : own.low[side.axis] == 0);
  cells_.low[side.axis] = side.high ? domain[side.axis] + depth - 1 : -depth;
  cells_.high[side.axis] = cells_.low[side.axis] + 1;
  if (!touches) cells_ = {};
  for (int a = side.axis + 1; touches && a < D; ++a) { // of slower axes, the other sides decide
    if (own.low[a] == 0 && is_decided(boundary[a].low)) cells_.low[a] -= on.halo()[a];
    if (own.high[a] == domain[a] && is_decided(boundary[a].high)) cells_.high[a] += on.halo()[a];
  }
  pieces_ = known_pieces(on, side, cells_);
}

template <int D> void boundary_layer<D>::find_readable() {
  const index<D>&domain = on_.cells(), &halo = on_.halo();
  for (int a = 0; a < D; ++a) {
    readable_.low[a] = -halo[a];
    readable_.high[a] = domain[a] + halo[a];
    reach_[a] = halo[a];
    if (a == side_.axis) {
      if (side_.high)
        readable_.low[a] = std::max<std::int64_t>(0, domain[a] - halo[a]);
      else
        readable_.high[a] = std::min(domain[a], halo[a]);
      reach_[a] = readable_.high[a] - readable_.low[a];
    } else if (boundary_.is_periodic(a)) {
      readable_.low[a] -= halo[a]; // a cell of the layer's may lie beyond the end itself
      readable_.high[a] += halo[a];
    }
  }
}

template <int D> void boundary_layer<D>::spread(const stored_cells& field) const {
  exchange(field);
  mirror(field);
}

/// The cells sent in a direction along the side, or received from there. On axes it does not move along, it is as wide
/// as what this rank computes, and so is the neighbour's.
template <int D> box<D> boundary_layer<D>::moved(const index<D>& direction, bool sent) const {
  const box<D> own = on_.own_cells();
  const box<D> edge = sent ? sent_cells<D>(own, on_.halo(), direction) : ghost_cells<D>(own, on_.halo(), direction);
  box<D> result = cells_;
  for (int a = 0; a < D; ++a)
    if (direction[a]) result.low[a] = edge.low[a], result.high[a] = edge.high[a];
  return result;
}

template <int D> void boundary_layer<D>::exchange(const stored_cells& field) const {
  if (empty(cells_)) return;
  const communicator& ranks = on_.state().runtime->halo;
  const index<D> depth = on_.ghost_depth();
  std::vector<box_message> messages;
  std::vector<box<D>> targets;
  for (int code = 0; code < direction_count(D); ++code) {
    const index<D> direction = direction_of<D>(code);
    bool along = code != middle_direction(D) && direction[side_.axis] == 0;
    for (int a = 0; a < D; ++a)
      along = along && (direction[a] == 0 || depth[a] > 0);
    const int neighbour = along ? on_.decomposition().neighbour(ranks.rank(), direction) : -1;
    if (neighbour < 0) continue;
    targets.push_back(moved(direction, false));
    messages.push_back(
        {neighbour, code, opposite(code, D), copy_out<D>(on_, moved(direction, true), field),
         std::vector<std::byte>(static_cast<std::size_t>(volume(targets.back())) * field.element_bytes)});
  }
  exchange_boxes(ranks, messages);
  for (std::size_t i = 0; i < messages.size(); ++i)
    copy_in<D>(on_, targets[i], messages[i].received.data(), field);
}

template <int D> void boundary_layer<D>::mirror(const stored_cells& field) const {
  if (empty(cells_)) return;
  box<D> zone = cells_;
  for (int a = 0; a < D; ++a) {
    if (a == side_.axis) continue;
    zone.low[a] = on_.own_cells().low[a] - on_.ghost_depth()[a];
    zone.high[a] = on_.own_cells().high[a] + on_.ghost_depth()[a];
  }
  for (int a = 0; a < D; ++a) {
    if (a == side_.axis) continue;
    box<D> below = zone, above = zone;
    below.high[a] = std::min<std::int64_t>(zone.high[a], 0);
    above.low[a] = std::max(zone.low[a], on_.cells()[a]);
    if (boundary_[a].low.kind == boundary_kind::neumann) mirror(field, below);
    if (boundary_[a].high.kind == boundary_kind::neumann) mirror(field, above);
  }
}

/// Those of the cells of the layer that mirror others of it.
template <int D> void boundary_layer<D>::mirror(const stored_cells& field, const box<D>& cells) const {
  for_each_in(cells, [&](const index<D>& cell) {
    const index<D> source = mirrored<D>(cell, on_.cells(), boundary_);
    if (source == cell || deciding_face<D>(source, on_.cells(), boundary_) != side_) return;
    std::memcpy(address<D>(on_, field, cell), address<D>(on_, field, source), field.element_bytes);
  });
}

template <int D>
void check_ghost_outputs(const call_site& call, const face& side, const std::vector<ghost_output<D>>& outputs) {
  if (side.axis < 0 || side.axis >= D)
    throw error(call.text() + "its fields have no axis " + std::to_string(side.axis));
  for (const ghost_output<D>& output : outputs) {
    if ((*output.boundary)[side].kind != boundary_kind::ghost) throw_no_ghost_side(call.text(), *output.name, side);
    for (int a = 0; a < D; ++a)
      if ((*output.boundary)[a].low.kind != (*outputs[0].boundary)[a].low.kind ||
          (*output.boundary)[a].high.kind != (*outputs[0].boundary)[a].high.kind)
        throw error(call.text() + "fields " + *outputs[0].name + " and " + *output.name +
                    " have different kinds of boundaries on axis " + std::to_string(a) + ", so set them one by one");
  }
}

template class boundary_layer<1>;
template class boundary_layer<2>;
template class boundary_layer<3>;
template void check_ghost_outputs(const call_site&, const face&, const std::vector<ghost_output<1>>&);
template void check_ghost_outputs(const call_site&, const face&, const std::vector<ghost_output<2>>&);
template void check_ghost_outputs(const call_site&, const face&, const std::vector<ghost_output<3>>&);

} // namespace brick::detail
