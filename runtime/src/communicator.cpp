// SPDX-License-Identifier: MIT
// Communicators: ownership of the MPI handle, and the few collective operations the host side of the runtime needs.
#include "brick/communicator.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "agreement.hpp"
#include "brick/error.hpp"
#include "calling_thread.hpp"
#include "mpi_errors.hpp"
#include "mpi_handles.hpp"
#include "rank_news.hpp"
#include "waiting.hpp"
#include "watchdog.hpp"

namespace brick {

namespace {

/// MPI counts are ints; longer transfers go in pieces of this many bytes.
constexpr std::size_t largest_piece = std::size_t{1} << 30;

/// Memory that a call is given, where nothing but the call needs it.
using call_memory = std::shared_ptr<void>;

/// Starts `call` with `start(request)` and waits for its end; messages say what it is for. Where that is in vain, MPI
/// may still come to `memory`, which is then kept.
template <class Start>
void complete(const communicator& group, const char* call, std::vector<int> ranks, detail::awaited::whom whom,
              const call_memory& memory, Start&& start) {
  detail::communicator_state& state = detail::state_of(group);
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(start(&request), call);
  const auto describe = [&] {
    return detail::awaited{state.purpose && !state.purpose->empty() ? *state.purpose + call : call, ranks, whom};
  };
  try {
    detail::wait_all(state.news.get(), {&request, 1}, describe);
  } catch (...) {
    if (memory) state.abandoned->push_back(memory);
    if (whom == detail::awaited::whom::all) state.out_of_step = true;
    throw;
  }
}

/// The same for a call to which all ranks come: each waits for all others, be it through some that pass on what others
/// send.
template <class Start>
void agree(const communicator& group, const char* call, const call_memory& memory, Start&& start) {
  const detail::communicator_state& state = detail::state_of(group);
  const auto what = [&] { return (state.purpose ? *state.purpose : "") + call; };
  if (state.thread) detail::check_calling_thread(*state.thread, [&] { return what() + ": "; });
  if (state.out_of_step)
    throw error(what() +
                ": after a call of all ranks that was waited for in vain, ranks no longer make the same calls");
  if (state.news) state.news->agreement_begins(state.number, call);
  complete(group, call, {}, detail::awaited::whom::all, memory, std::forward<Start>(start));
}

template <std::size_t N>
std::array<double, N> reduce(const communicator& group, const std::array<double, N>& values, MPI_Op operation) {
  struct buffers {
    std::array<double, N> own, result;
  };
  const auto memory = std::make_shared<buffers>(values, std::array<double, N>{});
  agree(group, "MPI_Iallreduce", memory, [&](MPI_Request* request) {
    return MPI_Iallreduce(memory->own.data(), memory->result.data(), N, MPI_DOUBLE, operation,
                          detail::communicator_of(group), request);
  });
  return memory->result;
}

} // namespace

namespace detail {

struct communicator_access {
  static communicator make(std::shared_ptr<communicator_state> state) {
    communicator result;
    result.state_ = std::move(state);
    return result;
  }
  static communicator_state& state(const communicator& group) {
    if (!group.state_) throw error("use of an empty brick::communicator");
    return *group.state_;
  }
};

communicator_state::communicator_state(MPI_Comm owned) : handle(owned) {
  check_mpi(MPI_Comm_set_errhandler(handle, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  check_mpi(MPI_Comm_rank(handle, &rank), "MPI_Comm_rank");
  check_mpi(MPI_Comm_size(handle, &size), "MPI_Comm_size");
}

communicator_state::~communicator_state() {
  if (!mpi_has_ended()) MPI_Comm_free(&handle);
}

communicator make_communicator(MPI_Comm owned) {
  return communicator_access::make(std::make_shared<communicator_state>(owned));
}

communicator_state& state_of(const communicator& group) { return communicator_access::state(group); }

MPI_Comm communicator_of(const communicator& group) { return state_of(group).handle; }

/// MPI_Comm_dup would spin until all ranks have come: where they share cores, for a time slice of each, several times.
communicator duplicate_of(MPI_Comm ranks) {
  constexpr const char* call = "MPI_Comm_idup";
  auto duplicate = std::make_unique<MPI_Comm>(MPI_COMM_NULL);
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Comm_idup(ranks, duplicate.get(), &request), call);
  const auto describe = [] { return awaited{call, {}, awaited::whom::all}; };
  try {
    wait_all(nullptr, {&request, 1}, describe);
  } catch (...) {
    (void)duplicate.release(); // MPI may still write it
    throw;
  }
  return make_communicator(*duplicate);
}

communicator ranks_of_this_node(const communicator& group) {
  MPI_Comm node = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split_type(communicator_of(group), MPI_COMM_TYPE_SHARED, group.rank(), MPI_INFO_NULL, &node),
            "MPI_Comm_split_type");
  return make_communicator(node);
}

std::vector<int> numbers_of(const communicator& part, const communicator& group) {
  std::vector<int> numbers;
  for (const double rank : part.all_gather(group.rank()))
    numbers.push_back(static_cast<int>(rank));
  return numbers;
}

communicator duplicate_of_fortran(int handle) {
  int initialized = 0;
  check_mpi(MPI_Initialized(&initialized), "MPI_Initialized");
  if (!initialized) throw error("a communicator is given to brick before MPI has been started");
  const MPI_Comm ranks = MPI_Comm_f2c(static_cast<MPI_Fint>(handle));
  if (ranks == MPI_COMM_NULL) throw error("the communicator given to brick is MPI_COMM_NULL");
  int between_groups = 0;
  check_mpi(MPI_Comm_test_inter(ranks, &between_groups), "MPI_Comm_test_inter");
  if (between_groups) throw error("the communicator given to brick is an inter-communicator, of two groups");
  return duplicate_of(ranks);
}

bool all_complete(std::span<MPI_Request> requests) {
  if (requests.empty()) return true;
  std::array<MPI_Status, 64> few;            // of the failed one among them
  thread_local std::vector<MPI_Status> many; // kept: this is asked again and again
  if (requests.size() > few.size()) many.resize(std::max(many.size(), requests.size()));
  const std::span statuses(requests.size() > few.size() ? many.data() : few.data(), requests.size());
  for (MPI_Status& each : statuses)
    each.MPI_ERROR = MPI_SUCCESS;
  const returned_errors here;
  int done = 0;
  const int code = MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, statuses.data());
  if (code == MPI_SUCCESS && !done) return false;
  int kind = code;
  MPI_Error_class(code, &kind);
  // Open MPI 4.1 reports success where persistent requests have failed, whose statuses alone tell.
  if (code == MPI_SUCCESS || kind == MPI_ERR_IN_STATUS)
    for (std::size_t i = 0; i < statuses.size(); ++i)
      if (const int failed = statuses[i].MPI_ERROR; failed != MPI_SUCCESS && failed != MPI_ERR_PENDING)
        throw request_error(i, mpi_message(failed, "MPI_Testall"));
  if (code != MPI_SUCCESS) throw mpi_error(mpi_message(code, "MPI_Testall"));
  return true;
}

rank_news* news_of(const communicator& group) { return state_of(group).news.get(); }

const std::shared_ptr<watchdog>& watchdog_of(const communicator& group) {
  std::shared_ptr<watchdog>& watch = state_of(group).watch;
  if (!watch) {
    std::shared_ptr<watchdog> made; // on all ranks or on none
    together(group, "", [&] { made = std::make_shared<watchdog>(); });
    watch = made;
  }
  return watch;
}

bool& given_up(const communicator& group) { return state_of(group).given_up; }

purpose::purpose(const communicator& group, const std::string& what) : group_(group), before_(state_of(group).purpose) {
  if (!what.empty()) state_of(group).purpose = &what;
}

purpose::~purpose() { state_of(group_).purpose = before_; }

} // namespace detail

int communicator::rank() const { return detail::communicator_access::state(*this).rank; }
int communicator::size() const { return detail::communicator_access::state(*this).size; }

void communicator::barrier() const {
  agree(*this, "MPI_Ibarrier", nullptr,
        [&](MPI_Request* request) { return MPI_Ibarrier(detail::communicator_of(*this), request); });
}

double communicator::max(double value) const { return reduce<1>(*this, {value}, MPI_MAX)[0]; }
double communicator::min(double value) const { return reduce<1>(*this, {value}, MPI_MIN)[0]; }

std::pair<double, double> communicator::extremes(double value) const {
  const auto [greatest, minus_least] = reduce<2>(*this, {value, -value}, MPI_MAX);
  return {-minus_least, greatest};
}

std::array<std::pair<double, double>, 2> communicator::extremes(const std::array<double, 2>& values) const {
  const auto [a, minus_a, b, minus_b] = reduce<4>(*this, {values[0], -values[0], values[1], -values[1]}, MPI_MAX);
  return {{{-minus_a, a}, {-minus_b, b}}};
}

double communicator::sum(double value) const {
  // MPI leaves the order of MPI_SUM open; adding in rank order gives the same bits every time.
  const std::vector<double> all = all_gather(value);
  return std::accumulate(all.begin(), all.end(), 0.0);
}

std::vector<double> communicator::all_gather(double value) const {
  struct buffers {
    double own;
    std::vector<double> all;
  };
  const auto memory = std::make_shared<buffers>(value, std::vector<double>(size()));
  agree(*this, "MPI_Iallgather", memory, [&](MPI_Request* request) {
    return MPI_Iallgather(&memory->own, 1, MPI_DOUBLE, memory->all.data(), 1, MPI_DOUBLE,
                          detail::communicator_of(*this), request);
  });
  return std::move(memory->all);
}

std::vector<std::string> communicator::all_gather(const std::string& text) const {
  struct buffers {
    std::string own, joined;
    std::int64_t length;
    std::vector<std::int64_t> lengths;
    std::vector<int> counts, offsets;
  };
  const auto memory = std::make_shared<buffers>();
  memory->own = text;
  memory->length = static_cast<std::int64_t>(text.size());
  memory->lengths.resize(size());
  memory->offsets.resize(size() + 1);
  agree(*this, "MPI_Iallgather", memory, [&](MPI_Request* request) {
    return MPI_Iallgather(&memory->length, 1, MPI_INT64_T, memory->lengths.data(), 1, MPI_INT64_T,
                          detail::communicator_of(*this), request);
  });
  const std::int64_t all_lengths = std::accumulate(memory->lengths.begin(), memory->lengths.end(), std::int64_t{0});
  if (constexpr std::int64_t most = std::numeric_limits<int>::max(); all_lengths > most)
    throw error("communicator::all_gather: " + std::to_string(all_lengths) + " bytes in all, more than the " +
                std::to_string(most) + " that MPI can count");
  memory->counts.assign(memory->lengths.begin(), memory->lengths.end());
  std::partial_sum(memory->counts.begin(), memory->counts.end(), memory->offsets.begin() + 1);
  memory->joined.resize(memory->offsets.back());
  agree(*this, "MPI_Iallgatherv", memory, [&](MPI_Request* request) {
    return MPI_Iallgatherv(memory->own.data(), memory->counts[rank()], MPI_CHAR, memory->joined.data(),
                           memory->counts.data(), memory->offsets.data(), MPI_CHAR, detail::communicator_of(*this),
                           request);
  });
  std::vector<std::string> all;
  for (int rank = 0; rank < size(); ++rank)
    all.push_back(memory->joined.substr(memory->offsets[rank], memory->counts[rank]));
  return all;
}

void communicator::broadcast(std::span<std::byte> data, int root) const {
  for (std::size_t done = 0; done < data.size(); done += largest_piece) {
    const auto piece = data.subspan(done, std::min(largest_piece, data.size() - done));
    const auto memory = std::make_shared<std::vector<std::byte>>(piece.begin(), piece.end());
    agree(*this, "MPI_Ibcast", memory, [&](MPI_Request* request) {
      return MPI_Ibcast(memory->data(), static_cast<int>(memory->size()), MPI_BYTE, root,
                        detail::communicator_of(*this), request);
    });
    std::ranges::copy(*memory, piece.begin());
  }
}

void communicator::send(std::span<const std::byte> data, int rank, int tag) const {
  for (std::size_t done = 0; done < data.size(); done += largest_piece) {
    const auto piece = data.subspan(done, std::min(largest_piece, data.size() - done));
    complete(*this, "MPI_Isend", {rank}, detail::awaited::whom::ranks, nullptr, [&](MPI_Request* request) {
      return MPI_Isend(piece.data(), static_cast<int>(piece.size()), MPI_BYTE, rank, tag,
                       detail::communicator_of(*this), request);
    });
  }
}

void communicator::receive(std::span<std::byte> data, int rank, int tag) const {
  for (std::size_t done = 0; done < data.size(); done += largest_piece) {
    const auto piece = data.subspan(done, std::min(largest_piece, data.size() - done));
    complete(*this, "MPI_Irecv", {rank}, detail::awaited::whom::ranks, nullptr, [&](MPI_Request* request) {
      return MPI_Irecv(piece.data(), static_cast<int>(piece.size()), MPI_BYTE, rank, tag,
                       detail::communicator_of(*this), request);
    });
  }
}

} // namespace brick
