// SPDX-License-Identifier: MIT
// Brick and array layouts without MPI: all ranks of a job are laid out here, and their plans carried out by memcpy.
#include "brick/layout.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "brick/error.hpp"
#include "brick/storage.hpp"
#include "brick/surface_order.hpp"
#include "halo_check.hpp"

namespace {

using namespace brick;
using namespace brick_test;

using memories = std::vector<std::vector<std::byte>>;
using bytes_of_message = std::vector<std::byte>;
using mailbox = std::map<std::tuple<int, int, int>, bytes_of_message>; // from, to, tag

void post(mailbox& box, int rank, const std::vector<message>& sends, const std::vector<std::byte>& data) {
  for (const message& m : sends) {
    if (m.on_node) continue;
    bytes_of_message& letter = box[{rank, m.rank, m.tag}];
    ASSERT_TRUE(letter.empty()) << "two messages from " << rank << " to " << m.rank << " with tag " << m.tag;
    for (const extent& piece : m.pieces)
      letter.insert(letter.end(), data.begin() + piece.offset, data.begin() + piece.offset + piece.length);
    ASSERT_FALSE(letter.empty());
  }
}

void fetch(mailbox& box, int rank, const std::vector<message>& recvs, std::vector<std::byte>& data) {
  for (const message& m : recvs) {
    if (m.on_node) continue;
    const auto letter = box.extract({m.rank, rank, m.tag});
    ASSERT_FALSE(letter.empty()) << "nothing from " << m.rank << " to " << rank << " with tag " << m.tag;
    ASSERT_EQ(static_cast<std::int64_t>(letter.mapped().size()), bytes(m.pieces));
    auto from = letter.mapped().begin();
    for (const extent& piece : m.pieces) {
      ASSERT_LE(piece.offset + piece.length, static_cast<std::int64_t>(data.size()));
      std::copy(from, from + piece.length, data.begin() + piece.offset);
      from += piece.length;
    }
  }
}

void copy(const std::vector<local_copy>& copies, std::vector<std::byte>& data) {
  for (const local_copy& c : copies)
    std::copy_n(data.begin() + c.source, c.length, data.begin() + c.destination);
}

/// What a rank sees of others is copied behind its storage, and from there.
void see(const exchange_plan& plan, std::size_t rank, memories& data) {
  for (const seen_bricks& each : plan.seen)
    for (const segment& piece : each.pieces) {
      ASSERT_LE(piece.destination + piece.length, static_cast<std::int64_t>(data[rank].size()));
      std::copy_n(data[static_cast<std::size_t>(each.rank)].begin() + piece.source, piece.length,
                  data[rank].begin() + piece.destination);
    }
  copy(plan.copies_of_partial, data[rank]);
  copy(plan.copies_of_seen, data[rank]);
}

/// Late messages last; everything sent must be received.
void carry_out(const std::vector<exchange_plan>& plans, memories& data) {
  mailbox box;
  for (std::size_t r = 0; r < plans.size(); ++r)
    see(plans[r], r, data);
  for (std::size_t r = 0; r < plans.size(); ++r) {
    post(box, static_cast<int>(r), plans[r].sends, data[r]);
    post(box, static_cast<int>(r), plans[r].late_sends, data[r]);
  }
  for (auto list : {&exchange_plan::recvs, &exchange_plan::late_recvs})
    for (std::size_t r = 0; r < plans.size(); ++r)
      fetch(box, static_cast<int>(r), plans[r].*list, data[r]);
  EXPECT_TRUE(box.empty());
  for (std::size_t r = 0; r < plans.size(); ++r)
    copy(plans[r].copies, data[r]);
}

template <class Layout> std::size_t all_bytes(const Layout& layout, std::size_t element_bytes) {
  if constexpr (requires { layout.seen_bytes(element_bytes); })
    return layout.storage_bytes(element_bytes) + layout.seen_bytes(element_bytes);
  else
    return layout.storage_bytes(element_bytes);
}

template <class T, int D, class Layout, class PlanOf>
void check_exchange(const case_of<D>& c, const std::vector<Layout>& layouts, const PlanOf& plan_of) {
  std::vector<exchange_plan> plans;
  memories data;
  for (const Layout& layout : layouts) {
    plans.push_back(plan_of(layout));
    data.emplace_back(all_bytes(layout, sizeof(T)));
    fill<T>(c, layout, data.back().data(), 0);
  }
  carry_out(plans, data);
  for (std::size_t r = 0; r < layouts.size(); ++r) {
    std::string first;
    EXPECT_EQ(wrong_cells<T>(c, layouts[r], data[r].data(), 0, first), 0) << "rank " << r << ": " << first;
  }
}

template <int D>
std::vector<brick_layout<D>> brick_layouts(const case_of<D>& c, const brick_layout_options<D>& options) {
  std::vector<brick_layout<D>> result;
  for (int r = 0; r < c.ranks; ++r)
    result.emplace_back(c.cut(true), r, options);
  return result;
}

/// The first `on_first` ranks are on one node, the others on a second one.
template <int D>
std::vector<brick_layout<D>> layouts_on_nodes(const case_of<D>& c, brick_layout_options<D> options, int on_first) {
  std::vector<brick_layout<D>> result;
  for (int r = 0; r < c.ranks; ++r) {
    options.node.clear();
    for (int other = 0; other < c.ranks; ++other)
      if ((other < on_first) == (r < on_first)) options.node.push_back(other);
    result.emplace_back(c.cut(true), r, options);
  }
  return result;
}

template <class T, int D> void check_every_strategy(const case_of<D>& c, bool wrap_in_place) {
  SCOPED_TRACE(c.name() + (wrap_in_place ? "" : ", messages to oneself"));
  for (strategy made_for : {strategy::shared, strategy::shared_layout, strategy::memmap, strategy::layout}) {
    const auto layouts = layouts_on_nodes<D>(
        c, {.exchange = made_for, .element_bytes = sizeof(T), .wrap_in_place = wrap_in_place}, c.ranks / 2);
    for (strategy how : {strategy::shared, strategy::shared_layout, strategy::memmap, strategy::layout, strategy::basic,
                         strategy::packed}) {
      if (reads_in_place(how) && !reads_in_place(made_for)) continue;
      if (how == strategy::memmap && made_for == strategy::layout) continue;
      SCOPED_TRACE(std::string(to_string(how)) + " on a layout for " + std::string(to_string(made_for)));
      check_exchange<T>(c, layouts, [&](const auto& l) { return l.plan(how, sizeof(T)); });
    }
  }
  SCOPED_TRACE("array");
  std::vector<array_layout<D>> arrays;
  for (int r = 0; r < c.ranks; ++r)
    arrays.emplace_back(c.cut(false), r, array_layout_options{wrap_in_place});
  check_exchange<T>(c, arrays, [](const auto& l) { return l.plan(sizeof(T)); });
}

template <class Dims> class Layout : public testing::Test {};
template <int D, class T> struct combination {
  static constexpr int dims = D;
  using type = T;
};
using combinations = testing::Types<combination<1, float>, combination<1, double>, combination<2, float>,
                                    combination<2, double>, combination<3, float>, combination<3, double>>;
TYPED_TEST_SUITE(Layout, combinations);

TYPED_TEST(Layout, FillsEveryGhostCell) {
  constexpr int D = TypeParam::dims;
  std::mt19937 random(2021 + D);
  for (int i = 0; i < (D == 3 ? 60 : 200) && !this->HasFailure(); ++i) {
    const case_of<D> c = random_case<D>(random, std::array{1, 2, 3, 4, 5, 8, 12}[random() % 7]);
    check_every_strategy<typename TypeParam::type>(c, i % 4 != 0);
  }
}

/// Where another rank's brick is seen, it is that of the ghost brick, which lies inside the domain.
template <int D> void check_adjacency_in_place(const case_of<D>& c, const brick_layout<D>& layout) {
  const auto shared = layout.adjacency_in_place(), copied = layout.adjacency();
  if (shared.empty()) return;
  ASSERT_EQ(shared.size(), copied.size());
  const exchange_plan plan = layout.plan(strategy::shared, 8);
  const std::int64_t bytes = layout.cells_per_brick() * 8;
  for (const std::int32_t id : layout.traversal())
    for (int code = 0; code < direction_count(D); ++code) {
      const auto at = static_cast<std::size_t>(std::int64_t{id} * direction_count(D) + code);
      if (shared[at] == copied[at]) continue;
      const auto is_of_ghost = [&](const local_copy& copy) {
        return copy.source <= shared[at] * bytes && shared[at] * bytes < copy.source + copy.length &&
               copy.destination - copy.source == (copied[at] - shared[at]) * bytes;
      };
      EXPECT_EQ(std::ranges::count_if(plan.copies_of_seen, is_of_ghost), 1);
      EXPECT_EQ(std::ranges::count_if(plan.copies_of_partial, is_of_ghost), 0);
      const box<D> cells = layout.cells_of(copied[at]);
      for (int a = 0; a < D; ++a)
        EXPECT_FALSE(cells.low[a] < c.cells[a] && cells.high[a] > c.cells[a]);
    }
  for (const local_copy& copy : plan.copies_of_partial) {
    const auto ghost = static_cast<std::int32_t>(copy.destination / bytes);
    EXPECT_EQ(std::ranges::count(shared, static_cast<std::int32_t>(copy.source / bytes)), 0);
    EXPECT_NE(detail::intersection(layout.cells_of(ghost), {{}, c.cells}), layout.cells_of(ghost));
  }
}

TYPED_TEST(Layout, NeighboursOnTheNodeAreReadInPlace) {
  constexpr int D = TypeParam::dims;
  std::mt19937 random(7 + D);
  std::size_t seen = 0;
  for (int i = 0; i < 50 && !this->HasFailure(); ++i) {
    const case_of<D> c = random_case<D>(random, std::array{1, 2, 4, 8}[random() % 4]);
    SCOPED_TRACE(c.name());
    for (const brick_layout<D>& layout :
         layouts_on_nodes<D>(c, {.exchange = strategy::shared, .wrap_in_place = i % 4 != 0}, c.ranks / 2)) {
      check_adjacency_in_place<D>(c, layout);
      seen += layout.adjacency_in_place().size();
    }
  }
  EXPECT_GT(seen, 0u);
}

/// Off the node each message of `shared_layout` is one piece, and all have the bytes of the bricks that are wanted.
TYPED_TEST(Layout, SharedLayoutSendsBricksOnly) {
  constexpr int D = TypeParam::dims;
  std::mt19937 random(9 + D);
  std::int64_t all = 0;
  for (int i = 0; i < 50 && !this->HasFailure(); ++i) {
    const case_of<D> c = random_case<D>(random, std::array{2, 4, 8}[random() % 3]);
    SCOPED_TRACE(c.name());
    const auto bytes_off_node = [&](strategy how) {
      std::vector<std::int64_t> result;
      const auto layouts = layouts_on_nodes<D>(c, {.exchange = how}, c.ranks / 2);
      for (int rank = 0; rank < c.ranks; ++rank) {
        std::int64_t& sent = result.emplace_back(0);
        for (const message& m : layouts[rank].plan(how, 8).sends) {
          if ((m.rank < c.ranks / 2) == (rank < c.ranks / 2)) continue;
          EXPECT_FALSE(m.on_node);
          EXPECT_EQ(m.pieces.size(), 1u);
          sent += bytes(m.pieces);
        }
        all += sent;
      }
      return result;
    };
    EXPECT_EQ(bytes_off_node(strategy::shared_layout), bytes_off_node(strategy::layout));
  }
  EXPECT_GT(all, 0);
}

template <int D> void check_numbering(const case_of<D>& c, const brick_layout<D>& layout) {
  std::set<std::int32_t> ids(layout.traversal().begin(), layout.traversal().end());
  EXPECT_EQ(static_cast<std::int64_t>(ids.size()), volume(layout.own_bricks()));
  EXPECT_EQ(layout.inner().size() + layout.surface().size(), layout.traversal().size());
  for (const auto order : {sweep_order::patches, sweep_order::columns})
    for (const auto omission : {sweep_omission::nothing, sweep_omission::half_planes, sweep_omission::rows}) {
      std::multiset<std::int32_t> whole, halves;
      for (int thread = 0; thread < 3; ++thread) {
        for (const std::int32_t id : layout.share_of(brick_part::all, thread, 3, order, omission))
          whole.insert(id);
        for (const auto part : {brick_part::inner, brick_part::surface})
          for (const std::int32_t id : layout.share_of(part, thread, 3, order, omission))
            halves.insert(id);
      }
      EXPECT_EQ(whole, std::multiset<std::int32_t>(ids.begin(), ids.end()));
      EXPECT_EQ(halves, whole);
    }
  for (const auto& ghost : layout.ghosts())
    EXPECT_TRUE(ids.insert(ghost.id).second);
  EXPECT_EQ(static_cast<std::int64_t>(ids.size()), volume(layout.all_bricks()));
  if (!ids.empty()) {
    EXPECT_GE(*ids.begin(), 0);
    EXPECT_LT(*ids.rbegin(), layout.brick_count());
  }
  for (std::int32_t id : layout.traversal())
    for (int code = 0; code < direction_count(D); ++code) {
      brick::index<D> x = layout.lattice_of(id), d = direction_of<D>(code);
      bool used = true;
      for (int a = 0; a < D; ++a) {
        x[a] += d[a];
        used = used && (d[a] == 0 || c.halo[a] > 0);
      }
      const std::int32_t neighbour = layout.adjacency()[static_cast<std::size_t>(id * direction_count(D) + code)];
      if (used)
        EXPECT_EQ(neighbour, layout.brick_at(x));
      else
        EXPECT_TRUE(ids.count(neighbour));
    }
}

TYPED_TEST(Layout, NumbersAndConnectsBricks) {
  constexpr int D = TypeParam::dims;
  std::mt19937 random(7);
  for (int i = 0; i < 40 && !this->HasFailure(); ++i) {
    const case_of<D> c = random_case<D>(random, 1 + static_cast<int>(random() % 8));
    SCOPED_TRACE(c.name());
    for (strategy how : {strategy::memmap, strategy::layout})
      for (const auto& layout :
           brick_layouts<D>(c, {.exchange = how, .element_bytes = sizeof(typename TypeParam::type)}))
        check_numbering(c, layout);
  }
}

template <int D> case_of<D> cube(std::int64_t bricks, int ranks) {
  case_of<D> c{filled<D>(bricks * 8), filled<D>(8), filled<D>(1), {}, ranks};
  c.periodic.fill(true);
  return c;
}

template <int D> std::size_t sends(const case_of<D>& c, strategy how, bool wrap_in_place) {
  const brick_layout<D> layout(c.cut(true), 0, {.exchange = how, .wrap_in_place = wrap_in_place});
  return layout.plan(how, 8).sends.size();
}

template <int D> void check_message_counts() {
  for (int ranks : {1, 1 << D}) {
    const case_of<D> c = cube<D>(ranks == 1 ? 3 : 6, ranks);
    EXPECT_EQ(sends(c, strategy::layout, false), static_cast<std::size_t>(optimal_message_count(D)));
    EXPECT_EQ(sends(c, strategy::basic, false), static_cast<std::size_t>(basic_message_count(D)));
    EXPECT_EQ(sends(c, strategy::memmap, false), static_cast<std::size_t>(neighbour_count(D)));
  }
  EXPECT_EQ(sends(cube<D>(3, 1), strategy::layout, true), 0u);
}

TEST(LayoutPlan, HasTheFewestMessages) {
  check_message_counts<1>();
  check_message_counts<2>();
  check_message_counts<3>();
}

TEST(LayoutPlan, ClosedAxisCostsNoMessages) {
  case_of<3> c = cube<3>(12, 9);
  c.cells[2] = 32;
  ASSERT_EQ(c.cut(true).process_grid(), (brick::index<3>{3, 3, 1}));
  EXPECT_EQ(sends(c, strategy::memmap, true), 8u);
  EXPECT_EQ(sends(c, strategy::layout, true), 9u);
}

TEST(LayoutPlan, MemmapPadsToPages) {
  for (std::size_t page : {system_page_bytes(), 16 * system_page_bytes()}) {
    const case_of<3> c{{24, 24, 24}, {4, 4, 4}, {2, 2, 2}, {true, true, true}, 8};
    const brick_layout<3> layout(c.cut(true), 3, {.element_bytes = 4, .page_bytes = page});
    const exchange_plan plan = layout.plan(strategy::memmap, 4);
    EXPECT_EQ(plan.sends.size(), 26u);
    for (const auto* list : {&plan.sends, &plan.recvs})
      for (const message& m : *list)
        for (const extent& piece : m.pieces) {
          EXPECT_EQ(piece.offset % static_cast<std::int64_t>(page), 0);
          EXPECT_EQ(piece.length % static_cast<std::int64_t>(page), 0);
          EXPECT_LE(piece.offset + piece.length, static_cast<std::int64_t>(layout.storage_bytes(4)));
        }
  }
}

TEST(LayoutPlan, BricksOfOnePageNeedNoPadding) {
  const case_of<3> c = cube<3>(4, 1);
  const brick_layout<3> padded(c.cut(true), 0, {.wrap_in_place = false});
  EXPECT_EQ(padded.brick_count(), 6 * 6 * 6);
}

TEST(LayoutPlan, ReceivesOneContiguousPieceANeighbour) {
  const brick_layout<3> layout(cube<3>(6, 8).cut(true), 5, {});
  for (const message& m : layout.plan(strategy::memmap, 8).recvs)
    EXPECT_EQ(join(m.pieces).size(), 1u);
}

TEST(LayoutPlan, IdleRankHasNothing) {
  const case_of<2> c{{8, 8}, {8, 8}, {1, 1}, {true, true}, 3};
  const brick_layout<2> layout(c.cut(true), 2, {});
  EXPECT_EQ(layout.brick_count(), 0);
  EXPECT_EQ(layout.storage_bytes(8), 0u);
  EXPECT_TRUE(layout.traversal().empty());
  EXPECT_EQ(to_string(layout.plan(strategy::memmap, 8)), "");
}

TEST(LayoutPlan, PartialBricksAreListed) {
  const case_of<2> c{{20, 16}, {8, 8}, {1, 1}, {false, false}, 1};
  const brick_layout<2> layout(c.cut(true), 0, {});
  ASSERT_EQ(layout.partial().size(), 2u);
  EXPECT_EQ(layout.partial()[1].lattice, (brick::index<2>{2, 1}));
}

/// Of 24 rows of bricks 20 are inside, of 24 columns 22; two cells are read on every side.
TEST(LayoutPlan, GhostCellsLieInTheLastBrickWhereItHasRoomForBothEnds) {
  const case_of<2> c{{20, 22}, {8, 8}, {2, 2}, {true, true}, 1};
  const brick_layout<2> layout(c.cut(true), 0, {});
  EXPECT_EQ(layout.all_bricks(), (box<2>{{0, -1}, {3, 4}}));
  EXPECT_EQ(layout.ghost_depth(), (brick::index<2>{2, 2}));
  EXPECT_EQ(layout.brick_at({-1, 0}), layout.brick_at({2, 0}));
  EXPECT_EQ(layout.offset_of({-1, 0}), layout.offset_of({23, 0}));
  EXPECT_NE(layout.offset_of({0, -1}), layout.offset_of({0, 23}));
  const brick_layout<2> unwrapped(c.cut(true), 0, {.wrap_in_place = false});
  EXPECT_EQ(unwrapped.all_bricks(), (box<2>{{-1, -1}, {4, 4}}));
}

TEST(LayoutPlan, TheDomainIsToldWhereBricksReachBeyondIt) {
  const case_of<2> partial{{20, 16}, {8, 8}, {1, 1}, {true, false}, 1}, whole{{24, 16}, {8, 8}, {1, 1}, {}, 1};
  const brick_layout<2> layout(partial.cut(true), 0, {});
  ASSERT_NE(layout.domain_of_partial(), nullptr);
  EXPECT_EQ(layout.domain_of_partial()[0], 20);
  EXPECT_EQ(brick_layout<2>(whole.cut(true), 0, {}).domain_of_partial(), nullptr);
}

/// 4 x 6 x 8 bricks of 32 KiB; columns of 6 bricks at most.
TEST(LayoutOrder, PatchesMarchTogetherAndColumnsOneByOne) {
  const case_of<3> c{{64, 96, 128}, {16, 16, 16}, {1, 1, 1}, {true, true, true}, 1};
  const brick_layout<3> layout(c.cut(true), 0, {.patch = {0, 2, 4}});
  using coordinates = std::vector<brick::index<3>>;
  const auto first = [&](sweep_order order, std::size_t count) {
    coordinates result;
    for (const std::int32_t id : layout.share_of(brick_part::all, 0, 1, order).first(count))
      result.push_back(layout.lattice_of(id));
    return result;
  };
  EXPECT_EQ(
      first(sweep_order::patches, 9),
      (coordinates{{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 0, 3}, {0, 1, 0}, {0, 1, 1}, {0, 1, 2}, {0, 1, 3}, {1, 0, 0}}));
  EXPECT_EQ(first(sweep_order::columns, 6),
            (coordinates{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {0, 0, 1}, {1, 0, 1}}));
}

/// 2 x 4 x 36 bricks of 8 KiB: a row has most of what a layer of a patch may have, and yet there are two.
TEST(LayoutOrder, PatchesAreTwoRowsWideAtLeast) {
  const case_of<3> c{{16, 64, 288}, {8, 16, 8}, {1, 1, 1}, {true, true, true}, 1};
  const brick_layout<3> layout(c.cut(true), 0, {});
  const auto bricks = layout.share_of(brick_part::all, 0, 1, sweep_order::patches);
  EXPECT_EQ(layout.lattice_of(bricks[71]), (brick::index<3>{0, 1, 35}));
  EXPECT_EQ(layout.lattice_of(bricks[72]), (brick::index<3>{1, 0, 0}));
}

/// 2 x 5 x 64 bricks of 4 KiB: three parts of 22, 22 and 20, five rows of which make a patch.
TEST(LayoutOrder, LongRowsArePartedEqually) {
  const case_of<3> c{{16, 40, 512}, {8, 8, 8}, {1, 1, 1}, {true, true, true}, 1};
  const brick_layout<3> layout(c.cut(true), 0, {});
  const auto bricks = layout.share_of(brick_part::all, 0, 1, sweep_order::patches);
  EXPECT_EQ(layout.lattice_of(bricks[21]), (brick::index<3>{0, 0, 21}));
  EXPECT_EQ(layout.lattice_of(bricks[22]), (brick::index<3>{0, 1, 0}));
  EXPECT_EQ(layout.lattice_of(bricks[110]), (brick::index<3>{1, 0, 0}));
  EXPECT_EQ(layout.lattice_of(bricks[220]), (brick::index<3>{0, 0, 22}));
  EXPECT_EQ(layout.lattice_of(bricks[639]), (brick::index<3>{1, 4, 63}));
}

TEST(LayoutOrder, HighColumnsAreCut) {
  const case_of<2> c{{16 * 64, 64 * 2}, {16, 64}, {1, 1}, {true, true}, 1}; // bricks of 8 KiB
  const brick_layout<2> layout(c.cut(true), 0, {});
  const auto bricks = layout.share_of(brick_part::all, 0, 1, sweep_order::columns);
  EXPECT_EQ(layout.lattice_of(bricks[15]), (brick::index<2>{15, 0}));
  EXPECT_EQ(layout.lattice_of(bricks[16]), (brick::index<2>{0, 1}));
}

/// Bricks that others read are numbered region by region.
TEST(LayoutOrder, InnerBricksLieAsTheyAreSwept) {
  for (const int ranks : {1, 2}) {
    const case_of<3> c{{128, 96, 128}, {16, 16, 16}, {1, 1, 1}, {true, true, true}, ranks};
    for (const sweep_order order : {sweep_order::patches, sweep_order::columns}) {
      const brick_layout<3> layout(c.cut(true), 0, {.order = order, .patch = {0, 2, 4}});
      const auto swept = layout.share_of(brick_part::all, 0, 1);
      EXPECT_TRUE(std::ranges::equal(swept, layout.share_of(brick_part::all, 0, 1, order)));
      EXPECT_EQ(std::ranges::is_sorted(swept), ranks == 1);
      EXPECT_TRUE(std::ranges::is_sorted(layout.share_of(brick_part::inner, 0, 1)));
      const auto other = order == sweep_order::patches ? sweep_order::columns : sweep_order::patches;
      EXPECT_FALSE(std::ranges::is_sorted(layout.share_of(brick_part::inner, 0, 1, other)));
    }
  }
}

/// 13 x 7 x 13 bricks, of which the last ones have 4 planes, 4 rows of 16 and 4 cells a row inside the domain.
TEST(LayoutOrder, SharesAreOfRowsThatAreComputed) {
  const case_of<3> c{{100, 100, 100}, {8, 16, 8}, {1, 1, 1}, {true, true, true}, 1};
  const brick_layout<3> layout(c.cut(true), 0, {});
  const auto count_rows = [&](std::span<const std::int32_t> bricks, std::int64_t last_rows) {
    std::int64_t rows = 0;
    for (const std::int32_t id : bricks) {
      const brick::index<3>& at = layout.lattice_of(id);
      rows += (at[0] == 12 ? 4 : 8) * (at[1] == 6 ? last_rows : 16);
    }
    return rows;
  };
  for (const auto order : {sweep_order::patches, sweep_order::columns})
    for (int thread = 0; thread < 3; ++thread) {
      const auto share = [&](sweep_omission omission) {
        return layout.share_of(brick_part::all, thread, 3, order, omission);
      };
      EXPECT_NEAR(std::ssize(share(sweep_omission::nothing)), 13 * 7 * 13 / 3., 1);
      EXPECT_NEAR(count_rows(share(sweep_omission::half_planes), 8), 100 * (96 + 8) * 13 / 3., 8 * 16);
      EXPECT_NEAR(count_rows(share(sweep_omission::rows), 4), 100 * 100 * 13 / 3., 8 * 16);
    }
}

TEST(LayoutErrors, NameTheNumbers) {
  const case_of<1> deep{{64}, {8}, {9}, {true}, 1};
  EXPECT_THROW(brick_layout<1>(deep.cut(true), 0, {}), error);
  const case_of<1> c{{64}, {8}, {1}, {true}, 1};
  EXPECT_THROW(brick_layout<1>(c.cut(true), 0, {.page_bytes = 100}), error);
  const brick_layout<1> dense(c.cut(true), 0, {.exchange = strategy::layout});
  EXPECT_THROW((void)dense.plan(strategy::memmap, 8), error);
  EXPECT_THROW((void)dense.plan(strategy::shared, 8), error);
}

TEST(Strategy, NamesGoBothWays) {
  for (strategy s : {strategy::shared, strategy::shared_layout, strategy::memmap, strategy::layout,
                     strategy::memmap_put, strategy::layout_put, strategy::basic, strategy::packed})
    EXPECT_EQ(strategy_named(to_string(s)), s);
  EXPECT_THROW(strategy_named("fast"), error);
}

} // namespace
