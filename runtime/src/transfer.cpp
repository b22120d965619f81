// SPDX-License-Identifier: MIT
// Minimal segment sets, and the text form of exchange plans.
#include "brick/transfer.hpp"

#include <algorithm>
#include <numeric>
#include <sstream>
#include <utility>

namespace brick {

namespace {

/// How far a segment moves its bytes. Only segments that move alike can continue each other.
std::int64_t distance(const segment& s) { return s.destination - s.source; }

} // namespace

std::vector<segment> minimize(std::vector<segment> segments) {
  std::erase_if(segments, [](const segment& s) { return s.length == 0; });
  // Sorted by distance first, what a segment continues stands before it even where its source moves elsewhere, too. So
  // one pass is the fixpoint: joining two never makes a third continue them anew.
  std::ranges::sort(segments, {}, [](const segment& s) { return std::pair(distance(s), s.source); });
  std::vector<segment> result;
  for (const segment& s : segments) {
    const bool continues = !result.empty() && distance(result.back()) == distance(s) &&
                           result.back().source + result.back().length >= s.source;
    if (continues)
      result.back().length = std::max(result.back().length, s.source + s.length - result.back().source);
    else
      result.push_back(s);
  }
  std::ranges::sort(result, {}, [](const segment& s) { return std::pair(s.source, s.destination); });
  return result;
}

std::vector<segment> segments_between(const std::vector<extent>& source, const std::vector<extent>& destination) {
  std::vector<segment> result;
  std::int64_t done = 0; // of *to
  auto to = destination.begin();
  for (extent from : source)
    while (from.length > 0) {
      const std::int64_t length = std::min(from.length, to->length - done);
      result.push_back({from.offset, to->offset + done, length});
      from = {from.offset + length, from.length - length};
      done += length;
      if (done == to->length) {
        done = 0;
        ++to;
      }
    }
  return minimize(std::move(result));
}

std::vector<extent> join(std::vector<extent> pieces) {
  std::vector<extent> result;
  for (const extent& piece : pieces) {
    if (piece.length == 0) continue;
    if (!result.empty() && result.back().offset + result.back().length == piece.offset)
      result.back().length += piece.length;
    else
      result.push_back(piece);
  }
  return result;
}

std::int64_t bytes(const std::vector<extent>& pieces) {
  return std::accumulate(pieces.begin(), pieces.end(), std::int64_t{0},
                         [](std::int64_t sum, const extent& piece) { return sum + piece.length; });
}

namespace {

std::vector<message> split(const std::vector<message>& messages) {
  std::vector<message> result;
  for (const message& m : messages) {
    if (m.packed) {
      result.push_back(m);
      continue;
    }
    int tag = m.tag;
    for (const extent& piece : m.pieces)
      result.push_back({m.rank, tag++, false, {piece}, m.on_node, m.phase});
  }
  return result;
}

void print(std::ostream& out, const char* what, const std::vector<message>& messages) {
  for (const message& m : messages) {
    out << what << " rank " << m.rank << " tag " << m.tag << (m.packed ? " packed" : "")
        << (m.on_node ? " on the node" : "") << (m.phase ? " in phase " + std::to_string(m.phase) : "") << ' '
        << bytes(m.pieces) << " bytes:";
    for (const extent& piece : m.pieces)
      out << " [" << piece.offset << ", " << piece.offset + piece.length << ')';
    out << '\n';
  }
}

} // namespace

exchange_plan split(const exchange_plan& plan) {
  exchange_plan result = plan;
  result.sends = split(plan.sends);
  result.recvs = split(plan.recvs);
  return result;
}

std::string to_string(const exchange_plan& plan) {
  std::ostringstream out;
  print(out, "send to", plan.sends);
  print(out, "receive from", plan.recvs);
  print(out, "late send to", plan.late_sends);
  print(out, "late receive from", plan.late_recvs);
  for (const seen_bricks& s : plan.seen)
    for (const segment& piece : s.pieces)
      out << "see [" << piece.source << ", " << piece.source + piece.length << ") of rank " << s.rank << " at "
          << piece.destination << '\n';
  for (const local_copy& c : plan.copies)
    out << "copy [" << c.source << ", " << c.source + c.length << ") to " << c.destination << '\n';
  return out.str();
}

} // namespace brick
