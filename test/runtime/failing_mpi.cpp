// SPDX-License-Identifier: MIT
#include "failing_mpi.hpp"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>

namespace {

constexpr std::array<std::string_view, 6> all{"MPI_Iallreduce", "MPI_Isend",    "MPI_Put",
                                              "MPI_Send_init",  "MPI_Startall", "MPI_Testall"};
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
BRICK_MAY_FAIL(MPI_Startall, (int count, MPI_Request* requests), (count, requests))

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
  return PMPI_Recv_init(to, halves ? count / 2 : count, type, rank, tag, ranks, request);
}
}
