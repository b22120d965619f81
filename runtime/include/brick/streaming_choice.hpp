// SPDX-License-Identifier: MIT
// Which sweeps are `streaming`: those over fields that the caches do not keep from one sweep to the next. Well below
// the size of the caches they do, well above they do not. In between it depends on what else uses them, by cores that a
// program may not see, and changes while it runs: sweeps are timed both ways there, now and then.
#pragma once

#include <array>
#include <cstddef>
#include <map>

namespace brick::detail {

/// Whether the sweeps of one stencil are `streaming`, as their times say. Both ways give the same bits.
class streaming_choice {
public:
  /// `usual`: what they are until the other way has been faster.
  explicit streaming_choice(bool usual) : kept_(usual) {}

  /// Whether the sweep that comes next is.
  [[nodiscard]] bool now() const { return timed_ / sweeps_of_series % 2 ? !kept_ : kept_; }

  /// Told of each sweep, how long it took in seconds. After a while some series are timed, by turns the way they are
  /// and the other way, which is kept if it is faster in all of them by more than noise; then again, many sweeps later.
  void took(double seconds);

private:
  /// The first ones of a series find what the other way has left in the caches, and do not count.
  static constexpr int series = 4, uncounted = 2, counted = 3, sweeps_of_series = uncounted + counted;
  static constexpr int before_first = 10, between = 1000;

  bool kept_;
  int untimed_ = before_first; ///< sweeps until some are timed
  int timed_ = 0;              ///< sweeps since then
  std::array<std::array<double, counted>, series> seconds_{};
};

/// Those of a grid, whose fields have the same size each time that a stencil sweeps over them.
class streaming_choices {
public:
  using entity = void (*)(); ///< a stencil

  /// The choice for a sweep over so many bytes, where those that are larger than `from_bytes` usually stream; null
  /// where its size alone decides: up to half of that, and from twice as many bytes on.
  streaming_choice* of(entity stencil, std::size_t bytes, std::size_t from_bytes);

private:
  std::map<entity, streaming_choice> choices_;
};

} // namespace brick::detail
