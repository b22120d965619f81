// SPDX-License-Identifier: MIT
// Running a step many times.
#pragma once

#include <cstdint>
#include <type_traits>

#include "brick/entity.hpp"
#include "brick/error.hpp"
#include "brick/field.hpp"
#include "brick/metrics.hpp"
#include "brick/sweep.hpp"

namespace brick {

namespace detail {

/// A progress line on standard error of rank 0, if that is a terminal and the run lasts longer than a second. Erased
/// at the end. BRICK_PROGRESS=on or off overrides the terminal.
class progress {
public:
  progress(const communicator& world, std::int64_t steps);
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;

  /// To be called after each step.
  void update(std::int64_t steps_done);

private:
  bool wanted_ = false;
  bool shown_ = false;
  std::int64_t steps_ = 0;
  double start_ = 0, next_ = 0;
};

/// The grid of the first field among the arguments.
template <class First, class... Rest> const auto& grid_of_fields(const First& first, const Rest&... rest) {
  if constexpr (field_dimensions<First> > 0)
    return first.grid();
  else
    return grid_of_fields(rest...);
}

} // namespace detail

/// Runs `Step` `steps` times: brickc's version where there is one, the user's function otherwise. The arguments are
/// those of the step: fields by reference, scalars by value. Collective.
template <auto Step, class... Arguments> void run(std::int64_t steps, Arguments&&... arguments) {
  static_assert(std::is_invocable_v<decltype(Step), Arguments&...>,
                "brick::run: the arguments after the number of steps are those of the step");
  if (steps < 0) throw error("brick::run: " + std::to_string(steps) + " steps");
  const auto& on = detail::grid_of_fields(arguments...);
  const double start = detail::seconds();
  detail::progress line(on.world(), steps);
  for (std::int64_t done = 0; done < steps; line.update(++done)) {
    if constexpr (compiled<Step>)
      generated<Step>::step(arguments...);
    else
      Step(arguments...);
  }
  metrics_record& record = on.metrics();
  record.run += detail::seconds() - start;
  record.steps += steps;
  record.cell_steps += static_cast<double>(product(on.cells())) * static_cast<double>(steps);
}

} // namespace brick
