// SPDX-License-Identifier: MIT
// Bricks of ranks on one node, read where they lie.
//
// Memory files are shared by all who have them open, so a rank can map its neighbours' surface bricks behind its own
// storage, and its sweeps find them there by their ids: nothing is packed, sent or copied (PPoPP'21, section 4, maps
// pages to gather what is sent; here they save the sending). What is left of an exchange is to wait for the neighbours'
// counts, in a page that each rank writes and its neighbours map.
#pragma once

#include <string>
#include <vector>

#include "brick/communicator.hpp"
#include "brick/storage.hpp"
#include "brick/transfer.hpp"
#include "node_counts.hpp"

namespace brick::detail {

class node_bricks : public node_counts {
public:
  node_bricks() = default;

  /// Shows what `plan` says behind `memory`. Collective: all ranks see their neighbours, or none does, and `refusal`
  /// has the first rank that cannot, and why.
  node_bricks(const communicator& ranks, const exchange_plan& plan, const storage& memory, std::string& refusal);

  /// Whether there are neighbours whose bricks are seen.
  explicit operator bool() const { return open_; }

private:
  void show(const std::vector<std::string>& files, const exchange_plan& plan, const storage& memory, int rank);

  bool open_ = false;
  storage page_; ///< own counts; those of the neighbours are shown behind it
};

} // namespace brick::detail
