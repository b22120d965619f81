// SPDX-License-Identifier: MIT
// Random programs, the same on all ranks, whose ranks run at random speeds: with bricks that are read in place they
// compute what they do with messages, bit for bit.
#include <bit>
#include <chrono>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "brick/brick.hpp"
#include "changed_runtime.hpp"
#include "main_mpi.hpp"
#include "random_seeds.hpp"

namespace {

using brick::field;
using brick::grid;
using brick::index;
using brick::interleaved;
using brick::point;
using brick::strategy;
using brick_test::setting_of;

constexpr index<2> brick_shape{4, 8};

/// Of this rank alone, unlike what the programs are made from.
bool ranks_dawdle = false;

void dawdle() {
  if (!ranks_dawdle) return;
  thread_local std::minstd_rand random(static_cast<unsigned>(program().rank() + 1) * 7919u);
  const auto number = random() % 16;
  if (number < 3)
    std::this_thread::sleep_for(std::chrono::microseconds(number * number * 200));
  else if (number < 6)
    std::this_thread::yield();
}

/// The cells of a field around one, through the adjacency.
template <class T> struct neighbourhood {
  const T* data;
  const std::int32_t* around; // of the brick
  std::int64_t stride;
  index<2> cell;

  T operator()(int i, int j) const {
    const auto direction = [](std::int64_t x, std::int64_t extent) { return x < 0 ? -1 : x >= extent ? 1 : 0; };
    const std::int64_t x = cell[0] + i, y = cell[1] + j;
    const int dx = direction(x, brick_shape[0]), dy = direction(y, brick_shape[1]);
    const std::int64_t inside = (x - dx * brick_shape[0]) * brick_shape[1] + y - dy * brick_shape[1];
    return data[around[3 * (dx + 1) + dy + 1] * stride + inside];
  }
};

double filtered(const auto& u) {
  return 0.25 * u(0, 0) + 0.125 * (u(-2, 1) + u(2, -1) + u(-1, -2) + u(1, 2)) + 0.0625 * (u(2, 2) + u(-2, -2));
}

void from_one(brick::out<double, 2> next, brick::in<double, 2> a) { next(0, 0) = filtered(a) + 0.5; }
void from_two(brick::out<double, 2> next, brick::in<double, 2> a, brick::in<double, 2> b) {
  next(0, 0) = filtered(a) - 0.5 * filtered(b);
}
void from_floats(brick::out<double, 2> next, brick::in<double, 2> a, brick::in<float, 2> b) {
  next(0, 0) = filtered(a) + 0.5 * filtered(b);
}
void to_floats(brick::out<float, 2> next, brick::in<double, 2> a) { next(0, 0) = static_cast<float>(filtered(a)); }
void into(brick::inout<double, 2> u, brick::in<double, 2> a) { u(0, 0) = 0.5 * u(0, 0) + filtered(a); }
double value_of(brick::in<double, 2> a) { return filtered(a); }
void inlet(brick::out<double, 2> u, brick::in<double, 2> a, point<2> p) {
  u(0, 0) = 0.5 * a(1, 0) + static_cast<double>(p[1] % 7);
}

/// Calls `visit(cell, around, id, place)` for all cells of the bricks, and dawdles now and then.
template <class Visit> void for_each_swept(const brick::sweep_range& range, Visit&& visit) {
  for (std::int64_t n = 0; n < range.count; ++n) {
    if (n % 8 == 0) dawdle();
    const std::int64_t id = range.bricks[n];
    std::int64_t place = 0;
    brick::for_each_in<2>({{}, brick_shape}, [&](const index<2>& cell) {
      visit(cell, range.adjacency + id * 9, id, place);
      ++place;
    });
  }
}

template <std::size_t Parameters> struct generated_filter {
  static constexpr index<2> brick = brick_shape, radius{2, 2};
  static constexpr auto order = brick::sweep_order::patches;
  static constexpr auto omission = brick::sweep_omission::nothing;
  static constexpr std::int64_t work = 1;
  static constexpr std::array<bool, Parameters> reads_ghosts = [] {
    std::array<bool, Parameters> all{};
    for (std::size_t i = 1; i < Parameters; ++i)
      all[i] = true;
    return all;
  }();
};

} // namespace

template <> struct brick::generated<from_one> : generated_filter<2> {
  static void sweep(const brick::sweep_range& range, double* next, const double* a) {
    for_each_swept(
        range, [&](const brick::index<2>& cell, const std::int32_t* around, std::int64_t id, std::int64_t i) {
          next[id * range.strides[0] + i] = filtered(neighbourhood<double>{a, around, range.strides[1], cell}) + 0.5;
        });
  }
};

template <class T> struct generated_from_two : generated_filter<3> {
  static void sweep(const brick::sweep_range& range, double* next, const double* a, const T* b, double factor) {
    for_each_swept(
        range, [&](const brick::index<2>& cell, const std::int32_t* around, std::int64_t id, std::int64_t i) {
          next[id * range.strides[0] + i] = filtered(neighbourhood<double>{a, around, range.strides[1], cell}) +
                                            factor * filtered(neighbourhood<T>{b, around, range.strides[2], cell});
        });
  }
};
template <> struct brick::generated<from_two> : generated_from_two<double> {
  static void sweep(const brick::sweep_range& range, double* next, const double* a, const double* b) {
    generated_from_two<double>::sweep(range, next, a, b, -0.5);
  }
};
template <> struct brick::generated<from_floats> : generated_from_two<float> {
  static void sweep(const brick::sweep_range& range, double* next, const double* a, const float* b) {
    generated_from_two<float>::sweep(range, next, a, b, 0.5);
  }
};

template <> struct brick::generated<to_floats> : generated_filter<2> {
  static void sweep(const brick::sweep_range& range, float* next, const double* a) {
    for_each_swept(range,
                   [&](const brick::index<2>& cell, const std::int32_t* around, std::int64_t id, std::int64_t i) {
                     next[id * range.strides[0] + i] =
                         static_cast<float>(filtered(neighbourhood<double>{a, around, range.strides[1], cell}));
                   });
  }
};

template <> struct brick::generated<into> : generated_filter<2> {
  static void sweep(const brick::sweep_range& range, double* u, const double* a) {
    for_each_swept(range,
                   [&](const brick::index<2>& cell, const std::int32_t* around, std::int64_t id, std::int64_t i) {
                     double& value = u[id * range.strides[0] + i];
                     value = 0.5 * value + filtered(neighbourhood<double>{a, around, range.strides[1], cell});
                   });
  }
};

template <> struct brick::generated<value_of> : generated_filter<1> {
  static constexpr std::array<bool, 1> reads_ghosts{true};
  static void sweep(const brick::sweep_range& range, double* values, const double* a) {
    for_each_swept(range, [&](const brick::index<2>& cell, const std::int32_t* around, std::int64_t, std::int64_t) {
      *values++ = filtered(neighbourhood<double>{a, around, range.strides[0], cell});
    });
  }
};

namespace {

/// What a program is about.
struct setting {
  index<2> cells;
  brick::boundaries<2> boundary, other; ///< of the grid and some fields, and of other fields
  bool wraps = true;
  brick_test::runtime_change runtime{};
};

/// Bytes of what a rank has seen, and in which operation.
struct record {
  std::string operation;
  std::vector<double> values;
};

/// Runs random operations on fields of one grid. Nothing in it synchronises ranks but the operations themselves.
class random_program {
public:
  random_program(const setting& s, strategy how, unsigned seed)
      : setting_(s), random_(seed),
        on_(program(), {.cells = s.cells, .boundary = s.boundary, .halo = {2, 2}, .wrap_in_place = s.wraps},
            {.brick = brick_shape, .halo = {2, 2}, .element_bytes = 8, .exchange = how}) {
    for (int i = 0; i < 4; ++i)
      alone_.push_back(make());
    for (int i = 0; i < 2; ++i)
      groups_.push_back(make_group());
    floats_ = std::make_unique<field<float, 2>>(on_, "floats");
  }

  std::vector<record> run(int operations) {
    for (int i = 0; i < operations; ++i)
      operate();
    note("end");
    for (field<double, 2>* each : all())
      see_own(*each);
    return std::move(records_);
  }

private:
  std::size_t number(std::size_t below) { return random_() % below; }
  bool perhaps() { return number(2) == 0; }
  void note(const std::string& operation) { records_.push_back({operation, {}}); }

  std::unique_ptr<field<double, 2>> make() {
    return std::make_unique<field<double, 2>>(on_, "u",
                                              brick::field_options<2>{perhaps() ? setting_.boundary : setting_.other});
  }
  std::unique_ptr<interleaved<double, 2>> make_group() {
    return std::make_unique<interleaved<double, 2>>(
        on_, std::vector<brick::named_field<2>>{
                 {"p", {setting_.boundary}}, {"q", {setting_.other}}, {"r", {setting_.boundary}}});
  }

  std::vector<field<double, 2>*> all() {
    std::vector<field<double, 2>*> result;
    for (const auto& each : alone_)
      result.push_back(each.get());
    for (const auto& group : groups_)
      for (field<double, 2>& each : *group)
        result.push_back(&each);
    return result;
  }
  field<double, 2>& any() {
    const auto fields = all();
    return *fields[number(fields.size())];
  }
  field<double, 2>& any_but(const field<double, 2>& other) {
    for (;;)
      if (field<double, 2>& one = any(); &one != &other) return one;
  }
  brick::box<2> any_box() {
    brick::box<2> box;
    for (int a = 0; a < 2; ++a) {
      box.low[a] = static_cast<std::int64_t>(number(static_cast<std::size_t>(setting_.cells[a])));
      box.high[a] =
          box.low[a] + static_cast<std::int64_t>(number(static_cast<std::size_t>(setting_.cells[a] - box.low[a]) + 1));
    }
    return box;
  }
  static double value_at(const point<2>& p, std::size_t salt) {
    return static_cast<double>((p[0] * 131 + p[1] * 17 + static_cast<std::int64_t>(salt)) % 1009) / 8;
  }

  void see_own(const field<double, 2>& u) {
    u.for_each([&](const point<2>&, double value) { records_.back().values.push_back(value); });
  }
  void see_all(const field<double, 2>& u) {
    brick::box<2> zone = on_.own_cells();
    if (brick::empty(zone)) return;
    for (int a = 0; a < 2; ++a) {
      zone.low[a] -= on_.ghost_depth()[a];
      zone.high[a] += on_.ghost_depth()[a];
    }
    brick::for_each_in<2>(zone,
                          [&](const index<2>& cell) { records_.back().values.push_back(u.data()[u.offset_of(cell)]); });
  }

  void operate() {
    field<double, 2>& u = any();
    const std::size_t salt = number(1000);
    const std::size_t which = number(20);
    note(std::to_string(which) + " on " + u.name());
    dawdle();
    switch (which) {
    case 0:
      return u.fill([&](const point<2>& p) { return value_at(p, salt); });
    case 1:
    case 2:
      return brick::apply<from_two>(u, any_but(u), any_but(u));
    case 3:
    case 4:
      return brick::apply<from_one>(u, any_but(u));
    case 5:
      return swap_some();
    case 6:
      u.exchange_ghosts();
      return see_all(u);
    case 7:
      return records_.back().values.push_back(brick::reduce<value_of>(brick::sum, u));
    case 8:
      return brick::apply<from_one>(brick::on(any_box()), u, any_but(u));
    case 9:
      return renew();
    case 10:
      return write(u, salt);
    case 11:
      return brick::apply<into>(u, any_but(u));
    case 12:
      return scatter(u, salt);
    case 13:
      return exchange_in_halves(u);
    case 14:
      return with_temporary(u);
    case 15:
      return brick::apply<to_floats>(*floats_, u);
    case 16:
      return brick::apply<from_floats>(u, any_but(u), *floats_);
    case 17:
      return outside(u, salt);
    case 18:
      records_.back().values.push_back(brick::reduce<value_of>(brick::on(any_box()), brick::max, u));
      return;
    default:
      records_.back().values.push_back(u.value({setting_.cells[0] / 2, setting_.cells[1] - 1}));
    }
  }

  void swap_some() {
    if (perhaps()) return swap(*alone_[number(2)], *alone_[2 + number(2)]);
    swap((*groups_[0])[number(3)], (*groups_[1])[number(3)]);
  }

  void renew() {
    if (const std::size_t i = number(6); i < 4) {
      alone_[i].reset();
      alone_[i] = make();
    } else if (perhaps()) {
      groups_[i - 4].reset(); // some of its parts may have been swapped away
      groups_[i - 4] = make_group();
    } else {
      field<double, 2> moved = std::move((*groups_[i - 4])[1]);
      brick::apply<from_one>(moved, *alone_[0]);
      (*groups_[i - 4])[1] = std::move(moved);
    }
  }

  void write(field<double, 2>& u, std::size_t salt) {
    double* const cells = u.data();
    on_.for_each_piece(on_.own_cells(), u.interleaved_fields(),
                       [&](index<2> cell, std::int64_t length, std::int64_t offset) {
                         for (std::int64_t i = 0; i < length; ++i, ++cell[1])
                           cells[offset + i] = value_at({cell}, salt);
                       });
    u.invalidate_ghosts();
  }

  void scatter(field<double, 2>& u, std::size_t salt) {
    const brick::box<2> box = any_box();
    u.scatter(box, std::vector<double>(static_cast<std::size_t>(brick::volume(box)), static_cast<double>(salt)));
  }

  void exchange_in_halves(field<double, 2>& u) {
    brick::exchange_handle messages = u.start_ghosts();
    see_own(u);
    dawdle();
    const bool tests = perhaps();
    while (tests && messages && !messages.test())
      std::this_thread::yield();
    u.finish_ghosts(messages);
    see_all(u);
  }

  void with_temporary(field<double, 2>& u) {
    field<double, 2> first(on_, "first"), second(on_, "second");
    brick::apply<from_one>(first, u);
    brick::apply<from_two>(second, first, u);
    brick::apply<from_one>(u, second);
  }

  void outside(field<double, 2>& u, std::size_t salt) {
    const brick::face side = on_.low(0);
    if (u.boundary()[0].low.kind != brick::boundary_kind::ghost) return;
    if (perhaps())
      u.fill_ghosts([&](const point<2>& p) { return value_at({{p[0] + 100, p[1] + 100}}, salt); });
    else
      brick::apply_boundary<inlet>(side, u, any_but(u));
  }

  setting setting_;
  std::mt19937 random_;
  grid<2> on_;
  std::vector<std::unique_ptr<field<double, 2>>> alone_;
  std::vector<std::unique_ptr<interleaved<double, 2>>> groups_;
  std::unique_ptr<field<float, 2>> floats_;
  std::vector<record> records_;
};

std::vector<record> run(const setting& s, strategy how, unsigned seed, int operations) {
  const brick_test::changed_runtime changed(s.runtime);
  ranks_dawdle = how != strategy::basic;
  return random_program(s, how, seed).run(operations);
}

std::vector<setting> settings() {
  using brick::dirichlet, brick::ghost, brick::neumann, brick::periodic;
  const brick::boundaries<2> all = periodic, seams = periodic;
  const brick::boundaries<2> walls{{dirichlet(1), neumann}, {neumann, dirichlet(-3)}}, mirrors = neumann;
  const brick::boundaries<2> inlet{{ghost, neumann}, periodic}, outlet{{neumann, dirichlet(2)}, periodic};
  return {
      {{32, 64}, all, all},
      {{30, 61}, seams, seams, true, {0, 2}},
      {{33, 50}, walls, mirrors},
      {{32, 64}, mirrors, walls, true, {2}},
      {{24, 61}, inlet, outlet, true, {0, 1, "16384"}},
      {{32, 40}, outlet, inlet, false, {3, 2}},
      {{16, 24}, all, all, false},
      {{8, 9}, inlet, inlet, false},
  };
}

void expect_same(const std::vector<record>& found, const std::vector<record>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_EQ(found[i].operation, expected[i].operation);
    ASSERT_EQ(found[i].values.size(), expected[i].values.size());
    for (std::size_t j = 0; j < found[i].values.size(); ++j)
      ASSERT_EQ(std::bit_cast<std::uint64_t>(found[i].values[j]), std::bit_cast<std::uint64_t>(expected[i].values[j]))
          << found[i].values[j] << " instead of " << expected[i].values[j] << ", value " << j << " of operation " << i
          << ", " << found[i].operation;
  }
}

TEST(SharedStress, ComputesWhatMessagesDo) {
  unsigned seed = setting_of("STRESS_SEED", 1);
  const unsigned rounds = setting_of("STRESS_ROUNDS", 1);
  const unsigned operations = setting_of("STRESS_OPERATIONS", program().size() > 4 ? 12 : 24);
  for (unsigned round = 0; round < rounds; ++round)
    for (const setting& s : settings()) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", " + brick::to_string(s.cells) + " cells");
      const auto by = [&](strategy how) { return run(s, how, seed, static_cast<int>(operations)); };
      const std::vector<record> expected = by(strategy::basic);
      for (const strategy how : {strategy::shared, strategy::shared_layout}) {
        SCOPED_TRACE(to_string(how));
        expect_same(by(how), expected);
      }
      if (program().max(HasFailure() ? 1 : 0) > 0) return; // on all ranks
      ++seed;
    }
}

} // namespace
