// SPDX-License-Identifier: MIT
// Checks before a stencil is applied or reduced.
#include "brick/uses.hpp"

#include <charconv>

#include "agreement.hpp"
#include "calling_thread.hpp"

namespace brick::detail {

std::string call_site::text() const { return "brick::" + std::string(function) + "<" + std::string(entity) + ">: "; }

void check_thread(const runtime_state& on, const call_site& call) {
  check_calling_thread(on.thread, [&] { return call.text(); });
}

void check_one_grid(const call_site& call, const field_use* uses, std::size_t count) {
  for (std::size_t i = 1; i < count; ++i)
    if (uses[i].grid != uses[0].grid)
      throw error(call.text() + "fields " + *uses[0].name + " and " + *uses[i].name + " live on different grids");
}

void check_outputs(const call_site& call, const field_use* uses, std::size_t count, bool updates) {
  const auto clash = [&](const field_use& a, const field_use& b) {
    return a.field == b.field && (updates ? a.output && b.output : a.output || b.output);
  };
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (clash(uses[i], uses[j]))
        throw error(call.text() + "field " + *uses[i].name + " is an output and is passed a second time");
}

std::string text_of(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}
std::string text_of(std::int64_t value) { return std::to_string(value); }

template <int D>
void compare_calls(const runtime_state& on, const call_site& call, const box<D>& cells, const std::string& values) {
  check_same(on.halo, call.text(), call.text() + "calls differ from rank to rank: ",
             std::string(call.function) + "<" + std::string(call.entity) + "> of cells " + to_string(cells.low) +
                 " to " + to_string(cells.high) + (values.empty() ? "" : " and " + values));
}

template void compare_calls(const runtime_state&, const call_site&, const box<1>&, const std::string&);
template void compare_calls(const runtime_state&, const call_site&, const box<2>&, const std::string&);
template void compare_calls(const runtime_state&, const call_site&, const box<3>&, const std::string&);

template <int D>
void check_compiled(const grid<D>& on, const call_site& call, const index<D>& brick, const index<D>& radius,
                    processor where) {
  if (on.state().plan->where != where)
    throw error(call.text() + "compiled for " + std::string(to_string(where)) + ", but the grid is for " +
                std::string(to_string(on.state().plan->where)) +
                "; give brickc one --target for all files whose steps work on a grid");
  if (on.bricks().brick() != brick)
    throw error(
        call.text() + "compiled for bricks of " + to_string(brick) + " cells, but the grid has " +
        to_string(on.bricks().brick()) +
        "; make the grid with brick::grid_for of a step that applies it, or give brickc one --brick for all files");
  for (int a = 0; a < D; ++a)
    if (radius[a] > on.halo()[a])
      throw error(call.text() + "reads " + to_string(radius) + " cells deep, but the grid's halo is " +
                  to_string(on.halo()) + "; make the grid with brick::grid_for of a step that applies it");
}

template void check_compiled<1>(const grid<1>&, const call_site&, const index<1>&, const index<1>&, processor);
template void check_compiled<2>(const grid<2>&, const call_site&, const index<2>&, const index<2>&, processor);
template void check_compiled<3>(const grid<3>&, const call_site&, const index<3>&, const index<3>&, processor);

void throw_not_compiled(const call_site& call) {
  throw error(call.text() + "the grid has bricks, but brickc has not compiled this stencil; compile its file with "
                            "brickc, or make the grid with brick::grid_for of a step that is not compiled");
}

} // namespace brick::detail
