// SPDX-License-Identifier: MIT
#include "halo_state.hpp"

#include <algorithm>
#include <exception>

#include "agreement.hpp"
#include "brick/error.hpp"
#include "halo_message.hpp"
#include "halo_put.hpp"
#include "halo_put_link.hpp"
#include "last_words.hpp"
#include "mpi_errors.hpp"
#include "mpi_handles.hpp"

namespace brick::detail {

namespace {

halo_side& find_side(const halo_sides& sides, int id, const char* what) {
  if (id < 0 || id >= static_cast<int>(sides.size()))
    throw error("there is no halo " + std::string(what) + " " + std::to_string(id) + "; this halo_exchange has " +
                std::to_string(sides.size()));
  return *sides[id];
}

bool is_pipeline(halo_strategy strategy) {
  return strategy == halo_strategy::fixed_pipeline || strategy == halo_strategy::superpipeline;
}

/// What has been packed at once is in the core's own cache yet when it is sent. More of it is sent message by message,
/// so that the first one travels while the others are packed.
constexpr std::int64_t most_packed_at_once = std::int64_t{1} << 20;

halo_options checked(halo_options options) {
  constexpr int most_threads = 4096; // as of a runtime
  if (options.threads < 1 || options.threads > most_threads)
    throw error("halo_options::threads is " + std::to_string(options.threads) + ", but must be 1 at least, and " +
                std::to_string(most_threads) + " at most");
  return options;
}

/// Takes one tag more than the halos have: that of the check.
std::int64_t take_tags(halo_group& group, int tags) {
  if (tags < 1) throw error("halo_options::tags is " + std::to_string(tags) + ", but must be 1 at least");
  return group.tags.take(group.ranks, std::int64_t{tags} + 1);
}

bool give_up_all(std::vector<halo_operation_ptr>& operations) noexcept {
  bool any = false;
  for (const halo_operation_ptr& operation : operations) {
    any = any || !operation->done();
    operation->give_up();
  }
  operations.clear();
  return any;
}

void wait_for_all(std::vector<halo_operation_ptr>& operations) {
  for (const halo_operation_ptr& operation : operations)
    operation->wait();
  operations.clear();
}

void check_packs(const halo_side& side) {
  if (!side.packs())
    throw error(side.name + " has strategy " + std::string(to_string(side.strategy)) + ", which has no " +
                (side.sends ? "pack" : "unpack") + ": it moves from arrays to arrays");
}

void check_link(const halo_side& side) {
  const auto strategy = [&] { return std::string(to_string(side.strategy)); };
  if (!side.link)
    throw error(side.name + " has strategy " + strategy() + ": call check() on all ranks before it is started");
  if (side.link->started != side.link->ended)
    throw error(side.name + " is started again before it is complete, which strategy " + strategy() +
                " cannot be; use another strategy, or halo_out_of_sync::wait");
}

void copy_part(halo_side& side, int number, const halo_array& array) {
  if (side.sends)
    side.layout.pack(number, array, side.memory()->data());
  else
    side.layout.unpack(number, array, side.memory()->data());
}

} // namespace

halo_state::halo_state(const communicator& ranks, halo_options options)
    : group_(halo_group::of(ranks)), options_(checked(std::move(options))),
      first_tag_(take_tags(*group_, options_.tags)), exceptions_(std::uncaught_exceptions()) {}

/// What was sent is completed, what has not arrived is given up. While an exception unwinds nothing is waited for, and
/// what is still on its way could be taken for messages of a later object: there can be none.
halo_state::~halo_state() {
  const bool unwinding = std::uncaught_exceptions() > exceptions_;
  if (!unwinding && !mpi_has_ended()) {
    for (const auto& send : sends)
      wait_for_all(send->transfers);
    wait_for_all(collectives_);
  }
  if (give_up() && unwinding) {
    given_up(group_->ranks) = true;
    group_->windows.leave();
  }
  group_->tags.give_back(first_tag_);
}

bool halo_state::give_up() noexcept {
  bool any = give_up_all(collectives_);
  for (const halo_sides* sides : {&sends, &receives})
    for (const auto& side : *sides) {
      any = give_up_all(side->transfers) || any;
      give_up_all(side->copies);
    }
  return any;
}

halo_strategy halo_state::strategy_of(const halo_spec& spec, const std::string& name) const {
  const halo_strategy strategy = spec.strategy.value_or(options_.strategy);
  const bool of_all = options_.strategy == halo_strategy::neighbourhood;
  if ((strategy == halo_strategy::neighbourhood) != of_all)
    throw error(name + " has strategy " + std::string(to_string(strategy)) + " in a halo_exchange with " +
                std::string(to_string(options_.strategy)) +
                "; neighbourhood is for all halos of an object, by halo_options::strategy");
  if ((of_all || puts(strategy)) && spec.rank == rank_per_call)
    throw error(name + " has no fixed rank, which strategy " + std::string(to_string(strategy)) + " needs");
  return strategy;
}

void halo_state::check_spec(const halo_sides& sides, const halo_spec& spec, const std::string& name) const {
  if (spec.rank != rank_per_call && (spec.rank < 0 || spec.rank >= group_->ranks.size()))
    throw error(name + " is with rank " + std::to_string(spec.rank) + "; ranks are 0 to " +
                std::to_string(group_->ranks.size() - 1));
  if (spec.tag < 0 || spec.tag >= options_.tags)
    throw error(name + " has tag " + std::to_string(spec.tag) + "; tags are 0 to " + std::to_string(options_.tags - 1) +
                " (halo_options::tags)");
  for (const auto& other : sides)
    if (spec.rank != rank_per_call && other->rank == spec.rank && other->tag == spec.tag)
      throw error(name + " has rank " + std::to_string(spec.rank) + " and tag " + std::to_string(spec.tag) + ", as " +
                  other->name + " has; messages with one rank need different tags");
}

/// Those given, else those that were measured, for which a file is read once.
put_costs halo_state::costs_to(int rank) {
  const bool on_node = group_->on_node(rank);
  const std::optional<put_costs>& given = on_node ? options_.node_costs : options_.costs;
  if (given) return *given;
  if (!measured_) measured_ = read_measured_costs();
  return on_node ? measured_->on_node : measured_->between_nodes;
}

int halo_state::add(bool sending, const halo_spec& spec) {
  halo_sides& sides = sending ? sends : receives;
  const int id = static_cast<int>(sides.size());
  const std::string name = name_of_halo(sending, id);
  check_spec(sides, spec, name);
  const halo_strategy strategy = strategy_of(spec, name);
  const put_costs costs = sending && is_pipeline(strategy) ? costs_to(spec.rank) : put_costs{};
  sides.push_back(std::make_unique<halo_side>(sending, id, spec, strategy, options_, costs));
  changed_ = true;
  if (sending) prepared_.reset();
  return id;
}

halo_side& halo_state::side(halo_send id) const { return find_side(sends, static_cast<int>(id), "send"); }
halo_side& halo_state::side(halo_receive id) const { return find_side(receives, static_cast<int>(id), "receive"); }

int halo_state::rank_of(const halo_side& side, int rank) const {
  if (side.rank != rank_per_call && rank != rank_per_call && rank != side.rank)
    throw error(side.name + " is called with rank " + std::to_string(rank) + ", but has the fixed rank " +
                std::to_string(side.rank));
  const int used = side.rank == rank_per_call ? rank : side.rank;
  if (used == rank_per_call) throw error(side.name + " has no fixed rank: the call must name one");
  if (used < 0 || used >= group_->ranks.size())
    throw error(side.name + " is called with rank " + std::to_string(used) + "; ranks are 0 to " +
                std::to_string(group_->ranks.size() - 1));
  for (const auto& other : side.sends ? sends : receives)
    if (side.rank == rank_per_call && other->rank == used && other->tag == side.tag)
      throw error(side.name + " is called with rank " + std::to_string(used) + " and has tag " +
                  std::to_string(side.tag) + ", which is what " + other->name + " has");
  return used;
}

void halo_state::check_not_given_up() const {
  if (given_up(group_->ranks))
    throw error("an exception has given up an exchange; there cannot be another on this communicator");
}

void halo_state::in_turn(std::vector<halo_operation_ptr>& earlier, const std::string& what, const char* does,
                         const char* before) {
  std::erase_if(earlier, [](const halo_operation_ptr& operation) { return operation->test(); });
  if (earlier.empty() || options_.out_of_sync == halo_out_of_sync::ignore) return;
  if (options_.out_of_sync == halo_out_of_sync::wait) return wait_for_all(earlier);
  const std::string words = what + " " + does + " while " + before + " of this halo is under way";
  if (options_.warning)
    options_.warning(words);
  else
    say(group_->ranks.rank(), words.c_str());
}

void halo_state::before_transfer(halo_side& side, std::span<const halo_array> arrays, bool whole) {
  check_not_given_up();
  if (side.strategy == halo_strategy::neighbourhood)
    throw error(side.name +
                " cannot travel alone: strategy neighbourhood moves all halos at once, by start or exchange");
  if (!whole && !side.packs())
    throw error(side.name + " has strategy " + std::string(to_string(side.strategy)) +
                ", which moves from arrays to arrays: the call must name them");
  if (whole) side.layout.check(arrays, side.name);
  in_turn(side.copies, side.name, "starts", side.sends ? "a pack" : "an unpack");
  in_turn(side.transfers, side.name, "starts", side.sends ? "a send" : "a receive");
  if (side.puts() && !is_own(side)) check_link(side);
}

halo_operation_ptr halo_state::transfer(halo_side& side, std::span<const halo_array> arrays, int rank) {
  const auto begin = [&] {
    return side.puts()  ? (side.sends ? start_put(side, arrays) : expect_put(side, arrays))
           : side.sends ? start_message(group_, side, rank, tag_of(side), arrays)
                        : expect_message(group_, side, rank, tag_of(side), arrays);
  };
  const halo_operation_ptr started =
      in_words([&] { return side.exchange() + " with rank " + std::to_string(rank); }, begin);
  side.transfers.push_back(started);
  if (side.sends ? side.puts() : !side.checked) let_go_on(started); // others are MPI's
  if (side.sends) {
    ++counters.messages;
    counters.bytes += side.layout.bytes();
  }
  return started;
}

halo_operation_ptr halo_state::start_send(halo_side& send, std::span<const halo_array> arrays, int rank, bool whole) {
  const int to = rank_of(send, rank);
  before_transfer(send, arrays, whole);
  if (whole && send.packs()) send.layout.pack(arrays, send.memory()->data());
  if (to != group_->ranks.rank()) {
    const halo_operation_ptr started = transfer(send, arrays, to);
    advance({&started, 1});
    return started;
  }
  local_.send(send, arrays);
  return nullptr;
}

halo_operation_ptr halo_state::start_receive(halo_side& receive, std::span<const halo_array> arrays, int rank,
                                             bool whole) {
  const int from = rank_of(receive, rank);
  before_transfer(receive, arrays, whole);
  if (from != group_->ranks.rank()) return transfer(receive, arrays, from);
  return receive.transfers.emplace_back(local_.receive(receive, arrays, from));
}

void halo_state::before_copy(halo_side& side) {
  in_turn(side.transfers, side.name, side.sends ? "is packed" : "is unpacked", side.sends ? "a send" : "a receive");
}

void halo_state::before_copy(halo_side& side, int number, const halo_array& array) {
  check_packs(side);
  side.layout.check(number, array, side.name);
  before_copy(side);
}

std::int64_t halo_state::packed_bytes() const {
  std::int64_t bytes = 0;
  for (const auto& send : sends)
    if (is_packed(*send)) bytes += send->layout.bytes();
  return bytes;
}

void halo_state::find_all_blocks() {
  if (known_sends_ == sends.size()) return;
  std::vector<const halo_layout*> messages;
  packed_.clear();
  for (const auto& send : sends)
    if (is_packed(*send)) {
      messages.push_back(&send->layout);
      packed_.push_back(send->memory()->data()); // always the same one
    }
  all_blocks_ = packed_at_once(messages, options_.threads);
  known_sends_ = sends.size();
}

void halo_state::copy_all(std::span<const halo_array> arrays) {
  find_all_blocks();
  all_blocks_.pack(arrays, packed_);
}

void halo_state::before_pack_all(std::span<const halo_array> arrays) {
  for (const auto& send : sends)
    if (send->rank != rank_per_call) {
      check_packs(*send);
      send->layout.check(arrays, send->name);
    }
  for (const auto& send : sends)
    if (is_packed(*send)) before_copy(*send);
}

void halo_state::pack_all(std::span<const halo_array> arrays) {
  before_pack_all(arrays);
  copy_all(arrays);
}

void halo_state::prepare_pack(std::vector<halo_array> arrays) {
  prepared_.reset(); // nothing is if this fails
  before_pack_all(arrays);
  find_all_blocks();
  prepared_ = std::move(arrays);
}

/// By several threads at once: nothing may change here, and MPI must not be called. All of them find a send that is
/// under way, so that none of them waits in vain for another one that did.
void halo_state::pack_share(int thread, int threads) const {
  if (thread < 0 || thread >= threads)
    throw error("pack_share is called by thread " + std::to_string(thread) + " of " + std::to_string(threads) +
                "; threads are counted from 0");
  if (!prepared_) throw error("pack_share needs prepare_pack before it, and again after a send has been added");
  const auto is_done = [](const halo_operation_ptr& operation) { return operation->done(); };
  for (const auto& send : sends)
    if (options_.out_of_sync != halo_out_of_sync::ignore && is_packed(*send) &&
        !std::ranges::all_of(send->transfers, is_done))
      throw error(send->name + " is packed in shares while a send of this halo is under way; wait for it, or call "
                               "prepare_pack, which does");
  all_blocks_.pack_share(*prepared_, packed_, thread, threads);
}

void halo_state::copy_now(halo_side& side, int number, const halo_array& array) {
  before_copy(side, number, array);
  copy_part(side, number, array);
}

halo_operation_ptr halo_state::start_copy(halo_side& side, int number, const halo_array& array) {
  before_copy(side, number, array);
  (void)side.memory(); // made here, not in the thread
  return side.copies.emplace_back(
      std::make_shared<halo_copy>([&side, number, array] { copy_part(side, number, array); }));
}

/// Objects made before with other numbers of tags have moved those of this one.
std::string halo_state::words_of_tags() const {
  const std::int64_t last = first_tag_ + options_.tags - 1;
  return std::to_string(options_.tags) + " (" + std::to_string(first_tag_) + " to " + std::to_string(last) + ")";
}

void halo_state::check() {
  check_not_given_up();
  const std::string words = "the check of halos";
  const std::string begins_with = words + ": ";
  const purpose checking(group_->ranks, begins_with);
  const auto check_all = [&] {
    together(group_->ranks, "", [&] { check_puts_ended(); });
    check_same(
        group_->ranks, begins_with,
        "all ranks need the same halo_options::tags, for this object and for those before it: ", words_of_tags());
    check_same(group_->ranks, begins_with, "one call moves all halos on all ranks or on none: ",
               options_.strategy == halo_strategy::neighbourhood ? "strategy neighbourhood" : "other strategies");
    check_halos(group_->ranks, static_cast<int>(first_tag_) + options_.tags, sends, receives);
    for (const auto& receive : receives)
      receive->checked = receive->rank != rank_per_call;
    if (options_.strategy == halo_strategy::neighbourhood) neighbourhood_.emplace(group_, sends, receives);
    link_puts(group_, static_cast<int>(first_tag_) + options_.tags, sends, receives);
  };
  in_words([&] { return words; }, check_all);
  checked_ = true;
  changed_ = false;
}

/// Part by part in turn, so that one message is packed while others travel.
void halo_state::advance(std::span<const halo_operation_ptr> operations) {
  for (bool any = true; any;) {
    any = false;
    for (const halo_operation_ptr& operation : operations)
      any = operation->advance() || any;
  }
}

/// Links are made anew by a check.
void halo_state::check_puts_ended() const {
  for (const halo_sides* sides : {&sends, &receives})
    for (const auto& side : *sides)
      if (side->link && side->link->started != side->link->ended)
        throw error(side->name + " is under way; complete it before check()");
}

/// The first time what one rank refuses is refused by all, so that none waits for it.
void halo_state::check_before_start(std::span<const halo_array> arrays) {
  const auto check_arrays = [&] {
    for (const halo_sides* sides : {&sends, &receives})
      for (const auto& side : *sides)
        if (side->rank != rank_per_call) side->layout.check(arrays, side->name);
  };
  check_not_given_up();
  if (checked_ && changed_)
    throw error("halos were added to a halo_exchange after its check; call check() on all ranks before the next start");
  if (checked_) return check_arrays();
  check();
  together(group_->ranks, "", check_arrays);
}

halo_operation_ptr halo_state::start(std::span<const halo_array> arrays) {
  check_before_start(arrays);
  std::vector<halo_operation_ptr> operations;
  if (neighbourhood_) {
    in_turn(collectives_, "a halo exchange", "starts", "the one before");
    operations.push_back(collectives_.emplace_back(
        in_words([] { return std::string("an exchange of halos"); }, [&] { return neighbourhood_->start(arrays); })));
    counters.messages += neighbourhood_->messages();
    counters.bytes += neighbourhood_->bytes();
  } else {
    start_messages(arrays, operations);
  }
  advance(operations);
  move_own(arrays, operations);
  return std::make_shared<halo_operations>(group_, std::move(operations));
}

/// All is packed before anything is unpacked, so that no message brings what another has just written.
void halo_state::start_messages(std::span<const halo_array> arrays, std::vector<halo_operation_ptr>& operations) {
  const auto each = [](const halo_sides& sides, auto&& act) {
    for (const auto& side : sides)
      if (side->rank != rank_per_call) act(*side);
  };
  const auto prepare = [&](halo_side& side) {
    if (!is_own(side))
      before_transfer(side, arrays, true);
    else if (is_packed(side))
      in_turn(side.copies, side.name, "starts", "a pack");
  };
  const auto start_message = [&](halo_side& side) {
    if (!is_own(side)) operations.push_back(transfer(side, arrays, side.rank));
  };
  each(receives, [&](halo_side& receive) {
    if (!is_own(receive)) before_transfer(receive, arrays, true);
    start_message(receive);
  });
  const bool at_once = packed_bytes() <= most_packed_at_once;
  if (at_once) {
    each(sends, prepare);
    copy_all(arrays);
  }
  each(sends, [&](halo_side& send) {
    if (!at_once) prepare(send);
    if (!at_once && is_packed(send)) send.layout.pack(arrays, send.memory()->data());
    start_message(send);
  });
}

/// What has been packed, or lies in the arrays, for this rank itself.
void halo_state::move_own(std::span<const halo_array> arrays, std::vector<halo_operation_ptr>& operations) {
  for (const auto& receive : receives)
    if (is_own(*receive)) operations.push_back(local_.receive(*receive, arrays, receive->rank));
  for (const auto& send : sends)
    if (is_own(*send)) local_.send(*send, arrays);
}

} // namespace brick::detail
