// What MPI alone takes: memmap's messages, one for each neighbour, without padding, between buffers that hold nothing
// else.
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "requests.hpp"
#include "runtime_exchange.hpp"

namespace bench {

class network_floor : public contender {
public:
  template <int D> explicit network_floor(const problem<D>& p) {
    const brick::exchange_plan plan = in_bricks<D>(p, brick::strategy::packed, 0).plan(); // no padding
    buffers_.reserve(plan.recvs.size() + plan.sends.size());                              // requests point to them
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
  items buffer(const brick::message& m) {
    std::vector<std::byte>& added = buffers_.emplace_back(static_cast<std::size_t>(brick::bytes(m.pieces)));
    return {added.data(), static_cast<int>(added.size()), MPI_BYTE};
  }

  std::vector<std::vector<std::byte>> buffers_;
  requests requests_;
  std::int64_t messages_ = 0, bytes_ = 0;
};

} // namespace bench
