// SPDX-License-Identifier: MIT
#include "halo_describe.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "halo_put_link.hpp"

namespace brick::detail {

namespace {

std::string in_array(int array, std::int64_t offset) {
  return "array " + std::to_string(array) + " + " + std::to_string(offset);
}

std::string in_message(std::int64_t offset) { return "message + " + std::to_string(offset); }

/// "12 bytes", or "12 bytes, 5 times, 48 apart".
std::string blocks(std::int64_t length, std::int64_t count, std::int64_t stride) {
  std::string text = std::to_string(length) + (length == 1 ? " byte" : " bytes");
  if (count > 1) text += ", " + std::to_string(count) + " times, " + std::to_string(stride) + " apart";
  return text;
}

std::string line(const std::string& from, const std::string& to, const std::string& what) {
  return "  " + from + " -> " + to + ": " + what + "\n";
}

/// The first `most` pieces, a line each.
std::string text_of_pieces(const halo_side& side, std::size_t most) {
  std::string text;
  std::int64_t at = 0;
  for (const halo_piece& p : std::span(side.layout.pieces()).first(std::min(most, side.layout.pieces().size()))) {
    const std::string array = in_array(p.array, p.start), message = in_message(at);
    text += line(side.sends ? array : message, side.sends ? message : array, blocks(p.columns, p.rows, p.stride));
    at += p.columns * p.rows;
  }
  return text;
}

std::string text_of_segments(const std::vector<halo_segment>& segments, std::size_t most) {
  std::string text;
  for (const halo_segment& s : std::span(segments).first(std::min(most, segments.size())))
    text += line(in_array(s.from, s.source), "its " + in_array(s.to, s.destination), blocks(s.length, 1, 0));
  return text;
}

} // namespace

std::string describe(const halo_side& side, std::size_t most) {
  const bool of_segments = side.link && !side.link->segments.empty();
  const std::size_t lines = of_segments ? side.link->segments.size() : side.layout.pieces().size();
  const std::int64_t segments = of_segments ? std::ssize(side.link->segments) : side.layout.runs();
  const std::string with = side.rank == rank_per_call ? "a rank of each call" : "rank " + std::to_string(side.rank);
  std::string text = side.name + (side.sends ? " to " : " from ") + with + ", tag " + std::to_string(side.tag) + ", " +
                     std::string(to_string(side.strategy)) + ": " + blocks(side.layout.bytes(), 1, 0) + " in " +
                     std::to_string(segments) + (segments == 1 ? " segment" : " segments") + "\n";
  text += of_segments ? text_of_segments(side.link->segments, most) : text_of_pieces(side, most);
  if (lines > most) text += "  and " + std::to_string(lines - most) + " more\n";
  return text;
}

} // namespace brick::detail
