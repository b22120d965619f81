// A sparse matrix whose rows are distributed, as HPCCG and miniFE have it (Tausch, section 5): points of a grid, each
// joined to the 26 around it; a vector has the rows of this rank, and behind them the external columns that its rows
// name, those of one neighbour together. What is sent to a neighbour is a list of rows, in the order it was asked for.
//
// Nothing here knows geometry but `columns_of`: as in those codes, halos are found from the matrix alone. External
// columns are those named by own rows and owned by others, in the order in which they are met; their owners are told.
// SPDX-License-Identifier: MIT
#pragma once

#include <brick/index.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "../exchange/requests.hpp"
#include "halo_problem.hpp"

namespace bench {

/// A grid of points cut into a box for each rank, the first axis running fastest. Rows are numbered box by box.
class point_grid {
public:
  /// `points` a rank along each axis; the last box of an axis has `more` of them: cells have a point more than there
  /// are cells.
  point_grid(std::int64_t points, std::int64_t more, const brick::index<3>& ranks)
      : points_(points), ranks_(ranks), all_(brick::filled<3>(more)) {
    std::int64_t first = 0;
    for (int a = 0; a < 3; ++a)
      all_[a] += points * ranks[a];
    for (int rank = 0; rank < brick::product(ranks); ++rank) {
      first_row_.push_back(first);
      first += brick::volume(box_of(rank));
    }
    first_row_.push_back(first);
  }

  [[nodiscard]] brick::box<3> box_of(int rank) const {
    const brick::index<3> place{rank % ranks_[0], rank / ranks_[0] % ranks_[1], rank / (ranks_[0] * ranks_[1])};
    brick::box<3> box{};
    for (int a = 0; a < 3; ++a) {
      box.low[a] = place[a] * points_;
      box.high[a] = place[a] + 1 == ranks_[a] ? all_[a] : box.low[a] + points_;
    }
    return box;
  }

  [[nodiscard]] std::int64_t first_row(int rank) const { return first_row_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] std::int64_t rows(int rank) const { return first_row(rank + 1) - first_row(rank); }

  [[nodiscard]] int owner_of(std::int64_t row) const {
    return static_cast<int>(std::ranges::upper_bound(first_row_, row) - first_row_.begin()) - 1;
  }

  [[nodiscard]] std::int64_t row_of(const brick::index<3>& point) const {
    brick::index<3> place{};
    for (int a = 0; a < 3; ++a)
      place[a] = std::min(point[a] / points_, ranks_[a] - 1);
    const auto rank = static_cast<int>((place[2] * ranks_[1] + place[1]) * ranks_[0] + place[0]);
    const brick::box<3> box = box_of(rank);
    const brick::index<3> extents = brick::shape(box);
    return first_row(rank) + ((point[2] - box.low[2]) * extents[1] + point[1] - box.low[1]) * extents[0] + point[0] -
           box.low[0];
  }

  /// Calls `each(column)` for the 27 columns, or less at the ends of the grid, of a point's row.
  template <class Each> void columns_of(const brick::index<3>& point, Each&& each) const {
    for (std::int64_t z = std::max<std::int64_t>(point[2] - 1, 0); z <= std::min(point[2] + 1, all_[2] - 1); ++z)
      for (std::int64_t y = std::max<std::int64_t>(point[1] - 1, 0); y <= std::min(point[1] + 1, all_[1] - 1); ++y)
        for (std::int64_t x = std::max<std::int64_t>(point[0] - 1, 0); x <= std::min(point[0] + 1, all_[0] - 1); ++x)
          each(row_of({x, y, z}));
  }

private:
  std::int64_t points_;
  brick::index<3> ranks_;
  brick::index<3> all_;
  std::vector<std::int64_t> first_row_;
};

/// The external columns of a rank, by owner.
inline std::map<int, std::vector<std::int64_t>> external_columns(const point_grid& grid, int rank) {
  std::map<int, std::vector<std::int64_t>> columns;
  std::unordered_set<std::int64_t> met;
  const brick::box<3> box = grid.box_of(rank);
  const std::int64_t first = grid.first_row(rank), end = grid.first_row(rank + 1);
  for (std::int64_t z = box.low[2]; z < box.high[2]; ++z)
    for (std::int64_t y = box.low[1]; y < box.high[1]; ++y)
      for (std::int64_t x = box.low[0]; x < box.high[0]; ++x)
        grid.columns_of({x, y, z}, [&](std::int64_t column) {
          if ((column < first || column >= end) && met.insert(column).second)
            columns[grid.owner_of(column)].push_back(column);
        });
  return columns;
}

/// Collective: what others ask this rank for, by rank, from what each asks of others.
inline std::map<int, std::vector<std::int64_t>> asked_for(int ranks,
                                                          const std::map<int, std::vector<std::int64_t>>& wanted) {
  const auto size = static_cast<std::size_t>(ranks);
  std::vector<int> counts(size), places(size), their_counts(size), their_places(size);
  std::vector<std::int64_t> list;
  for (const auto& [rank, rows] : wanted) {
    counts[static_cast<std::size_t>(rank)] = static_cast<int>(rows.size());
    places[static_cast<std::size_t>(rank)] = static_cast<int>(list.size());
    list.insert(list.end(), rows.begin(), rows.end());
  }
  check_mpi(MPI_Alltoall(counts.data(), 1, MPI_INT, their_counts.data(), 1, MPI_INT, MPI_COMM_WORLD), "MPI_Alltoall");
  for (std::size_t rank = 1; rank < size; ++rank)
    their_places[rank] = their_places[rank - 1] + their_counts[rank - 1];
  std::vector<std::int64_t> theirs(static_cast<std::size_t>(their_places.back() + their_counts.back()));
  check_mpi(MPI_Alltoallv(list.data(), counts.data(), places.data(), MPI_INT64_T, theirs.data(), their_counts.data(),
                          their_places.data(), MPI_INT64_T, MPI_COMM_WORLD),
            "MPI_Alltoallv");
  std::map<int, std::vector<std::int64_t>> asked;
  for (std::size_t rank = 0; rank < size; ++rank)
    if (their_counts[rank] > 0)
      asked[static_cast<int>(rank)] = {theirs.begin() + their_places[rank],
                                       theirs.begin() + their_places[rank] + their_counts[rank]};
  return asked;
}

/// What the vector holds in a row or column: another number for each.
inline double value_of_row(std::int64_t row) { return static_cast<double>(row + 1); }

/// Collective: the halo of a matrix-vector product.
inline halo_problem rows_problem(const brick::communicator& world, const point_grid& grid) {
  halo_problem p{.world = world};
  const std::int64_t first = grid.first_row(world.rank()), rows = grid.rows(world.rank());
  for (std::int64_t row = 0; row < rows; ++row)
    p.after.push_back(value_of_row(first + row));
  const auto wanted = external_columns(grid, world.rank());
  for (const auto& [rank, columns] : wanted) {
    const auto start = static_cast<std::int64_t>(p.after.size()), count = static_cast<std::int64_t>(columns.size());
    p.receives.push_back({.rank = rank, .tag = 0, .region = brick::halo_region({{start, count, 1, 0}})});
    for (const std::int64_t column : columns)
      p.after.push_back(value_of_row(column));
  }
  p.before = p.after;
  std::fill(p.before.begin() + rows, p.before.end(), nothing);
  for (auto& [rank, list] : asked_for(world.size(), wanted)) {
    std::vector<std::int64_t> own(list);
    for (std::int64_t& row : own)
      row -= first;
    p.sends.push_back({.rank = rank, .tag = 0, .region = brick::halo_region::of_indices(own)});
  }
  return p;
}

} // namespace bench
