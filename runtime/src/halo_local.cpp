// SPDX-License-Identifier: MIT
#include "halo_local.hpp"

#include <algorithm>
#include <cstring>

#include "brick/error.hpp"
#include "halo_message.hpp"

namespace brick::detail {

class local_receive final : public halo_operation {
public:
  local_receive(halo_side& side, std::span<const halo_array> arrays, int rank)
      : side_(side), arrays_(arrays.begin(), arrays.end()), rank_(rank) {}

  [[nodiscard]] int tag() const { return side_.tag; }

  void check_wait() const override {
    throw error(side_.name + " waits for a message of rank " + std::to_string(rank_) +
                " to itself, which has not been sent");
  }

  /// From arrays to wherever this receive wants the message.
  void take(const halo_side& send, std::span<const halo_array> sources) {
    if (!matches(send.layout.bytes())) return;
    if (arrays_.empty())
      send.layout.pack(sources, side_.memory()->data());
    else
      copy(send.layout, sources, side_.layout, arrays_);
    arrived_ = true;
  }

  /// From packed bytes.
  void take(std::span<const std::byte> bytes) {
    if (!matches(static_cast<std::int64_t>(bytes.size()))) return;
    if (!arrays_.empty())
      side_.layout.unpack(arrays_, bytes.data());
    else if (!bytes.empty())
      std::memcpy(side_.memory()->data(), bytes.data(), bytes.size());
    arrived_ = true;
  }

private:
  bool matches(std::int64_t bytes) {
    if (bytes != side_.layout.bytes()) failure_ = wrong_length(side_, rank_, bytes);
    return failure_.empty();
  }

  [[nodiscard]] awaited awaits() const override { return {side_.exchange(), {rank_}}; }

  bool progress() override {
    if (!failure_.empty()) throw error(failure_);
    return arrived_;
  }

  bool cancel() noexcept override { return arrived_; }

  halo_side& side_;
  std::vector<halo_array> arrays_;
  int rank_;
  bool arrived_ = false;
  std::string failure_;
};

void halo_local::send(halo_side& side, std::span<const halo_array> arrays) {
  std::erase_if(waiting_, [](const auto& receive) { return receive->done(); }); // given up
  const auto receive = std::ranges::find(waiting_, side.tag, [](const auto& r) { return r->tag(); });
  if (receive == waiting_.end()) {
    sent_.push_back({side.tag, side.packs() ? *side.memory() : message_bytes(side.layout.bytes())});
    if (!side.packs()) side.layout.pack(arrays, sent_.back().bytes.data());
    return;
  }
  const std::shared_ptr<local_receive> receiver = *receive;
  waiting_.erase(receive);
  if (side.packs())
    receiver->take(*side.memory());
  else
    receiver->take(side, arrays);
}

halo_operation_ptr halo_local::receive(halo_side& side, std::span<const halo_array> arrays, int rank) {
  auto result = std::make_shared<local_receive>(side, arrays, rank);
  const auto sent = std::ranges::find(sent_, side.tag, &set_aside::tag);
  if (sent == sent_.end()) {
    waiting_.push_back(result);
    return result;
  }
  result->take(sent->bytes);
  sent_.erase(sent);
  return result;
}

} // namespace brick::detail
