// SPDX-License-Identifier: MIT
#include "halo_put_link.hpp"

#include <algorithm>
#include <atomic>
#include <map>

#include "agreement.hpp"
#include "brick/error.hpp"
#include "mpi_handles.hpp"
#include "waiting.hpp"

namespace brick::detail {

namespace {

/// The messages between this rank and another that are put, in an order that both know.
struct peer_messages {
  std::map<int, halo_side*> sends, receives; // by tag
};
using peers = std::map<int, peer_messages>; // by rank

/// What begins messages about ranks that do not come.
constexpr const char* linking = "the links of halos that are put";

using notes = std::map<int, std::vector<std::int64_t>>; // by rank

peers peers_of(int own_rank, const halo_sides& sends, const halo_sides& receives) {
  peers result;
  for (const auto& side : sends)
    if (side->puts() && side->rank != own_rank) result[side->rank].sends[side->tag] = side.get();
  for (const auto& side : receives)
    if (side->puts() && side->rank != own_rank) result[side->rank].receives[side->tag] = side.get();
  return result;
}

std::vector<std::int64_t> receive_note(const communicator& group, int rank, int tag) {
  const MPI_Comm ranks = communicator_of(group);
  int found = 0, count = 0;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  const auto describe = [&] { return awaited{linking, {rank}, awaited::whom::ranks}; };
  waiting until_found(news_of(group), describe);
  while (true) {
    check_mpi(MPI_Improbe(rank, tag, ranks, &found, &message, &status), "MPI_Improbe");
    if (found) break;
    until_found.turn();
  }
  check_mpi(MPI_Get_count(&status, MPI_INT64_T, &count), "MPI_Get_count");
  std::vector<std::int64_t> note(static_cast<std::size_t>(count));
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Imrecv(note.data(), count, MPI_INT64_T, &message, &request), "MPI_Imrecv");
  wait_all(news_of(group), {&request, 1}, describe);
  return note;
}

/// Gives every peer its note, and takes that of each.
notes exchange_notes(const communicator& group, int tag, const notes& own) {
  const MPI_Comm ranks = communicator_of(group);
  std::vector<MPI_Request> requests;
  std::vector<int> to;
  for (const auto& [rank, note] : own) {
    to.push_back(rank);
    check_mpi(MPI_Isend(note.data(), static_cast<int>(note.size()), MPI_INT64_T, rank, tag, ranks,
                        &requests.emplace_back(MPI_REQUEST_NULL)),
              "MPI_Isend");
  }
  notes result;
  for (const auto& [rank, note] : own)
    result[rank] = receive_note(group, rank, tag);
  const auto describe = [&] { return awaited{linking, incomplete(requests, to), awaited::whom::ranks}; };
  wait_all(news_of(group), requests, describe);
  return result;
}

/// What links need, of which each has what those before have.
enum class needed { nothing, slots, arrays };

/// What any rank needs.
needed needed_anywhere(const communicator& ranks, const peers& all) {
  needed own = all.empty() ? needed::nothing : needed::slots;
  for (const auto& [rank, messages] : all)
    for (const auto* sides : {&messages.sends, &messages.receives})
      for (const auto& [tag, side] : *sides)
        if (side->strategy == halo_strategy::maximal_block) own = needed::arrays;
  const std::string words = std::string(linking) + ": ";
  const purpose agreeing(ranks, words);
  return static_cast<needed>(static_cast<int>(ranks.max(static_cast<int>(own))));
}

/// Where the receives with maximal_block put their bytes: for each the number of pieces, and the pieces.
notes pieces_of(const peers& all) {
  notes result;
  for (const auto& [rank, messages] : all) {
    std::vector<std::int64_t>& note = result[rank];
    for (const auto& [tag, side] : messages.receives) {
      if (side->strategy != halo_strategy::maximal_block) continue;
      note.push_back(static_cast<std::int64_t>(side->layout.pieces().size()));
      for (const halo_piece& p : side->layout.pieces())
        note.insert(note.end(), {p.array, p.start, p.columns, p.rows, p.stride});
    }
  }
  return result;
}

std::vector<halo_piece> take_pieces(std::vector<std::int64_t>::const_iterator& note) {
  std::vector<halo_piece> result(static_cast<std::size_t>(*note++));
  for (halo_piece& p : result) {
    p = {static_cast<int>(note[0]), note[1], note[2], note[3], note[4]};
    note += 5;
  }
  return result;
}

int arrays_in(const std::vector<halo_piece>& pieces) {
  int result = 0;
  for (const halo_piece& p : pieces)
    result = std::max(result, p.array + 1);
  return result;
}

/// Finds the segments of all sends with maximal_block; returns how much room each send needs in its slot.
std::map<const halo_side*, std::int64_t> find_segments(const peers& all, const notes& told) {
  std::map<const halo_side*, std::int64_t> rooms;
  for (const auto& [rank, messages] : all) {
    auto note = told.at(rank).begin();
    for (const auto& [tag, side] : messages.sends) {
      if (side->strategy != halo_strategy::maximal_block) continue;
      const std::vector<halo_piece> pieces = take_pieces(note);
      side->link->segments = segments_between(side->layout.pieces(), pieces);
      rooms[side] = arrays_in(pieces) * static_cast<std::int64_t>(sizeof(MPI_Aint));
    }
  }
  return rooms;
}

/// Gives every side a slot; returns the size of the window.
std::int64_t place_slots(const peers& all, const std::map<const halo_side*, std::int64_t>& rooms) {
  std::int64_t end = 0;
  const auto place = [&](halo_side& side, std::int64_t bytes) {
    side.link->own = end;
    end += put_link::room + (bytes + put_link::room - 1) / put_link::room * put_link::room;
  };
  for (const auto& [rank, messages] : all) {
    for (const auto& [tag, side] : messages.sends)
      place(*side, rooms.contains(side) ? rooms.at(side) : 0);
    for (const auto& [tag, side] : messages.receives)
      place(*side, side->strategy == halo_strategy::maximal_block ? 0 : side->layout.bytes());
  }
  return end;
}

/// Tells the slots of this rank, those of receives first, and learns the others'.
void meet(const communicator& ranks, int tag, const peers& all) {
  notes own;
  for (const auto& [rank, messages] : all)
    for (const auto* sides : {&messages.receives, &messages.sends})
      for (const auto& [number, side] : *sides)
        own[rank].push_back(side->link->own);
  const notes told = exchange_notes(ranks, tag, own);
  for (const auto& [rank, messages] : all) {
    auto note = told.at(rank).begin();
    for (const auto* sides : {&messages.sends, &messages.receives})
      for (const auto& [number, side] : *sides)
        side->link->other = *note++;
  }
}

} // namespace

std::uint64_t put_link::counter() const {
  const std::uint64_t value =
      std::atomic_ref(*reinterpret_cast<std::uint64_t*>(window->memory() + own)).load(std::memory_order_acquire);
  window->sync();
  return value;
}

void put_link::serve() const {
  int found = 0;
  check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, tag, communicator_of(group->ranks), &found, MPI_STATUS_IGNORE), "MPI_Iprobe");
}

void link_puts(const std::shared_ptr<halo_group>& group, int tag, const halo_sides& sends, const halo_sides& receives) {
  const communicator& ranks = group->ranks;
  const peers all = peers_of(group->ranks.rank(), sends, receives);
  for (const auto& [rank, messages] : all)
    for (const auto* sides : {&messages.sends, &messages.receives})
      for (const auto& [number, side] : *sides) {
        side->link = std::make_shared<put_link>();
        side->link->group = group;
        side->link->name = side->exchange();
        side->link->rank = rank;
        side->link->tag = tag;
      }
  const needed wanted = needed_anywhere(ranks, all);
  if (wanted == needed::nothing) return;
  const auto rooms = find_segments(all, exchange_notes(ranks, tag, pieces_of(all)));
  const auto window = group->windows.take(group->ranks, place_slots(all, rooms));
  const auto arrays = wanted == needed::arrays ? group->windows.of_arrays(group->ranks) : nullptr;
  for (const auto& [rank, messages] : all)
    for (const auto* sides : {&messages.sends, &messages.receives})
      for (const auto& [number, side] : *sides) {
        side->link->window = window;
        side->link->arrays = arrays;
      }
  meet(ranks, tag, all);
}

} // namespace brick::detail
