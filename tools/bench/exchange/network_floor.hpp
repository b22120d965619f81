// What MPI alone takes: memmap's messages, one for each neighbour, without padding, between buffers that hold nothing
// else: on the pages that programs get, or on huge ones, where the system has those.
// SPDX-License-Identifier: MIT
#pragma once

#include <brick/storage.hpp>

#include <utility>
#include <vector>

#include "requests.hpp"
#include "runtime_exchange.hpp"

namespace bench {

class network_floor : public contender {
public:
  template <int D> network_floor(const problem<D>& p, bool on_huge_pages) {
    const brick::exchange_plan plan = in_bricks<D>(p, brick::strategy::packed, 0).plan(); // no padding
    std::int64_t all = 0;
    for (const auto* messages : {&plan.recvs, &plan.sends})
      for (const brick::message& m : *messages)
        all += room_for(m);
    if (on_huge_pages)
      huge_ = brick::storage(static_cast<std::size_t>(all), brick::memory::anonymous);
    else
      plain_.resize(static_cast<std::size_t>(all));
    free_ = on_huge_pages ? huge_.data() : plain_.data();
    for (const brick::message& m : plan.recvs)
      requests_.receive(buffer(m), m.rank, m.tag);
    for (const brick::message& m : plan.sends) {
      requests_.send(buffer(m), m.rank, m.tag);
      bytes_ += brick::bytes(m.pieces);
      ++messages_;
    }
  }

  void exchange() override { requests_.run(); }
  [[nodiscard]] parts spent() const override { return requests_.spent(); }
  [[nodiscard]] std::int64_t messages() const override { return messages_; }
  [[nodiscard]] std::int64_t bytes() const override { return bytes_; }

private:
  /// Whole cache lines.
  static std::int64_t room_for(const brick::message& m) { return brick::round_up(brick::bytes(m.pieces), 64); }

  items buffer(const brick::message& m) {
    return {std::exchange(free_, free_ + room_for(m)), static_cast<int>(brick::bytes(m.pieces)), MPI_BYTE};
  }

  std::vector<std::byte> plain_;
  brick::storage huge_;
  std::byte* free_ = nullptr; ///< in one of both
  requests requests_;
  std::int64_t messages_ = 0, bytes_ = 0;
};

} // namespace bench
