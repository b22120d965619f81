// SPDX-License-Identifier: MIT
// The state behind an exchanger: persistent requests, the buffers and views they point to, and how they are run.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <mpi.h>

#include "block_copy.hpp"
#include "brick/exchange.hpp"
#include "cache_line.hpp"
#include "copy_set.hpp"
#include "mpi_handles.hpp"
#include "node_bricks.hpp"
#include "put_messages.hpp"

namespace brick::detail {

struct exchange_state {
  exchange_state(const communicator& ranks, const exchange_plan& plan, const storage& memory, strategy wanted,
                 const std::string& what, int threads);
  ~exchange_state();
  exchange_state(const exchange_state&) = delete;
  exchange_state& operator=(const exchange_state&) = delete;

  void start();
  void give_up() noexcept; ///< nobody will complete it
  [[nodiscard]] bool under_way() const { return active && !given_up(ranks_); }
  [[nodiscard]] std::uint64_t begun() const { return begun_; }                 ///< exchanges, the last one included
  [[nodiscard]] bool calls_mpi() const { return !requests_.empty() || puts_; } ///< while an exchange is under way
  [[nodiscard]] bool moves_nothing() const { return requests_.empty() && !puts_ && !on_node && !copies_cells_; }
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
  bool prepare_puts();
  bool see_neighbours(const exchange_plan& plan, const storage& memory);
  bool agree_on_views(const exchange_plan& plan, const storage& memory);
  template <class Done, class Describe> void wait_until(Done done, Describe describe, bool calls_mpi);
  template <class Body> void or_give_up(Body body);
  [[nodiscard]] std::string name() const;
  [[nodiscard]] std::vector<int> not_come() const;
  void poke_mpi() const;
  void bind(const exchange_plan& plan, int threads);
  std::byte* bind_message(const message& m, const view* shown, std::vector<placed_run>& packed);
  void add_receive(const message& m, const view* shown, std::vector<placed_run>& packed);
  void add_send(const message& m, const view* shown, std::vector<placed_run>& packed);
  void add_put(const message& m, const view* shown, std::vector<placed_run>& packed);
  void release() noexcept;
  void start_requests(std::size_t first, std::size_t last);
  bool have_arrived(std::size_t requests);
  void begin();
  bool complete();
  void finish();

  communicator ranks_; // keeps the MPI communicator alive
  std::string what_;   ///< begins messages: "field u: "
  std::byte* base_;
  std::vector<view> receive_views_, send_views_; ///< by message of the plan; empty where it is contiguous
  message_bytes buffer_;
  std::size_t buffer_used_ = 0;
  block_set pack_, unpack_;   ///< of all packed messages; places in `buffer_`
  bool copies_cells_ = false; ///< inside the rank
  copy_set copies_, copies_of_partial_, copies_of_seen_, copies_at_walls_;
  /// Where the receives and sends of a phase end among the requests: receives come first, phase after phase.
  struct phase_ends {
    std::size_t receives = 0, sends = 0;
  };
  std::vector<MPI_Request> requests_;
  std::vector<int> ranks_of_requests_;
  std::uint64_t begun_ = 0;
  int number_ = -1; ///< in what other ranks have told
  std::vector<phase_ends> phases_;
  std::size_t phase_ = 0;               ///< the last one whose messages have been sent
  std::vector<put_source> put_sources_; ///< what `puts_` is made of
  std::vector<put_target> put_targets_;
  std::unique_ptr<put_messages> puts_; ///< for one-sided strategies, instead of requests
};

} // namespace brick::detail
