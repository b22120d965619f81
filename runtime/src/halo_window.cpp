// SPDX-License-Identifier: MIT
#include "halo_window.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <string>
#include <utility>

#include "agreement.hpp"
#include "mpi_errors.hpp"
#include "mpi_handles.hpp"
#include "waiting.hpp"

namespace brick::detail {

namespace {

constexpr std::int64_t least_bytes = 64 * 1024; // so that most objects can use a window again

/// Memory in files, as MPI's in /dev/shm, gets its pages when it is first written to. Where there are none left, a
/// write of this process would kill it (SIGBUS); one of the system only fails. So it is the system that writes.
bool write_zeros(std::byte* memory, std::int64_t bytes) {
  const int zeros = ::open("/dev/zero", O_RDONLY | O_CLOEXEC);
  std::int64_t done = 0;
  while (zeros >= 0 && done < bytes) {
    const ssize_t step = ::read(zeros, memory + done, static_cast<std::size_t>(bytes - done));
    if (step == 0 || (step < 0 && errno != EINTR)) break;
    done += std::max<std::int64_t>(step, 0);
  }
  if (zeros >= 0) ::close(zeros);
  return done >= bytes;
}

/// Where an address that MPI_Get_address gave points to.
void* own_memory(MPI_Aint address) { return reinterpret_cast<void*>(address); }

constexpr const char *making_window = "making a window of memory", *freeing_window = "freeing a window of memory";

void wait(MPI_Request request) {
  const auto describe = [] { return awaited{making_window, {}, awaited::whom::some}; };
  wait_all(nullptr, {&request, 1}, describe);
}

/// To make a window, MPI lets ranks wait without giving up the core: so all come here first.
void gather(MPI_Comm ranks) {
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Ibarrier(ranks, &request), "MPI_Ibarrier");
  wait(request);
}

/// Open MPI has one-sided components for one node, for what can read another process's memory, and for any network: the
/// last, pt2pt, is left out by the settings of some systems, Debian's among them.
#ifdef OPEN_MPI
constexpr const char* remedy = "; with OMPI_MCA_osc=pt2pt in the environment Open MPI may";
#else
constexpr const char* remedy = "";
#endif

/// A new window. Libraries that make none say so before they wait for other ranks, so these can agree on it. A window
/// that only some ranks have cannot be freed.
template <class... Memory>
std::shared_ptr<halo_window> make_window(watchdog& watch, const communicator& ranks, Memory... memory) {
  gather(communicator_of(ranks));
  std::shared_ptr<halo_window> window;
  try {
    together(ranks, "",
             [&] { window = std::make_shared<halo_window>(watch, communicator_of(ranks), std::move(memory)...); });
  } catch (const agreed_error& refusal) {
    if (refusal.everywhere) throw no_window(refusal.what());
    throw error(std::string("MPI has made a window of memory on some ranks only: ") + refusal.what());
  }
  return window;
}

} // namespace

no_window::no_window(const std::string& reason)
    : error("this MPI library makes no memory windows, which one-sided strategies need: " + reason + remedy),
      reason(reason) {}

halo_window::halo_window(watchdog& watch, MPI_Comm ranks, std::int64_t bytes) : bytes_(bytes) {
  const deadline until_made(watch, making_window);
  check_mpi(MPI_Win_allocate(static_cast<MPI_Aint>(bytes), 1, MPI_INFO_NULL, ranks, &memory_, &window_),
            "MPI_Win_allocate");
  open_or_free();
}

halo_window::halo_window(watchdog& watch, MPI_Comm ranks, storage memory)
    : own_(std::move(memory)), memory_(own_.data()), bytes_(static_cast<std::int64_t>(own_.size())) {
  const deadline until_made(watch, making_window);
  check_mpi(MPI_Win_create(memory_, static_cast<MPI_Aint>(bytes_), 1, MPI_INFO_NULL, ranks, &window_),
            "MPI_Win_create");
  open_or_free();
}

/// A rank that is alone puts to itself, which needs no MPI: and Open MPI 4.1 makes no such window for one rank.
halo_window::halo_window(watchdog& watch, MPI_Comm ranks) {
  int size = 0;
  check_mpi(MPI_Comm_size(ranks, &size), "MPI_Comm_size");
  if (size == 1) return;
  const deadline until_made(watch, making_window);
  check_mpi(MPI_Win_create_dynamic(MPI_INFO_NULL, ranks, &window_), "MPI_Win_create_dynamic");
  open_or_free();
}

/// What cannot be opened is so on all ranks.
void halo_window::open_or_free() {
  try {
    open();
  } catch (...) {
    MPI_Win_free(&window_);
    throw;
  }
}

void halo_window::open() {
  check_mpi(MPI_Win_set_errhandler(window_, MPI_ERRORS_RETURN), "MPI_Win_set_errhandler");
  int* model = nullptr;
  int found = 0;
  check_mpi(MPI_Win_get_attr(window_, MPI_WIN_MODEL, &model, &found), "MPI_Win_get_attr");
  if (!found || *model != MPI_WIN_UNIFIED) throw error("they are not of the unified model");
  check_mpi(MPI_Win_lock_all(MPI_MODE_NOCHECK, window_), "MPI_Win_lock_all");
}

void halo_window::zero() const {
  if (!write_zeros(memory_, bytes_)) throw error("MPI's memory for a window is more than the system has");
  sync();
}

void halo_window::clear() const {
  if (bytes_ > 0) std::memset(memory_, 0, static_cast<std::size_t>(bytes_));
  sync();
}

/// Where it was not freed, others may still put into memory of its own: that stays until MPI ends.
halo_window::~halo_window() {
  if (!alone() && own_.size() > 0 && !mpi_has_ended()) new storage(std::move(own_));
}

void halo_window::free() noexcept {
  if (alone()) return;
  MPI_Win_unlock_all(window_);
  MPI_Win_free(&window_);
}

void halo_window::sync() const {
  if (!alone()) check_mpi(MPI_Win_sync(window_), "MPI_Win_sync");
}

void halo_window::put(const std::byte* from, std::int64_t bytes, int rank, MPI_Aint to) const {
  if (alone()) {
    std::memcpy(own_memory(to), from, static_cast<std::size_t>(bytes));
    return;
  }
  const int count = static_cast<int>(bytes); // a message has fewer than 2^31
  check_mpi(MPI_Put(from, count, MPI_BYTE, rank, to, count, MPI_BYTE, window_), "MPI_Put");
}

MPI_Request halo_window::put_request(const std::byte* from, std::int64_t bytes, int rank, MPI_Aint to) const {
  MPI_Request request = MPI_REQUEST_NULL;
  if (alone()) {
    put(from, bytes, rank, to);
    return request;
  }
  const int count = static_cast<int>(bytes);
  check_mpi(MPI_Rput(from, count, MPI_BYTE, rank, to, count, MPI_BYTE, window_, &request), "MPI_Rput");
  return request;
}

void halo_window::put_counter(const std::uint64_t& from, int rank, MPI_Aint to) const {
  if (alone()) {
    std::memcpy(own_memory(to), &from, sizeof from);
    return;
  }
  check_mpi(MPI_Accumulate(&from, 1, MPI_UINT64_T, rank, to, 1, MPI_UINT64_T, MPI_REPLACE, window_), "MPI_Accumulate");
}

void halo_window::flush(int rank) const {
  if (!alone()) check_mpi(MPI_Win_flush(rank, window_), "MPI_Win_flush");
}

void halo_window::flush_local(int rank) const {
  if (!alone()) check_mpi(MPI_Win_flush_local(rank, window_), "MPI_Win_flush_local");
}

void halo_window::attach(std::byte* begin, std::int64_t bytes) {
  auto next = attached_.upper_bound(begin);
  if (next != attached_.begin()) {
    auto& [first, before] = *std::prev(next);
    if (first == begin && before.bytes == bytes) {
      ++before.times;
      return;
    }
    if (begin < first + before.bytes) next = std::prev(next);
  }
  if (next != attached_.end() && next->first < begin + bytes)
    throw error("memory that other ranks put into overlaps other such memory, without being the same");
  if (!alone()) check_mpi(MPI_Win_attach(window_, begin, static_cast<MPI_Aint>(bytes)), "MPI_Win_attach");
  attached_[begin] = {bytes, 1};
}

void halo_window::detach(std::byte* begin) noexcept {
  const auto found = attached_.find(begin);
  if (found == attached_.end() || --found->second.times > 0) return;
  attached_.erase(found);
  if (!alone() && !mpi_has_ended()) MPI_Win_detach(window_, begin);
}

halo_windows::halo_windows(watchdog& watch) : watch_(watch), exceptions_(std::uncaught_exceptions()) {}

/// Without a limit: a rank whose objects end early may wait for one that still computes.
halo_windows::~halo_windows() {
  if (left_ || std::uncaught_exceptions() > exceptions_ || mpi_has_ended()) return;
  for (const auto& window : windows_)
    window->free();
  if (of_arrays_) of_arrays_->free();
}

/// For each window whether all ranks are done with it, and after that whether it is large enough for all. They have the
/// same list of windows, but perhaps not the same objects any more.
std::vector<int> halo_windows::unused(const communicator& ranks, std::int64_t bytes) const {
  std::vector<int> result;
  for (const auto& window : windows_)
    result.push_back(window.use_count() == 1 ? 1 : 0);
  for (const auto& window : windows_)
    result.push_back(window.use_count() == 1 && window->bytes() >= bytes ? 1 : 0);
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Iallreduce(MPI_IN_PLACE, result.data(), static_cast<int>(result.size()), MPI_INT, MPI_MIN,
                           communicator_of(ranks), &request),
            "MPI_Iallreduce");
  wait(request);
  return result;
}

/// Throws `no_window` also where there is too little of MPI's memory: MPICH finds that out when it is written to.
std::shared_ptr<halo_window> halo_windows::with_memory_of_mpi(const communicator& ranks, std::int64_t bytes) const {
  auto window = make_window(watch_, ranks, bytes);
  try {
    together(ranks, "", [&] { window->zero(); });
  } catch (const agreed_error& refusal) {
    const deadline until_freed(watch_, freeing_window);
    window->free();
    throw no_window(refusal.what());
  }
  return window;
}

/// Puts into MPI's memory are mere copies within a node. But it lies in /dev/shm, which may be full.
std::shared_ptr<halo_window> halo_windows::make(const communicator& ranks, std::int64_t bytes) const {
  std::string refusal;
  try {
    return with_memory_of_mpi(ranks, bytes);
  } catch (const no_window& failure) {
    refusal = failure.reason;
  }
  storage own;
  together(ranks, "", [&] { own = storage(static_cast<std::size_t>(bytes), memory::anonymous); });
  try {
    return make_window(watch_, ranks, std::move(own));
  } catch (const no_window& failure) {
    throw no_window(refusal + "; " + failure.reason);
  }
}

std::shared_ptr<halo_window> halo_windows::take(const communicator& ranks, std::int64_t bytes) {
  if (!windows_.empty()) {
    const std::vector<int> free = unused(ranks, bytes);
    const auto large_enough = free.begin() + static_cast<std::ptrdiff_t>(windows_.size());
    if (const auto found = std::find(large_enough, free.end(), 1); found != free.end()) {
      windows_[found - large_enough]->clear();
      return windows_[found - large_enough];
    }
    const deadline until_freed(watch_, freeing_window);
    for (std::size_t i = 0; i < windows_.size(); ++i)
      if (free[i]) std::exchange(windows_[i], nullptr)->free();
    std::erase(windows_, nullptr);
  }
  return windows_.emplace_back(make(ranks, std::max(bytes, least_bytes)));
}

std::shared_ptr<halo_window> halo_windows::of_arrays(const communicator& ranks) {
  if (!of_arrays_) of_arrays_ = make_window(watch_, ranks);
  return of_arrays_;
}

} // namespace brick::detail
