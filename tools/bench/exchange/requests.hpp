// Persistent requests of MPI for the exchanges that the runtime does not do, started and awaited as its own are.
// SPDX-License-Identifier: MIT
#pragma once

#include <brick/error.hpp>
#include <mpi.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "contender.hpp"

namespace bench {

inline void check_mpi(int code, const char* call) {
  if (code != MPI_SUCCESS) throw brick::error(std::string(call) + " has failed");
}

/// Items of one type at an address.
struct items {
  void* data;
  int count;
  MPI_Datatype type;
};

/// As the runtime waits, which is kind to ranks that share a core: MPI_Waitall may spin.
inline void wait_for_all(std::vector<MPI_Request>& requests) {
  for (int done = 0;;) {
    check_mpi(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE),
              "MPI_Testall");
    if (done) return;
    std::this_thread::yield();
  }
}

class requests {
public:
  requests() = default;
  requests(const requests&) = delete;
  requests& operator=(const requests&) = delete;
  ~requests() {
    for (MPI_Request& request : all_)
      MPI_Request_free(&request);
  }

  void receive(const items& what, int rank, int tag) {
    check_mpi(MPI_Recv_init(what.data, what.count, what.type, rank, tag, MPI_COMM_WORLD, &added()), "MPI_Recv_init");
  }
  void send(const items& what, int rank, int tag) {
    check_mpi(MPI_Send_init(what.data, what.count, what.type, rank, tag, MPI_COMM_WORLD, &added()), "MPI_Send_init");
  }

  /// Starts all, in the order in which they were added, and waits for them.
  void run() {
    const auto begin = clock::now();
    check_mpi(MPI_Startall(static_cast<int>(all_.size()), all_.data()), "MPI_Startall");
    const auto started = clock::now();
    wait_for_all(all_);
    spent_.call += std::chrono::duration<double>(started - begin).count();
    spent_.wait += std::chrono::duration<double>(clock::now() - started).count();
  }

  [[nodiscard]] const parts& spent() const { return spent_; }

private:
  using clock = std::chrono::steady_clock;

  MPI_Request& added() { return all_.emplace_back(MPI_REQUEST_NULL); }

  std::vector<MPI_Request> all_;
  parts spent_;
};

} // namespace bench
