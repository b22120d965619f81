// SPDX-License-Identifier: MIT
// Stencils for the tests of reference mode and of bricks: box filters, whose result depends on every cell of the
// neighbourhood, corners included. Each exists twice, as reference mode sees it and with a hand-written stand-in for
// brickc's version (scalar loops through the adjacency). An oracle computes the whole domain in one array.
#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <vector>

#include "brick/brick.hpp"
#include "brick/direction.hpp"

namespace stencils {

/// Calls `visit(offset)` for all offsets of a box of that radius.
template <int D, class Visit> void for_each_offset(int radius, Visit&& visit) {
  brick::box<D> offsets{brick::filled<D>(-radius), brick::filled<D>(radius + 1)};
  brick::for_each_in<D>(offsets, visit);
}

template <int D> double weight(const brick::index<D>& offset) {
  double result = 0.1;
  for (int a = 0; a < D; ++a)
    result = result * 0.7 + 0.01 * static_cast<double>(offset[a]);
  return result;
}

/// The kernel, on anything that is called with D offsets.
template <class T, int D, int R, class In> T filter(const In& u, T k) {
  T sum = 0;
  for_each_offset<D>(R, [&](const brick::index<D>& offset) {
    const T value = std::apply([&](auto... i) { return u(static_cast<int>(i)...); }, offset);
    sum += static_cast<T>(weight<D>(offset)) * value;
  });
  return k * sum;
}

template <int D>
constexpr auto centre = [](auto& u) -> auto& {
  return std::apply([&](auto... i) -> auto& { return u(static_cast<int>(i)...); }, brick::index<D>{});
};

template <class T, int D, int R> void box_filter(brick::out<T, D> next, brick::in<T, D> u, T k) {
  centre<D>(next) = filter<T, D, R>(u, k);
}
template <class T, int D, int R> void compiled_filter(brick::out<T, D> next, brick::in<T, D> u, T k) {
  centre<D>(next) = filter<T, D, R>(u, k);
}

template <class T, int D, int R> void advance(brick::field<T, D>& u, brick::field<T, D>& next, T k) {
  brick::apply<box_filter<T, D, R>>(next, u, k);
  swap(u, next);
}
template <class T, int D, int R> void compiled_advance(brick::field<T, D>& u, brick::field<T, D>& next, T k) {
  brick::apply<compiled_filter<T, D, R>>(next, u, k);
  swap(u, next);
}

/// Cells of a brick around one point, through the adjacency.
template <class T, int D> struct window {
  const T* data;
  const std::int32_t* adjacency; // of this brick
  brick::index<D> brick, cell;
  std::int64_t stride = brick::product(brick); // elements from one brick to the next

  template <class... I> T operator()(I... offsets) const {
    const int offset[D] = {offsets...};
    int code = 0;
    std::int64_t position = 0;
    for (int a = 0; a < D; ++a) {
      const std::int64_t x = cell[a] + offset[a];
      const int direction = x < 0 ? -1 : x >= brick[a] ? 1 : 0;
      code = 3 * code + direction + 1;
      position = position * brick[a] + (x - direction * brick[a]);
    }
    return data[adjacency[code] * stride + position];
  }
};

/// What brickc would generate for `compiled_filter`, slowly.
template <class T, int D, int R> struct generated_filter {
  static constexpr brick::index<D> brick = D == 1   ? brick::filled<D>(16)
                                           : D == 2 ? brick::filled<D>(8)
                                                    : brick::filled<D>(sizeof(T) == 8 ? 8 : 4);
  static constexpr brick::index<D> radius = brick::filled<D>(R);
  static constexpr std::array<bool, 3> reads_ghosts{false, true, false};
  static constexpr auto order = R % 2 ? brick::sweep_order::patches : brick::sweep_order::columns;
  static constexpr auto omission = brick::sweep_omission::nothing;
  static constexpr std::int64_t work = 1;

  static void sweep(const brick::sweep_range& range, T* next, const T* u, T k) {
    const std::int64_t cells = brick::product(brick);
    for (std::int64_t b = 0; b < range.count; ++b) {
      const std::int64_t id = range.bricks[b];
      T* row = next + id * cells;
      brick::for_each_in<D>({{}, brick}, [&](const brick::index<D>& cell) {
        const std::int32_t* around = range.adjacency + id * brick::direction_count(D);
        *row++ = filter<T, D, R>(window<T, D>{u, around, brick, cell}, k);
      });
    }
  }
};

template <class T, int D, int R> struct generated_advance {
  static constexpr brick::step_plan<D> plan{.brick = generated_filter<T, D, R>::brick,
                                            .halo = generated_filter<T, D, R>::radius,
                                            .element_bytes = sizeof(T),
                                            .exchange = brick::strategy::memmap};
  static void step(brick::field<T, D>& u, brick::field<T, D>& next, T k) { compiled_advance<T, D, R>(u, next, k); }
};

} // namespace stencils

// The combinations under test.
template <>
struct brick::generated<stencils::compiled_filter<double, 1, 2>> : stencils::generated_filter<double, 1, 2> {};
template <>
struct brick::generated<stencils::compiled_filter<float, 1, 1>> : stencils::generated_filter<float, 1, 1> {};
template <>
struct brick::generated<stencils::compiled_filter<double, 2, 3>> : stencils::generated_filter<double, 2, 3> {};
template <>
struct brick::generated<stencils::compiled_filter<float, 2, 1>> : stencils::generated_filter<float, 2, 1> {};
template <>
struct brick::generated<stencils::compiled_filter<double, 3, 1>> : stencils::generated_filter<double, 3, 1> {};
template <>
struct brick::generated<stencils::compiled_filter<float, 3, 2>> : stencils::generated_filter<float, 3, 2> {};
template <>
struct brick::generated<stencils::compiled_advance<double, 1, 2>> : stencils::generated_advance<double, 1, 2> {};
template <>
struct brick::generated<stencils::compiled_advance<float, 1, 1>> : stencils::generated_advance<float, 1, 1> {};
template <>
struct brick::generated<stencils::compiled_advance<double, 2, 3>> : stencils::generated_advance<double, 2, 3> {};
template <>
struct brick::generated<stencils::compiled_advance<float, 2, 1>> : stencils::generated_advance<float, 2, 1> {};
template <>
struct brick::generated<stencils::compiled_advance<double, 3, 1>> : stencils::generated_advance<double, 3, 1> {};
template <>
struct brick::generated<stencils::compiled_advance<float, 3, 2>> : stencils::generated_advance<float, 3, 2> {};

namespace stencils {

/// A start value that differs from cell to cell.
template <int D> double initial(const brick::point<D>& p) {
  std::uint64_t mixed = 0;
  for (int a = 0; a < D; ++a)
    mixed = (mixed + static_cast<std::uint64_t>(p[a]) + 1) * 6364136223846793005u;
  return static_cast<double>(mixed >> 40) / (1 << 24);
}

/// What the tests put beyond ghost sides.
template <int D> double outside(const brick::point<D>& p) {
  double result = 0.25;
  for (int a = 0; a < D; ++a)
    result += (a + 1) * static_cast<double>(p[a]);
  return result;
}

/// The same filter, `steps` times, on the whole domain in one array.
template <class T, int D, int R> class oracle {
public:
  oracle(const brick::index<D>& cells, const brick::boundaries<D>& boundary)
      : domain_{{}, cells}, boundary_(boundary), values_(brick::volume(domain_)) {
    brick::for_each_in<D>(domain_, [&](const brick::index<D>& cell) {
      values_[brick::position_in<D>(domain_, cell)] = static_cast<T>(initial<D>({cell}));
    });
  }

  const std::vector<T>& run(int steps, T k) {
    for (int step = 0; step < steps; ++step) {
      std::vector<T> next(values_.size());
      brick::for_each_in<D>(domain_, [&](const brick::index<D>& cell) {
        const auto around = [&](auto... i) { return value(cell, {i...}); };
        next[brick::position_in<D>(domain_, cell)] = filter<T, D, R>(around, k);
      });
      values_ = std::move(next);
    }
    return values_;
  }

private:
  T value(brick::index<D> cell, const brick::index<D>& offset) const {
    const auto side_of = [&](int a) { return cell[a] < 0 ? &boundary_[a].low : &boundary_[a].high; };
    for (int a = 0; a < D; ++a) {
      const std::int64_t n = domain_.high[a];
      cell[a] += offset[a];
      if (boundary_.is_periodic(a))
        cell[a] -= brick::floor_div(cell[a], n) * n;
      else if ((cell[a] < 0 || cell[a] >= n) && side_of(a)->kind == brick::boundary_kind::neumann)
        cell[a] = cell[a] < 0 ? -1 - cell[a] : 2 * n - 1 - cell[a];
    }
    for (int a = 0; a < D; ++a) {
      if (cell[a] >= 0 && cell[a] < domain_.high[a]) continue;
      const brick::boundary_condition& side = *side_of(a);
      if (side.kind == brick::boundary_kind::ghost) return static_cast<T>(outside<D>({cell}));
      return static_cast<T>(side.function ? side.function(brick::point<D>{cell}) : side.value);
    }
    return values_[brick::position_in<D>(domain_, cell)];
  }

  brick::box<D> domain_;
  brick::boundaries<D> boundary_;
  std::vector<T> values_;
};

} // namespace stencils
