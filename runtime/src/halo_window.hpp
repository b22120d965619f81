// SPDX-License-Identifier: MIT
// Memory that other ranks put into, for one-sided strategies.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "brick/communicator.hpp"
#include "brick/error.hpp"
#include "brick/storage.hpp"
#include "watchdog.hpp"

namespace brick::detail {

/// Thrown on all ranks where MPI makes no window on any.
class no_window : public error {
public:
  explicit no_window(const std::string& reason);
  const std::string reason;
};

/// An MPI window that is open to puts (passive target) from its making to `free`, both of which are collective. Only
/// the making has a `deadline` itself.
///
/// What puts or flushes may wait inside MPI until the other rank serves it: who calls it has a `deadline`.
class halo_window {
public:
  /// With `bytes` of MPI's memory on this rank, which is not touched before `zero`.
  halo_window(watchdog& watch, MPI_Comm ranks, std::int64_t bytes);

  /// With memory of its own, all 0.
  halo_window(watchdog& watch, MPI_Comm ranks, storage memory);

  /// Without memory: ranks attach their own, and put to the addresses of MPI_Get_address.
  halo_window(watchdog& watch, MPI_Comm ranks);

  halo_window(const halo_window&) = delete;
  halo_window& operator=(const halo_window&) = delete;

  ~halo_window();

  void free() noexcept;

  [[nodiscard]] std::byte* memory() const { return memory_; }
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }

  /// Makes its memory 0 the first time. Throws `error` where the system has too little.
  void zero() const;

  /// Makes its memory 0 as it was at first; no rank may use it.
  void clear() const;

  /// Puts become visible to this rank only by this.
  void sync() const;

  /// Starts to put; `from` must be left alone until `flush`.
  void put(const std::byte* from, std::int64_t bytes, int rank, MPI_Aint to) const;

  /// The same for a counter, which the other side sees whole.
  void put_counter(const std::uint64_t& from, int rank, MPI_Aint to) const;

  /// Completes everything that was put to `rank`, there too.
  void flush(int rank) const;

  /// What has been put to `rank` may be changed here.
  void flush_local(int rank) const;

  /// The same as `put`; the request that it returns is complete when `from` may change, and in most MPI libraries not
  /// before the other side is nearly done.
  [[nodiscard]] MPI_Request put_request(const std::byte* from, std::int64_t bytes, int rank, MPI_Aint to) const;

  /// Memory that is attached several times is attached once; it must not overlap other memory otherwise.
  void attach(std::byte* begin, std::int64_t bytes);
  void detach(std::byte* begin) noexcept;

private:
  struct attached {
    std::int64_t bytes = 0;
    int times = 0;
  };

  void open();
  void open_or_free();

  /// Whether there is no MPI window: all puts go to this rank itself.
  [[nodiscard]] bool alone() const { return window_ == MPI_WIN_NULL; }

  MPI_Win window_ = MPI_WIN_NULL;
  storage own_;
  std::byte* memory_ = nullptr;
  std::int64_t bytes_ = 0;
  std::map<std::byte*, attached> attached_; // by its begin
};

/// Memory that is attached to a window as long as this lives.
class attachment {
public:
  /// Throws `error` as `halo_window::attach` does.
  attachment(std::shared_ptr<halo_window> window, std::byte* begin, std::int64_t bytes)
      : window_(std::move(window)), begin_(begin) {
    window_->attach(begin, bytes);
  }
  attachment(attachment&&) = default; // leaves no window behind
  attachment& operator=(attachment&&) = delete;
  ~attachment() {
    if (window_) window_->detach(begin_);
  }

private:
  std::shared_ptr<halo_window> window_;
  std::byte* begin_;
};

/// The windows of all objects on one communicator. To free a window takes all ranks, and objects end without waiting
/// for each other: so windows that nobody uses any more are used again by later objects, freed where one is made
/// because they are too small, or freed with the communicator.
class halo_windows {
public:
  explicit halo_windows(watchdog& watch);
  halo_windows(const halo_windows&) = delete;
  halo_windows& operator=(const halo_windows&) = delete;
  ~halo_windows(); ///< frees all, unless an exception unwinds, MPI has ended, or `leave` was called

  /// A window with `bytes` of memory on this rank at least, all 0: MPI's where it has enough on all ranks. Collective,
  /// throws `no_window`.
  std::shared_ptr<halo_window> take(const communicator& ranks, std::int64_t bytes);

  /// The one for arrays of users and memories of fields; made when there is none. Collective, throws `no_window`.
  std::shared_ptr<halo_window> of_arrays(const communicator& ranks);

  /// An exchange was given up: other ranks may never come to free anything.
  void leave() { left_ = true; }

private:
  [[nodiscard]] std::vector<int> unused(const communicator& ranks, std::int64_t bytes) const;
  [[nodiscard]] std::shared_ptr<halo_window> with_memory_of_mpi(const communicator& ranks, std::int64_t bytes) const;
  [[nodiscard]] std::shared_ptr<halo_window> make(const communicator& ranks, std::int64_t bytes) const;

  watchdog& watch_;
  std::vector<std::shared_ptr<halo_window>> windows_;
  std::shared_ptr<halo_window> of_arrays_;
  int exceptions_;
  bool left_ = false;
};

} // namespace brick::detail
