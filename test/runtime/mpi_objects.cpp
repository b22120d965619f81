// SPDX-License-Identifier: MIT
#include "mpi_objects.hpp"

#include <mpi.h>

namespace {
brick_test::mpi_objects alive;
}

const brick_test::mpi_objects& brick_test::alive_objects() { return alive; }

// MPI's profiling interface: these stand before the library's own functions.
extern "C" int MPI_Send_init(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                             MPI_Request* request) {
  ++alive.requests;
  return PMPI_Send_init(data, count, type, to, tag, comm, request);
}

extern "C" int MPI_Recv_init(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                             MPI_Request* request) {
  ++alive.requests;
  return PMPI_Recv_init(data, count, type, from, tag, comm, request);
}

extern "C" int MPI_Request_free(MPI_Request* request) {
  --alive.requests;
  return PMPI_Request_free(request);
}

extern "C" int MPI_Type_create_hindexed(int count, const int lengths[], const MPI_Aint places[], MPI_Datatype old,
                                        MPI_Datatype* type) {
  ++alive.types;
  return PMPI_Type_create_hindexed(count, lengths, places, old, type);
}

extern "C" int MPI_Type_create_hvector(int count, int length, MPI_Aint stride, MPI_Datatype old, MPI_Datatype* type) {
  ++alive.types;
  return PMPI_Type_create_hvector(count, length, stride, old, type);
}

extern "C" int MPI_Type_create_struct(int count, const int lengths[], const MPI_Aint places[],
                                      const MPI_Datatype types[], MPI_Datatype* type) {
  ++alive.types;
  return PMPI_Type_create_struct(count, lengths, places, types, type);
}

extern "C" int MPI_Type_free(MPI_Datatype* type) {
  --alive.types;
  return PMPI_Type_free(type);
}

extern "C" int MPI_Comm_idup(MPI_Comm comm, MPI_Comm* other, MPI_Request* request) {
  ++alive.communicators;
  return PMPI_Comm_idup(comm, other, request);
}

extern "C" int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm* part) {
  ++alive.communicators;
  return PMPI_Comm_split_type(comm, type, key, info, part);
}

extern "C" int MPI_Dist_graph_create_adjacent(MPI_Comm comm, int sources, const int source[], const int source_weight[],
                                              int targets, const int target[], const int target_weight[], MPI_Info info,
                                              int reorder, MPI_Comm* graph) {
  ++alive.communicators;
  return PMPI_Dist_graph_create_adjacent(comm, sources, source, source_weight, targets, target, target_weight, info,
                                         reorder, graph);
}

extern "C" int MPI_Win_allocate(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void* memory, MPI_Win* window) {
  ++alive.windows;
  return PMPI_Win_allocate(bytes, unit, info, comm, memory, window);
}

extern "C" int MPI_Win_create(void* memory, MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, MPI_Win* window) {
  ++alive.windows;
  return PMPI_Win_create(memory, bytes, unit, info, comm, window);
}

extern "C" int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win* window) {
  ++alive.windows;
  return PMPI_Win_create_dynamic(info, comm, window);
}

extern "C" int MPI_Win_free(MPI_Win* window) {
  --alive.windows;
  return PMPI_Win_free(window);
}

extern "C" int MPI_Comm_free(MPI_Comm* comm) {
  --alive.communicators;
  return PMPI_Comm_free(comm);
}
