// SPDX-License-Identifier: MIT
// What the two sides of a message tell each other once, and what they do in every exchange.
#include "put_messages.hpp"

#include <algorithm>
#include <atomic>
#include <set>
#include <span>
#include <utility>

#include "brick/error.hpp"
#include "mpi_handles.hpp"
#include "waiting.hpp"

namespace brick::detail {

namespace {

/// Tags of what is told, apart from those of the messages themselves.
constexpr int tag_of_targets = 1 << 13, tag_of_sources = 1 << 14;

MPI_Aint address_of(const void* memory) {
  MPI_Aint address = 0;
  check_mpi(MPI_Get_address(memory, &address), "MPI_Get_address");
  return address;
}

template <class T> std::span<const std::byte> bytes_of(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

/// Numbers on their way to other ranks.
class letters {
public:
  letters(const communicator& ranks, const std::string& of) : ranks_(ranks), of_(of) {}

  void send(int rank, int tag, std::vector<MPI_Aint> numbers) {
    sent_.push_back(std::move(numbers));
    to_.push_back(rank);
    MPI_Request request = MPI_REQUEST_NULL;
    check_mpi(MPI_Isend(sent_.back().data(), static_cast<int>(bytes_of(sent_.back()).size()), MPI_BYTE, rank, tag,
                        communicator_of(ranks_), &request),
              "MPI_Isend");
    requests_.push_back(request);
  }

  [[nodiscard]] std::vector<MPI_Aint> receive(int rank, int tag, std::size_t count) const {
    std::vector<MPI_Aint> numbers(count);
    ranks_.receive(std::as_writable_bytes(std::span(numbers)), rank, tag);
    return numbers;
  }

  /// Until all have gone.
  void wait() {
    const auto describe = [this] {
      return awaited{of_ + ": introduction of puts", incomplete(requests_, to_), awaited::whom::ranks};
    };
    wait_all(news_of(ranks_), requests_, describe);
  }

private:
  communicator ranks_;
  const std::string& of_;
  std::vector<int> to_;
  std::vector<std::vector<MPI_Aint>> sent_;
  std::vector<MPI_Request> requests_;
};

} // namespace

void put_messages::prepare(const communicator& ranks) {
  const auto group = halo_group::of(ranks);
  (void)group->windows.of_arrays(group->ranks);
}

put_messages::put_messages(const communicator& ranks, std::byte* memory, std::size_t size,
                           const std::vector<put_source>& sources, const std::vector<put_target>& targets,
                           const std::string& name)
    : ranks_(ranks), name_(name), group_(halo_group::of(ranks)), window_(group_->windows.of_arrays(group_->ranks)),
      memory_(memory), counts_(sources.size() + targets.size(), 0) {
  for (const put_source& source : sources)
    sources_.push_back({source, {}, 0});
  for (const put_target& target : targets)
    targets_.push_back({target.rank, 0});
  if (empty()) return;
  attached_.emplace_back(window_, memory_, static_cast<std::int64_t>(size));
  attached_.emplace_back(window_, counts(), std::ssize(bytes_of(counts_)));
}

/// Receivers tell where cells go and where they look for their count, senders where they look for theirs.
void put_messages::introduce(const std::vector<put_target>& targets) {
  letters out(ranks_, name_);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    std::vector<MPI_Aint> places;
    for (const extent& piece : targets[i].pieces) {
      places.push_back(address_of(memory_ + piece.offset));
      places.push_back(static_cast<MPI_Aint>(piece.length));
    }
    const int tag = tag_of_targets + targets[i].tag;
    out.send(targets[i].rank, tag,
             {address_of(&counts_[sources_.size() + i]), static_cast<MPI_Aint>(targets[i].pieces.size())});
    out.send(targets[i].rank, tag, std::move(places));
  }
  for (std::size_t i = 0; i < sources_.size(); ++i)
    out.send(sources_[i].message.rank, tag_of_sources + sources_[i].message.tag, {address_of(&counts_[i])});

  for (outgoing& source : sources_) {
    const int tag = tag_of_targets + source.message.tag;
    const std::vector<MPI_Aint> head = out.receive(source.message.rank, tag, 2);
    const std::vector<MPI_Aint> places = out.receive(source.message.rank, tag, 2 * static_cast<std::size_t>(head[1]));
    source.arrived = head[0];
    for (std::size_t i = 0; i < places.size(); i += 2)
      source.to.push_back({places[i], places[i + 1]});
  }
  for (std::size_t i = 0; i < targets_.size(); ++i)
    targets_[i].free = out.receive(targets_[i].rank, tag_of_sources + targets[i].tag, 1).front();
  out.wait();
}

void put_messages::start() {
  ++exchange_;
  for (const incoming& target : targets_)
    put_count(target.rank, target.free);
}

bool put_messages::progress() {
  window_->sync();
  put_what_may_be();
  bool done = std::ranges::all_of(sources_, [this](const outgoing& each) { return each.put == exchange_; });
  for (std::size_t i = 0; i < targets_.size(); ++i)
    done = done && count(sources_.size() + i) >= exchange_;
  return done;
}

/// The cells are there before the counts are: the flushes return when they are.
void put_messages::put_what_may_be() {
  std::vector<outgoing*> put_now;
  for (std::size_t i = 0; i < sources_.size(); ++i)
    if (sources_[i].put < exchange_ && count(i) >= exchange_) put_now.push_back(&sources_[i]);
  if (put_now.empty()) return;
  put_all(put_now);
  for (outgoing* each : put_now) {
    put_count(each->message.rank, each->arrived);
    each->put = exchange_;
  }
}

/// A flush does not give up the core while it lasts: so there is one for each rank, when all is under way.
void put_messages::put_all(const std::vector<outgoing*>& messages) {
  std::set<int> ranks;
  for (const outgoing* each : messages) {
    const deadline until_served(*group_->watch, name_, {&each->message.rank, 1});
    put(*each);
    ranks.insert(each->message.rank);
  }
  for (const int rank : ranks) {
    const deadline until_served(*group_->watch, name_, {&rank, 1});
    window_->flush(rank);
  }
}

void put_messages::put(const outgoing& message) {
  const std::byte* from = message.message.from;
  for (const remote_piece& piece : message.to) {
    window_->put(from, piece.length, message.message.rank, piece.address);
    from += piece.length;
  }
}

void put_messages::put_count(int rank, MPI_Aint address) {
  const deadline until_served(*group_->watch, name_, {&rank, 1});
  window_->put_counter(exchange_, rank, address);
  window_->flush_local(rank);
}

std::vector<int> put_messages::missing() {
  std::vector<int> ranks;
  for (std::size_t i = 0; i < sources_.size(); ++i)
    if (sources_[i].put < exchange_ && count(i) < exchange_) ranks.push_back(sources_[i].message.rank);
  for (std::size_t i = 0; i < targets_.size(); ++i)
    if (count(sources_.size() + i) < exchange_) ranks.push_back(targets_[i].rank);
  return ranks;
}

std::uint64_t put_messages::count(std::size_t i) { return std::atomic_ref(counts_[i]).load(std::memory_order_acquire); }

} // namespace brick::detail
