// SPDX-License-Identifier: MIT
// Programs that are compiled for CUDA, with the driver of fake_cuda.cpp: they compute what reference mode does, bit for
// bit, whenever the host looks.
#include "brick/device.hpp"

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "cuda_program.hpp"

namespace {

using namespace cuda_program;
using brick::index; // not that of <strings.h>

void inlet(brick::out<double, 3> u, brick::in<double, 3> v, point<3> p) {
  u(0, 0, 0) = v(1, 0, 0) + static_cast<double>(p[1] - p[2]);
}

using values = std::vector<double>;

/// Runs a program on CUDA and in reference mode. What it returns must be the same.
void expect_as_on_arrays(const std::function<std::vector<values>(const grid<3>&)>& run) {
  for (const setting& s : settings()) {
    const std::vector<values> expected = run(grid_of_arrays(s));
    const grid<3> on = grid_on_cuda(s);
    const std::vector<values> found = run(on);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
      EXPECT_EQ(found[i], expected[i]) << on.describe() << ", " << i;
  }
}

TEST(CudaDevice, IsThatOfTheRanksPlaceOnItsNode) {
  const grid<3> on = grid_on_cuda({{16, 16, 32}, periodic});
  EXPECT_EQ(program().state()->device->name(), "fake GPU " + std::to_string(program().node().rank() % 2));
  EXPECT_EQ(doubles(on, "u").exchange_used(), strategy::layout);
}

TEST(CudaDevice, RunsSteps) {
  expect_as_on_arrays([](const grid<3>& on) -> std::vector<values> {
    doubles u = made(on, "u"), next = made(on, "next", 1);
    brick::run<advance>(1, u, next, k);
    values first = u.gather();
    brick::run<advance>(4, u, next, k);
    return {first, next.gather(), u.gather()};
  });
}

TEST(CudaDevice, TellsKernelsThePoint) {
  expect_as_on_arrays([](const grid<3>& on) -> std::vector<values> {
    doubles u = made(on, "u"), v = made(on, "v", 1);
    for (int i = 0; i < 3; ++i) {
      brick::apply<add_source>(u, v);
      brick::apply<smooth>(v, u, k);
    }
    return {u.gather(), v.gather()};
  });
}

std::vector<box<3>> regions(const index<3>& cells) {
  return {{{}, cells},
          {{1, 1, 1}, {cells[0] - 1, cells[1] - 1, cells[2] - 1}},
          {{cells[0] / 2, 0, 5}, {cells[0], 2, 6}},
          {{2, 1, 3}, {2, 1, 3}}};
}

TEST(CudaDevice, WritesOnlyCellsOfARegion) {
  expect_as_on_arrays([](const grid<3>& on) {
    std::vector<values> result;
    const doubles u = made(on, "u");
    for (const box<3>& region : regions(on.cells())) {
      doubles next = made(on, "next", 1);
      brick::apply<smooth>(brick::on(region), next, u, k);
      brick::apply<add_source>(brick::on(region), next, u);
      result.push_back(next.gather());
    }
    return result;
  });
}

TEST(CudaDevice, Reduces) {
  expect_as_on_arrays([](const grid<3>& on) {
    values result;
    doubles u = made(on, "u"), v = made(on, "v", 1);
    for (int i = 0; i < 2; ++i) {
      advance(u, v, k);
      result.push_back(brick::reduce<roughness>(brick::sum, u, v));
      result.push_back(brick::reduce<roughness>(brick::max, v, v));
      for (const box<3>& region : regions(on.cells()))
        result.push_back(brick::reduce<roughness>(brick::on(region), brick::sum, u, v));
    }
    return std::vector<values>{result};
  });
}

/// Memory comes from the pool from the second time on, with kernels begun that still use it.
TEST(CudaDevice, MakesTemporariesOfZeroes) {
  expect_as_on_arrays([](const grid<3>& on) -> std::vector<values> {
    doubles u = made(on, "u");
    for (int i = 0; i < 4; ++i) {
      doubles inner(on, "inner"), next(on, "next");
      const box<3> region{{1, 1, i}, {on.cells()[0], on.cells()[1] - 1, on.cells()[2]}};
      brick::apply<smooth>(brick::on(region), inner, u, k);
      brick::apply<smooth>(next, inner, k);
      brick::apply<add_source>(u, next);
    }
    const doubles zeroes(on, "zeroes");
    return {zeroes.gather(), u.gather()};
  });
}

TEST(CudaDevice, ComputesInterleavedFields) {
  expect_as_on_arrays([](const grid<3>& on) -> std::vector<values> {
    brick::interleaved<double, 3> old(on, {"a", "b", "c"}), next(on, {"p", "q", "r"});
    for (std::size_t i = 0; i < 3; ++i)
      old[i].fill([i](const point<3>& p) { return static_cast<double>((p[0] * 5 + p[1] * 3 + p[2]) % (7 + i)); });
    for (int step = 0; step < 2; ++step)
      for (std::size_t i = 0; i < 3; ++i) {
        brick::apply<smooth>(next[i], old[i], k);
        swap(next[i], old[i]);
        brick::apply<add_source>(next[i], old[(i + 1) % 3]);
      }
    return {old[0].gather(), old[1].gather(), old[2].gather(), next[2].gather()};
  });
}

TEST(CudaDevice, RunsBoundaryKernelsOnTheHost) {
  const setting s{{13, 10, 21}, {{ghost, neumann}, periodic, dirichlet(1)}};
  const auto run = [](const grid<3>& on) {
    doubles u = made(on, "u"), v = made(on, "v", 1);
    for (int i = 0; i < 3; ++i) {
      advance(u, v, k);
      brick::apply_boundary<inlet>(on.low(0), u, v);
    }
    return u.gather();
  };
  EXPECT_EQ(run(grid_on_cuda(s)), run(grid_of_arrays(s)));
}

/// The whole domain on all ranks.
values on_all_ranks(const doubles& u) {
  values all = u.gather();
  all.resize(static_cast<std::size_t>(brick::product(u.grid().cells())));
  program().world().broadcast(std::as_writable_bytes(std::span(all)), 0);
  return all;
}

/// Room for a rank's cells, row-major.
struct own_view {
  box<3> own;
  values& room;
  [[nodiscard]] std::int64_t extent(int axis) const { return own.high[axis] - own.low[axis]; }
  double& operator()(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return room[static_cast<std::size_t>((x * extent(1) + y) * extent(2) + z)];
  }
};

/// A way to read this rank's cells, row-major.
struct way_to_read {
  const char* name;
  std::function<values(const doubles& u)> read;
};

std::vector<way_to_read> ways_to_read() {
  return {{"for_each",
           [](const doubles& u) {
             values own;
             u.for_each([&](const point<3>&, double value) { own.push_back(value); });
             return own;
           }},
          {"data",
           [](const doubles& u) {
             values own;
             const double* const data = u.data();
             brick::for_each_in<3>(u.grid().own_cells(),
                                   [&](const index<3>& cell) { own.push_back(data[u.offset_of(cell)]); });
             return own;
           }},
          {"copy_to",
           [](const doubles& u) {
             values own(static_cast<std::size_t>(brick::volume(u.grid().own_cells())));
             u.copy_to(own_view{u.grid().own_cells(), own});
             return own;
           }},
          {"value", [](const doubles& u) {
             values own;
             brick::for_each_in<3>({{}, u.grid().cells()}, [&](const index<3>& cell) {
               const double value = u.value(cell);
               if (contains(u.grid().own_cells(), cell)) own.push_back(value);
             });
             return own;
           }}};
}

TEST(CudaDevice, HasComputedWhenTheHostReads) {
  const setting s{{9, 6, 11}, {neumann, periodic, dirichlet(1)}};
  const auto compute = [](const grid<3>& on) {
    doubles u = made(on, "u"), next = made(on, "next", 1);
    advance(u, next, k);
    advance(u, next, k);
    return u;
  };
  const values expected = on_all_ranks(compute(grid_of_arrays(s)));
  const grid<3> on = grid_on_cuda(s);
  for (const way_to_read& way : ways_to_read()) {
    const values found = way.read(compute(on));
    values own;
    brick::for_each_in<3>(on.own_cells(), [&](const index<3>& cell) {
      own.push_back(expected[static_cast<std::size_t>(brick::position_in<3>({{}, s.cells}, cell))]);
    });
    EXPECT_EQ(found, own) << way.name;
  }
}

TEST(CudaDevice, HasReadWhenTheHostWrites) {
  expect_as_on_arrays([](const grid<3>& on) {
    values whole(program().rank() == 0 ? static_cast<std::size_t>(brick::product(on.cells())) : 0, 0.5);
    values own(static_cast<std::size_t>(brick::volume(on.own_cells())), 0.25);
    const std::vector<std::function<void(doubles&)>> ways_to_write{
        [](doubles& u) { u.fill(2); }, [&](doubles& u) { u.scatter(whole); },
        [&](doubles& u) { u.copy_from(own_view{on.own_cells(), own}); },
        [&](doubles& u) {
          double* const data = u.data();
          brick::for_each_in<3>(on.own_cells(), [&](const index<3>& cell) { data[u.offset_of(cell)] = 3; });
          u.invalidate_ghosts();
        },
        [](doubles& u) { u = doubles(u.grid(), "other"); }};
    std::vector<values> result;
    for (const auto& write : ways_to_write) {
      doubles u = made(on, "u"), next = made(on, "next", 1);
      brick::apply<smooth>(next, u, k);
      write(u);
      doubles last(on, "last");
      brick::apply<smooth>(last, u, k);
      result.push_back(next.gather());
      result.push_back(last.gather());
    }
    return result;
  });
}

/// Nobody waits for the kernels: the driver must not find them with memory that has gone.
TEST(CudaDevice, FreesMemoryThatKernelsUse) {
  for (int i = 0; i < 3; ++i) {
    const grid<3> on = grid_on_cuda({{13, 10, 21}, {neumann, periodic, dirichlet(1)}});
    doubles u = made(on, "u"), next = made(on, "next", 1);
    advance(u, next, k);
  }
  program().state()->device = nullptr; // the driver says what has not been freed
}

/// A context belongs to a thread, and this one has none.
TEST(CudaDevice, FreesMemoryOnAnyThread) {
  auto on = std::make_unique<grid<3>>(grid_on_cuda({{16, 16, 32}, periodic}));
  std::thread([&] { on.reset(); }).join();
  program().state()->device = nullptr;
}

} // namespace
