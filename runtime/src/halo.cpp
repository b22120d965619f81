// SPDX-License-Identifier: MIT
// The public classes of the halo library, in terms of what moves the messages.
#include "brick/halo.hpp"

#include <exception>
#include <utility>

#include "brick/error.hpp"
#include "halo_describe.hpp"
#include "halo_state.hpp"

namespace brick {

namespace {

std::vector<halo_array> read_only(std::span<const halo_source> arrays) {
  std::vector<halo_array> result;
  for (const halo_source& array : arrays)
    result.push_back(array.read_only());
  return result;
}

} // namespace

std::string_view to_string(halo_strategy s) {
  switch (s) {
  case halo_strategy::packed:
    return "packed";
  case halo_strategy::persistent:
    return "persistent";
  case halo_strategy::types:
    return "types";
  case halo_strategy::neighbourhood:
    return "neighbourhood";
  case halo_strategy::maximal_block:
    return "maximal_block";
  case halo_strategy::packed_put:
    return "packed_put";
  case halo_strategy::fixed_pipeline:
    return "fixed_pipeline";
  case halo_strategy::superpipeline:
    return "superpipeline";
  }
  throw error("there is no halo strategy with number " + std::to_string(static_cast<int>(s)));
}

halo_status::halo_status(std::shared_ptr<detail::halo_operation> operation)
    : operation_(std::move(operation)), exceptions_(std::uncaught_exceptions()) {}

halo_status::halo_status(halo_status&& other) noexcept
    : operation_(std::move(other.operation_)), exceptions_(other.exceptions_) {}

halo_status& halo_status::operator=(halo_status&& other) {
  wait();
  operation_ = std::move(other.operation_);
  exceptions_ = other.exceptions_;
  return *this;
}

halo_status::~halo_status() {
  if (std::uncaught_exceptions() > exceptions_) return;
  try {
    wait();
  } catch (const detail::halo_given_up&) { // nobody asks for what its halo_exchange has not waited for
  }
}

bool halo_status::test() {
  if (!operation_) return true;
  if (!operation_->test()) return false;
  operation_ = nullptr;
  return true;
}

void halo_status::wait() {
  if (const auto operation = std::exchange(operation_, nullptr)) operation->wait();
}

halo_exchange::halo_exchange(const communicator& ranks, halo_options options)
    : state_(std::make_unique<detail::halo_state>(ranks, std::move(options))) {}
halo_exchange::halo_exchange(halo_exchange&& other) noexcept = default;
halo_exchange& halo_exchange::operator=(halo_exchange&& other) noexcept = default;
halo_exchange::~halo_exchange() = default;

detail::halo_state& halo_exchange::state() const {
  if (!state_) throw error("a halo_exchange is used after it was moved from");
  return *state_;
}

halo_send halo_exchange::add_send(const halo_spec& spec) { return halo_send{state().add(true, spec)}; }
halo_receive halo_exchange::add_receive(const halo_spec& spec) { return halo_receive{state().add(false, spec)}; }

void halo_exchange::check() { state().check(); }

halo_status halo_exchange::start(std::span<const halo_array> arrays) { return halo_status(state().start(arrays)); }

halo_status halo_exchange::start_send(halo_send id, std::span<const halo_source> arrays, int rank) {
  return halo_status(state().start_send(state().side(id), read_only(arrays), rank, true));
}

halo_status halo_exchange::start_receive(halo_receive id, std::span<const halo_array> arrays, int rank) {
  return halo_status(state().start_receive(state().side(id), arrays, rank, true));
}

void halo_exchange::pack_all(std::span<const halo_source> arrays) { state().pack_all(read_only(arrays)); }

void halo_exchange::prepare_pack(std::span<const halo_source> arrays) { state().prepare_pack(read_only(arrays)); }
void halo_exchange::pack_share(int thread, int threads) const { state().pack_share(thread, threads); }

void halo_exchange::pack(halo_send id, int number, halo_source array) {
  state().copy_now(state().side(id), number, array.read_only());
}

halo_status halo_exchange::start_pack(halo_send id, int number, halo_source array) {
  return halo_status(state().start_copy(state().side(id), number, array.read_only()));
}

halo_status halo_exchange::start_send(halo_send id, int rank) {
  return halo_status(state().start_send(state().side(id), {}, rank, false));
}

halo_status halo_exchange::start_receive(halo_receive id, int rank) {
  return halo_status(state().start_receive(state().side(id), {}, rank, false));
}

void halo_exchange::unpack(halo_receive id, int number, halo_array array) {
  state().copy_now(state().side(id), number, array);
}

halo_status halo_exchange::start_unpack(halo_receive id, int number, halo_array array) {
  return halo_status(state().start_copy(state().side(id), number, array));
}

int halo_exchange::sends() const { return static_cast<int>(state().sends.size()); }
int halo_exchange::receives() const { return static_cast<int>(state().receives.size()); }
std::int64_t halo_exchange::bytes(halo_send id) const { return state().side(id).layout.bytes(); }
std::int64_t halo_exchange::bytes(halo_receive id) const { return state().side(id).layout.bytes(); }
const halo_counters& halo_exchange::counters() const { return state().counters; }

std::string halo_exchange::describe(std::size_t most) const {
  std::string text;
  for (const detail::halo_sides* sides : {&state().sends, &state().receives})
    for (const auto& side : *sides)
      text += detail::describe(*side, most);
  return text;
}

} // namespace brick
