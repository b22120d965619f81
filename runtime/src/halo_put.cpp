// SPDX-License-Identifier: MIT
// Messages that are packed, put and unpacked, block by block (Schneider, Gerstenberger, Hoefler, "Compiler
// optimizations for non-contiguous remote data movement", section 2). The sender packs a block while those before
// travel, and puts it behind them. Where a block is to be counted, the sender completes all puts so far when the next
// block has been packed, and counts their bytes in the slot of the receiver, which unpacks what has been counted.
#include "halo_put.hpp"

#include <memory>

#include "halo_put_link.hpp"

namespace brick::detail {

namespace {

class block_sender final : public halo_operation {
public:
  block_sender(halo_side& side, std::span<const halo_array> arrays)
      : halo_operation(side.link->group), link_(side.link), side_(side), arrays_(arrays.begin(), arrays.end()),
        memory_(side.memory()), exchange_(link_->started++) {}

private:
  bool do_advance() override {
    if (complete_ || !may_write()) return false;
    const bool more = block_ < side_.blocks.size();
    if (more) side_.blocks[block_].part.pack(arrays_, memory_->data());
    if (block_ > 0 && side_.blocks[block_ - 1].counts) count_blocks();
    if (more) {
      const std::int64_t bytes = side_.blocks[block_].bytes;
      const deadline until_served = link_->until_served();
      link_->window->put(memory_->data() + put_, bytes, link_->rank, link_->other + put_link::room + put_);
      put_ += bytes;
      ++block_;
    } else {
      finish();
    }
    return true;
  }

  /// Whether the buffer there has been unpacked since the exchange before.
  bool may_write() {
    may_write_ = may_write_ || side_.layout.bytes() == 0 || link_->counter() >= exchange_;
    return may_write_;
  }

  /// Completes the blocks that are under way, and says so.
  void count_blocks() {
    const deadline until_served = link_->until_served();
    link_->window->flush(link_->rank);
    *arrived_ = exchange_ * static_cast<std::uint64_t>(side_.layout.bytes()) + static_cast<std::uint64_t>(put_);
    link_->window->put_counter(*arrived_, link_->rank, link_->other);
  }

  void finish() {
    if (block_ > 0) {
      const deadline until_served = link_->until_served();
      link_->window->flush(link_->rank);
    }
    ++link_->ended;
    complete_ = true;
  }

  [[nodiscard]] awaited awaits() const override { return {link_->name, {link_->rank}}; }

  bool progress() override {
    if (!do_advance() && !complete_) link_->serve();
    return complete_;
  }

  /// A put cannot be taken back.
  bool cancel() noexcept override {
    group_->parked.push_back(memory_);
    group_->parked.push_back(arrived_);
    return complete_;
  }

  std::shared_ptr<put_link> link_;
  halo_side& side_; // completes or gives up its operations before it goes
  std::vector<halo_array> arrays_;
  halo_buffer memory_;
  std::uint64_t exchange_;
  std::shared_ptr<std::uint64_t> arrived_ = std::make_shared<std::uint64_t>(0); ///< what is put there
  std::size_t block_ = 0;
  std::int64_t put_ = 0;
  bool may_write_ = false, complete_ = false;
};

class block_receiver final : public halo_operation {
public:
  block_receiver(halo_side& side, std::span<const halo_array> arrays)
      : halo_operation(side.link->group), link_(side.link), side_(side), arrays_(arrays.begin(), arrays.end()),
        exchange_(link_->started++) {}

private:
  /// Bytes of this exchange that have arrived. Some of the next one can have only after this one is unpacked.
  [[nodiscard]] std::int64_t arrived() const {
    const std::uint64_t before = exchange_ * static_cast<std::uint64_t>(side_.layout.bytes()), all = link_->counter();
    return all > before ? static_cast<std::int64_t>(all - before) : 0;
  }

  [[nodiscard]] awaited awaits() const override { return {link_->name, {link_->rank}}; }

  bool progress() override {
    const std::int64_t bytes = side_.layout.bytes();
    if (const std::int64_t now = bytes > 0 ? arrived() : 0; now > unpacked_) {
      side_.layout.unpack(arrays_, link_->own_room(), unpacked_, now);
      unpacked_ = now;
    }
    if (unpacked_ < bytes) {
      link_->serve();
      return false;
    }
    if (bytes > 0) acknowledge();
    ++link_->ended;
    return true;
  }

  void acknowledge() {
    const std::uint64_t exchanges = exchange_ + 1;
    const deadline until_served = link_->until_served();
    link_->window->sync(); // what was read, before it may be overwritten
    link_->window->put_counter(exchanges, link_->rank, link_->other);
    link_->window->flush(link_->rank);
  }

  std::shared_ptr<put_link> link_;
  halo_side& side_;
  std::vector<halo_array> arrays_;
  std::uint64_t exchange_;
  std::int64_t unpacked_ = 0;
};

} // namespace

halo_operation_ptr start_put(halo_side& send, std::span<const halo_array> arrays) {
  if (send.strategy == halo_strategy::maximal_block) return start_segments(send, arrays);
  return std::make_shared<block_sender>(send, arrays);
}

halo_operation_ptr expect_put(halo_side& receive, std::span<const halo_array> arrays) {
  if (receive.strategy == halo_strategy::maximal_block) return expect_segments(receive, arrays);
  return std::make_shared<block_receiver>(receive, arrays);
}

} // namespace brick::detail
