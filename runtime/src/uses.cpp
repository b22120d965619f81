// SPDX-License-Identifier: MIT
// Checks before a stencil is applied or reduced.
#include "brick/uses.hpp"

#include <charconv>

#include "agreement.hpp"
#include "brick/region.hpp"
#include "calling_thread.hpp"

namespace brick::detail {

std::string call_site::text() const { return "brick::" + std::string(function) + "<" + std::string(entity) + ">: "; }

void check_thread(const runtime_state& on, const call_site& call) {
  check_calling_thread(on.thread, [&] { return call.text(); });
}

template <int D> void check_one_grid(const call_site& call, std::span<const field_use<D>> fields) {
  for (const field_use<D>& each : fields.subspan(1))
    if (!(each.field->grid() == fields[0].field->grid()))
      throw error(call.text() + "fields " + fields[0].field->name() + " and " + each.field->name() +
                  " live on different grids");
}

template <int D> void check_outputs(const call_site& call, std::span<const field_use<D>> fields, bool updates) {
  const auto clash = [&](const field_use<D>& a, const field_use<D>& b) {
    return a.field == b.field && (updates ? a.output && b.output : a.output || b.output);
  };
  for (std::size_t i = 0; i < fields.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (clash(fields[i], fields[j]))
        throw error(call.text() + "field " + fields[i].field->name() + " is an output and is passed a second time");
}

void value_list::separate() {
  if (!text_.empty() && text_.back() != '{') text_ += ", ";
}

void value_list::add(double value) {
  char text[32];
  separate();
  text_.append(text, std::to_chars(text, text + sizeof text, value).ptr);
}

void value_list::add(std::int64_t value) {
  separate();
  text_ += std::to_string(value);
}

void value_list::begin_parts() {
  separate();
  text_ += '{';
}

void value_list::end_parts() {
  if (text_.back() != '{') {
    text_ += '}';
    return;
  }
  text_.pop_back();
  if (text_.ends_with(", ")) text_.resize(text_.size() - 2);
}

namespace {

/// Throws the same `error` on all ranks where they call for other cells, or with other values, given as text.
/// Collective.
template <int D>
void compare_calls(const runtime_state& on, const call_site& call, const box<D>& cells, const std::string& values) {
  check_same(on.halo, call.text(), call.text() + "calls differ from rank to rank: ",
             std::string(call.function) + "<" + std::string(call.entity) + "> of cells " + to_string(cells.low) +
                 " to " + to_string(cells.high) + (values.empty() ? "" : " and " + values));
}

/// Throws `error` when the grid has bricks and the stencil is not compiled, or for others, for another processor than
/// what the grid's steps run on, or reads deeper than its halo.
template <int D>
void check_bricks(const grid<D>& on, const call_site& call, const std::optional<compiled_facts<D>>& stencil) {
  if (!on.has_bricks()) return;
  if (!stencil)
    throw error(call.text() + "the grid has bricks, but brickc has not compiled this stencil; compile its file with "
                              "brickc, or make the grid with brick::grid_for of a step that is not compiled");
  const processor runs_on = on.state().plan->where;
  if (runs_on != stencil->where)
    throw error(call.text() + "compiled for " + std::string(to_string(stencil->where)) + ", but the grid is for " +
                std::string(to_string(runs_on)) +
                "; give brickc one --target for all files whose steps work on a grid");
  if (on.bricks().brick() != stencil->brick)
    throw error(
        call.text() + "compiled for bricks of " + to_string(stencil->brick) + " cells, but the grid has " +
        to_string(on.bricks().brick()) +
        "; make the grid with brick::grid_for of a step that applies it, or give brickc one --brick for all files");
  for (int a = 0; a < D; ++a)
    if (stencil->radius[a] > on.halo()[a])
      throw error(call.text() + "reads " + to_string(stencil->radius) + " cells deep, but the grid's halo is " +
                  to_string(on.halo()) + "; make the grid with brick::grid_for of a step that applies it");
}

} // namespace

template <int D>
box<D> check_call(const stencil_call<D>& call, std::span<const field_use<D>> fields, const box<D>* where) {
  const grid<D>& on = fields[0].field->grid();
  const runtime_state& runtime = *on.state().runtime;
  check_thread(runtime, call.site);
  const box<D> cells = where ? *where : box<D>{{}, on.cells()};
  if (where) check_region<D>(call.site.text(), cells, on.cells());
  check_one_grid(call.site, fields);
  check_outputs(call.site, fields);
  if (runtime.compares_calls) {
    value_list values;
    call.add_values(values, call.bound);
    compare_calls(runtime, call.site, cells, values.text());
  }
  check_bricks(on, call.site, call.compiled);
  return cells;
}

#define BRICK_INSTANTIATE(D)                                                                                           \
  template void check_one_grid(const call_site&, std::span<const field_use<D>>);                                       \
  template void check_outputs(const call_site&, std::span<const field_use<D>>, bool);                                  \
  template box<D> check_call(const stencil_call<D>&, std::span<const field_use<D>>, const box<D>*);
BRICK_INSTANTIATE(1)
BRICK_INSTANTIATE(2)
BRICK_INSTANTIATE(3)
#undef BRICK_INSTANTIATE

} // namespace brick::detail
