// SPDX-License-Identifier: MIT
// Values combined in registers: the same pairs, in the same order, as one group after the other by the tree of halves.
#include "brick/kernel.hpp"

#include "brick/fold.hpp"
#include <gtest/gtest.h>
#include <numeric>
#include <utility>
#include <vector>

namespace {

/// Neither associative nor commutative: what is combined otherwise is another number. Exact for what is tested.
struct digits {
  using has_vectors = void;
  template <class T> T operator()(T a, T b) const { return T(3) * a + b; }
  template <class V> static V of_vectors(V a, V b) { return 3 * a + b; }
};

template <class T> class FoldOf : public testing::Test {};
using Types = testing::Types<float, double, std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(FoldOf, Types);

template <class T, int Lanes, int Extent> void expect_groups() {
  using V = brick::vec<T, Lanes>;
  std::vector<T> values(Lanes * Extent);
  std::iota(values.begin(), values.end(), T(1));
  const V folded = brick::detail::fold_in_registers<Extent, V>(values.data(), digits());
  for (int lane = 0; lane < Lanes; ++lane)
    EXPECT_EQ(folded[lane], brick::detail::fold_group<Extent>(&values[lane * Extent], digits()))
        << "group " << lane << " of " << Extent << " values, " << Lanes << " lanes";
}

TYPED_TEST(FoldOf, GroupsOfAllSizes) {
  const auto of_lanes = []<int Lanes>(std::integral_constant<int, Lanes>) {
    [&]<int... Level>(std::integer_sequence<int, Level...>) {
      (expect_groups<TypeParam, Lanes, 1 << Level>(), ...);
    }(std::make_integer_sequence<int, 7>());
  };
  constexpr int bytes = sizeof(TypeParam);
  of_lanes(std::integral_constant<int, 8 / bytes>());
  of_lanes(std::integral_constant<int, 16 / bytes>());
  of_lanes(std::integral_constant<int, 32 / bytes>());
  of_lanes(std::integral_constant<int, 64 / bytes>());
}

} // namespace
