// SPDX-License-Identifier: MIT
// The state behind an exchanger: persistent requests, the buffers and views they point to, and how they are run.
#pragma once

#include <string>
#include <vector>

#include <mpi.h>

#include "block_copy.hpp"
#include "brick/exchange.hpp"
#include "mpi_handles.hpp"
#include "node_bricks.hpp"

namespace brick::detail {

struct exchange_state {
  exchange_state(const communicator& ranks, const exchange_plan& plan, const storage& memory, strategy wanted,
                 const std::string& what);
  ~exchange_state();
  exchange_state(const exchange_state&) = delete;
  exchange_state& operator=(const exchange_state&) = delete;

  void start();
  void give_up(); ///< nobody will complete it
  [[nodiscard]] bool under_way() const { return active && !given_up(ranks_); }
  [[nodiscard]] bool is_arriving() const { return !requests_.empty() || (on_node && !on_node.neighbours_have_begun()); }
  bool test();
  void wait();
  void copy_seen();
  void copy_at_walls();
  void wait_for_readers();

  strategy used;
  std::string why;
  std::int64_t messages = 0, bytes = 0; ///< sent per exchange
  exchange_counters counters;
  bool active = false;
  node_bricks on_node; ///< for `shared`

private:
  bool see_neighbours(const exchange_plan& plan, const storage& memory);
  bool agree_on_views(const exchange_plan& plan, const storage& memory);
  template <class Done> void wait_until(Done done);
  void call_mpi() const;
  void copy(const std::vector<local_copy>& copies) const;
  void bind(const exchange_plan& plan);
  std::byte* bind_message(const message& m, const view* shown, std::vector<placed_run>& packed);
  void add_receive(const message& m, const view* shown, std::vector<placed_run>& packed);
  void add_send(const message& m, const view* shown, std::vector<placed_run>& packed);
  void release() noexcept;
  bool complete();
  void finish();

  communicator ranks_; // keeps the MPI communicator alive
  std::byte* base_;
  std::vector<view> receive_views_, send_views_; ///< by message of the plan; empty where it is contiguous
  std::vector<std::byte> buffer_;
  std::size_t buffer_used_ = 0;
  block_set pack_, unpack_; ///< of all packed messages; places in `buffer_`
  std::vector<local_copy> copies_, copies_of_partial_, copies_of_seen_, copies_at_walls_;
  std::vector<MPI_Request> requests_; ///< receives first
  std::size_t receives_ = 0;
};

} // namespace brick::detail
