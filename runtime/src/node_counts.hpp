// SPDX-License-Identifier: MIT
// When bricks that are read where they lie may be read, and when written.
//
// All ranks do the same things with a memory in the same order, so two numbers of each rank say it all: how many
// exchanges it has begun, and how many times it has read its neighbours. An exchange is complete when all neighbours
// have begun as many as this rank; own cells may be written when they have read as many times.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

namespace brick::detail {

/// One rank's counts for a memory, alone in their cache lines. Those of others are read only.
struct rank_counts {
  alignas(64) std::atomic<std::uint64_t> begun;
  alignas(64) std::atomic<std::uint64_t> read;
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free); // else it would not work between processes
};

/// A rank's own counts and those of its neighbours, all in memory that others own.
class node_counts {
public:
  /// An exchange begins: own cells are there, for as many as read them.
  void begin() { own_->begun.store(++begun_, std::memory_order_release); }
  [[nodiscard]] bool neighbours_have_begun() const { return all(&rank_counts::begun, begun_); }
  [[nodiscard]] std::vector<int> not_begun() const { return behind(&rank_counts::begun, begun_); } ///< their ranks

  /// The neighbours' cells have been read, and are not needed until the next exchange or `end_reading`.
  void end_reading() { own_->read.store(++read_, std::memory_order_release); }
  [[nodiscard]] bool neighbours_have_read() const { return all(&rank_counts::read, read_); }
  [[nodiscard]] std::vector<int> not_read() const { return behind(&rank_counts::read, read_); }

  /// What is 0 before the first exchange.
  void set_own(rank_counts* own) { own_ = own; }
  void add_neighbour(int rank, const rank_counts* counts) {
    neighbours_.push_back(counts);
    ranks_.push_back(rank);
  }

private:
  [[nodiscard]] bool all(std::atomic<std::uint64_t> rank_counts::* count, std::uint64_t least) const {
    for (const rank_counts* each : neighbours_)
      if ((each->*count).load(std::memory_order_acquire) < least) return false;
    return true;
  }

  [[nodiscard]] std::vector<int> behind(std::atomic<std::uint64_t> rank_counts::* count, std::uint64_t least) const {
    std::vector<int> result;
    for (std::size_t i = 0; i < neighbours_.size(); ++i)
      if ((neighbours_[i]->*count).load(std::memory_order_acquire) < least) result.push_back(ranks_[i]);
    return result;
  }

  rank_counts* own_ = nullptr;
  std::vector<const rank_counts*> neighbours_;
  std::vector<int> ranks_; ///< of `neighbours_`
  std::uint64_t begun_ = 0, read_ = 0;
};

} // namespace brick::detail
