// SPDX-License-Identifier: MIT
// The exchange of ghost zones around a computation.
#include "brick/ghosts.hpp"

namespace brick::detail {

namespace {

template <int D> void start_exchanges(std::span<field_use<D>> fields) {
  for (field_use<D>& each : fields)
    if (each.reads_ghosts) each.messages.emplace(each.field->start_ghosts());
}

/// Completes them, so that all ghost zones that are needed are valid; bricks that are read in place are not copied.
/// Where fields are interleaved, the exchange of one overwrites walls of the others: these are written again when no
/// message is left.
template <int D> void finish_exchanges(std::span<field_use<D>> fields, bool in_place) {
  for ([[maybe_unused]] const bool messages_left : {true, false})
    for (field_use<D>& each : fields)
      if (each.reads_ghosts)
        in_place ? each.field->finish_ghosts_in_place(*each.messages) : each.field->finish_ghosts(*each.messages);
}

/// Those of outputs: they are about to be out of date.
template <int D> void invalidate_ghosts(std::span<field_use<D>> fields) {
  for (field_use<D>& each : fields)
    if (each.output) each.output->invalidate_ghosts();
}

} // namespace

template <int D> void exchange_inputs(std::span<field_use<D>> fields) {
  start_exchanges(fields);
  finish_exchanges(fields, false);
}

template <int D>
void exchange_and_compute(const grid<D>& on, std::span<field_use<D>> fields,
                          void (*compute)(const void* context, const sweep_part& part), const void* context) {
  invalidate_ghosts(fields); // first, since a sweep that throws has written some cells
  start_exchanges(fields);
  bool in_place = on.has_bricks(), messages = false;
  for (const field_use<D>& each : fields)
    if (each.reads_ghosts) {
      in_place = in_place && each.field->reads_in_place();
      messages = messages || each.messages->has_messages();
    }
  const bool overlaps = on.has_bricks() && messages;
  if (overlaps) compute(context, {brick_part::inner, in_place});
  finish_exchanges(fields, in_place);
  for (const field_use<D>& each : fields)
    if (each.output) each.output->wait_for_readers();
  const auto end_reading = [&] {
    if (!in_place) return;
    for (const field_use<D>& each : fields)
      if (each.reads_ghosts) each.field->end_reading();
  };
  try {
    compute(context, {overlaps ? brick_part::surface : brick_part::all, in_place});
  } catch (...) { // perhaps on this rank only: the others count on it
    end_reading();
    throw;
  }
  end_reading();
  invalidate_ghosts(fields); // again, since messages of interleaved fields have brought the old cells
}

#define BRICK_INSTANTIATE(D)                                                                                           \
  template void exchange_inputs(std::span<field_use<D>>);                                                              \
  template void exchange_and_compute(const grid<D>&, std::span<field_use<D>>,                                          \
                                     void (*)(const void*, const sweep_part&), const void*);
BRICK_INSTANTIATE(1)
BRICK_INSTANTIATE(2)
BRICK_INSTANTIATE(3)
#undef BRICK_INSTANTIATE

} // namespace brick::detail
