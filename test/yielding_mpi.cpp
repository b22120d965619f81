// Preloaded by MPI jobs of the tests (`BRICK_PRELOAD` of tools/lib/mpirun): ranks that wait inside MPI let others run.
//
// MPICH over UCX polls without ever giving up its core. With eight ranks on two cores every message then waits for the
// time slices of ranks that have nothing to do: a barrier takes 50 ms, and 5 with this. Other libraries of MPI do not
// call this function, or yield by themselves (Open MPI).
// SPDX-License-Identifier: MIT
#include <dlfcn.h>
#include <sched.h>

extern "C" unsigned ucp_worker_progress(void* worker) {
  static auto* const progress = reinterpret_cast<unsigned (*)(void*)>(dlsym(RTLD_NEXT, "ucp_worker_progress"));
  constexpr int polls_before_yield = 20;
  static thread_local int idle_polls = 0;
  const unsigned events = progress(worker);
  idle_polls = events == 0 ? idle_polls + 1 : 0;
  if (idle_polls == polls_before_yield) {
    idle_polls = 0;
    sched_yield();
  }
  return events;
}
