// SPDX-License-Identifier: MIT
// Messages of boxes.
#include "box_messages.hpp"

#include <climits>
#include <string>

#include "brick/error.hpp"
#include "mpi_handles.hpp"
#include "waiting.hpp"

namespace brick::detail {

namespace {

constexpr int first_tag = 32700; // above those of exchanges, below those of reductions and gathering

int count_of(const std::vector<std::byte>& bytes) {
  if (bytes.size() > INT_MAX)
    throw error("a box of " + std::to_string(bytes.size()) + " bytes is more than MPI carries in one message (" +
                std::to_string(INT_MAX) + "); use more ranks");
  return static_cast<int>(bytes.size());
}

} // namespace

void exchange_boxes(const communicator& ranks, std::vector<box_message>& messages) {
  std::vector<MPI_Request> requests;
  std::vector<int> with; // the rank of each
  const MPI_Comm handle = communicator_of(ranks);
  for (box_message& m : messages) {
    with.push_back(m.rank);
    check_mpi(MPI_Irecv(m.received.data(), count_of(m.received), MPI_BYTE, m.rank, first_tag + m.opposite, handle,
                        &requests.emplace_back(MPI_REQUEST_NULL)),
              "MPI_Irecv");
  }
  for (const box_message& m : messages) {
    with.push_back(m.rank);
    check_mpi(MPI_Isend(m.sent.data(), count_of(m.sent), MPI_BYTE, m.rank, first_tag + m.direction, handle,
                        &requests.emplace_back(MPI_REQUEST_NULL)),
              "MPI_Isend");
  }
  const auto describe = [&] { return awaited{"exchange of boxes", incomplete(requests, with), awaited::whom::ranks}; };
  wait_all(news_of(ranks), requests, describe);
}

} // namespace brick::detail
