// SPDX-License-Identifier: MIT
// What an exchange moves, as data: a transfer is a minimal set of segments (source, destination, length) per neighbour
// (Schneider, Gerstenberger, Hoefler, "Compiler optimizations for non-contiguous remote data movement", section 2).
// All offsets and lengths are bytes from the start of a field's storage.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace brick {

/// A contiguous piece of a storage.
struct extent {
  std::int64_t offset = 0;
  std::int64_t length = 0;
  friend bool operator==(const extent&, const extent&) = default;
};

/// A contiguous piece that moves from `source` in one storage to `destination` in another (or the same one).
struct segment {
  std::int64_t source = 0;
  std::int64_t destination = 0;
  std::int64_t length = 0;
  friend bool operator==(const segment&, const segment&) = default;
};

/// The smallest set of segments that moves the same bytes: those that continue each other at both ends joined, to the
/// fixpoint of section 2, and sorted by source. Empty segments disappear. A source may move to several destinations.
std::vector<segment> minimize(std::vector<segment> segments);

/// The smallest set of segments that moves the bytes of `source`, in their order, to those of `destination`. Both have
/// as many bytes, cut anywhere.
std::vector<segment> segments_between(const std::vector<extent>& source, const std::vector<extent>& destination);

/// Joins each piece with the one before it where it continues it; keeps the order, which is the order of the bytes.
std::vector<extent> join(std::vector<extent> pieces);

/// Sum of the lengths.
std::int64_t bytes(const std::vector<extent>& pieces);

/// One MPI message: the pieces in the order of their bytes. `packed` pieces go through a buffer, others are sent from
/// where they lie, which needs one piece, or a view that makes them one. One that is `on_node` need not travel if the
/// receiver sees the sender's memory.
struct message {
  int rank = 0;
  int tag = 0;
  bool packed = false;
  std::vector<extent> pieces;
  bool on_node = false;
  int phase = 0; ///< sent when those received in the phases before have arrived
};

/// A copy inside this rank's storage.
using local_copy = segment;

/// Bricks of another rank on the node, seen behind this rank's storage: from `source` in the storage of `rank`, at
/// `destination` from the start of this rank's.
struct seen_bricks {
  int rank = 0;
  std::vector<segment> pieces; ///< whole pages
};

/// Everything one rank does in one exchange. First `sends` and `recvs` travel. `late_sends` and `late_recvs` (always
/// packed) travel with them, but are unpacked after everything else is complete, since they may overwrite cells of
/// bricks that `recvs` brought and `sends` reads. `copies` come last, those of bricks first where sweeps begin. Sources
/// are always own cells.
struct exchange_plan {
  std::vector<message> sends, recvs;
  std::vector<message> late_sends, late_recvs;
  std::vector<local_copy> copies;

  /// Instead of the messages that are `on_node`, where memory can be shared. `copies_of_partial` bring those
  /// that are not read where they are seen to where messages would have, `copies_of_seen` the others, if wanted;
  /// `copies_at_walls` are those of them that walls may mirror.
  std::vector<seen_bricks> seen;
  std::vector<local_copy> copies_of_partial, copies_of_seen, copies_at_walls;
};

/// The same plan with one message for every piece of the messages that are not packed; tags count up from theirs. Used
/// when views are not to be had.
exchange_plan split(const exchange_plan& plan);

/// A readable dump, one line a message or copy.
std::string to_string(const exchange_plan& plan);

} // namespace brick
