// SPDX-License-Identifier: MIT
// Heat on a periodic square, in arrays of one's own: C++ and the halo library, with the interior computed while ghost
// cells travel. A sine wave decays by the same factor in every step, so the exact solution is known.
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

#include <brick/halo.hpp>
#include <brick/mpi.hpp>

namespace {

constexpr int n = 48, steps = 100; // cells along each side
constexpr double k = 0.2, wave = 2 * std::numbers::pi / n;

/// The part of the square that one rank has: rows and columns of cells, with a ghost cell on each side.
struct block {
  int first_row, rows, first_column, columns;
  [[nodiscard]] int at(int row, int column) const { return row * (columns + 2) + column; }
};

/// The part `number` of n cells in `parts` parts: the first and how many.
std::array<int, 2> share(int number, int parts) {
  const int first = n * number / parts;
  return {first, n * (number + 1) / parts - first};
}

/// What each side sends goes to the neighbour there, whose ghost cells are on the other side of it. The tag is the
/// side.
void add_halos(brick::halo_exchange& halos, const block& b, MPI_Comm torus) {
  const auto part = [&](int row, int column, bool is_row) {
    const std::array<std::int64_t, 2> extents{b.rows + 2, b.columns + 2}, low{row, column},
        high{is_row ? row + 1 : b.rows + 1, is_row ? b.columns + 1 : column + 1};
    return std::vector{brick::halo_part{.region = brick::halo_region::box(extents, low, high)}};
  };
  for (int axis = 0; axis < 2; ++axis) {
    const bool is_row = axis == 0;
    const int last = is_row ? b.rows : b.columns;
    const auto line = [&](int i) { return is_row ? part(i, 1, true) : part(1, i, false); };
    int below = 0, above = 0;
    MPI_Cart_shift(torus, axis, 1, &below, &above);
    (void)halos.add_send({.parts = line(1), .rank = below, .tag = 2 * axis});
    (void)halos.add_receive({.parts = line(last + 1), .rank = above, .tag = 2 * axis});
    (void)halos.add_send({.parts = line(last), .rank = above, .tag = 2 * axis + 1});
    (void)halos.add_receive({.parts = line(0), .rank = below, .tag = 2 * axis + 1});
  }
}

void compute(const block& b, std::vector<double>& next, const std::vector<double>& u, int first_row, int last_row,
             int first_column, int last_column) {
  const int row = b.columns + 2;
  for (int i = first_row; i <= last_row; ++i)
    for (int j = first_column; j <= last_column; ++j) {
      const int c = b.at(i, j);
      next[c] = u[c] + k * (u[c - row] + u[c + row] + u[c - 1] + u[c + 1] - 4 * u[c]);
    }
}

/// One step: what needs no ghost cells is computed while they are on their way.
void step(brick::halo_exchange& halos, const block& b, std::vector<double>& next, std::vector<double>& u) {
  brick::halo_status ghosts = halos.start({u});
  compute(b, next, u, 2, b.rows - 1, 2, b.columns - 1);
  ghosts.wait();
  for (int i : {1, b.rows})
    compute(b, next, u, i, i, 1, b.columns);
  for (int j : {1, b.columns})
    compute(b, next, u, 2, b.rows - 1, j, j);
  swap(u, next);
}

double initial(const block& b, int i, int j) {
  return std::sin(wave * (b.first_row + i - 1)) * std::sin(wave * (b.first_column + j - 1));
}

double largest_error(const block& b, const std::vector<double>& u) {
  const double decay = std::pow(1 - 8 * k * std::pow(std::sin(wave / 2), 2), steps);
  double error = 0;
  for (int i = 1; i <= b.rows; ++i)
    for (int j = 1; j <= b.columns; ++j)
      error = std::fmax(error, std::abs(u[b.at(i, j)] - decay * initial(b, i, j)));
  return error;
}

/// The largest error on all ranks.
double solve(MPI_Comm torus) {
  int rank = 0;
  std::array<int, 2> parts{}, periodic{}, place{};
  MPI_Comm_rank(torus, &rank);
  MPI_Cart_get(torus, 2, parts.data(), periodic.data(), place.data());
  const auto [first_row, rows] = share(place[0], parts[0]);
  const auto [first_column, columns] = share(place[1], parts[1]);
  const block b{first_row, rows, first_column, columns};

  std::vector<double> u((rows + 2) * (columns + 2)), next(u.size());
  for (int i = 1; i <= rows; ++i)
    for (int j = 1; j <= columns; ++j)
      u[b.at(i, j)] = initial(b, i, j);

  const brick::communicator ranks = brick::duplicate(torus);
  brick::halo_exchange halos(ranks, {.strategy = brick::halo_strategy::persistent});
  add_halos(halos, b, torus);
  for (int i = 0; i < steps; ++i)
    step(halos, b, next, u);
  return ranks.max(largest_error(b, u));
}

} // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int size = 0, rank = 0;
  std::array<int, 2> parts{}, periodic{1, 1};
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 2, parts.data());
  MPI_Comm torus = MPI_COMM_NULL;
  MPI_Cart_create(MPI_COMM_WORLD, 2, parts.data(), periodic.data(), 0, &torus);
  MPI_Comm_rank(torus, &rank);
  const double error = solve(torus);
  if (rank == 0)
    std::printf("heat in C++, %d ranks: largest error %s\n", size, error < 1e-12 ? "below 1e-12" : "too large");
  MPI_Comm_free(&torus);
  MPI_Finalize();
  return error < 1e-12 ? 0 : 1;
}
