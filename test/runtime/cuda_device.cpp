// SPDX-License-Identifier: MIT
// Programs that are compiled for CUDA, with the driver of fake_cuda.cpp and kernels that stand in for brickc's: they
// compute what reference mode does, bit for bit, whenever the host looks. And what they say where CUDA fails.
#include "brick/device.hpp"

#include <array>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "brick/brick.hpp"
#include "brick/device_code.hpp"
#include "fake_cuda.hpp"
#include "main_mpi.hpp"
#include "message_of.hpp"

namespace {

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

double smoothed(double here, const std::array<double, 6>& around, double factor) {
  double sum = -6 * here;
  for (const double value : around)
    sum += value;
  return here + factor * sum;
}
double with_source(double own, double other, std::int64_t x, std::int64_t y, std::int64_t z) {
  return 0.5 * own + other + 0.001 * static_cast<double>(x + 20 * y + 300 * z);
}
double squared_difference(double behind, double here) { return (behind - here) * (behind - here); }

// The user's stencils.
void smooth(brick::out<double, 3> next, brick::in<double, 3> u, double factor) {
  next(0, 0, 0) =
      smoothed(u(0, 0, 0), {u(-1, 0, 0), u(1, 0, 0), u(0, -1, 0), u(0, 1, 0), u(0, 0, -1), u(0, 0, 1)}, factor);
}
void add_source(brick::inout<double, 3> u, brick::in<double, 3> v, point<3> p) {
  u(0, 0, 0) = with_source(u(0, 0, 0), v(1, -1, 1), p[0], p[1], p[2]);
}
double roughness(brick::in<double, 3> u, brick::in<double, 3> v) { return squared_difference(u(0, 0, 1), v(0, 0, 0)); }
void not_in_the_image(brick::out<double, 3> u) { u(0, 0, 0) = 0; }
void in_a_broken_image(brick::out<double, 3> u) { u(0, 0, 0) = 0; }

void advance(doubles& u, doubles& next, double factor) {
  brick::apply<smooth>(next, u, factor);
  swap(u, next);
}

void inlet(brick::out<double, 3> u, brick::in<double, 3> v, point<3> p) {
  u(0, 0, 0) = v(1, 0, 0) + static_cast<double>(p[1] - p[2]);
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

void smooth_kernel(device::device_range<2, 3> range, double* next_storage, const double* u_storage, double factor) {
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

void add_source_kernel(device::device_range<2, 3> range, double* u_storage, const double* v_storage) {
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

void roughness_kernel(device::device_range<2, 3> range, double* values, const double* u_storage,
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

} // namespace

template <> struct brick::generated<smooth> : generated_kernel<2, false, true, false> {
  static void launch(const brick::device_launch& on, const auto&... arguments) {
    on.on_cuda({&image, "smooth", threads}, arguments...);
  }
};
template <> struct brick::generated<add_source> : generated_kernel<2, false, true, false> {
  static void launch(const brick::device_launch& on, const auto&... arguments) {
    on.on_cuda({&image, "add_source", threads}, arguments...);
  }
};
template <> struct brick::generated<roughness> : generated_kernel<2, true, false> {
  using value_type = double;
  static void launch(const brick::device_launch& on, const auto&... arguments) {
    on.on_cuda({&image, "roughness", threads}, arguments...);
  }
};
template <> struct brick::generated<not_in_the_image> : generated_kernel<1, false> {
  static void launch(const brick::device_launch& on, const auto&... arguments) {
    on.on_cuda({&image, "not_in_the_image", threads}, arguments...);
  }
};
template <> struct brick::generated<in_a_broken_image> : generated_kernel<1, false> {
  static void launch(const brick::device_launch& on, const auto&... arguments) {
    on.on_cuda({&broken_image, "in_a_broken_image", threads}, arguments...);
  }
};
template <> struct brick::generated<advance> {
  static constexpr brick::step_plan<3> plan{
      .brick = brick_cells, .halo = {1, 1, 1}, .exchange = strategy::layout, .where = brick::processor::cuda};
  static void step(doubles& u, doubles& next, double factor) { advance(u, next, factor); }
};

namespace {

/// What a program is about.
struct setting {
  index<3> cells;
  boundaries<3> boundary;
  strategy exchange = strategy::layout;
  bool wraps = true;
};

std::vector<setting> settings() {
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

grid<3> grid_on_cuda(const setting& s) {
  brick::step_plan<3> plan = brick::generated<advance>::plan;
  plan.exchange = s.exchange;
  return {program(), {.cells = s.cells, .boundary = s.boundary, .wrap_in_place = s.wraps}, plan};
}
grid<3> grid_of_arrays(const setting& s) { return {program(), {.cells = s.cells, .boundary = s.boundary}}; }

doubles made(const grid<3>& on, const char* name, std::int64_t salt = 0) {
  doubles u(on, name);
  u.fill([salt](const point<3>& p) {
    return static_cast<double>((p[0] * 37 + p[1] * 101 + p[2] * 13 + salt * 7) % 64) / 8 - 3;
  });
  for (int a = 0; a < 3; ++a)
    for (const auto& side : {on.boundary()[a].low, on.boundary()[a].high})
      if (side.kind == brick::boundary_kind::ghost) u.fill_ghosts([](const point<3>& p) { return 0.5 * p[0] - p[2]; });
  return u;
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

/// While it lives, the driver fails in that way. Before and afterwards, no device is in use: contexts that have failed
/// stay so.
class failing_driver {
public:
  explicit failing_driver(const std::string& how) {
    program().state()->device = nullptr;
    begin(how);
  }
  failing_driver(const failing_driver&) = delete;
  failing_driver& operator=(const failing_driver&) = delete;
  ~failing_driver() {
    ::unsetenv("FAKE_CUDA");
    program().state()->device = nullptr;
  }

  static void begin(const std::string& how) { ::setenv("FAKE_CUDA", how.c_str(), 1); }
};

const setting simple{{16, 16, 32}, {neumann, periodic, periodic}}; // all ranks have bricks, some of them inner ones

TEST(CudaErrors, NoDevice) {
  const failing_driver driver("no-device");
  EXPECT_EQ(message_of([] { (void)grid_on_cuda(simple); }), "CUDA: cuInit: no CUDA-capable device is detected");
  driver.begin("");
  EXPECT_EQ(message_of([] { (void)grid_on_cuda(simple); }), "");
}

TEST(CudaErrors, NoDeviceOnOneRank) {
  const int last = program().size() - 1;
  const failing_driver driver(program().rank() == last ? "no-device" : "");
  const std::string where = last == 0 ? "" : "on rank " + std::to_string(last) + ": ";
  EXPECT_EQ(message_of([] { (void)grid_on_cuda(simple); }), where + "CUDA: cuInit: no CUDA-capable device is detected");
}

TEST(CudaErrors, MemoryThatTheHostCannotShare) {
  const failing_driver driver("private-memory");
  const std::string message = message_of([] { (void)grid_on_cuda(simple); });
  EXPECT_NE(message.find("fake GPU 0: the host cannot use memory while this GPU computes, as brick needs it"),
            std::string::npos)
      << message;
}

TEST(CudaErrors, NoMemory) {
  const failing_driver driver("no-memory");
  std::string message = message_of([] { (void)grid_on_cuda(simple); });
  EXPECT_NE(message.find("fake GPU 0: memory of "), std::string::npos) << message;
  EXPECT_NE(message.find(" bytes: out of memory"), std::string::npos) << message;
  driver.begin("");
  const grid<3> on = grid_on_cuda(simple);
  driver.begin("no-memory");
  message = message_of([&] { (void)doubles(on, "u"); });
  EXPECT_EQ(message.find("field u: "), 0) << message;
  EXPECT_NE(message.find(" bytes: out of memory"), std::string::npos) << message;
  driver.begin("");
  EXPECT_EQ(message_of([&] { (void)doubles(on, "u"); }), "");
}

TEST(CudaErrors, NoMemoryForTheValuesOfAReduction) {
  const failing_driver driver("");
  const grid<3> on = grid_on_cuda(simple);
  const doubles u = made(on, "u");
  driver.begin("no-memory");
  const std::string message = message_of([&] { (void)brick::reduce<roughness>(brick::sum, u, u); });
  EXPECT_NE(message.find(" bytes: out of memory"), std::string::npos) << message;
}

TEST(CudaErrors, LaunchThatIsRefused) {
  const failing_driver driver("");
  const grid<3> on = grid_on_cuda(simple);
  doubles u = made(on, "u"), next = made(on, "next", 1);
  driver.begin("launch-fails");
  EXPECT_EQ(message_of([&] { brick::apply<smooth>(next, u, k); }),
            "CUDA: smooth: too many resources requested for launch");
}

TEST(CudaErrors, KernelThatFails) {
  const failing_driver driver("");
  const grid<3> on = grid_on_cuda(simple);
  doubles u = made(on, "u"), next = made(on, "next", 1);
  driver.begin("kernel-fails");
  brick::apply<add_source>(u, next);
  const std::string expected = "CUDA: a kernel: an illegal memory access was encountered";
  EXPECT_EQ(message_of([&] { (void)u.gather(); }), expected);
  driver.begin(""); // which helps no more
  EXPECT_EQ(message_of([&] { (void)u.data(); }), expected);
  EXPECT_NE(message_of([&] { (void)doubles(on, "v"); }).find("an illegal memory access was encountered"),
            std::string::npos);
}

TEST(CudaErrors, KernelOfARunThatFails) {
  const failing_driver driver("");
  const grid<3> on = grid_on_cuda(simple);
  doubles u = made(on, "u"), next = made(on, "next", 1);
  driver.begin("kernel-fails");
  EXPECT_EQ(message_of([&] { brick::run<advance>(1, u, next, k); }),
            "CUDA: a kernel: an illegal memory access was encountered");
}

TEST(CudaErrors, KernelsThatAreNotThere) {
  const grid<3> on = grid_on_cuda(simple);
  doubles u(on, "u"), next(on, "next");
  for ([[maybe_unused]] const int time : {1, 2}) {
    EXPECT_EQ(message_of([&] { brick::apply<not_in_the_image>(u); }), "CUDA: not_in_the_image: named symbol not found");
    EXPECT_EQ(message_of([&] { brick::apply<in_a_broken_image>(u); }),
              "CUDA: the kernels cannot be loaded: device kernel image is invalid");
  }
  EXPECT_EQ(message_of([&] { brick::apply<smooth>(next, u, k); }), "");
}

TEST(CudaErrors, ExchangesThatADeviceCannotDo) {
  for (const std::string how : {"shared", "shared-layout", "memmap", "memmap-put", "layout-put", "shift"}) {
    ::setenv("BRICK_EXCHANGE", how.c_str(), 1);
    EXPECT_EQ(message_of([] { (void)grid_on_cuda(simple); }),
              "ghost zones of steps for CUDA travel by layout or basic, not by " + how);
  }
  ::setenv("BRICK_EXCHANGE", "basic", 1);
  EXPECT_EQ(grid_on_cuda(simple).exchange(), strategy::basic);
  ::unsetenv("BRICK_EXCHANGE");
  brick::step_plan<3> on_host = brick::generated<advance>::plan;
  on_host.where = brick::processor::cuda_on_host;
  on_host.exchange = strategy::shared;
  EXPECT_EQ(message_of([&] { (void)grid<3>(program(), {.cells = {16, 16, 32}}, on_host); }),
            "ghost zones of steps for CUDA, its kernels on the host travel by layout or basic, not by shared");
}

TEST(CudaErrors, GridsOfOtherProcessors) {
  brick::step_plan<3> plan = brick::generated<advance>::plan;
  plan.where = brick::processor::host;
  const grid<3> on(program(), {.cells = {16, 16, 32}}, plan);
  doubles u(on, "u"), next(on, "next");
  EXPECT_NE(
      message_of([&] { brick::apply<smooth>(next, u, k); }).find("compiled for CUDA, but the grid is for the host;"),
      std::string::npos);
}

/// In a job of its own, where libcuda.so.1 is an empty file.
TEST(WithoutCuda, ThereIsNoDriver) {
  const std::string message = message_of([] { (void)grid_on_cuda(simple); });
  EXPECT_EQ(message.find("this program is compiled for CUDA, and there is no driver: "), 0) << message;
  EXPECT_NE(message.find("libcuda.so.1"), std::string::npos) << message;
  EXPECT_NE(message.find(" (--target=cuda:host compiles the same kernels for the host)"), std::string::npos) << message;
}

} // namespace
