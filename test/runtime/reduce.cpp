// SPDX-License-Identifier: MIT
// Reductions against a top-down oracle of the tree on the whole domain, bit for bit: arrays and bricks, whole domains
// and regions, any number of threads.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "brick/kernel.hpp"
#include "brick/reduction_tree.hpp"
#include "main_mpi.hpp"
#include "stencils.hpp"

namespace {

using brick::box;
using brick::grid;
using brick::index;
using brick::periodic;

template <class T, int D, int R> T filtered(brick::in<T, D> u, T k) { return stencils::filter<T, D, R>(u, k); }
template <class T, int D, int R> T compiled_filtered(brick::in<T, D> u, T k) { return stencils::filter<T, D, R>(u, k); }

/// What brickc would generate for `compiled_filtered`, slowly, but for vectors of some lanes, and without planes and
/// rows beyond the domain. The bricks are those of `generated_filter`.
template <class T, int D, int R> struct generated_filtered {
  static constexpr brick::index<D> brick = stencils::generated_filter<T, D, R>::brick;
  static constexpr brick::index<D> radius = brick::filled<D>(R);
  static constexpr std::array<bool, 2> reads_ghosts{true, false};
  static constexpr auto order = brick::sweep_order::patches;
  static constexpr std::int64_t work = 1;
  using value_type = T;

  static constexpr int lanes = 4;
  static constexpr int rows_at_once = lanes;

  template <class Values> static void sweep(const brick::sweep_range& range, Values values, const T* u, T k) {
    using shape = decltype(shape_of(std::make_index_sequence<D>()));
    for (std::int64_t b = 0; b < range.count; ++b) {
      const std::int32_t* around = range.adjacency + std::int64_t{range.bricks[b]} * brick::direction_count(D);
      auto values_at = brick::values_of_brick<T, shape>(values);
      brick::box<D> vectors{{}, brick};
      vectors.high[D - 1] /= lanes;
      if constexpr (D > 1) vectors.high[D - 2] = brick::computed<shape, D - 2, rows_at_once>(range, range.bricks[b]);
      if constexpr (D > 2) vectors.high[0] = brick::computed<shape, 0>(range, range.bricks[b]);
      brick::for_each_in<D>(vectors, [&](brick::index<D> cell) {
        cell[D - 1] *= lanes;
        brick::vec<T, lanes> vector;
        for (int lane = 0; lane < lanes; ++lane) {
          brick::index<D> at = cell;
          at[D - 1] += lane;
          vector[lane] = stencils::filter<T, D, R>(stencils::window<T, D>{u, around, brick, at}, k);
        }
        std::apply([&](auto... axis) { values_at.store(vector, static_cast<int>(axis)...); }, cell);
      });
      values += shape::cells;
    }
  }

private:
  template <std::size_t... Axis>
  static brick::brick_shape<static_cast<int>(brick[Axis])...> shape_of(std::index_sequence<Axis...>);
};

/// Sums that depend on the order, even with whole numbers.
constexpr auto ordered = brick::associative([](auto a, auto b) { return a / 2 + b; }, 0.0);

} // namespace

template <> struct brick::generated<compiled_filtered<double, 1, 2>> : generated_filtered<double, 1, 2> {};
template <> struct brick::generated<compiled_filtered<float, 2, 1>> : generated_filtered<float, 2, 1> {};
template <> struct brick::generated<compiled_filtered<double, 3, 1>> : generated_filtered<double, 3, 1> {};

namespace {

template <class T_, int D_, int R_> struct combination {
  using T = T_;
  static constexpr int D = D_, R = R_;
};

template <int D> std::vector<index<D>> sizes();
template <> std::vector<index<1>> sizes<1>() { return {{16}, {71}, {301}}; }
template <> std::vector<index<2>> sizes<2>() {
  return {{8, 8}, {17, 40}, {50, 33}, {9001, 9}}; // the last has rows for several threads
}
template <> std::vector<index<3>> sizes<3>() { return {{8, 8, 8}, {17, 24, 41}, {32, 16, 16}}; }

constexpr std::int64_t widest = 16384; ///< domain along an axis, a power of two

/// The definition: a node is its lower half combined with its upper half, down to single positions.
template <class Value, class Combine>
auto tree(std::int64_t low, std::int64_t width, std::int64_t first, std::int64_t last, const Value& value,
          const Combine& combine) -> std::optional<decltype(value(first))> {
  if (low >= last || low + width <= first) return std::nullopt;
  if (width == 1) return value(low);
  const auto left = tree(low, width / 2, first, last, value, combine);
  const auto right = tree(low + width / 2, width / 2, first, last, value, combine);
  return left && right ? std::optional(combine(*left, *right)) : left ? left : right;
}

template <class T, int D, class Combine>
T reduced(const std::vector<T>& all, const index<D>& domain, const box<D>& cells, index<D> cell, int axis,
          const Combine& combine) {
  if (axis == D) return all[static_cast<std::size_t>(brick::position_in<D>({{}, domain}, cell))];
  const auto value = [&](std::int64_t x) {
    index<D> inner = cell;
    inner[axis] = x;
    return reduced<T, D>(all, domain, cells, inner, axis + 1, combine);
  };
  return *tree(0, widest, cells.low[axis], cells.high[axis], value, combine);
}

template <class C> class Reduce : public testing::Test {
protected:
  using T = typename C::T;
  static constexpr int D = C::D, R = C::R;
  static constexpr T k = T(0.9);

  static std::vector<box<D>> regions(const index<D>& cells) {
    box<D> whole{{}, cells}, inner = whole, corner = whole;
    for (int a = 0; a < D; ++a) {
      inner.low[a] = 1 + cells[a] / 5;
      inner.high[a] = cells[a] - 2;
      corner.low[a] = cells[a] - 1;
    }
    return {whole, inner, corner};
  }

  /// An operation whose results are operands sees values of these cells alone, though bricks have more.
  template <auto Stencil>
  static void expect_only_values_of(const box<D>& cells, const std::vector<T>& values, const brick::field<T, D>& u) {
    std::vector<T> known;
    brick::for_each_in(cells, [&](const index<D>& cell) {
      known.push_back(values[static_cast<std::size_t>(brick::position_in<D>({{}, u.grid().cells()}, cell))]);
    });
    std::ranges::sort(known);
    std::atomic<int> unknown = 0;
    const auto larger = [&](T a, T b) {
      for (const T each : {a, b})
        unknown += std::ranges::binary_search(known, each) ? 0 : 1;
      return std::max(a, b);
    };
    EXPECT_EQ(brick::reduce<Stencil>(brick::on(cells), brick::associative(larger, known.front()), u, k), known.back());
    EXPECT_EQ(unknown, 0) << u.grid().describe() << ", " << brick::to_string(cells.low) << " to "
                          << brick::to_string(cells.high);
  }

  template <auto Stencil> static void check(const grid<D>& on, const std::vector<T>& values) {
    brick::field<T, D> u(on, "u");
    u.fill([](brick::point<D> p) { return stencils::initial<D>(p); });
    for (const box<D>& cells : regions(on.cells())) {
      u.invalidate_ghosts();
      const T sum = brick::reduce<Stencil>(brick::on(cells), brick::sum, u, k);
      const T mixed = brick::reduce<Stencil>(brick::on(cells), ordered, u, k);
      const T least = brick::reduce<Stencil>(brick::on(cells), brick::min, u, k);
      const T most = brick::reduce<Stencil>(brick::on(cells), brick::max, u, k);
      const auto expect = [&](T got, const auto& operation) {
        EXPECT_EQ(got, (reduced<T, D>(values, on.cells(), cells, {}, 0, operation)))
            << on.describe() << ", " << brick::to_string(cells.low) << " to " << brick::to_string(cells.high);
      };
      expect(sum, brick::sum);
      expect(mixed, ordered);
      expect(least, brick::min);
      expect(most, brick::max);
      expect_only_values_of<Stencil>(cells, values, u);
      if (cells == box<D>{{}, on.cells()}) EXPECT_EQ(sum, (brick::reduce<Stencil>(brick::sum, u, k)));
    }
  }
};

using combinations = testing::Types<combination<double, 1, 2>, combination<float, 2, 1>, combination<double, 3, 1>>;
TYPED_TEST_SUITE(Reduce, combinations);

TYPED_TEST(Reduce, IsTheTreeOfTheDefinition) {
  using T = typename TypeParam::T;
  constexpr int D = TypeParam::D, R = TypeParam::R;
  brick::step_plan<D> plan{.brick = generated_filtered<T, D, R>::brick,
                           .halo = brick::filled<D>(R),
                           .element_bytes = sizeof(T),
                           .exchange = brick::strategy::layout};
  for (const index<D>& cells : sizes<D>()) {
    const std::vector<T> values = stencils::oracle<T, D, R>(cells, periodic).run(1, this->k);
    for (int threads : {1, program().size() > 2 ? 1 : 3}) { // more would crowd the cores
      const int before = std::exchange(program().state()->threads, threads);
      this->template check<filtered<T, D, R>>(grid<D>(program(), {.cells = cells}), values);
      this->template check<compiled_filtered<T, D, R>>(grid<D>(program(), {.cells = cells}, plan), values);
      program().state()->threads = before;
    }
  }
}

double itself(brick::in<double, 1> u) { return u(0); }
int is_negative(brick::in<double, 1> u) { return u(0) < 0; }
bool is_positive(brick::in<double, 1> u) { return u(0) > 0; }
double place(brick::in<double, 1>, brick::point<1> p) { return static_cast<double>(p[0]); }

class ReduceValues : public testing::Test {
protected:
  grid<1> on{program(), {.cells = {40}}};
  brick::field<double, 1> u{on, "u"};
};

TEST_F(ReduceValues, OfOtherTypes) {
  u.fill([](brick::point<1> p) { return static_cast<double>(p[0] - 7); });
  EXPECT_EQ(brick::reduce<is_negative>(brick::sum, u), 7);
  EXPECT_EQ(brick::reduce<is_positive>(brick::associative([](bool a, bool b) { return a && b; }, true), u), false);
  EXPECT_EQ(brick::reduce<is_positive>(brick::max, u), true);
  EXPECT_EQ(brick::reduce<place>(brick::max, u), 39);
}

TEST_F(ReduceValues, ANotANumberIsTheExtreme) {
  for (std::int64_t at : {0, 13, 39}) {
    u.fill([=](brick::point<1> p) { return p[0] == at ? std::nan("") : 1; });
    EXPECT_TRUE(std::isnan(brick::reduce<itself>(brick::min, u)));
    EXPECT_TRUE(std::isnan(brick::reduce<itself>(brick::max, u)));
  }
}

TEST_F(ReduceValues, OfNothingAreTheIdentity) {
  const auto nothing = brick::on(box<1>{{7}, {7}});
  EXPECT_EQ(brick::reduce<itself>(nothing, brick::sum, u), 0);
  EXPECT_EQ(brick::reduce<itself>(nothing, brick::min, u), std::numeric_limits<double>::infinity());
  EXPECT_EQ(brick::reduce<is_negative>(nothing, brick::max, u), std::numeric_limits<int>::lowest());
  EXPECT_EQ(brick::reduce<itself>(nothing, brick::associative([](double a, double) { return a; }, 4.5), u), 4.5);
}

TEST_F(ReduceValues, ErrorsNameTheCall) {
  const auto message = [](auto&& call) -> std::string {
    try {
      call();
    } catch (const brick::error& failure) {
      return failure.what();
    }
    return "";
  };
  EXPECT_EQ(message([&] { (void)brick::reduce<itself>(brick::on(box<1>{{3}, {41}}), brick::sum, u); }),
            "brick::reduce<" + std::string(brick::detail::entity_name<itself>()) +
                ">: the box from 3 to 41 is not inside the domain of 40 cells");
  if (program().size() > 1) {
    const auto differing = brick::on(box<1>{{0}, {10 + program().rank()}});
    EXPECT_NE(message([&] { (void)brick::reduce<itself>(differing, brick::sum, u); }).find("differ from rank to rank"),
              std::string::npos);
  }
}

TEST(ReductionTree, NodesOfPartsMergeToTheRoot) {
  using brick::detail::interval;
  for (const interval& all : {interval{0, 1}, interval{0, 37}, interval{5, 6}, interval{5, 64}, interval{33, 47}})
    for (std::int64_t cut : {0, 1, 7, 32, 33, 40, 64}) {
      std::vector<brick::detail::tree_node> nodes;
      std::vector<std::string> texts;
      for (const interval& own : {interval{0, cut}, interval{cut, 64}})
        for (const auto& node : brick::detail::largest_nodes(own, all)) {
          nodes.push_back(node);
          std::vector<std::string> parts;
          for (std::int64_t p = node.positions.low; p < node.positions.high; ++p)
            parts.push_back(std::to_string(p));
          const auto pair = [](const std::string& a, const std::string& b) { return "(" + a + " " + b + ")"; };
          texts.push_back(brick::detail::fold(parts.data(), node.positions.low, node.positions.size(), pair));
        }
      for (const auto& [into, from] : brick::detail::merge_order(nodes))
        texts[into] = "(" + texts[into] + " " + texts[from] + ")";
      const auto expected = tree(
          0, 64, all.low, all.high, [](std::int64_t p) { return std::to_string(p); },
          [](const std::string& a, const std::string& b) { return "(" + a + " " + b + ")"; });
      EXPECT_EQ(texts[0], *expected);
    }
}

} // namespace
