// What messages cost, for the max-rate model (Tausch, section 4.1), as JSON:
//   mpiexec -n 2 messages LARGEST SECONDS
// Messages of 8 bytes to LARGEST; SECONDS for each kind. "messages": [senders, messages, bytes, seconds], where so many
// ranks send so many messages of so many bytes each at the same time: a sender alone has half the time there and back;
// others have a partner, and each sends to it and receives from it. "copies": [bytes, seconds] of memcpy. Medians.
// SPDX-License-Identifier: MIT
#include <brick/error.hpp>
#include <brick/runtime.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "../exchange/requests.hpp"
#include "../exchange/words.hpp"

namespace {

constexpr int most_messages = 6;

/// Some ranks send `messages` of `bytes`; the others do nothing.
struct traffic {
  int senders, messages, bytes;
};

class post {
public:
  explicit post(std::int64_t largest) : out_(static_cast<std::size_t>(most_messages * largest)), in_(out_.size()) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  }

  /// Seconds; 0 on ranks that take no part.
  double operator()(const traffic& t) {
    if (rank_ >= std::max(t.senders, 2)) return 0;
    const double begin = MPI_Wtime();
    if (t.senders > 1) {
      move(t, true, true);
      return MPI_Wtime() - begin;
    }
    move(t, rank_ == 0, rank_ == 1);
    move(t, rank_ == 1, rank_ == 0);
    return (MPI_Wtime() - begin) / 2;
  }

private:
  void move(const traffic& t, bool sends, bool receives) {
    std::vector<MPI_Request> requests;
    for (int i = 0; receives && i < t.messages; ++i)
      bench::check_mpi(MPI_Irecv(in_.data() + std::size_t(i) * std::size_t(t.bytes), t.bytes, MPI_BYTE, rank_ ^ 1, i,
                                 MPI_COMM_WORLD, &requests.emplace_back(MPI_REQUEST_NULL)),
                       "MPI_Irecv");
    for (int i = 0; sends && i < t.messages; ++i)
      bench::check_mpi(MPI_Isend(out_.data() + std::size_t(i) * std::size_t(t.bytes), t.bytes, MPI_BYTE, rank_ ^ 1, i,
                                 MPI_COMM_WORLD, &requests.emplace_back(MPI_REQUEST_NULL)),
                       "MPI_Isend");
    bench::wait_for_all(requests);
  }

  int rank_ = 0;
  std::vector<std::byte> out_, in_;
};

double median(std::vector<double>& times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::ranges::nth_element(times, middle);
  return *middle;
}

/// The same number of times on all ranks: the first ones say how often is enough.
template <class Work> double median_of(const brick::communicator& ranks, double seconds, Work&& work) {
  constexpr int tried = 3, most = 5000;
  work();
  double first = 0;
  for (int i = 0; i < tried; ++i)
    first += work() / tried;
  std::vector<double> times(
      std::clamp<std::size_t>(static_cast<std::size_t>(seconds / std::max(ranks.max(first), 1e-7)), tried, most));
  ranks.barrier();
  for (double& time : times)
    time = work();
  return median(times);
}

double copying(std::vector<std::byte>& to, const std::vector<std::byte>& from, std::size_t bytes) {
  const double begin = MPI_Wtime();
  std::memcpy(to.data(), from.data(), bytes);
  asm volatile("" : : "r"(to.data()) : "memory"); // it is done, though nobody reads it
  return MPI_Wtime() - begin;
}

std::vector<std::int64_t> sizes_to(std::int64_t largest) {
  std::vector<std::int64_t> sizes;
  for (std::int64_t bytes = 8; bytes <= largest; bytes *= 2)
    sizes.push_back(bytes);
  return sizes;
}

/// Collective; printed by rank 0, the slowest rank's medians.
void measure_messages(const brick::communicator& ranks, std::int64_t largest, double seconds) {
  post exchange(largest);
  const char* separator = "";
  for (int senders = 1; senders <= ranks.size(); senders *= 2)
    for (const int messages : {1, most_messages})
      for (const std::int64_t bytes : sizes_to(largest)) {
        const traffic t{senders, messages, static_cast<int>(bytes)};
        const double time = ranks.max(median_of(ranks, seconds, [&] { return exchange(t); }));
        if (ranks.rank() == 0) std::printf("%s[%d, %d, %d, %.4e]", separator, senders, messages, t.bytes, time);
        separator = ",\n ";
      }
}

void measure_copies(const brick::communicator& ranks, std::int64_t largest, double seconds) {
  std::vector<std::byte> from(static_cast<std::size_t>(largest), std::byte{1}), to(from.size());
  const char* separator = "";
  for (const std::int64_t bytes : sizes_to(largest)) {
    const double time =
        ranks.max(median_of(ranks, seconds, [&] { return copying(to, from, static_cast<std::size_t>(bytes)); }));
    if (ranks.rank() == 0) std::printf("%s[%lld, %.4e]", separator, static_cast<long long>(bytes), time);
    separator = ",\n ";
  }
}

} // namespace

int main(int argc, char** argv) {
  constexpr const char* usage = "usage: messages LARGEST SECONDS";
  brick::runtime runtime(argc, argv);
  if (argc != 3) throw brick::error(usage);
  if (runtime.size() < 2) throw brick::error("messages needs 2 ranks at least");
  const std::int64_t largest = bench::number(argv[1], 8, usage);
  const double seconds = std::atof(argv[2]);
  const brick::communicator ranks = runtime.world();
  if (ranks.rank() == 0) std::printf("{\"messages\": [");
  measure_messages(ranks, largest, seconds);
  if (ranks.rank() == 0) std::printf("],\n\"copies\": [");
  measure_copies(ranks, largest, seconds);
  if (ranks.rank() == 0) std::printf("]}\n");
}
