// SPDX-License-Identifier: MIT
// What a halo_exchange consists of, and the order in which its operations follow each other.
#pragma once

#include <optional>

#include "brick/measured_costs.hpp"
#include "halo_local.hpp"
#include "halo_neighbourhood.hpp"

namespace brick::detail {

class halo_state {
public:
  halo_state(const communicator& ranks, halo_options options);
  halo_state(const halo_state&) = delete;
  halo_state& operator=(const halo_state&) = delete;
  ~halo_state();

  int add(bool sends, const halo_spec& spec);
  [[nodiscard]] halo_side& side(halo_send id) const;
  [[nodiscard]] halo_side& side(halo_receive id) const;

  void check();
  halo_operation_ptr start(std::span<const halo_array> arrays);

  /// `whole`: from or to `arrays`, else the buffer only. Empty where the operation is complete at once.
  halo_operation_ptr start_send(halo_side& send, std::span<const halo_array> arrays, int rank, bool whole);
  halo_operation_ptr start_receive(halo_side& receive, std::span<const halo_array> arrays, int rank, bool whole);

  /// All sends with fixed ranks.
  void pack_all(std::span<const halo_array> arrays);

  /// The same by threads of the caller's, each of which packs its share of what has been prepared.
  void prepare_pack(std::vector<halo_array> arrays);
  void pack_share(int thread, int threads) const;

  /// A copy between an array and the buffer: a pack for a send, an unpack for a receive.
  void copy_now(halo_side& side, int number, const halo_array& array);
  halo_operation_ptr start_copy(halo_side& side, int number, const halo_array& array);

  halo_sides sends, receives;
  halo_counters counters;

private:
  [[nodiscard]] halo_strategy strategy_of(const halo_spec& spec, const std::string& name) const;
  put_costs costs_to(int rank);
  void check_spec(const halo_sides& sides, const halo_spec& spec, const std::string& name) const;
  [[nodiscard]] int rank_of(const halo_side& side, int rank) const;
  [[nodiscard]] bool is_own(const halo_side& side) const { return side.rank == group_->ranks.rank(); }
  [[nodiscard]] int tag_of(const halo_side& side) const { return static_cast<int>(first_tag_) + side.tag; }

  void in_turn(std::vector<halo_operation_ptr>& earlier, const std::string& what, const char* does, const char* before);
  void before_transfer(halo_side& side, std::span<const halo_array> arrays, bool whole);
  halo_operation_ptr transfer(halo_side& side, std::span<const halo_array> arrays, int rank);
  void before_copy(halo_side& side, int number, const halo_array& array);
  void before_copy(halo_side& side);
  [[nodiscard]] bool is_packed(const halo_side& send) const { return send.packs() && send.rank != rank_per_call; }
  [[nodiscard]] std::int64_t packed_bytes() const;
  void before_pack_all(std::span<const halo_array> arrays);
  void find_all_blocks();
  void copy_all(std::span<const halo_array> arrays);
  void start_messages(std::span<const halo_array> arrays, std::vector<halo_operation_ptr>& operations);
  void move_own(std::span<const halo_array> arrays, std::vector<halo_operation_ptr>& operations);
  static void advance(std::span<const halo_operation_ptr> operations);
  [[nodiscard]] std::string words_of_tags() const;
  void check_puts_ended() const;
  void check_before_start(std::span<const halo_array> arrays);
  void check_not_given_up() const;
  bool give_up() noexcept;

  std::shared_ptr<halo_group> group_;
  halo_options options_;
  std::optional<measured_costs> measured_; ///< once they are asked for
  std::int64_t first_tag_;
  halo_local local_;
  std::optional<halo_neighbourhood> neighbourhood_;
  std::vector<halo_operation_ptr> collectives_; // under way
  array_blocks all_blocks_;                     // of the first known_sends_ of the sends, those that are packed
  std::size_t known_sends_ = 0;
  std::vector<std::byte*> packed_;                  // their buffers
  std::optional<std::vector<halo_array>> prepared_; // arrays of pack_share, checked for all sends
  bool checked_ = false, changed_ = false;          // `changed_`: since the check
  int exceptions_;
};

} // namespace brick::detail
