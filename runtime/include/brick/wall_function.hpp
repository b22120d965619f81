// SPDX-License-Identifier: MIT
// The user's function behind a dirichlet side, its type and number of dimensions forgotten.
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <tuple>
#include <utility>

#include "brick/point.hpp"

namespace brick {

namespace detail {

template <class F, int D>
concept takes_point = requires(const F& f, const point<D>& p) {
  { f(p) } -> std::convertible_to<double>;
};

} // namespace detail

/// A function of a cell in 1, 2 or 3 dimensions that gives a number.
template <class F>
concept takes_points = detail::takes_point<F, 1> || detail::takes_point<F, 2> || detail::takes_point<F, 3>;

/// A shared function of the cell; copies are the same function, and compare equal. Empty by default.
class wall_function {
public:
  constexpr wall_function() = default;

  template <takes_points F> explicit wall_function(F f) {
    auto made = std::make_shared<by_dimensions>();
    const auto shared = std::make_shared<const F>(std::move(f));
    add<1>(*made, shared);
    add<2>(*made, shared);
    add<3>(*made, shared);
    functions_ = std::move(made);
  }

  explicit operator bool() const { return functions_ != nullptr; }

  /// Whether it takes a `point<D>`.
  template <int D> [[nodiscard]] bool takes() const { return bool{std::get<D - 1>(*functions_)}; }

  template <int D> double operator()(const point<D>& p) const { return std::get<D - 1>(*functions_)(p); }

  friend bool operator==(const wall_function&, const wall_function&) = default;

private:
  template <int D> using function_of = std::function<double(const point<D>&)>;
  using by_dimensions = std::tuple<function_of<1>, function_of<2>, function_of<3>>;

  template <int D, class F> static void add(by_dimensions& functions, const std::shared_ptr<const F>& f) {
    if constexpr (detail::takes_point<F, D>)
      std::get<D - 1>(functions) = [f](const point<D>& p) { return static_cast<double>((*f)(p)); };
  }

  std::shared_ptr<const by_dimensions> functions_;
};

} // namespace brick
