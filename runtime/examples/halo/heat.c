/* SPDX-License-Identifier: MIT */
/* Heat on a periodic square, in arrays of one's own: C and the halo library. A sine wave decays by the same factor in
 * every step, so the exact solution is known. Rows are shared among the ranks. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <brick/halo.h>

enum { n = 48, steps = 100 }; /* cells along each side */
static const double k = 0.2, wave = 2 * 3.14159265358979323846 / n;

/* Ends the job when a call has failed. */
static void check(int code) {
  if (code == BRICK_HALO_OK) return;
  fprintf(stderr, "%s\n", brick_halo_error());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/* The rows of one rank, with a ghost row and a ghost column on each side. */
typedef struct {
  int first, rows;
} block;

static int at(int row, int column) { return row * (n + 2) + column; }

/* One row of cells, or one column: a record (start, columns, rows, stride). */
static brick_halo_record row_of(int row) { return (brick_halo_record){at(row, 1), n, 1, 0}; }
static brick_halo_record column_of(block b, int column) { return (brick_halo_record){at(1, column), 1, b.rows, n + 2}; }

/* One message: `from` is sent to rank `to`, `into` is received from rank `source`. */
static void add_message(brick_halo* halo, brick_halo_record from, int to, brick_halo_record into, int source, int tag) {
  const brick_halo_part sent = {0, sizeof(double), 1, NULL, &from}, received = {0, sizeof(double), 1, NULL, &into};
  int id;
  check(brick_halo_add_send(halo, 1, &sent, to, tag, BRICK_HALO_DEFAULT, &id));
  check(brick_halo_add_receive(halo, 1, &received, source, tag, BRICK_HALO_DEFAULT, &id));
}

/* Rows go to the ranks above and below, columns to this rank itself. */
static brick_halo* make_halos(const brick_halo_ranks* ranks, block b, int rank, int size) {
  const int below = (rank + size - 1) % size, above = (rank + 1) % size;
  brick_halo_options options = brick_halo_default_options();
  brick_halo* halo;
  options.strategy = BRICK_HALO_TYPES;
  check(brick_halo_create(ranks, &options, &halo));
  add_message(halo, row_of(1), below, row_of(b.rows + 1), above, 0);
  add_message(halo, row_of(b.rows), above, row_of(0), below, 1);
  add_message(halo, column_of(b, 1), rank, column_of(b, n + 1), rank, 2);
  add_message(halo, column_of(b, n), rank, column_of(b, 0), rank, 3);
  return halo;
}

static double initial(block b, int i, int j) { return sin(wave * (b.first + i - 1)) * sin(wave * (j - 1)); }

static void step(block b, double* next, const double* u) {
  for (int i = 1; i <= b.rows; ++i)
    for (int j = 1; j <= n; ++j) {
      const double* c = u + at(i, j);
      next[at(i, j)] = *c + k * (c[-(n + 2)] + c[n + 2] + c[-1] + c[1] - 4 * *c);
    }
}

static double largest_error(block b, const double* u) {
  const double decay = pow(1 - 8 * k * pow(sin(wave / 2), 2), steps);
  double error = 0;
  for (int i = 1; i <= b.rows; ++i)
    for (int j = 1; j <= n; ++j)
      error = fmax(error, fabs(u[at(i, j)] - decay * initial(b, i, j)));
  return error;
}

static double solve(block b, brick_halo* halo) {
  const size_t cells = (size_t)at(b.rows + 2, 0);
  double *u = calloc(cells, sizeof *u), *next = calloc(cells, sizeof *next);
  if (!u || !next) MPI_Abort(MPI_COMM_WORLD, 1);
  for (int i = 1; i <= b.rows; ++i)
    for (int j = 1; j <= n; ++j)
      u[at(i, j)] = initial(b, i, j);
  for (int s = 0; s < steps; ++s) {
    const brick_halo_array array = {u, (int64_t)cells, sizeof *u};
    check(brick_halo_exchange(halo, 1, &array));
    step(b, next, u);
    double* computed = next;
    next = u;
    u = computed;
  }
  const double error = largest_error(b, u);
  free(u);
  free(next);
  return error;
}

int main(int argc, char** argv) {
  int rank, size;
  double error;
  brick_halo_ranks* ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int first = n * rank / size;
  const block b = {first, n * (rank + 1) / size - first};

  check(brick_halo_ranks_create(MPI_COMM_WORLD, &ranks));
  brick_halo* halo = make_halos(ranks, b, rank, size);
  error = solve(b, halo);
  check(brick_halo_free(&halo));
  check(brick_halo_ranks_free(&ranks));

  MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  if (rank == 0) printf("heat in C, %d ranks: largest error %s\n", size, error < 1e-12 ? "below 1e-12" : "too large");
  MPI_Finalize();
  return error < 1e-12 ? 0 : 1;
}
