// SPDX-License-Identifier: MIT
// The walls that fields of one grid share.
#include "brick/field_walls.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "agreement.hpp"
#include "brick/error.hpp"

namespace brick::detail {

template <int D>
std::shared_ptr<const wall_cells<D>> walls_of(const grid_state<D>& on, const boundaries<D>& boundary, int interleaved) {
  std::vector<std::shared_ptr<const wall_cells<D>>>& known = on.walls.cells;
  const auto same = [&](const auto& walls) { return walls->boundary == boundary && walls->interleaved == interleaved; };
  if (const auto found = std::ranges::find_if(known, same); found != known.end()) return *found;
  // Every function makes boundaries of its own: those of fields that have gone would add up.
  std::erase_if(known,
                [&](const auto& walls) { return walls.use_count() == 1 && walls->boundary != on.options.boundary; });
  known.push_back(std::make_shared<const wall_cells<D>>(
      on.plan ? find_walls<D>(on.bricks, on.cut, on.runtime->world.rank(), boundary, interleaved)
              : find_walls<D>(on.array, on.cut, boundary, interleaved)));
  return known.back();
}

namespace {

std::string text_of(const boundary_condition& side) {
  switch (side.kind) {
  case boundary_kind::periodic:
    return "periodic";
  case boundary_kind::neumann:
    return "neumann";
  case boundary_kind::ghost:
    return "ghost";
  case boundary_kind::dirichlet:
    break;
  }
  if (side.function) return "a function";
  std::array<char, 32> digits; // as many as tell the value from all others
  return {digits.data(), std::to_chars(digits.begin(), digits.end(), side.value).ptr};
}

template <int D> bool are_of_grid(const grid_state<D>& on, const boundaries<D>& boundary) {
  return !boundary.given() || boundary == on.options.boundary;
}

} // namespace

template <int D> std::string text_of(const boundaries<D>& boundary) {
  std::string text;
  for (int a = 0; a < D; ++a)
    for (const boundary_condition& side : {boundary[a].low, boundary[a].high})
      (text += ' ') += text_of(side);
  return text;
}

template <int D> std::string boundary_text(const grid_state<D>& on, const boundaries<D>& boundary) {
  return are_of_grid(on, boundary) ? "" : ", boundaries" + text_of(boundary);
}

template <int D>
std::shared_ptr<const wall_cells<D>> walls_of_field(const grid_state<D>& on, const std::string& field,
                                                    const boundaries<D>& boundary, int interleaved) {
  if (are_of_grid(on, boundary)) return walls_of(on, on.options.boundary, interleaved);
  for (int a = 0; a < D; ++a)
    if (boundary.is_periodic(a) != on.options.boundary.is_periodic(a))
      throw error("field " + field + ": axis " + std::to_string(a) + " is periodic for " +
                  (boundary.is_periodic(a) ? "the field but not for its grid" : "its grid but not for the field"));
  std::shared_ptr<const wall_cells<D>> walls;
  together(on.runtime->halo, "field " + field + ": ", [&] { walls = walls_of(on, boundary, interleaved); });
  return walls;
}

template <int D>
std::shared_ptr<user_values> share_values(const grid_state<D>& on, const std::shared_ptr<const wall_cells<D>>& walls,
                                          std::vector<std::byte> values) {
  auto& known = on.walls.values;
  std::erase_if(known, [](const auto& entry) { return entry.values.expired(); });
  for (const auto& entry : known)
    if (auto shared = entry.values.lock(); shared && entry.of.lock() == walls && shared->bytes == values) return shared;
  auto made = std::make_shared<user_values>(user_values{std::move(values)});
  known.push_back({walls, made});
  return made;
}

void check_values_fit(const communicator& ranks, const std::string& field, bool fits) {
  if (ranks.min(fits ? 1 : 0) < 1)
    throw error("field " + field + ": a dirichlet value is not a number that its element type can hold");
}

void throw_no_ghost_side(const std::string& field) {
  throw error("field " + field + ": fill_ghosts fills sides with the boundary brick::ghost, but it has none");
}

void throw_no_ghost_side(const std::string& call, const std::string& field, const face& side) {
  throw error(call + "the " + (side.high ? "high" : "low") + " side of axis " + std::to_string(side.axis) +
              " of field " + field + " has another boundary than brick::ghost, so that a kernel cannot set it");
}

#define BRICK_INSTANTIATE(D)                                                                                           \
  template std::string text_of(const boundaries<D>&);                                                                  \
  template std::string boundary_text(const grid_state<D>&, const boundaries<D>&);                                      \
  template std::shared_ptr<const wall_cells<D>> walls_of(const grid_state<D>&, const boundaries<D>&, int);             \
  template std::shared_ptr<const wall_cells<D>> walls_of_field(const grid_state<D>&, const std::string&,               \
                                                               const boundaries<D>&, int);                             \
  template std::shared_ptr<user_values> share_values(                                                                  \
      const grid_state<D>&, const std::shared_ptr<const wall_cells<D>>&, std::vector<std::byte>);
BRICK_INSTANTIATE(1)
BRICK_INSTANTIATE(2)
BRICK_INSTANTIATE(3)
#undef BRICK_INSTANTIATE

} // namespace brick::detail
