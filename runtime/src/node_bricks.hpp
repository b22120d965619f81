// SPDX-License-Identifier: MIT
// Bricks of ranks on one node, read where they lie.
//
// Memory files are shared by all who have them open, so a rank can map its neighbours' surface bricks behind its own
// storage, and its sweeps find them there by their ids: nothing is packed, sent or copied (PPoPP'21, section 4, maps
// pages to gather what is sent; here they save the sending). What is left of an exchange is to wait until the
// neighbours' cells are there, and to leave own cells alone until the neighbours have read them. All ranks do the same
// things with a memory in the same order, so two numbers say it all, in a page that each rank writes and its neighbours
// map: how many exchanges it has begun, and how many times it has read its neighbours. An exchange is complete when all
// neighbours have begun as many as this rank; own cells may be written when they have read as many times.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "brick/communicator.hpp"
#include "brick/storage.hpp"
#include "brick/transfer.hpp"

namespace brick::detail {

/// One rank's counts for a memory, alone in their cache lines. Those of others are read only.
struct node_counts {
  alignas(64) std::atomic<std::uint64_t> begun;
  alignas(64) std::atomic<std::uint64_t> read;
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free); // else it would not work between processes
};

class node_bricks {
public:
  node_bricks() = default;

  /// Shows what `plan` says behind `memory`. Collective: all ranks see their neighbours, or none does, and `refusal`
  /// has the first rank that cannot, and why.
  node_bricks(const communicator& ranks, const exchange_plan& plan, const storage& memory, std::string& refusal);

  /// Whether there are neighbours whose bricks are seen.
  explicit operator bool() const { return open_; }

  /// An exchange begins: own cells are there, for as many as read them.
  void begin() { own().begun.store(++begun_, std::memory_order_release); }
  [[nodiscard]] bool neighbours_have_begun() const { return all(&node_counts::begun, begun_); }
  [[nodiscard]] std::vector<int> not_begun() const { return behind(&node_counts::begun, begun_); } ///< their ranks

  /// The neighbours' cells have been read, and are not needed until the next exchange or `end_reading`.
  void end_reading() { own().read.store(++read_, std::memory_order_release); }
  [[nodiscard]] bool neighbours_have_read() const { return all(&node_counts::read, read_); }
  [[nodiscard]] std::vector<int> not_read() const { return behind(&node_counts::read, read_); }

private:
  [[nodiscard]] node_counts& own() const { return *reinterpret_cast<node_counts*>(page_.data()); }
  [[nodiscard]] bool all(std::atomic<std::uint64_t> node_counts::* count, std::uint64_t least) const {
    for (const node_counts* each : neighbours_)
      if ((each->*count).load(std::memory_order_acquire) < least) return false;
    return true;
  }
  [[nodiscard]] std::vector<int> behind(std::atomic<std::uint64_t> node_counts::* count, std::uint64_t least) const;
  void show(const std::vector<std::string>& files, const exchange_plan& plan, const storage& memory, int rank);

  bool open_ = false;
  storage page_; ///< own counts; those of the neighbours are shown behind it
  std::vector<const node_counts*> neighbours_;
  std::vector<int> ranks_; ///< of `neighbours_`
  std::uint64_t begun_ = 0, read_ = 0;
};

} // namespace brick::detail
