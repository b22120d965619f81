/* SPDX-License-Identifier: MIT */
/* The halo library in C: see halo.hpp, whose classes and functions these are, for what they do.
 *
 * Every function returns BRICK_HALO_OK or an error code; brick_halo_error() has the words of the last error of the
 * calling thread. After an error, what a function should have made is NULL. Functions called collective must be called
 * by all ranks. Objects must be freed before MPI_Finalize. */
#ifndef BRICK_HALO_H
#define BRICK_HALO_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { BRICK_HALO_OK = 0, BRICK_HALO_ERROR = 1, BRICK_HALO_NO_MEMORY = 2 };

/* Strategies; BRICK_HALO_DEFAULT is that of the options. */
enum {
  BRICK_HALO_DEFAULT = -1,
  BRICK_HALO_PACKED = 0,
  BRICK_HALO_PERSISTENT = 1,
  BRICK_HALO_TYPES = 2,
  BRICK_HALO_NEIGHBOURHOOD = 3,
  BRICK_HALO_MAXIMAL_BLOCK = 4,
  BRICK_HALO_PACKED_PUT = 5,
  BRICK_HALO_FIXED_PIPELINE = 6,
  BRICK_HALO_SUPERPIPELINE = 7
};

/* When an operation starts while one that it should follow is under way. */
enum { BRICK_HALO_IGNORE = 0, BRICK_HALO_WARN = 1, BRICK_HALO_WAIT = 2 };

/* In the place of a rank: each send or receive names it, or, in these, the fixed one is meant. */
enum { BRICK_HALO_RANK_PER_CALL = -1, BRICK_HALO_FIXED_RANK = -1 };

typedef struct brick_halo_ranks brick_halo_ranks;   /* a communicator: duplicated once, for all objects made with it */
typedef struct brick_halo brick_halo;               /* a halo_exchange */
typedef struct brick_halo_status brick_halo_status; /* an operation under way */

/* `rows` runs of `columns` elements, `stride` elements apart. */
typedef struct {
  int64_t start, columns, rows, stride;
} brick_halo_record;

/* An array: address, elements, bytes of an element. Arrays that are sent are only read. */
typedef struct {
  void* data;
  int64_t length;
  size_t element_bytes;
} brick_halo_array;

/* A region of array number `array`: `count` indices or, where `indices` is NULL, `count` records. */
typedef struct {
  int array;
  size_t element_bytes;
  int64_t count;
  const int64_t* indices;
  const brick_halo_record* records;
} brick_halo_part;

/* What puts and copies cost, in seconds, and the bytes that travel beside other work: see put_costs in
 * put_pipeline.hpp. All 0: what tools/brick-probe --puts has measured here, else defaults, as read_measured_costs() has
 * them. c_options of brick_halo.f90 has the same members. */
typedef struct {
  double latency, put, put_byte, copy_run, copy_byte, ahead, core_byte;
} brick_halo_costs;

/* Start from brick_halo_default_options(). `warning` may be NULL. Pipelines have a first block of `block_bytes`, and
 * each `block_factor` times the one before; what is 0 is chosen by the costs. */
typedef struct {
  int strategy, out_of_sync, tags;
  void (*warning)(const char* words, void* context);
  void* context;
  int64_t block_bytes;
  double block_factor;
  brick_halo_costs costs, node_costs; /* to ranks on other nodes, and on this one */
  int threads;
} brick_halo_options;

/* Valid until the next error of this thread. */
const char* brick_halo_error(void);

/* Collective over `comm`; MPI must be running. From Fortran: the handle of its `mpi` module. */
int brick_halo_ranks_create(MPI_Comm comm, brick_halo_ranks** ranks);
int brick_halo_ranks_create_fortran(int comm, brick_halo_ranks** ranks);

/* For Fortran's module, which refuses some things itself: these are the words of an error. Returns BRICK_HALO_ERROR. */
int brick_halo_refuse_fortran(const char* words);
int brick_halo_ranks_free(brick_halo_ranks** ranks);

brick_halo_options brick_halo_default_options(void);

/* Collective. NULL for `options`: the default ones. */
int brick_halo_create(const brick_halo_ranks* ranks, const brick_halo_options* options, brick_halo** halo);
int brick_halo_free(brick_halo** halo);

/* `parts` in the order of the message; `id` is what the functions below take. */
int brick_halo_add_send(brick_halo* halo, int part_count, const brick_halo_part* parts, int rank, int tag, int strategy,
                        int* id);
int brick_halo_add_receive(brick_halo* halo, int part_count, const brick_halo_part* parts, int rank, int tag,
                           int strategy, int* id);
int brick_halo_send_bytes(const brick_halo* halo, int id, int64_t* bytes);
int brick_halo_receive_bytes(const brick_halo* halo, int id, int64_t* bytes);

/* All halos. The first exchange or start is collective, and so is `check`. */
int brick_halo_check(brick_halo* halo);
int brick_halo_exchange(brick_halo* halo, int array_count, const brick_halo_array* arrays);
int brick_halo_start(brick_halo* halo, int array_count, const brick_halo_array* arrays, brick_halo_status** status);

/* One halo, from arrays to arrays. */
int brick_halo_start_send(brick_halo* halo, int id, int array_count, const brick_halo_array* arrays, int rank,
                          brick_halo_status** status);
int brick_halo_start_receive(brick_halo* halo, int id, int array_count, const brick_halo_array* arrays, int rank,
                             brick_halo_status** status);

/* The stages. `pack_all` packs all sends with fixed ranks, faster than one after the other. In a parallel region
 * threads do so together: the one that calls MPI calls `prepare_pack`, again when arrays have been swapped or moved or
 * a send has been added; in every step each calls `pack_share` with its number from 0 on; when all have returned,
 * messages may be sent. A send that nobody has waited for since is an error of `pack_share`, unless out_of_sync is
 * "ignore". */
int brick_halo_pack_all(brick_halo* halo, int array_count, const brick_halo_array* arrays);
int brick_halo_prepare_pack(brick_halo* halo, int array_count, const brick_halo_array* arrays);
int brick_halo_pack_share(const brick_halo* halo, int thread, int threads);
int brick_halo_pack(brick_halo* halo, int id, int number, brick_halo_array array);
int brick_halo_start_pack(brick_halo* halo, int id, int number, brick_halo_array array, brick_halo_status** status);
int brick_halo_start_send_packed(brick_halo* halo, int id, int rank, brick_halo_status** status);
int brick_halo_start_receive_packed(brick_halo* halo, int id, int rank, brick_halo_status** status);
int brick_halo_unpack(brick_halo* halo, int id, int number, brick_halo_array array);
int brick_halo_start_unpack(brick_halo* halo, int id, int number, brick_halo_array array, brick_halo_status** status);

/* Both free the status, and set it to NULL, when the operation is complete or has failed; NULL is complete. */
int brick_halo_test(brick_halo_status** status, int* complete);
int brick_halo_wait(brick_halo_status** status);

/* Frees the status and leaves the operation to its object. */
int brick_halo_detach(brick_halo_status** status);

#ifdef __cplusplus
}
#endif

#endif
