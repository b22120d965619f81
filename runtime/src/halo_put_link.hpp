// SPDX-License-Identifier: MIT
// What the two sides of a message that is put know of each other.
//
// Each side has a slot in its window: a counter, which only the other side writes, and room behind it.
//
//                 slot of the sender                    slot of the receiver
//   packed, put   exchanges that were unpacked          bytes that have arrived, of all exchanges; the packed bytes
//   maximal_block exchanges that are awaited; where     exchanges that have arrived
//                 the arrays of the receiver are
//
// A counter follows what it counts after a flush, and never falls. So nothing else orders the two ranks: the sender
// fills the buffer again when it has been unpacked, and writes to arrays when they are awaited.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "halo_check.hpp"
#include "halo_segments.hpp"
#include "halo_window.hpp"

namespace brick::detail {

struct put_link {
  static constexpr std::int64_t room = 64; ///< where the room behind the counter begins: a cache line

  /// The counter of this side, as far as it has come. What it counts can be read afterwards.
  [[nodiscard]] std::uint64_t counter() const;

  /// To have while this side puts and flushes, which may last until the other side serves it.
  [[nodiscard]] deadline until_served() const { return {*group->watch, name, {&rank, 1}}; }

  /// Lets MPI of this rank serve the puts of others.
  void serve() const;

  [[nodiscard]] std::byte* own_room() const { return window->memory() + own + room; }

  std::shared_ptr<halo_group> group;       ///< ends after the windows, which it frees
  std::shared_ptr<halo_window> window;     ///< with the slots
  std::shared_ptr<halo_window> arrays;     ///< for maximal_block
  std::string name;                        ///< of the exchange, for messages
  int rank = 0, tag = 0;                   ///< of the other side; a tag that no message has
  std::int64_t own = 0, other = 0;         ///< where the slots are, each in the window of its rank
  std::uint64_t started = 0, ended = 0;    ///< exchanges
  std::vector<halo_segment> segments = {}; ///< of a send with maximal_block
};

/// Links all halos with fixed ranks whose strategies put, anew if they are linked. `tag` is used by no other message.
/// Collective; the halos must have passed check_halos.
void link_puts(const std::shared_ptr<halo_group>& group, int tag, const halo_sides& sends, const halo_sides& receives);

} // namespace brick::detail
