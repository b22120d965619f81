// SPDX-License-Identifier: MIT
// Strategy `neighbourhood`: all messages of a halo_exchange in one collective call.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "halo_check.hpp"

namespace brick::detail {

/// What this rank sends to, or receives from, each of its neighbours: for each one message, of all its halos by tag.
struct neighbour_messages {
  neighbour_messages(const halo_sides& sides, const std::vector<int>& neighbours);

  std::vector<halo_layout> layouts; ///< of each neighbour, perhaps without bytes
  std::vector<halo_types> types;
  std::int64_t messages = 0, bytes = 0;
};

class halo_neighbourhood {
public:
  /// Collective; the halos must have passed check_halos. Messages to this rank itself are left out.
  halo_neighbourhood(const std::shared_ptr<halo_group>& group, const halo_sides& sends, const halo_sides& receives);
  halo_neighbourhood(const halo_neighbourhood&) = delete;
  halo_neighbourhood& operator=(const halo_neighbourhood&) = delete;
  ~halo_neighbourhood();

  /// Collective over all ranks.
  halo_operation_ptr start(std::span<const halo_array> arrays);

  [[nodiscard]] std::int64_t messages() const { return sends_.messages; }
  [[nodiscard]] std::int64_t bytes() const { return sends_.bytes; }

private:
  std::shared_ptr<halo_group> group_;
  std::vector<int> neighbours_;
  neighbour_messages sends_, receives_;
  communicator graph_; // made for these neighbours
  std::uint64_t begun_ = 0;
  int number_ = -1; // in what other ranks have told
};

} // namespace brick::detail
