// SPDX-License-Identifier: MIT
// Exchanges: what a plan's messages point to, and how they run.
#include "brick/exchange.hpp"

#include <algorithm>
#include <chrono>
#include <climits>
#include <exception>
#include <set>
#include <utility>

#include "agreement.hpp"
#include "brick/error.hpp"
#include "brick/index.hpp"
#include "exchange_state.hpp"
#include "mpi_errors.hpp"
#include "mpi_handles.hpp"
#include "rank_news.hpp"
#include "waiting.hpp"

namespace brick {
namespace {

/// Tells the core that this is a loop that waits.
void pause_core() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

/// Adds the time of its scope to a counter.
class stopwatch {
public:
  explicit stopwatch(double& seconds) : seconds_(seconds) {}
  stopwatch(const stopwatch&) = delete;
  stopwatch& operator=(const stopwatch&) = delete;
  ~stopwatch() { seconds_ += std::chrono::duration<double>(clock::now() - start_).count(); }

private:
  using clock = std::chrono::steady_clock;
  double& seconds_;
  clock::time_point start_ = clock::now();
};

int mpi_count(const message& m) {
  const std::int64_t count = bytes(m.pieces);
  if (count > INT_MAX)
    throw error("a halo message of " + std::to_string(count) + " bytes to rank " + std::to_string(m.rank) +
                " is more than MPI carries in one message (" + std::to_string(INT_MAX) + "); use more ranks");
  return static_cast<int>(count);
}

/// Views for the messages that are in several pieces.
std::vector<view> make_views(const std::vector<message>& messages, const storage& memory) {
  std::vector<view> views(messages.size());
  for (std::size_t i = 0; i < messages.size(); ++i)
    if (!messages[i].packed && join(messages[i].pieces).size() > 1) views[i] = view(memory, messages[i].pieces);
  return views;
}

exchange_plan without_messages_on_node(exchange_plan plan) {
  for (auto* list : {&plan.sends, &plan.recvs})
    std::erase_if(*list, [](const message& m) { return m.on_node; });
  return plan;
}

/// How many phases messages are sent in, one at least.
int phases_of(const exchange_plan& plan) {
  int last = 0;
  for (const auto* list : {&plan.sends, &plan.recvs})
    for (const message& m : *list)
      last = std::max(last, m.phase);
  return last + 1;
}

std::set<int> to_set(const std::vector<int>& ranks) { return {ranks.begin(), ranks.end()}; }

bool is_in(std::size_t phase, const message& m) { return static_cast<std::size_t>(m.phase) == phase; }

/// Messages in the buffer share no line.
std::int64_t room_in_buffer(std::int64_t bytes) { return round_up(bytes, detail::line); }

std::int64_t packed_bytes(const exchange_plan& plan) {
  std::int64_t total = 0;
  for (const auto* list : {&plan.sends, &plan.recvs, &plan.late_sends, &plan.late_recvs})
    for (const message& m : *list)
      if (m.packed) total += room_in_buffer(bytes(m.pieces));
  return total;
}

} // namespace

namespace detail {

exchange_state::exchange_state(const communicator& ranks, const exchange_plan& whole, const storage& memory,
                               strategy wanted, const std::string& what, int threads)
    : used(wanted), ranks_(ranks), what_(what), base_(memory.data()) {
  const purpose making(ranks, what);
  exchange_plan plan = whole;
  if (reads_in_place(wanted)) {
    if (see_neighbours(whole, memory))
      plan = without_messages_on_node(std::move(plan));
    else
      used = wanted == strategy::shared ? strategy::memmap : strategy::layout;
  }
  if (is_one_sided(used) && !prepare_puts()) used = two_sided(used);
  if (has_views(used) && !agree_on_views(plan, memory)) {
    if (used == strategy::memmap) used = strategy::layout;
    if (used == strategy::memmap_put) used = strategy::layout_put;
    plan = split(plan);
  }
  try {
    together(ranks, what, [&] {
      bind(plan, threads);
      if (is_one_sided(used))
        puts_ = std::make_unique<put_messages>(ranks_, base_, memory.size(), put_sources_, put_targets_, name());
    });
    if (puts_) puts_->introduce(put_targets_);
  } catch (...) {
    release();
    throw;
  }
  if (rank_news* const news = news_of(ranks)) {
    for (const auto* messages : {&whole.sends, &whole.recvs})
      for (const message& m : *messages)
        news->add_partner(m.rank);
    number_ = news->add_exchange(begun_);
  }
}

exchange_state::~exchange_state() {
  release();
  if (rank_news* const news = news_of(ranks_)) news->remove_exchange(number_);
}

/// All ranks can put, or none does.
bool exchange_state::prepare_puts() {
  try {
    put_messages::prepare(ranks_);
    return true;
  } catch (const no_window& refusal) {
    why = std::string(to_string(used)) + " is not possible: " + refusal.what();
    return false;
  }
}

/// All ranks see their neighbours on the node, or none does.
bool exchange_state::see_neighbours(const exchange_plan& plan, const storage& memory) {
  std::string refusal;
  on_node = node_bricks(ranks_, plan, memory, refusal);
  if (!refusal.empty()) {
    why = std::string(to_string(used)) + " is not possible " + refusal;
    on_node = {};
    return false;
  }
  return true;
}

/// All ranks have their views, or none has: the number of messages must match. `why` names the first rank without.
bool exchange_state::agree_on_views(const exchange_plan& plan, const storage& memory) {
  std::string refusal;
  try {
    if (!is_one_sided(used)) receive_views_ = make_views(plan.recvs, memory);
    send_views_ = make_views(plan.sends, memory);
  } catch (const storage_limit& limit) {
    refusal = limit.what();
  }
  const std::string said = first_said(ranks_, refusal);
  if (said.empty()) return true;
  why += (why.empty() ? "" : "; ") + ("memmap is not possible " + said);
  receive_views_.clear();
  send_views_.clear();
  return false;
}

void exchange_state::bind(const exchange_plan& plan, int threads) {
  buffer_.resize(static_cast<std::size_t>(packed_bytes(plan)));
  std::vector<placed_run> received, sent;
  const auto shown = [](const std::vector<view>& views, std::size_t i) { return views.empty() ? nullptr : &views[i]; };
  const bool puts = is_one_sided(used);
  phases_.resize(static_cast<std::size_t>(phases_of(plan)));
  for (std::size_t phase = 0; phase < phases_.size(); ++phase) {
    for (std::size_t i = 0; i < plan.recvs.size(); ++i)
      if (puts)
        put_targets_.push_back({plan.recvs[i].rank, plan.recvs[i].tag, join(plan.recvs[i].pieces)});
      else if (is_in(phase, plan.recvs[i]))
        add_receive(plan.recvs[i], shown(receive_views_, i), received);
    if (phase == 0)
      for (const message& m : plan.late_recvs)
        add_receive(m, nullptr, received);
    phases_[phase].receives = requests_.size();
  }
  for (std::size_t phase = 0; phase < phases_.size(); ++phase) {
    for (std::size_t i = 0; i < plan.sends.size(); ++i)
      if (puts)
        add_put(plan.sends[i], shown(send_views_, i), sent);
      else if (is_in(phase, plan.sends[i]))
        add_send(plan.sends[i], shown(send_views_, i), sent);
    if (phase == 0)
      for (const message& m : plan.late_sends)
        add_send(m, nullptr, sent);
    phases_[phase].sends = requests_.size();
  }
  block_options options;
  options.methods = &measured_copy_methods();
  options.threads = threads;
  pack_ = block_set(sent, options);
  unpack_ = block_set(received, options);
  const auto set = [&](const std::vector<local_copy>& copies) {
    return copy_set(copies, threads, options.methods->threaded_bytes);
  };
  copies_ = set(plan.copies);
  copies_cells_ = !plan.copies.empty();
  if (!on_node) return;
  copies_of_seen_ = set(plan.copies_of_seen);
  copies_of_partial_ = set(plan.copies_of_partial);
  copies_at_walls_ = set(plan.copies_at_walls);
}

/// Where the bytes of a message are: a view, the buffer, or the storage itself.
std::byte* exchange_state::bind_message(const message& m, const view* shown, std::vector<placed_run>& packed) {
  const std::vector<extent> pieces = join(m.pieces);
  if (m.packed) {
    const std::size_t place = buffer_used_;
    buffer_used_ += static_cast<std::size_t>(room_in_buffer(brick::bytes(pieces)));
    append(packed, compress(pieces), static_cast<std::int64_t>(place));
    return buffer_.data() + place;
  }
  if (shown && shown->data()) return shown->data();
  if (pieces.size() != 1)
    throw error("a message of " + std::to_string(pieces.size()) + " pieces can be sent by memmap or packed only");
  return base_ + pieces.front().offset;
}

void exchange_state::add_receive(const message& m, const view* shown, std::vector<placed_run>& packed) {
  std::byte* place = bind_message(m, shown, packed);
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Recv_init(place, mpi_count(m), MPI_BYTE, m.rank, m.tag, communicator_of(ranks_), &request),
            "MPI_Recv_init");
  requests_.push_back(request);
  ranks_of_requests_.push_back(m.rank);
}

void exchange_state::add_send(const message& m, const view* shown, std::vector<placed_run>& packed) {
  std::byte* place = bind_message(m, shown, packed);
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Send_init(place, mpi_count(m), MPI_BYTE, m.rank, m.tag, communicator_of(ranks_), &request),
            "MPI_Send_init");
  requests_.push_back(request);
  ranks_of_requests_.push_back(m.rank);
  ++messages;
  bytes += brick::bytes(m.pieces);
}

void exchange_state::add_put(const message& m, const view* shown, std::vector<placed_run>& packed) {
  put_sources_.push_back({m.rank, m.tag, bind_message(m, shown, packed), mpi_count(m)});
  ++messages;
  bytes += brick::bytes(m.pieces);
}

/// Also runs while an exception unwinds or after MPI has ended, so it checks nothing.
void exchange_state::release() noexcept {
  const returned_errors here;
  const bool ended = mpi_has_ended();
  for (MPI_Request& request : requests_) {
    if (ended) break;
    if (active) MPI_Cancel(&request);
    MPI_Request_free(&request);
  }
  requests_.clear();
}

void exchange_state::start() {
  if (given_up(ranks_)) throw error("an exception has given up an exchange; there cannot be another in this program");
  if (active) throw error("an exchange of this field is already under way");
  or_give_up([this] { begin(); });
}

void exchange_state::begin() {
  active = true;
  ++begun_;
  phase_ = 0;
  if (on_node) on_node.begin();
  if (puts_) puts_->start();
  start_requests(0, phases_.back().receives);
  if (!buffer_.empty()) {
    const stopwatch time(counters.pack);
    pack_.pack(base_, buffer_.data());
  }
  start_requests(phases_.back().receives, phases_.front().sends);
}

void exchange_state::start_requests(std::size_t first, std::size_t last) {
  if (first == last) return;
  const stopwatch time(counters.call);
  const returned_errors here;
  check_mpi(MPI_Startall(static_cast<int>(last - first), requests_.data() + first), "MPI_Startall");
}

/// Its messages may still be on their way, and would be taken for those of the next exchange. Others wait for them.
void exchange_state::give_up() noexcept {
  given_up(ranks_) = true;
  if (rank_news* const news = news_of(ranks_)) news->tell_given_up(state_of(ranks_).number, name());
}

std::string exchange_state::name() const { return what_ + std::string(to_string(used)) + " exchange"; }

/// What fails on this rank is an exchange that its neighbours wait for.
template <class Body> void exchange_state::or_give_up(Body body) {
  try {
    body();
  } catch (const std::exception& failure) {
    give_up();
    const std::string text = failure.what();
    throw error(text.starts_with(what_) ? text : name() + ": " + text);
  }
}

/// Whether the first so many requests are complete.
bool exchange_state::have_arrived(std::size_t requests) {
  try {
    return all_complete({requests_.data(), requests});
  } catch (const request_error& failure) {
    throw error(name() + ": the message with rank " + std::to_string(ranks_of_requests_[failure.which]) + ": " +
                failure.what());
  }
}

/// The ranks whose messages or steps are missing.
std::vector<int> exchange_state::not_come() const {
  std::set<int> ranks = to_set(incomplete(requests_, ranks_of_requests_));
  if (puts_) ranks.merge(to_set(puts_->missing()));
  if (on_node) ranks.merge(to_set(on_node.not_begun()));
  return {ranks.begin(), ranks.end()};
}

bool exchange_state::complete() {
  for (; phase_ + 1 < phases_.size(); ++phase_) { // what the next phase sends on must be there
    if (!have_arrived(phases_[phase_].receives)) return false;
    start_requests(phases_[phase_].sends, phases_[phase_ + 1].sends);
  }
  bool done = have_arrived(requests_.size());
  if (puts_ && requests_.empty()) poke_mpi();
  if (puts_ && !puts_->progress()) done = false;
  return done && (!on_node || on_node.neighbours_have_begun());
}

bool exchange_state::test() {
  bool done = true;
  if (active) {
    const stopwatch time(counters.wait);
    or_give_up([&] { done = complete(); });
  }
  if (active && done) finish();
  return done;
}

void exchange_state::wait() {
  if (!active) return;
  if (calls_mpi() || on_node) { // looking at the clock takes as long as a small sweep's share of all this
    const stopwatch time(counters.wait);
    const auto describe = [this] {
      return awaited{name(), not_come(), awaited::whom::ranks, state_of(ranks_).number, number_, begun_};
    };
    wait_until([this] { return complete(); }, describe, calls_mpi());
  }
  finish();
}

/// Looks again and again; at neighbours on the node, which are often there at once, for a while without giving up the
/// core.
template <class Done, class Describe> void exchange_state::wait_until(Done done, Describe describe, bool calls_mpi) {
  constexpr int looks = 500;
  if (!calls_mpi)
    for (int i = 0; i < looks; ++i) {
      if (done()) return;
      pause_core();
    }
  waiting until_done(news_of(ranks_), describe);
  or_give_up([&] {
    while (!done()) {
      if (!calls_mpi || on_node) poke_mpi(); // requests that are complete do not
      until_done.turn();
    }
  });
}

/// What other ranks wait for may need this one's MPI to be called, now and then.
void exchange_state::poke_mpi() const {
  int arrived = 0;
  check_mpi(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, communicator_of(ranks_), &arrived, MPI_STATUS_IGNORE),
            "MPI_Iprobe");
}

void exchange_state::wait_for_readers() {
  if (!on_node) return;
  const stopwatch time(counters.wait);
  const auto describe = [this] {
    return awaited{what_ + "waiting until its cells have been read", on_node.not_read(), awaited::whom::ranks,
                   state_of(ranks_).number};
  };
  wait_until([this] { return on_node.neighbours_have_read(); }, describe, false);
}

void exchange_state::copy_seen() {
  const stopwatch time(counters.pack);
  copies_of_seen_.copy(base_);
}

void exchange_state::copy_at_walls() {
  const stopwatch time(counters.pack);
  copies_at_walls_.copy(base_);
}

/// Everything has arrived, and everything sent is gone, so ghost cells and the tails of partial bricks may be written.
void exchange_state::finish() {
  const stopwatch time(counters.pack);
  copies_of_partial_.copy(base_);
  unpack_.unpack(base_, buffer_.data());
  copies_.copy(base_);
  active = false;
  ++counters.exchanges;
  counters.messages += messages;
  counters.bytes += bytes;
}

} // namespace detail
} // namespace brick
