// SPDX-License-Identifier: MIT
// Messages that their senders write into the receivers' ghost bricks (MPI_Put), instead of messages that meet.
//
// Memory of all fields is attached to one window of the communicator. For each message both sides keep a count in
// memory that the other one writes to: the receiver announces that its ghost bricks may be overwritten for exchange k,
// the sender that the cells of exchange k are there. The sender puts when it has seen the announcement, flushes, so
// that the cells are there before the count, and puts the count. Nobody waits for a rank that is no neighbour.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <mpi.h>

#include "brick/communicator.hpp"
#include "brick/transfer.hpp"
#include "halo_group.hpp"

namespace brick::detail {

/// A message to be put: to whom, and the bytes.
struct put_source {
  int rank = 0;
  int tag = 0;
  const std::byte* from = nullptr;
  std::int64_t length = 0;
};

/// Where one is to be put: by whom, and the pieces of the storage.
struct put_target {
  int rank = 0;
  int tag = 0;
  std::vector<extent> pieces;
};

class put_messages {
public:
  /// Makes what all puts between `ranks` need, unless it is there; throws `no_window` on all ranks where MPI does not
  /// have it. Collective.
  static void prepare(const communicator& ranks);

  /// `name` of the exchange begins messages of errors. `memory` of `size` bytes is what targets are pieces of; it must
  /// outlive this. Not collective: throws `error` where MPI cannot attach the memory. To be followed by `introduce`.
  put_messages(const communicator& ranks, std::byte* memory, std::size_t size, const std::vector<put_source>& sources,
               const std::vector<put_target>& targets, const std::string& name);
  put_messages(const put_messages&) = delete;
  put_messages& operator=(const put_messages&) = delete;

  /// Tells the ranks that put where, and is told. Collective over `ranks`; `targets` as before.
  void introduce(const std::vector<put_target>& targets);

  /// Begins an exchange: own ghost bricks may be overwritten.
  void start();

  /// Puts what may be put; whether everything has been put, and has arrived.
  bool progress();

  /// The ranks that have not let this one put, or have not put what it awaits.
  [[nodiscard]] std::vector<int> missing();

  [[nodiscard]] bool empty() const { return sources_.empty() && targets_.empty(); }

private:
  /// A piece of another rank's memory, by the address that its window knows.
  struct remote_piece {
    MPI_Aint address;
    MPI_Aint length;
  };
  struct outgoing {
    put_source message;
    std::vector<remote_piece> to;
    MPI_Aint arrived; ///< the receiver's count
    std::uint64_t put = 0;
  };
  struct incoming {
    int rank;
    MPI_Aint free; ///< the sender's count
  };

  [[nodiscard]] std::byte* counts() { return reinterpret_cast<std::byte*>(counts_.data()); }
  void put_what_may_be();
  void put_all(const std::vector<outgoing*>& messages);
  void put(const outgoing& message);
  void put_count(int rank, MPI_Aint address);
  [[nodiscard]] std::uint64_t count(std::size_t i);

  communicator ranks_;
  std::string name_;
  std::shared_ptr<halo_group> group_; ///< keeps the window
  std::shared_ptr<halo_window> window_;
  std::byte* memory_;
  std::vector<std::uint64_t> counts_; ///< of sources that may be put, then of targets that have arrived; attached
  std::uint64_t exchange_ = 0;
  std::vector<outgoing> sources_;
  std::vector<incoming> targets_;
  std::vector<attachment> attached_; ///< to `window_`: the memory and the counts
};

} // namespace brick::detail
