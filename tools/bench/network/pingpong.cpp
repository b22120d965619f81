// Time of a message of n bytes between ranks 0 and 1, by MPI_Send and MPI_Recv and by MPI_Put and a flush, as JSON:
//   mpiexec -n 2 pingpong [largest message in bytes [seconds for a size]]
// Per way: [bytes, seconds] of each size, and the latency L and seconds per byte G of T = L + n G nearest to them.
// SPDX-License-Identifier: MIT
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

namespace {

struct Sample {
  int bytes;
  double seconds;
};

/// Half the time of a message there and back.
class SendReceive {
public:
  SendReceive(int rank, int largest) : peer(1 - rank), buffer(largest) {}

  double operator()(int bytes) {
    const double start = MPI_Wtime();
    if (peer == 1) send(bytes);
    MPI_Recv(buffer.data(), bytes, MPI_CHAR, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (peer == 0) send(bytes);
    return (MPI_Wtime() - start) / 2;
  }

private:
  void send(int bytes) { MPI_Send(buffer.data(), bytes, MPI_CHAR, peer, 0, MPI_COMM_WORLD); }

  int peer;
  std::vector<char> buffer;
};

/// Until the data of rank 0 are in the memory of rank 1, and rank 0 knows. Rank 1 waits in MPI: a library that moves
/// the data by messages makes progress there only.
class PutFlush {
public:
  PutFlush(int rank, int largest) : rank(rank), buffer(largest) {
    void* memory;
    MPI_Win_allocate(largest, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
  }
  PutFlush(const PutFlush&) = delete;
  PutFlush& operator=(const PutFlush&) = delete;
  ~PutFlush() {
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
  }

  double operator()(int bytes) {
    if (rank == 1) {
      MPI_Recv(nullptr, 0, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      return 0;
    }
    const double start = MPI_Wtime();
    MPI_Put(buffer.data(), bytes, MPI_CHAR, 1, 0, bytes, MPI_CHAR, window);
    MPI_Win_flush(1, window);
    const double time = MPI_Wtime() - start;
    MPI_Send(nullptr, 0, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    return time;
  }

private:
  int rank;
  std::vector<char> buffer;
  MPI_Win window;
};

/// The median of as many exchanges as rank 0 finds time for; the first one, which may connect, does not count.
template <class Exchange> double median_time(Exchange& exchange, int bytes, double seconds) {
  exchange(bytes);
  double time = exchange(bytes);
  int count = static_cast<int>(std::clamp(seconds / std::max(time, 1e-7), 5., 10000.));
  MPI_Bcast(&count, 1, MPI_INT, 0, MPI_COMM_WORLD);
  std::vector<double> times(count);
  for (double& each : times)
    each = exchange(bytes);
  const auto middle = times.begin() + count / 2;
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

template <class Exchange> std::vector<Sample> measure(int rank, int largest, double seconds) {
  Exchange exchange(rank, largest);
  std::vector<Sample> samples;
  for (long bytes = 1; bytes < 4L * largest; bytes *= 4) {
    const int size = static_cast<int>(std::min<long>(bytes, largest));
    samples.push_back({size, median_time(exchange, size, seconds)});
  }
  return samples;
}

/// L and G of least relative errors: short and long messages count alike.
std::pair<double, double> fit(const std::vector<Sample>& samples) {
  double w = 0, wn = 0, wnn = 0, wt = 0, wnt = 0;
  for (const auto& [bytes, seconds] : samples) {
    const double n = bytes, weight = 1 / (seconds * seconds);
    w += weight, wn += weight * n, wnn += weight * n * n;
    wt += weight * seconds, wnt += weight * n * seconds;
  }
  const double slope = (w * wnt - wn * wt) / (w * wnn - wn * wn);
  return {(wt - slope * wn) / w, slope};
}

void print(const char* name, const std::vector<Sample>& samples, const char* end) {
  const auto [latency, per_byte] = fit(samples);
  std::printf(R"("%s": {"latency_s": %.3e, "s_per_byte": %.3e, "samples": [)", name, latency, per_byte);
  const char* separator = "";
  for (const auto& [bytes, seconds] : samples)
    std::printf("%s[%d, %.3e]", std::exchange(separator, ", "), bytes, seconds);
  std::printf("]}%s", end);
}

} // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int largest = argc > 1 ? std::atoi(argv[1]) : 1 << 22;
  const double seconds = argc > 2 ? std::atof(argv[2]) : 0.2;
  const bool usable = ranks == 2 && largest > 1 && seconds > 0;
  if (usable) {
    const auto send = measure<SendReceive>(rank, largest, seconds);
    const auto put = measure<PutFlush>(rank, largest, seconds);
    if (rank == 0) {
      std::printf("{");
      print("send", send, ",\n ");
      print("put", put, "}\n");
    }
  } else if (rank == 0) {
    std::fprintf(stderr, "usage: mpiexec -n 2 pingpong [largest message in bytes [seconds for a size]]\n");
  }
  MPI_Finalize();
  return usable ? 0 : 2;
}
