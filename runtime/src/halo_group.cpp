// SPDX-License-Identifier: MIT
#include "halo_group.hpp"

#include <string>

#include "agreement.hpp"
#include "brick/error.hpp"
#include "mpi_handles.hpp"

namespace brick::detail {

namespace {

std::int64_t greatest_tag(const communicator& ranks) {
  int* greatest = nullptr;
  int found = 0;
  check_mpi(MPI_Comm_get_attr(communicator_of(ranks), MPI_TAG_UB, &greatest, &found), "MPI_Comm_get_attr");
  return found ? *greatest : 32767; // the least that MPI promises
}

constexpr const char* making = "making a communicator of halos";

template <class Make> communicator made_in_time(watchdog& watch, const Make& make) {
  const deadline until_made(watch, making);
  return make();
}

/// MPI would wait for a rank that has ended, and nobody would look for its news: so all come here first.
communicator duplicate_of_all(watchdog& watch, const communicator& ranks) {
  const std::string words = std::string(making) + ": ";
  const purpose gathering(ranks, words);
  ranks.barrier();
  return made_in_time(watch, [&] { return duplicate_of(communicator_of(ranks)); });
}

} // namespace

halo_group::halo_group(const communicator& ranks)
    : watch(watchdog_of(ranks)), ranks(duplicate_of_all(*watch, ranks)), tags(greatest_tag(this->ranks)),
      windows(*watch),
      node_ranks_(numbers_of(made_in_time(*watch, [&] { return ranks_of_this_node(this->ranks); }), this->ranks)) {
  state_of(this->ranks).news = state_of(ranks).news;
}

std::shared_ptr<halo_group> halo_group::of(const communicator& ranks) {
  std::shared_ptr<halo_group>& shared = state_of(ranks).halos;
  if (!shared) shared = std::make_shared<halo_group>(ranks);
  return shared;
}

} // namespace brick::detail
