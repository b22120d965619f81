// SPDX-License-Identifier: MIT
// Runs an exchange plan with persistent MPI requests: start, test, wait.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "brick/communicator.hpp"
#include "brick/storage.hpp"
#include "brick/strategy.hpp"
#include "brick/transfer.hpp"

namespace brick {

/// What an exchanger has done so far. Seconds are sums over all exchanges: `pack` copies (packing, unpacking, copies
/// inside the rank), `call` starts messages, `wait` waits for them.
struct exchange_counters {
  std::int64_t exchanges = 0;
  std::int64_t messages = 0; ///< sent by this rank, all exchanges together
  std::int64_t bytes = 0;    ///< sent by this rank, all exchanges together
  double pack = 0, call = 0, wait = 0;
};

namespace detail {
struct exchange_state; // holds the MPI requests
}

/// An exchange under way. Until it is complete, own cells may be read but not written, ghost cells neither; whoever has
/// the exchanger may complete it first, and the handle is of no use then. Destroying it completes it, except while an
/// exception unwinds: peers may be gone then, and nothing can be exchanged again.
class [[nodiscard]] exchange_handle {
public:
  exchange_handle() = default;
  exchange_handle(exchange_handle&& other) noexcept;
  exchange_handle& operator=(exchange_handle&& other) = delete;
  ~exchange_handle();

  /// Whether there is an exchange that has not been seen to complete.
  explicit operator bool() const;

  /// Whether messages may still have to arrive: what needs none of them can be computed meanwhile.
  [[nodiscard]] bool has_messages() const;

  /// Lets messages progress; true when the exchange is complete.
  bool test();

  /// Completes the exchange.
  void wait();

private:
  friend class exchanger;
  explicit exchange_handle(detail::exchange_state* state);
  [[nodiscard]] detail::exchange_state* current() const noexcept;
  detail::exchange_state* state_ = nullptr;
  std::uint64_t exchange_ = 0; ///< number of it among those of `state_`
  int exceptions_ = 0;
};

/// The messages of one field's ghost zone, bound to its storage. Movable; the storage must outlive it, and it must
/// outlive the exchanges it starts. An empty one, made so or moved from, throws `error` when it is used.
class exchanger {
public:
  exchanger();
  explicit operator bool() const { return state_ != nullptr; }

  /// Collective over `ranks`: an idle rank passes an empty plan. `wanted` must be the strategy the plan was made for.
  /// Where some rank cannot see its neighbours' memory all ranks use `memmap` (for `shared`) or `layout` (for
  /// `shared-layout`); where it has no views, `layout`; where MPI makes no windows, strategies that put send the same
  /// messages: `why()` says so. Other failures throw `error` on all ranks, with a message that begins with `what`.
  /// Large messages are packed by `threads` threads.
  exchanger(const communicator& ranks, const exchange_plan& plan, const storage& memory, strategy wanted,
            const std::string& what = "", int threads = 1);

  exchanger(exchanger&& other) noexcept;
  exchanger& operator=(exchanger&& other) noexcept;
  ~exchanger();

  /// Whether an exchange has begun and not been completed.
  [[nodiscard]] bool under_way() const;

  /// The same, or it has been given up: messages may still come.
  [[nodiscard]] bool pending() const;

  /// Whether an exchange does nothing: no messages, and no copies.
  [[nodiscard]] bool moves_nothing() const;

  /// Begins an exchange; throws `error` when one is already under way.
  exchange_handle start();

  /// Completes the exchange under way, whoever has its handle; does nothing when there is none.
  void wait();

  /// Whether bricks of ranks on the node are seen behind the storage, and read there: then an exchange brings none of
  /// their cells to the ghost bricks, except those of bricks that reach beyond the domain. `copy_seen` does, once the
  /// exchange is complete, `copy_at_walls` for those that walls may mirror. `end_reading` is to be called when
  /// neighbours' cells have been read, equally often on all ranks; `wait_for_readers` before own cells are written. All
  /// do nothing where bricks are not read in place.
  [[nodiscard]] bool reads_in_place() const;
  void copy_seen();
  void copy_at_walls();
  void end_reading();
  void wait_for_readers();

  /// The strategy really used, and why it is not the one that was wanted (empty if it is).
  [[nodiscard]] strategy used() const;
  [[nodiscard]] const std::string& why() const;

  /// Messages and bytes this rank sends in one exchange, copies inside the rank left out.
  [[nodiscard]] std::int64_t messages_per_exchange() const;
  [[nodiscard]] std::int64_t bytes_per_exchange() const;

  [[nodiscard]] const exchange_counters& counters() const;

private:
  [[nodiscard]] detail::exchange_state& state() const;

  std::unique_ptr<detail::exchange_state> state_;
};

} // namespace brick
