// SPDX-License-Identifier: MIT
// What users of exchanges see: the exchanger of a field, and handles of exchanges under way.
#include <exception>
#include <utility>

#include "brick/error.hpp"
#include "brick/exchange.hpp"
#include "exchange_state.hpp"

namespace brick {

exchange_handle::exchange_handle(detail::exchange_state* state)
    : state_(state), exchange_(state->begun()), exceptions_(std::uncaught_exceptions()) {}

exchange_handle::exchange_handle(exchange_handle&& other) noexcept
    : state_(std::exchange(other.state_, nullptr)), exchange_(other.exchange_), exceptions_(other.exceptions_) {}

exchange_handle::~exchange_handle() {
  detail::exchange_state* const state = current();
  if (!state) return;
  if (std::uncaught_exceptions() <= exceptions_)
    state->wait();
  else
    state->give_up();
}

/// The state while this handle's exchange is under way: it may have been completed without the handle, and another one
/// begun.
detail::exchange_state* exchange_handle::current() const noexcept {
  return state_ && state_->active && state_->begun() == exchange_ ? state_ : nullptr;
}

exchange_handle::operator bool() const { return current() != nullptr; }

bool exchange_handle::has_messages() const { return current() && state_->calls_mpi(); }

bool exchange_handle::test() {
  detail::exchange_state* const state = current();
  state_ = nullptr; // not waited for again where it throws
  if (state && !state->test()) state_ = state;
  return !state_;
}

void exchange_handle::wait() {
  detail::exchange_state* const state = current();
  state_ = nullptr;
  if (state) state->wait();
}

exchanger::exchanger() = default;
exchanger::exchanger(const communicator& ranks, const exchange_plan& plan, const storage& memory, strategy wanted,
                     const std::string& what, int threads)
    : state_(std::make_unique<detail::exchange_state>(ranks, plan, memory, wanted, what, threads)) {}
exchanger::exchanger(exchanger&& other) noexcept = default;
exchanger& exchanger::operator=(exchanger&& other) noexcept = default;
exchanger::~exchanger() = default;

detail::exchange_state& exchanger::state() const {
  if (!state_) throw error("an exchanger is used that is empty or was moved from");
  return *state_;
}

bool exchanger::reads_in_place() const { return static_cast<bool>(state().on_node); }
void exchanger::copy_seen() { state().copy_seen(); }
void exchanger::copy_at_walls() { state().copy_at_walls(); }
void exchanger::end_reading() {
  if (state().on_node) state().on_node.end_reading();
}
void exchanger::wait_for_readers() { state().wait_for_readers(); }

bool exchanger::under_way() const { return state().under_way(); }
bool exchanger::pending() const { return state().active; }

bool exchanger::moves_nothing() const { return state().moves_nothing(); }

exchange_handle exchanger::start() {
  state().start();
  return exchange_handle(&state());
}

void exchanger::wait() {
  if (state().under_way()) state().wait();
}

strategy exchanger::used() const { return state().used; }
const std::string& exchanger::why() const { return state().why; }
std::int64_t exchanger::messages_per_exchange() const { return state().messages; }
std::int64_t exchanger::bytes_per_exchange() const { return state().bytes; }
const exchange_counters& exchanger::counters() const { return state().counters; }

} // namespace brick
