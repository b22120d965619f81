// SPDX-License-Identifier: MIT
// The progress line of long runs.
#include "brick/step.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <unistd.h>

#include "brick/environment.hpp"

namespace brick::detail {

namespace {

constexpr double first_after = 1;  // seconds
constexpr double then_every = 0.2; // seconds

bool is_wanted(const communicator& world) {
  static constexpr std::array<std::string_view, 3> accepted{"auto", "on", "off"};
  const std::string choice = environment_choice("BRICK_PROGRESS", accepted).value_or("auto");
  return world.rank() == 0 && (choice == "on" || (choice == "auto" && isatty(STDERR_FILENO)));
}

} // namespace

std::string progress_text(std::int64_t done, const run_length& steps, double elapsed) {
  const std::string step = "step " + std::to_string(done);
  if (steps.may_end_earlier) return step + " in " + std::to_string(std::llround(elapsed)) + " s";
  const double share = static_cast<double>(done) / static_cast<double>(steps.most);
  return step + " of " + std::to_string(steps.most) + " (" + std::to_string(std::llround(100 * share)) + " %), " +
         std::to_string(std::llround(elapsed / share - elapsed)) + " s left";
}

progress::progress(const communicator& world, const run_length& steps)
    : wanted_(is_wanted(world)), steps_(steps), start_(seconds()), next_(start_ + first_after) {}

progress::~progress() {
  if (shown_) std::fputs("\r\033[K", stderr);
}

void progress::update(std::int64_t steps_done) {
  if (!wanted_) return;
  const double now = seconds();
  if (now < next_) return;
  next_ = now + then_every;
  shown_ = true;
  std::fprintf(stderr, "\r%s\033[K", progress_text(steps_done, steps_, now - start_).c_str());
  std::fflush(stderr);
}

void throw_no_cells() { throw error("brick: fused stencils are swept over bricks, not called for cells"); }

bool agreed(const communicator& ranks, bool answer, std::int64_t steps) {
  const std::vector<double> answers = ranks.all_gather(answer ? 1 : 0);
  const auto other = std::ranges::find_if(answers, [&](double each) { return each != answers[0]; });
  if (other == answers.end()) return answer;
  const auto text = [](double each) { return each > 0 ? "is done" : "is not done"; };
  throw error("brick::run_until: after " + std::to_string(steps) + " steps rank 0 " + text(answers[0]) + ", but rank " +
              std::to_string(other - answers.begin()) + " " + text(*other) +
              "; the predicate must answer the same on all ranks");
}

} // namespace brick::detail
