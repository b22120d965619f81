// SPDX-License-Identifier: MIT
// Communicators: ownership of the MPI handle, and the few collective operations the host side of the runtime needs.
#include "brick/communicator.hpp"

#include <algorithm>
#include <numeric>

#include "brick/error.hpp"
#include "mpi_handles.hpp"

namespace brick {

namespace {

/// MPI counts are ints; longer transfers go in pieces of this many bytes.
constexpr std::size_t largest_piece = std::size_t{1} << 30;

double reduce(const communicator& group, double value, MPI_Op operation) {
  double result = value;
  check_mpi(MPI_Allreduce(&value, &result, 1, MPI_DOUBLE, operation, detail::communicator_of(group)), "MPI_Allreduce");
  return result;
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
  int finalized = 0;
  if (MPI_Finalized(&finalized) == MPI_SUCCESS && !finalized) MPI_Comm_free(&handle);
}

communicator make_communicator(MPI_Comm owned) {
  return communicator_access::make(std::make_shared<communicator_state>(owned));
}

MPI_Comm communicator_of(const communicator& group) { return communicator_access::state(group).handle; }

bool& given_up(const communicator& group) { return communicator_access::state(group).given_up; }

} // namespace detail

int communicator::rank() const { return detail::communicator_access::state(*this).rank; }
int communicator::size() const { return detail::communicator_access::state(*this).size; }

void communicator::barrier() const { check_mpi(MPI_Barrier(detail::communicator_of(*this)), "MPI_Barrier"); }

double communicator::max(double value) const { return reduce(*this, value, MPI_MAX); }
double communicator::min(double value) const { return reduce(*this, value, MPI_MIN); }

double communicator::sum(double value) const {
  // MPI leaves the order of MPI_SUM open; adding in rank order gives the same bits every time.
  const std::vector<double> all = all_gather(value);
  return std::accumulate(all.begin(), all.end(), 0.0);
}

std::vector<double> communicator::all_gather(double value) const {
  std::vector<double> all(size());
  check_mpi(MPI_Allgather(&value, 1, MPI_DOUBLE, all.data(), 1, MPI_DOUBLE, detail::communicator_of(*this)),
            "MPI_Allgather");
  return all;
}

std::vector<std::string> communicator::all_gather(const std::string& text) const {
  const int own = static_cast<int>(text.size());
  std::vector<int> lengths(size());
  std::vector<int> offsets(size() + 1, 0);
  check_mpi(MPI_Allgather(&own, 1, MPI_INT, lengths.data(), 1, MPI_INT, detail::communicator_of(*this)),
            "MPI_Allgather");
  std::partial_sum(lengths.begin(), lengths.end(), offsets.begin() + 1);
  std::string joined(offsets.back(), '\0');
  check_mpi(MPI_Allgatherv(text.data(), own, MPI_CHAR, joined.data(), lengths.data(), offsets.data(), MPI_CHAR,
                           detail::communicator_of(*this)),
            "MPI_Allgatherv");
  std::vector<std::string> all;
  for (int rank = 0; rank < size(); ++rank)
    all.push_back(joined.substr(offsets[rank], lengths[rank]));
  return all;
}

void communicator::broadcast(std::span<std::byte> data, int root) const {
  check_mpi(MPI_Bcast(data.data(), static_cast<int>(data.size()), MPI_BYTE, root, detail::communicator_of(*this)),
            "MPI_Bcast");
}

void communicator::send(std::span<const std::byte> data, int rank, int tag) const {
  for (std::size_t done = 0; done < data.size(); done += largest_piece) {
    const auto piece = data.subspan(done, std::min(largest_piece, data.size() - done));
    check_mpi(
        MPI_Send(piece.data(), static_cast<int>(piece.size()), MPI_BYTE, rank, tag, detail::communicator_of(*this)),
        "MPI_Send");
  }
}

void communicator::receive(std::span<std::byte> data, int rank, int tag) const {
  for (std::size_t done = 0; done < data.size(); done += largest_piece) {
    const auto piece = data.subspan(done, std::min(largest_piece, data.size() - done));
    check_mpi(MPI_Recv(piece.data(), static_cast<int>(piece.size()), MPI_BYTE, rank, tag,
                       detail::communicator_of(*this), MPI_STATUS_IGNORE),
              "MPI_Recv");
  }
}

} // namespace brick
