// SPDX-License-Identifier: MIT
#include "failing_mpi.hpp"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

namespace {

constexpr std::array<std::string_view, 21> all{"MPI_Accumulate",
                                               "MPI_Dist_graph_create_adjacent",
                                               "MPI_Iallreduce",
                                               "MPI_Ibarrier",
                                               "MPI_Improbe",
                                               "MPI_Imrecv",
                                               "MPI_Ineighbor_alltoallw",
                                               "MPI_Irecv",
                                               "MPI_Isend",
                                               "MPI_Put",
                                               "MPI_Recv_init",
                                               "MPI_Rput",
                                               "MPI_Send_init",
                                               "MPI_Start",
                                               "MPI_Startall",
                                               "MPI_Test",
                                               "MPI_Testall",
                                               "MPI_Type_commit",
                                               "MPI_Win_allocate",
                                               "MPI_Win_attach",
                                               "MPI_Win_flush"};
std::string_view failing;
bool halves = false, hides = false;

} // namespace

namespace brick_test {

void fail_in(const std::string& call) {
  const auto found = std::ranges::find(all, call);
  if (found == all.end()) throw std::invalid_argument("no wrapper of " + call);
  failing = *found;
}

void halve_receives(bool on) { halves = on; }

void hide_errors_in_statuses() { hides = true; }

} // namespace brick_test

#define BRICK_MAY_FAIL(name, parameters, arguments)                                                                    \
  int name parameters { return failing == #name ? MPI_ERR_OTHER : P##name arguments; }

extern "C" {
BRICK_MAY_FAIL(MPI_Iallreduce,
               (const void* from, void* to, int count, MPI_Datatype type, MPI_Op operation, MPI_Comm ranks,
                MPI_Request* request),
               (from, to, count, type, operation, ranks, request))
BRICK_MAY_FAIL(MPI_Isend,
               (const void* from, int count, MPI_Datatype type, int rank, int tag, MPI_Comm ranks,
                MPI_Request* request),
               (from, count, type, rank, tag, ranks, request))
BRICK_MAY_FAIL(MPI_Put,
               (const void* from, int count, MPI_Datatype type, int rank, MPI_Aint to, int to_count,
                MPI_Datatype to_type, MPI_Win window),
               (from, count, type, rank, to, to_count, to_type, window))
BRICK_MAY_FAIL(MPI_Send_init,
               (const void* from, int count, MPI_Datatype type, int rank, int tag, MPI_Comm ranks,
                MPI_Request* request),
               (from, count, type, rank, tag, ranks, request))
BRICK_MAY_FAIL(MPI_Accumulate,
               (const void* from, int count, MPI_Datatype type, int rank, MPI_Aint to, int to_count,
                MPI_Datatype to_type, MPI_Op operation, MPI_Win window),
               (from, count, type, rank, to, to_count, to_type, operation, window))
BRICK_MAY_FAIL(MPI_Dist_graph_create_adjacent,
               (MPI_Comm ranks, int sources, const int* from, const int* from_weights, int targets, const int* to,
                const int* to_weights, MPI_Info info, int reorder, MPI_Comm* graph),
               (ranks, sources, from, from_weights, targets, to, to_weights, info, reorder, graph))
BRICK_MAY_FAIL(MPI_Ibarrier, (MPI_Comm ranks, MPI_Request* request), (ranks, request))
BRICK_MAY_FAIL(MPI_Improbe, (int rank, int tag, MPI_Comm ranks, int* found, MPI_Message* message, MPI_Status* status),
               (rank, tag, ranks, found, message, status))
BRICK_MAY_FAIL(MPI_Imrecv, (void* to, int count, MPI_Datatype type, MPI_Message* message, MPI_Request* request),
               (to, count, type, message, request))
BRICK_MAY_FAIL(MPI_Ineighbor_alltoallw,
               (const void* from, const int* counts, const MPI_Aint* places, const MPI_Datatype* types, void* to,
                const int* to_counts, const MPI_Aint* to_places, const MPI_Datatype* to_types, MPI_Comm ranks,
                MPI_Request* request),
               (from, counts, places, types, to, to_counts, to_places, to_types, ranks, request))
BRICK_MAY_FAIL(MPI_Irecv,
               (void* to, int count, MPI_Datatype type, int rank, int tag, MPI_Comm ranks, MPI_Request* request),
               (to, count, type, rank, tag, ranks, request))
BRICK_MAY_FAIL(MPI_Rput,
               (const void* from, int count, MPI_Datatype type, int rank, MPI_Aint to, int to_count,
                MPI_Datatype to_type, MPI_Win window, MPI_Request* request),
               (from, count, type, rank, to, to_count, to_type, window, request))
BRICK_MAY_FAIL(MPI_Start, (MPI_Request * request), (request))
BRICK_MAY_FAIL(MPI_Test, (MPI_Request * request, int* done, MPI_Status* status), (request, done, status))
BRICK_MAY_FAIL(MPI_Type_commit, (MPI_Datatype * type), (type))
BRICK_MAY_FAIL(MPI_Win_attach, (MPI_Win window, void* memory, MPI_Aint bytes), (window, memory, bytes))
BRICK_MAY_FAIL(MPI_Win_flush, (int rank, MPI_Win window), (rank, window))
BRICK_MAY_FAIL(MPI_Startall, (int count, MPI_Request* requests), (count, requests))

/// Takes part, as a rank does that finds no memory: others are inside.
int MPI_Win_allocate(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm ranks, void* memory, MPI_Win* window) {
  const int code = PMPI_Win_allocate(bytes, unit, info, ranks, memory, window);
  return failing == "MPI_Win_allocate" ? MPI_ERR_OTHER : code;
}

int MPI_Testall(int count, MPI_Request* requests, int* done, MPI_Status* statuses) {
  if (failing == "MPI_Testall") return MPI_ERR_OTHER;
  const int code = PMPI_Testall(count, requests, done, statuses);
  int kind = code;
  MPI_Error_class(code, &kind);
  if (!hides || kind != MPI_ERR_IN_STATUS) return code;
  *done = 1;
  return MPI_SUCCESS;
}

int MPI_Recv_init(void* to, int count, MPI_Datatype type, int rank, int tag, MPI_Comm ranks, MPI_Request* request) {
  if (failing == "MPI_Recv_init") return MPI_ERR_OTHER;
  return PMPI_Recv_init(to, halves ? count / 2 : count, type, rank, tag, ranks, request);
}
}
