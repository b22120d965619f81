// SPDX-License-Identifier: MIT
// Programs that are compiled for CUDA: stencils, kernels that stand in for brickc's, and grids in several settings.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "brick/brick.hpp"
#include "brick/device.hpp"
#include "brick/device_code.hpp"
#include "fake_cuda.hpp"
#include "main_mpi.hpp"

namespace cuda_program {

namespace device = brick::device;
using brick::boundaries;
using brick::box;
using brick::dirichlet;
using brick::field;
using brick::ghost;
using brick::grid;
using brick::index;
using brick::neumann;
using brick::periodic;
using brick::point;
using brick::strategy;

using doubles = field<double, 3>;
using shape = brick::brick_shape<4, 4, 8>;
constexpr index<3> brick_cells{4, 4, 8};
constexpr int places_of_plane = 32, threads_of_block = 16;
constexpr double k = 0.1;

inline double smoothed(double here, const std::array<double, 6>& around, double factor) {
  double sum = -6 * here;
  for (const double value : around)
    sum += value;
  return here + factor * sum;
}
inline double with_source(double own, double other, std::int64_t x, std::int64_t y, std::int64_t z) {
  return 0.5 * own + other + 0.001 * static_cast<double>(x + 20 * y + 300 * z);
}
inline double squared_difference(double behind, double here) { return (behind - here) * (behind - here); }

// The user's stencils.
inline void smooth(brick::out<double, 3> next, brick::in<double, 3> u, double factor) {
  next(0, 0, 0) =
      smoothed(u(0, 0, 0), {u(-1, 0, 0), u(1, 0, 0), u(0, -1, 0), u(0, 1, 0), u(0, 0, -1), u(0, 0, 1)}, factor);
}
inline void add_source(brick::inout<double, 3> u, brick::in<double, 3> v, point<3> p) {
  u(0, 0, 0) = with_source(u(0, 0, 0), v(1, -1, 1), p[0], p[1], p[2]);
}
inline double roughness(brick::in<double, 3> u, brick::in<double, 3> v) {
  return squared_difference(u(0, 0, 1), v(0, 0, 0));
}
inline void not_in_the_image(brick::out<double, 3> u) { u(0, 0, 0) = 0; }
inline void in_a_broken_image(brick::out<double, 3> u) { u(0, 0, 0) = 0; }

inline void advance(doubles& u, doubles& next, double factor) {
  brick::apply<smooth>(next, u, factor);
  swap(u, next);
}

/// A value that lies so from a cell of a window.
template <int I, int J, int K> double at(const auto& window, const index<3>& cell) {
  return window.template at<J, K>(static_cast<int>(cell[1]), static_cast<int>(cell[2]))
      .template load<I>(static_cast<int>(cell[0]));
}

/// Calls `visit(cell, i, j, k)` for the cells of a thread: plane by plane those at its places.
void for_each_cell(const device::place& here, const auto& visit) {
  for (int place = here.thread; place < places_of_plane; place += threads_of_block)
    for (int i = 0; i < 4; ++i)
      visit(index<3>{i, place / 8, place % 8}, i, place / 8, place % 8);
}

inline void smooth_kernel(device::device_range<2, 3> range, double* next_storage, const double* u_storage,
                          double factor) {
  const device::place here = device::here();
  const std::int32_t id = device::brick_of(range, here);
  const device::window<double, shape> next(next_storage, range, 0, id);
  const device::window<const double, shape> u(u_storage, range, 1, id);
  const device::wanted_cells<shape> wanted(range, id);
  for_each_cell(here, [&](const index<3>& cell, auto... place) {
    const double value = smoothed(at<0, 0, 0>(u, cell),
                                  {at<-1, 0, 0>(u, cell), at<1, 0, 0>(u, cell), at<0, -1, 0>(u, cell),
                                   at<0, 1, 0>(u, cell), at<0, 0, -1>(u, cell), at<0, 0, 1>(u, cell)},
                                  factor);
    if (wanted.contain(place...)) next(place...) = value;
  });
}

inline void add_source_kernel(device::device_range<2, 3> range, double* u_storage, const double* v_storage) {
  const device::place here = device::here();
  const std::int32_t id = device::brick_of(range, here);
  const device::window<double, shape> u(u_storage, range, 0, id);
  const device::window<const double, shape> v(v_storage, range, 1, id);
  const device::wanted_cells<shape> wanted(range, id);
  for_each_cell(here, [&](const index<3>& cell, auto... place) {
    const double value = with_source(
        u(place...), at<1, -1, 1>(v, cell), device::first_cell<shape, 0>(range, id) + cell[0],
        device::first_cell<shape, 1>(range, id) + cell[1], device::first_cell<shape, 2>(range, id) + cell[2]);
    if (wanted.contain(place...)) u(place...) = value;
  });
}

inline void roughness_kernel(device::device_range<2, 3> range, double* values, const double* u_storage,
                             const double* v_storage) {
  const device::place here = device::here();
  const std::int32_t id = device::brick_of(range, here);
  const device::window<const double, shape> u(u_storage, range, 0, id), v(v_storage, range, 1, id);
  const device::brick_values<double, shape> result(values, here);
  for_each_cell(here, [&](const index<3>& cell, auto... place) {
    result.store(squared_difference(at<0, 0, 1>(u, cell), v(place...)), place...);
  });
}

/// A kernel as the fake driver calls it.
template <auto Kernel> struct callable;
template <class... P, void (*Kernel)(P...)> struct callable<Kernel> {
  static constexpr std::array<std::size_t, sizeof...(P)> bytes{sizeof(P)...};

  static void run(std::int64_t block, int thread, void* const* arguments) {
    device::called_for = {block, thread};
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      Kernel(*static_cast<const P*>(arguments[I])...);
    }(std::index_sequence_for<P...>{});
  }

  static constexpr fake_cuda::kernel named(const char* name) { return {name, run, bytes}; }
};

constexpr std::array kernels{callable<smooth_kernel>::named("smooth"), callable<add_source_kernel>::named("add_source"),
                             callable<roughness_kernel>::named("roughness")};
constexpr fake_cuda::image image{fake_cuda::is_image, kernels}, broken_image{};

/// What is the same for all.
template <int Fields, bool... ReadsGhosts> struct generated_kernel {
  static constexpr index<3> brick = brick_cells, radius{1, 1, 1};
  static constexpr std::array<bool, sizeof...(ReadsGhosts)> reads_ghosts{ReadsGhosts...};
  static constexpr auto order = brick::sweep_order::patches;
  static constexpr std::int64_t work = 1;
  static constexpr auto where = brick::processor::cuda;
  static constexpr int fields = Fields, threads = threads_of_block;
};

} // namespace cuda_program

template <> struct brick::generated<cuda_program::smooth> : cuda_program::generated_kernel<2, false, true, false> {
  static void launch(const brick::device_launch& on, const auto&... arguments) {
    on.on_cuda({&cuda_program::image, "smooth", threads}, arguments...);
  }
};
template <> struct brick::generated<cuda_program::add_source> : cuda_program::generated_kernel<2, false, true, false> {
  static void launch(const brick::device_launch& on, const auto&... arguments) {
    on.on_cuda({&cuda_program::image, "add_source", threads}, arguments...);
  }
};
template <> struct brick::generated<cuda_program::roughness> : cuda_program::generated_kernel<2, true, false> {
  using value_type = double;
  static void launch(const brick::device_launch& on, const auto&... arguments) {
    on.on_cuda({&cuda_program::image, "roughness", threads}, arguments...);
  }
};
template <> struct brick::generated<cuda_program::not_in_the_image> : cuda_program::generated_kernel<1, false> {
  static void launch(const brick::device_launch& on, const auto&... arguments) {
    on.on_cuda({&cuda_program::image, "not_in_the_image", threads}, arguments...);
  }
};
template <> struct brick::generated<cuda_program::in_a_broken_image> : cuda_program::generated_kernel<1, false> {
  static void launch(const brick::device_launch& on, const auto&... arguments) {
    on.on_cuda({&cuda_program::broken_image, "in_a_broken_image", threads}, arguments...);
  }
};
template <> struct brick::generated<cuda_program::advance> {
  static constexpr brick::step_plan<3> plan{.brick = cuda_program::brick_cells,
                                            .halo = {1, 1, 1},
                                            .exchange = brick::strategy::layout,
                                            .where = brick::processor::cuda};
  static void step(cuda_program::doubles& u, cuda_program::doubles& next, double factor) {
    cuda_program::advance(u, next, factor);
  }
};

namespace cuda_program {

/// What a program is about.
struct setting {
  index<3> cells;
  boundaries<3> boundary;
  strategy exchange = strategy::layout;
  bool wraps = true;
};

inline std::vector<setting> settings() {
  const auto rising = [](const point<3>& p) { return 0.125 * static_cast<double>(p[0] + p[1] - p[2]); };
  const boundaries<3> walls{{dirichlet(0.5), neumann}, neumann, {dirichlet(rising), dirichlet(-1)}};
  const boundaries<3> ghosts{periodic, {ghost, neumann}, {dirichlet(2), ghost}};
  return {{{16, 16, 32}, periodic},
          {{16, 16, 32}, periodic, strategy::layout, false},
          {{15, 9, 29}, periodic},
          {{13, 10, 21}, walls},
          {{13, 10, 21}, walls, strategy::basic},
          {{17, 7, 30}, ghosts},
          {{5, 3, 7}, walls}}; // some ranks have no cells
}

inline grid<3> grid_on_cuda(const setting& s) {
  brick::step_plan<3> plan = brick::generated<advance>::plan;
  plan.exchange = s.exchange;
  return {program(), {.cells = s.cells, .boundary = s.boundary, .wrap_in_place = s.wraps}, plan};
}
inline grid<3> grid_of_arrays(const setting& s) { return {program(), {.cells = s.cells, .boundary = s.boundary}}; }

inline doubles made(const grid<3>& on, const char* name, std::int64_t salt = 0) {
  doubles u(on, name);
  u.fill([salt](const point<3>& p) {
    return static_cast<double>((p[0] * 37 + p[1] * 101 + p[2] * 13 + salt * 7) % 64) / 8 - 3;
  });
  for (int a = 0; a < 3; ++a)
    for (const auto& side : {on.boundary()[a].low, on.boundary()[a].high})
      if (side.kind == brick::boundary_kind::ghost) u.fill_ghosts([](const point<3>& p) { return 0.5 * p[0] - p[2]; });
  return u;
}

} // namespace cuda_program
