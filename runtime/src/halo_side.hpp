// SPDX-License-Identifier: MIT
// One send or receive of a halo_exchange, and what is kept for it from one message to the next.
#pragma once

#include <mpi.h>

#include <map>
#include <string>
#include <vector>

#include "halo_group.hpp"
#include "halo_layout.hpp"
#include "halo_operation.hpp"
#include "halo_types.hpp"

namespace brick::detail {

/// Whether a strategy puts, one-sided.
[[nodiscard]] constexpr bool puts(halo_strategy strategy) { return strategy >= halo_strategy::maximal_block; }

/// "halo send 3" or "halo receive 3".
[[nodiscard]] std::string name_of_halo(bool sends, int id);

/// Owns a persistent request; frees it unless MPI has already been finalised.
struct persistent_request {
  persistent_request() = default;
  persistent_request(const persistent_request&) = delete;
  persistent_request& operator=(const persistent_request&) = delete;
  ~persistent_request();

  MPI_Request handle = MPI_REQUEST_NULL;
  bool active = false;
};

struct put_link;

/// A block of a message that is packed and put.
struct halo_block {
  array_blocks part;
  std::int64_t bytes = 0;
  bool counts = false; ///< the receiver is told of it, and of those before, before the next one is put
};

struct halo_side {
  halo_side(bool sends, int id, const halo_spec& spec, halo_strategy strategy, const halo_options& options,
            const put_costs& costs);

  /// "halo send 3: packed exchange".
  [[nodiscard]] std::string exchange() const;

  /// Whether messages are put, one-sided.
  [[nodiscard]] bool puts() const { return brick::detail::puts(strategy); }

  /// Whether messages go through a buffer that can be packed, sent, received and unpacked one after the other.
  [[nodiscard]] bool packs() const;

  /// The buffer, made on first use; always the same one.
  const halo_buffer& memory();

  /// Where MPI finds the bytes: in the buffer or, when nothing is packed, in `arrays`.
  mpi_place place(std::span<const halo_array> arrays);

  const bool sends;
  const int id;
  const std::string name; ///< name_of_halo()
  const int rank;         ///< or rank_per_call
  const int tag;
  const halo_strategy strategy;
  const halo_layout layout;
  const std::vector<halo_block> blocks;         ///< of a send that is packed and put
  std::shared_ptr<put_link> link;               ///< of one that is put, when it has been checked
  bool checked = false;                         ///< the other side is known to fit
  std::vector<halo_operation_ptr> transfers;    ///< sends or receives under way
  std::vector<halo_operation_ptr> copies;       ///< packs or unpacks under way
  std::map<int, persistent_request> persistent; ///< by rank

private:
  halo_buffer memory_;
  halo_types types_;
};

} // namespace brick::detail
