// SPDX-License-Identifier: MIT
#include "halo_neighbourhood.hpp"

#include <map>
#include <set>

#include "brick/error.hpp"
#include "mpi_errors.hpp"
#include "mpi_handles.hpp"
#include "rank_news.hpp"

namespace brick::detail {

namespace {

/// All ranks that this one sends to or receives from, itself left out. Two neighbours always name each other: MPICH 4.0
/// moves nothing where ranks have more senders than receivers or the other way round.
std::vector<int> neighbours_of(int own_rank, const halo_sides& sends, const halo_sides& receives) {
  std::set<int> ranks;
  for (const halo_sides* sides : {&sends, &receives})
    for (const auto& side : *sides)
      ranks.insert(side->rank);
  ranks.erase(own_rank);
  return {ranks.begin(), ranks.end()};
}

communicator make_graph(watchdog& watch, const communicator& ranks, const std::vector<int>& neighbours) {
  MPI_Comm graph = MPI_COMM_NULL;
  const int count = static_cast<int>(neighbours.size());
  const deadline until_made(watch, "making a neighbourhood of halos");
  check_mpi(MPI_Dist_graph_create_adjacent(communicator_of(ranks), count, neighbours.data(), MPI_UNWEIGHTED, count,
                                           neighbours.data(), MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph),
            "MPI_Dist_graph_create_adjacent");
  return make_communicator(graph);
}

/// The arguments of the collective for one direction; MPI may read them until the call is complete.
struct call_arguments {
  call_arguments(neighbour_messages& messages, std::span<const halo_array> arrays) {
    for (std::size_t i = 0; i < messages.layouts.size(); ++i)
      add(messages.types[i].place(messages.layouts[i], arrays));
    add({}); // MPICH 4.0 reads a first entry even where there are no neighbours
  }

  void add(const mpi_place& at) {
    counts.push_back(at.count);
    places.push_back(reinterpret_cast<MPI_Aint>(at.data));
    types.push_back(at.type);
  }

  std::vector<int> counts;
  std::vector<MPI_Aint> places; // addresses
  std::vector<MPI_Datatype> types;
};

class neighbourhood_call final : public halo_operation {
public:
  /// `waits`: what for while it is under way.
  neighbourhood_call(const std::shared_ptr<halo_group>& group, const communicator& graph, call_arguments sends,
                     call_arguments receives, awaited waits)
      : halo_operation(group), waits_(std::move(waits)),
        call_(std::make_shared<call>(graph, std::move(sends), std::move(receives))) {
    const call_arguments &out = call_->sends, &in = call_->receives;
    check_mpi(MPI_Ineighbor_alltoallw(MPI_BOTTOM, out.counts.data(), out.places.data(), out.types.data(), MPI_BOTTOM,
                                      in.counts.data(), in.places.data(), in.types.data(), communicator_of(graph),
                                      &call_->request),
              "MPI_Ineighbor_alltoallw");
  }

private:
  struct call {
    call(const communicator& graph, call_arguments sends, call_arguments receives)
        : graph(graph), sends(std::move(sends)), receives(std::move(receives)) {}
    communicator graph;
    call_arguments sends, receives;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  [[nodiscard]] awaited awaits() const override { return waits_; }

  bool progress() override {
    const returned_errors here;
    int done = 0;
    check_mpi(MPI_Test(&call_->request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    return done != 0;
  }

  /// The request of a collective can be neither cancelled nor freed.
  bool cancel() noexcept override {
    group_->parked.push_back(call_);
    return false;
  }

  awaited waits_;
  std::shared_ptr<call> call_;
};

} // namespace

neighbour_messages::neighbour_messages(const halo_sides& sides, const std::vector<int>& neighbours)
    : types(neighbours.size()) {
  for (int rank : neighbours) {
    std::map<int, const halo_side*> by_tag; // an order that both ranks know
    for (const auto& side : sides)
      if (side->rank == rank) by_tag[side->tag] = side.get();
    halo_layout& layout = layouts.emplace_back();
    for (const auto& [tag, side] : by_tag)
      layout.append(side->layout);
    messages += by_tag.empty() ? 0 : 1;
    bytes += layout.bytes();
  }
}

halo_neighbourhood::halo_neighbourhood(const std::shared_ptr<halo_group>& group, const halo_sides& sends,
                                       const halo_sides& receives)
    : group_(group), neighbours_(neighbours_of(group->ranks.rank(), sends, receives)), sends_(sends, neighbours_),
      receives_(receives, neighbours_), graph_(make_graph(*group->watch, group->ranks, neighbours_)) {
  if (rank_news* const news = news_of(group->ranks)) number_ = news->add_exchange(begun_);
}

halo_neighbourhood::~halo_neighbourhood() {
  if (rank_news* const news = news_of(group_->ranks)) news->remove_exchange(number_);
}

halo_operation_ptr halo_neighbourhood::start(std::span<const halo_array> arrays) {
  const auto call = std::make_shared<neighbourhood_call>(
      group_, graph_, call_arguments(sends_, arrays), call_arguments(receives_, arrays),
      awaited{"an exchange of halos", neighbours_, awaited::whom::some, -1, number_, begun_ + 1});
  ++begun_;
  return call;
}

} // namespace brick::detail
