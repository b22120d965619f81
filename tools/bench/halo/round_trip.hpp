// A message from rank 0 to rank 1 and back, by one of the one-sided strategies of the halo library.
// SPDX-License-Identifier: MIT
#pragma once

#include <brick/halo.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "../exchange/contender.hpp"
#include "message_layouts.hpp"

namespace bench {

class round_trip : public contender {
public:
  /// `region` is that of `layout`. Collective. With `sweeps`, arrays are out of the second-level cache before each
  /// exchange.
  round_trip(const brick::communicator& ranks, const message_layout& layout, const brick::halo_region& region,
             const brick::halo_options& options, bool sweeps)
      : ranks_(ranks), layout_(layout), region_(region), halos_(ranks, options), packer_(ranks), source_(region.end()),
        target_(layout.bytes() / element_bytes), swept_(sweeps ? swept_bytes : 0) {
    const int other = 1 - ranks.rank();
    const brick::halo_region packed({{0, std::ssize(target_), 1, 0}});
    send_ = halos_.add_send({.parts = {{region, element_bytes}}, .rank = other});
    receive_ = halos_.add_receive({.parts = {{packed, element_bytes, 1}}, .rank = other});
    pack_ = packer_.add_send({.parts = {{region, element_bytes}}, .rank = other});
    halos_.check();
    for (std::size_t i = 0; i < source_.size(); ++i)
      source_[i] = value(static_cast<std::int64_t>(i), ranks.rank());
  }

  /// Sweeps the second-level cache where this is wanted, and lets both ranks begin together.
  void prepare() override {
    if (swept_.empty()) return;
    for (char& byte : swept_)
      ++byte;
    ranks_.barrier();
  }

  void exchange() override {
    if (ranks_.rank() == 1) {
      receive_now();
      send_now();
      return;
    }
    brick::halo_status back = timed(spent_.call, [&] { return halos_.start_receive(receive_, {source_, target_}); });
    send_now();
    timed(spent_.wait, [&] { back.wait(); });
  }

  [[nodiscard]] parts spent() const override { return spent_; }

  std::int64_t wrong_cells() override {
    std::ranges::fill(target_, 0);
    exchange();
    const std::vector<std::int64_t> indices = region_.indices();
    std::int64_t wrong = 0;
    for (std::size_t i = 0; i < target_.size(); ++i)
      wrong += target_[i] != value(indices[i], 1 - ranks_.rank());
    return wrong;
  }

  [[nodiscard]] std::int64_t messages() const override { return 1; }
  [[nodiscard]] std::int64_t bytes() const override { return layout_.bytes(); }

  /// Seconds to pack the message alone, into a buffer.
  [[nodiscard]] double packing() {
    prepare();
    double seconds = 0;
    timed(seconds, [&] { packer_.pack(pack_, 0, source_); });
    return seconds;
  }

private:
  static constexpr std::size_t swept_bytes = std::size_t{64} << 20; // the third-level cache may hold more

  static std::int32_t value(std::int64_t index, int rank) { return static_cast<std::int32_t>(2 * index + rank + 1); }

  template <class Work> static std::invoke_result_t<Work> timed(double& seconds, Work&& work) {
    struct watch {
      double& seconds;
      std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
      ~watch() { seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); }
    } const running{seconds};
    return work();
  }

  void send_now() {
    brick::halo_status sent = timed(spent_.call, [&] { return halos_.start_send(send_, {source_}); });
    timed(spent_.wait, [&] { sent.wait(); });
  }

  void receive_now() {
    brick::halo_status received =
        timed(spent_.call, [&] { return halos_.start_receive(receive_, {source_, target_}); });
    timed(spent_.wait, [&] { received.wait(); });
  }

  brick::communicator ranks_;
  message_layout layout_;
  const brick::halo_region& region_;
  brick::halo_exchange halos_, packer_;
  brick::halo_send send_{}, pack_{};
  brick::halo_receive receive_{};
  std::vector<std::int32_t> source_, target_;
  std::vector<char> swept_;
  parts spent_;
};

} // namespace bench
