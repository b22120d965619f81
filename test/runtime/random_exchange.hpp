// SPDX-License-Identifier: MIT
// Runs a random configuration: fields that are filled, exchanged and swept in a random order, and what a rank sees of
// them on the way, which must not depend on the strategy.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "brick/brick.hpp"
#include "changed_runtime.hpp"
#include "main_mpi.hpp"
#include "random_configuration.hpp"
#include "stencils.hpp"
#include "system_limits.hpp"

namespace brick_test {

/// The radius of `mix`, for the configuration under way.
inline std::array<std::int64_t, 3> mix_radius{};

/// A weighted sum of cells at the distance of the radius, none or all the way, on every axis: corners of the ghost zone
/// included. Bounded, so that integers do not overflow.
template <class T, int D> T mixed(const auto& u, int salt) {
  T sum = 0;
  int number = salt;
  stencils::for_each_offset<D>(1, [&](brick::index<D> offset) {
    for (int a = 0; a < D; ++a)
      offset[a] *= mix_radius[a];
    const T value = std::apply([&](auto... i) { return u(static_cast<int>(i)...); }, offset);
    const int weight = 1 + number++ % 5;
    if constexpr (std::is_integral_v<T>)
      sum += weight * value;
    else
      sum += static_cast<T>(0.0101 * weight) * value;
  });
  if constexpr (std::is_integral_v<T>) sum %= 1009;
  return sum;
}

template <class T, int D> void mix(brick::out<T, D> next, brick::in<T, D> a, brick::in<T, D> b) {
  stencils::centre<D>(next) = mixed<T, D>(a, 0) - mixed<T, D>(b, 3);
}

/// What brickc would generate for `mix`, but with the bricks of the configuration under way.
template <class T, int D> struct generated_mix {
  static inline brick::index<D> brick{}, radius{};
  static inline auto order = brick::sweep_order::patches;
  static inline auto omission = brick::sweep_omission::nothing;
  static constexpr std::int64_t work = 1;
  static constexpr std::array<bool, 3> reads_ghosts{false, true, true};

  static void sweep(const brick::sweep_range& range, T* next, const T* a, const T* b) {
    for (std::int64_t n = 0; n < range.count; ++n) {
      const std::int64_t id = range.bricks[n];
      const std::int32_t* const around = range.adjacency + id * brick::direction_count(D);
      T* cells = next + id * range.strides[0];
      brick::for_each_in<D>({{}, brick}, [&](const brick::index<D>& cell) {
        *cells++ = mixed<T, D>(stencils::window<T, D>{a, around, brick, cell, range.strides[1]}, 0) -
                   mixed<T, D>(stencils::window<T, D>{b, around, brick, cell, range.strides[2]}, 3);
      });
    }
  }
};

} // namespace brick_test

// clang-format off
template <> struct brick::generated<brick_test::mix<float, 1>> : brick_test::generated_mix<float, 1> {};
template <> struct brick::generated<brick_test::mix<float, 2>> : brick_test::generated_mix<float, 2> {};
template <> struct brick::generated<brick_test::mix<float, 3>> : brick_test::generated_mix<float, 3> {};
template <> struct brick::generated<brick_test::mix<double, 1>> : brick_test::generated_mix<double, 1> {};
template <> struct brick::generated<brick_test::mix<double, 2>> : brick_test::generated_mix<double, 2> {};
template <> struct brick::generated<brick_test::mix<double, 3>> : brick_test::generated_mix<double, 3> {};
template <> struct brick::generated<brick_test::mix<int, 1>> : brick_test::generated_mix<int, 1> {};
template <> struct brick::generated<brick_test::mix<int, 2>> : brick_test::generated_mix<int, 2> {};
template <> struct brick::generated<brick_test::mix<int, 3>> : brick_test::generated_mix<int, 3> {};
template <> struct brick::generated<brick_test::mix<std::int16_t, 1>> : brick_test::generated_mix<std::int16_t, 1> {};
template <> struct brick::generated<brick_test::mix<std::int16_t, 2>> : brick_test::generated_mix<std::int16_t, 2> {};
template <> struct brick::generated<brick_test::mix<std::int16_t, 3>> : brick_test::generated_mix<std::int16_t, 3> {};
template <> struct brick::generated<brick_test::mix<std::int64_t, 1>> : brick_test::generated_mix<std::int64_t, 1> {};
template <> struct brick::generated<brick_test::mix<std::int64_t, 2>> : brick_test::generated_mix<std::int64_t, 2> {};
template <> struct brick::generated<brick_test::mix<std::int64_t, 3>> : brick_test::generated_mix<std::int64_t, 3> {};
// clang-format on

namespace brick_test {

/// Cells that a rank has seen: a box of own and ghost cells, row-major.
template <class T, int D> struct seen_cells {
  std::string when;
  brick::box<D> zone;
  std::vector<T> values;
};

/// What came of a run on this rank.
template <class T, int D> struct random_result {
  std::vector<seen_cells<T, D>> seen;   ///< with ghost cells
  std::vector<seen_cells<T, D>> domain; ///< in the end, on rank 0: of every field the whole domain
  std::vector<brick::strategy> used;    ///< by the fields
  std::string why;                      ///< it is another one
};

/// The first cell in which two differ, bit by bit; "" for none.
template <class T, int D>
std::string difference(const std::vector<seen_cells<T, D>>& found, const std::vector<seen_cells<T, D>>& expected) {
  if (found.size() != expected.size()) return "other operations";
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i].zone != expected[i].zone) return found[i].when + ": another box of cells";
    std::size_t position = 0;
    std::string text;
    brick::for_each_in(found[i].zone, [&](const brick::index<D>& cell) {
      const T &value = found[i].values[position], &wanted = expected[i].values[position];
      ++position;
      if (text.empty() && std::memcmp(&value, &wanted, sizeof(T)) != 0)
        text = found[i].when + ": cell " + brick::to_string(cell) + " is " + std::to_string(value) + ", not " +
               std::to_string(wanted);
    });
    if (!text.empty()) return text;
  }
  return "";
}

/// Some fields of a grid, interleaved or not.
template <class T, int D> class field_set {
public:
  field_set(const brick::grid<D>& on, const random_configuration& c, const std::string& name,
            const std::array<brick::boundaries<D>, 2>& boundaries) {
    std::vector<brick::named_field<D>> named;
    for (int i = 0; i < c.fields; ++i)
      named.push_back({name + std::to_string(i), {boundaries[i % 2]}});
    if (c.interleaved) {
      together_.emplace(on, named);
      for (brick::field<T, D>& each : *together_)
        all_.push_back(&each);
    } else {
      alone_.reserve(named.size());
      for (const brick::named_field<D>& each : named)
        all_.push_back(&alone_.emplace_back(on, each.name, each.options));
    }
  }
  field_set(const field_set&) = delete;
  field_set& operator=(const field_set&) = delete;

  [[nodiscard]] std::size_t size() const { return all_.size(); }
  brick::field<T, D>& operator[](std::size_t i) { return *all_[i]; }

private:
  std::vector<brick::field<T, D>> alone_;
  std::optional<brick::interleaved<T, D>> together_;
  std::vector<brick::field<T, D>*> all_;
};

/// The run of a configuration. Constructor and `run` are collective.
template <class T, int D> class random_exchange {
public:
  /// With bricks and that strategy, or in reference mode.
  random_exchange(const random_configuration& c, std::optional<brick::strategy> how)
      : operations_(c.operations), boundaries_{boundaries_of<D>(c.sides), boundaries_of<D>(c.other_sides)},
        random_(c.seed), on_(make_grid(c, how)), u_(on_, c, "u", boundaries_), next_(on_, c, "next", boundaries_) {
    mix_radius = c.radius;
    generated_mix<T, D>::brick = first_of<D>(c.brick);
    generated_mix<T, D>::radius = first_of<D>(c.radius);
    generated_mix<T, D>::omission = std::array{brick::sweep_omission::nothing, brick::sweep_omission::half_planes,
                                               brick::sweep_omission::rows}[c.seed % 3];
    generated_mix<T, D>::order = c.seed % 2 ? brick::sweep_order::patches : brick::sweep_order::columns;
  }

  random_result<T, D> run() {
    for (std::size_t i = 0; i < u_.size(); ++i)
      fill(u_[i]);
    exchange_all("at first");
    for (int i = 0; i < operations_; ++i)
      operate("operation " + std::to_string(i));
    exchange_all("in the end");
    for (std::size_t i = 0; i < u_.size(); ++i) {
      result_.domain.push_back({u_[i].name() + " in the end", {{}, on_.cells()}, u_[i].gather()});
      if (program().rank() != 0) result_.domain.back().zone = {};
      result_.used.push_back(u_[i].exchange_used());
      result_.why += u_[i].exchange_fallback();
    }
    return std::move(result_);
  }

private:
  static brick::grid<D> make_grid(const random_configuration& c, std::optional<brick::strategy> how) {
    brick::grid_options<D> options{.cells = first_of<D>(c.cells),
                                   .boundary = boundaries_of<D>(c.sides),
                                   .halo = first_of<D>(c.halo),
                                   .wrap_in_place = c.wrap_in_place};
    if (!how) {
      for (std::int64_t& depth : options.halo)
        depth = std::max<std::int64_t>(1, depth); // 0 stands for what the grid chooses
      return {program(), options};
    }
    return {program(), options,
            brick::step_plan<D>{.brick = first_of<D>(c.brick),
                                .halo = first_of<D>(c.halo),
                                .element_bytes = c.element_bytes,
                                .exchange = *how}};
  }

  std::size_t number(std::size_t below) { return random_() % below; }

  static T value_at(const brick::point<D>& p, std::size_t salt) {
    std::int64_t mixed = static_cast<std::int64_t>(salt);
    for (int a = 0; a < D; ++a)
      mixed = mixed * 131 + p[a];
    const std::int64_t remainder = mixed - brick::floor_div(mixed, 1009) * 1009;
    return std::is_integral_v<T> ? static_cast<T>(remainder) : static_cast<T>(static_cast<double>(remainder) / 7);
  }

  void fill(brick::field<T, D>& u) {
    const std::size_t salt = number(1000);
    u.fill([&](const brick::point<D>& p) { return value_at(p, salt); });
    bool has_ghost_side = false;
    for (int a = 0; a < D; ++a)
      for (const brick::boundary_condition& side : {u.boundary()[a].low, u.boundary()[a].high})
        has_ghost_side = has_ghost_side || side.kind == brick::boundary_kind::ghost;
    if (has_ghost_side) u.fill_ghosts([&](const brick::point<D>& p) { return value_at(p, salt + 1); });
  }

  /// Own and ghost cells. In reference mode, whose ghost zones are others, none.
  void see(const brick::field<T, D>& u, const std::string& when) {
    brick::box<D> zone = on_.own_cells();
    if (brick::empty(zone) || !on_.has_bricks()) return;
    for (int a = 0; a < D; ++a) {
      zone.low[a] -= on_.ghost_depth()[a];
      zone.high[a] += on_.ghost_depth()[a];
    }
    seen_cells<T, D>& cells = result_.seen.emplace_back(seen_cells<T, D>{u.name() + " " + when, zone, {}});
    cells.values.reserve(static_cast<std::size_t>(brick::volume(zone)));
    brick::for_each_in(zone, [&](const brick::index<D>& cell) { cells.values.push_back(u.data()[u.offset_of(cell)]); });
  }

  void exchange_all(const std::string& when) {
    for (std::size_t i = 0; i < u_.size(); ++i) {
      u_[i].exchange_ghosts();
      see(u_[i], when);
    }
  }

  void operate(const std::string& when) {
    const std::size_t i = number(u_.size());
    switch (number(5)) {
    case 0:
      fill(u_[i]);
      u_[i].exchange_ghosts();
      return see(u_[i], when);
    case 1:
      return exchange_in_halves(u_[i], when);
    case 2:
      return write(u_[i]);
    default:
      brick::apply<mix<T, D>>(next_[i], u_[i], u_[number(u_.size())]);
      swap(u_[i], next_[i]);
    }
  }

  void exchange_in_halves(brick::field<T, D>& u, const std::string& when) {
    const std::size_t tests = number(3);
    brick::exchange_handle messages = u.start_ghosts();
    for (std::size_t test = 0; test < tests && messages && !messages.test(); ++test) {
    }
    u.finish_ghosts(messages);
    see(u, when);
  }

  void write(brick::field<T, D>& u) {
    const std::size_t salt = number(1000);
    T* const cells = u.data();
    brick::for_each_in(on_.own_cells(),
                       [&](const brick::index<D>& cell) { cells[u.offset_of(cell)] = value_at({cell}, salt); });
    u.invalidate_ghosts();
  }

  int operations_;
  std::array<brick::boundaries<D>, 2> boundaries_;
  std::mt19937 random_;
  brick::grid<D> on_;
  field_set<T, D> u_, next_;
  random_result<T, D> result_;
};

/// A run, with the runtime as the configuration wants it.
template <class T, int D> random_result<T, D> run(const random_configuration& c, std::optional<brick::strategy> how) {
  const int threads = program().size() <= 2 ? c.threads : 1; // they would wait for each other most of the time
  const changed_runtime changed({c.node_size, threads, c.page_bytes ? std::to_string(c.page_bytes) : ""});
  std::optional<no_memory_files> limit;
  if (c.no_files && how && static_cast<int>(c.seed) % program().size() == program().rank()) limit.emplace();
  random_exchange<T, D> exchange(c, how);
  limit.reset();
  return exchange.run();
}

} // namespace brick_test
