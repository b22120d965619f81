// SPDX-License-Identifier: MIT
// Running a step many times, or until it has converged.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>

#include "brick/entity.hpp"
#include "brick/error.hpp"
#include "brick/field.hpp"
#include "brick/field_group.hpp"
#include "brick/metrics.hpp"
#include "brick/sweep.hpp"

namespace brick {

namespace detail {

/// How many steps a run has at most, and whether it may end before.
struct run_length {
  std::int64_t most = 0;
  bool may_end_earlier = false;
};

/// What a progress line says after `done` steps in `elapsed` seconds. When a run may end earlier, nobody knows when.
std::string progress_text(std::int64_t done, const run_length& steps, double elapsed);

/// A progress line on standard error of rank 0, if that is a terminal and the run lasts longer than a second. Erased
/// at the end. BRICK_PROGRESS=on or off overrides the terminal.
class progress {
public:
  progress(const communicator& world, const run_length& steps);
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  /// To be called after each step.
  void update(std::int64_t steps_done);

private:
  bool wanted_ = false;
  bool shown_ = false;
  run_length steps_;
  double start_ = 0, next_ = 0;
};

/// Static checks of what a step is run with, which brickc has done already: what its parameters take, fields by
/// reference and scalars by value, or by reference where the step changes them.
template <auto Step, class... Arguments> consteval void check_step_arguments() {
  static_assert(std::tuple_size_v<parameters_of<Step>> == sizeof...(Arguments),
                "brick: a step is run with one argument for each of its parameters");
  static_assert(std::is_invocable_v<decltype(Step), Arguments&...>,
                "brick: an argument does not fit its parameter of the step: fields have the element type and the "
                "dimensions that it names, those that are written are not const, scalars convert");
  [[maybe_unused]] constexpr int at_least_one_field = dimensions_of<Step>();
}

/// Runs `Step` until `is_done(steps so far)`, at most `steps.most` times; returns how many times.
template <auto Step, class IsDone, class... Arguments>
std::int64_t run_steps(const run_length& steps, const IsDone& is_done, Arguments&... arguments) {
  const auto& on = first_field_of(arguments...).grid();
  const double start = seconds();
  progress line(on.world(), steps);
  std::int64_t done = 0;
  while (done < steps.most) {
    if constexpr (compiled<Step>)
      generated<Step>::step(arguments...);
    else
      Step(arguments...);
    line.update(++done);
    if (is_done(done)) break;
  }
  on.wait_for_device();
  metrics_record& record = on.metrics();
  record.run += seconds() - start;
  record.steps += done;
  record.cell_steps += static_cast<double>(product(on.cells())) * static_cast<double>(done);
  return done;
}

/// The answer of all ranks; throws the same `error` on all when they disagree. Collective.
bool agreed(const communicator& ranks, bool answer, std::int64_t steps);

/// What a function calls that stands for a fused stencil, and cannot be called for a cell.
[[noreturn]] void throw_no_cells();

} // namespace detail

/// Whether sweeps of a step that were fused do what it says apply by apply: not on arrays, which have no sweeps, nor
/// where two of its fields are one, so that a cell might see what another has become.
template <class First, class... Rest> bool may_fuse(const First& first, const Rest&... rest) {
  const std::array<const void*, 1 + sizeof...(Rest)> fields{&first, &rest...};
  for (std::size_t i = 0; i < fields.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (fields[i] == fields[j]) return false;
  return (first.grid().has_bricks() && ... && rest.grid().has_bricks());
}

/// Whether two of these are in the same memory, or one within the other: a step that changes scalars is then run as the
/// user wrote it, since compiled ones change them at their end.
template <class... Arguments> bool share_memory(const Arguments&... arguments) {
  const std::array<std::span<const std::byte>, sizeof...(Arguments)> memory{
      std::as_bytes(std::span<const Arguments, 1>(std::addressof(arguments), 1))...};
  const auto begin = [](std::span<const std::byte> of) { return reinterpret_cast<std::uintptr_t>(of.data()); };
  for (std::size_t i = 0; i < memory.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (begin(memory[i]) < begin(memory[j]) + memory[j].size() &&
          begin(memory[j]) < begin(memory[i]) + memory[i].size())
        return true;
  return false;
}

/// Runs `Step` `steps` times: brickc's version where there is one, the user's function otherwise. The arguments are
/// those of the step: fields, and structs and arrays of them, by reference, scalars by value, or by reference where the
/// step changes them. Collective.
template <auto Step, class... Arguments> void run(std::int64_t steps, Arguments&&... arguments) {
  detail::check_step_arguments<Step, Arguments...>();
  if (steps < 0) throw error("brick::run: " + std::to_string(steps) + " steps");
  detail::run_steps<Step>({steps, false}, [](std::int64_t) { return false; }, arguments...);
}

/// Runs `Step` until the predicate holds, at most `max_steps` times, and returns how many times. The predicate is asked
/// after every `check_every` steps; it takes nothing or the number of steps done, may itself be collective, and must
/// answer the same on all ranks, as a comparison with a result of `brick::reduce` does. Scalars that are variables are
/// read anew by each step, so that the predicate may change them. Collective; throws `error` on all ranks when their
/// answers differ.
template <auto Step, class Predicate, class... Arguments>
std::int64_t run_until(std::int64_t check_every, Predicate&& predicate, std::int64_t max_steps,
                       Arguments&&... arguments) {
  detail::check_step_arguments<Step, Arguments...>();
  constexpr bool takes_steps = std::is_invocable_r_v<bool, Predicate&, std::int64_t>;
  static_assert(takes_steps || std::is_invocable_r_v<bool, Predicate&>,
                "brick::run_until: the predicate is called with nothing or the number of steps and returns bool");
  if (check_every < 1) throw error("brick::run_until: a check every " + std::to_string(check_every) + " steps");
  if (max_steps < 0) throw error("brick::run_until: at most " + std::to_string(max_steps) + " steps");
  const auto ask = [&](std::int64_t done) -> bool {
    if constexpr (takes_steps)
      return predicate(done);
    else
      return predicate();
  };
  const communicator& ranks = detail::first_field_of(arguments...).grid().world();
  return detail::run_steps<Step>(
      {max_steps, true},
      [&](std::int64_t done) { return done % check_every == 0 && detail::agreed(ranks, ask(done), done); },
      arguments...);
}

} // namespace brick
