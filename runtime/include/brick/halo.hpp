// SPDX-License-Identifier: MIT
// The halo library: exchange of ghost elements for codes with arrays of their own, after the model of Tausch (Spies,
// Bienz, Moulton, Olson, Reisner, "Tausch: A halo exchange library for large heterogeneous computing systems", Parallel
// Computing 2022, sections 2 and 3).
//
// A halo is what one message takes from (a send) or puts into (a receive) arrays of this rank. An object of class
// `halo_exchange` owns some halos and moves them: all at once (`exchange`, `start`), one by one, or stage by stage
// (pack, send, receive, unpack). What a function named start_... begins is completed by the `halo_status` it returns.
#pragma once

#include "brick/macros_hidden.hpp" // before all others

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "brick/communicator.hpp"
#include "brick/error.hpp" // IWYU pragma: keep: what everything here throws
#include "brick/halo_region.hpp"
#include "brick/put_pipeline.hpp"

namespace brick {

/// How a halo travels (Tausch, section 3). All strategies move the same elements in the same order, so that one side of
/// a message may use another than the other side; only `neighbourhood` must be that of all ranks, and what is put
/// (Schneider, Gerstenberger, Hoefler, "Compiler optimizations for non-contiguous remote data movement", section 2)
/// must be put for both sides: by `maximal_block` for both, or by one of the three that pack for each. Of these it is
/// the sender's that counts.
enum class halo_strategy {
  packed,         ///< copied through a buffer; arrays are free as soon as they are packed
  persistent,     ///< packed, with persistent requests; for receives, once they have been checked
  types,          ///< MPI sends from and receives into the arrays, by derived datatypes; nothing is copied here
  neighbourhood,  ///< one collective call (MPI_Ineighbor_alltoallw) for all halos of the object, by derived datatypes
  maximal_block,  ///< a put for each of the fewest contiguous segments; nothing is copied here
  packed_put,     ///< packed, one put, unpacked
  fixed_pipeline, ///< packed and put in blocks of one size: one is packed while the one before travels
  superpipeline,  ///< the same with blocks that grow
};

/// "packed", "persistent", "types", "neighbourhood", "maximal_block", ...
std::string_view to_string(halo_strategy s);

/// What to do when an operation starts while one that it should follow is still under way: a send after a send or pack
/// of the same halo, a pack after a send, a receive after a receive or unpack, an unpack after a receive.
enum class halo_out_of_sync {
  ignore, ///< go on
  warn,   ///< say so, and go on
  wait,   ///< complete the earlier one first
};

/// An array of the caller's: address, number of elements, bytes of an element. Does not own it.
class halo_array {
public:
  halo_array(void* data, std::int64_t length, std::size_t element_bytes)
      : data_(static_cast<std::byte*>(data)), length_(length), element_bytes_(element_bytes) {}

  /// A vector, span, std::array, ... of trivially copyable elements.
  template <std::ranges::contiguous_range Range>
    requires std::ranges::sized_range<Range> &&
             (!std::is_const_v<std::remove_reference_t<std::ranges::range_reference_t<Range>>>)
  halo_array(Range&& range) // NOLINT: arrays are given as they are
      : halo_array(std::ranges::data(range), static_cast<std::int64_t>(std::ranges::size(range)),
                   sizeof(std::ranges::range_value_t<Range>)) {
    static_assert(std::is_trivially_copyable_v<std::ranges::range_value_t<Range>>);
  }

  [[nodiscard]] std::byte* data() const { return data_; }
  [[nodiscard]] std::int64_t length() const { return length_; }
  [[nodiscard]] std::size_t element_bytes() const { return element_bytes_; }

private:
  std::byte* data_;
  std::int64_t length_;
  std::size_t element_bytes_;
};

/// The same for an array that is only read.
class halo_source {
public:
  halo_source(const void* data, std::int64_t length, std::size_t element_bytes)
      : array_(const_cast<void*>(data), length, element_bytes) {}
  halo_source(const halo_array& array) : array_(array) {} // NOLINT

  template <std::ranges::contiguous_range Range>
    requires std::ranges::sized_range<Range>
  halo_source(const Range& range) // NOLINT
      : halo_source(std::ranges::data(range), static_cast<std::int64_t>(std::ranges::size(range)),
                    sizeof(std::ranges::range_value_t<Range>)) {
    static_assert(std::is_trivially_copyable_v<std::ranges::range_value_t<Range>>);
  }

  /// The array; who gets it must not write.
  [[nodiscard]] const halo_array& read_only() const { return array_; }

private:
  halo_array array_;
};

/// A piece of a message: a region of one of the arrays, by its number in the calls.
struct halo_part {
  halo_region region;
  std::size_t element_bytes = sizeof(double);
  int array = 0;
};

/// As halo_spec::rank: each send or receive names the rank.
inline constexpr int rank_per_call = -1;

/// One side of a message: its parts in the order of their bytes, and with whom. Messages between two ranks are told
/// apart by their tags: any number from 0 to halo_options::tags - 1, the same on both sides.
struct halo_spec {
  std::vector<halo_part> parts;
  int rank = rank_per_call;
  int tag = 0;
  std::optional<halo_strategy> strategy = {}; ///< empty: that of the options
  std::optional<put_blocks> blocks = {};      ///< of a send by pipeline; empty: those of the options
};

/// Numbers of sends and receives, in the order they were added.
enum class halo_send : int {};
enum class halo_receive : int {};

struct halo_options {
  halo_strategy strategy = halo_strategy::packed;
  halo_out_of_sync out_of_sync = halo_out_of_sync::wait;
  std::function<void(const std::string&)> warning = {}; ///< takes the words of `warn`; empty: standard error does
  int tags = 64;                                        ///< how many tags the halos may use
  put_blocks blocks = {}; ///< of sends by pipeline; what is 0 is chosen for each, by `costs` or `node_costs`
  std::optional<put_costs> costs = {};      ///< to ranks on other nodes; empty: those of read_measured_costs()
  std::optional<put_costs> node_costs = {}; ///< to ranks on this one; the same
  int threads = 1; ///< that pack and unpack messages which are large enough for more than one (OpenMP)
};

namespace detail {
class halo_operation;
class halo_state;
} // namespace detail

/// An operation under way. Destroying it waits for the operation, except while an exception unwinds: it is then left to
/// the `halo_exchange`, as by `detach`. A failure that is first met there ends the program; `wait` throws it. `wait`
/// and `test` also throw where the `halo_exchange` has ended and has given the operation up, which ends no program.
class [[nodiscard]] halo_status {
public:
  halo_status() = default;
  explicit halo_status(std::shared_ptr<detail::halo_operation> operation);
  halo_status(halo_status&& other) noexcept;
  halo_status& operator=(halo_status&& other); ///< waits for the operation that it had
  ~halo_status();

  /// Whether there is an operation that has not been seen to complete.
  explicit operator bool() const { return operation_ != nullptr; }

  /// Lets messages progress; true when the operation is complete. Throws `error` when it has failed.
  bool test();

  /// Completes the operation. Throws `error` when it has failed.
  void wait();

  /// Leaves the operation to the `halo_exchange`, whose end completes a send or copy, and gives up a receive that has
  /// not arrived.
  void detach() { operation_ = nullptr; }

private:
  std::shared_ptr<detail::halo_operation> operation_;
  int exceptions_ = 0;
};

/// What an object has sent so far, what stayed inside this rank left out.
struct halo_counters {
  std::int64_t messages = 0;
  std::int64_t bytes = 0;
};

/// Halos and their exchange. Movable. All objects made for one communicator share one duplicate of it, made with the
/// first, and have tags of their own; so there may be thousands (those with strategy `neighbourhood` need a
/// communicator each, of which MPI libraries have about two thousand).
///
/// Messages to this rank itself use no MPI: `packed` and `persistent` ones are copied from the buffer of the send,
/// all others from array to array. With the others, no element may be both sent and received in one exchange, and
/// arrays must be left alone until it is complete.
///
/// Strategies that put need `check` (which `exchange` calls) before anything travels. They have a window for each
/// object, freed with a later one or with the last of the communicator and its objects, whose end is collective then.
///
/// Errors are thrown as `error`: an array shorter than the region or with other elements, a rank that does not exist, a
/// tag out of range or taken, a message of another length than the receive expects, an operation that the strategy does
/// not have. The functions named collective must be called by all ranks of the communicator.
class halo_exchange {
public:
  /// Collective; all ranks make their objects for one communicator in the same order, with the same `tags`.
  explicit halo_exchange(const communicator& ranks, halo_options options = {});
  halo_exchange(halo_exchange&& other) noexcept;
  halo_exchange& operator=(halo_exchange&& other) noexcept;
  ~halo_exchange();

  [[nodiscard]] halo_send add_send(const halo_spec& spec);
  [[nodiscard]] halo_receive add_receive(const halo_spec& spec);

  /// Collective: compares what every rank sends and receives, halos with a rank per call left out. Where a message has
  /// no other side, or one of another length, or where `types` or `neighbourhood` meets elements that are both sent and
  /// received, all ranks throw the same error, before anything has been sent. Messages that have been checked are
  /// received faster: the others are looked at before.
  void check();

  /// All halos with fixed ranks; `arrays` has the array of every number that their parts name. The first call checks
  /// as `check` does, and is collective therefore; every call is with `neighbourhood`. After halos have been added,
  /// `check` must be called again.
  void exchange(std::span<const halo_array> arrays) { start(arrays).wait(); }
  void exchange(std::initializer_list<halo_array> arrays) { exchange(std::span(arrays.begin(), arrays.size())); }
  halo_status start(std::span<const halo_array> arrays);
  halo_status start(std::initializer_list<halo_array> arrays) {
    return start(std::span(arrays.begin(), arrays.size()));
  }

  /// One halo, from arrays to arrays: packs and sends; receives and, on completion, unpacks. The rank is given here or
  /// in the spec. Not with `neighbourhood`.
  halo_status start_send(halo_send id, std::span<const halo_source> arrays, int rank = rank_per_call);
  halo_status start_send(halo_send id, std::initializer_list<halo_source> arrays, int rank = rank_per_call) {
    return start_send(id, std::span(arrays.begin(), arrays.size()), rank);
  }
  halo_status start_receive(halo_receive id, std::span<const halo_array> arrays, int rank = rank_per_call);
  halo_status start_receive(halo_receive id, std::initializer_list<halo_array> arrays, int rank = rank_per_call) {
    return start_receive(id, std::span(arrays.begin(), arrays.size()), rank);
  }

  /// The stages, for `packed` and `persistent`. `array` is the one with number `number` in the parts. The start_ forms
  /// copy in a thread of their own, and the array must be left alone meanwhile.
  void pack(halo_send id, int number, halo_source array);
  halo_status start_pack(halo_send id, int number, halo_source array);
  halo_status start_send(halo_send id, int rank = rank_per_call);
  halo_status start_receive(halo_receive id, int rank = rank_per_call);
  void receive(halo_receive id, int rank = rank_per_call) { start_receive(id, rank).wait(); }
  void unpack(halo_receive id, int number, halo_array array);
  halo_status start_unpack(halo_receive id, int number, halo_array array);

  /// Packs all sends with fixed ranks, which is faster than one after the other; `arrays` has the array of every number
  /// that their parts name.
  void pack_all(std::span<const halo_source> arrays);
  void pack_all(std::initializer_list<halo_source> arrays) { pack_all(std::span(arrays.begin(), arrays.size())); }

  /// `pack_all` by threads of the caller's, inside a parallel region: none is started or waited for here. The thread
  /// that calls MPI calls `prepare_pack`, which takes the arrays and does what out_of_sync says about earlier sends;
  /// again when arrays have been swapped or moved, or a send has been added. Then, in every step, each of `threads`
  /// threads calls `pack_share` with its number, counted from 0. When all have returned the messages are packed, and
  /// may be sent by the thread that calls MPI. No thread sees another's end here: barriers are the caller's. A send
  /// that nobody has waited for since is an `error` of every thread's `pack_share`, unless out_of_sync is `ignore`.
  void prepare_pack(std::span<const halo_source> arrays);
  void prepare_pack(std::initializer_list<halo_source> arrays) {
    prepare_pack(std::span(arrays.begin(), arrays.size()));
  }
  void pack_share(int thread, int threads) const;

  [[nodiscard]] int sends() const;
  [[nodiscard]] int receives() const;

  /// Bytes of a message.
  [[nodiscard]] std::int64_t bytes(halo_send id) const;
  [[nodiscard]] std::int64_t bytes(halo_receive id) const;

  [[nodiscard]] const halo_counters& counters() const;

  /// What this rank's halos move, for people: a line for each halo, with its rank, tag, strategy, bytes and contiguous
  /// segments, then up to `most` lines that say where these are in the arrays and in the message, in bytes. Sends by
  /// `maximal_block` to other ranks that have been checked have the segments from array to array, the fewest there can
  /// be.
  [[nodiscard]] std::string describe(std::size_t most = 16) const;

private:
  [[nodiscard]] detail::halo_state& state() const;

  std::unique_ptr<detail::halo_state> state_;
};

} // namespace brick

#include "brick/macros_shown.hpp"
