// SPDX-License-Identifier: MIT
// Arenas and views on top of mmap and memfd (PPoPP'21, section 4).
#include "brick/storage.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include "brick/index.hpp"

namespace brick {
namespace {

#ifdef MADV_COLLAPSE
constexpr int collapse = MADV_COLLAPSE;
#else
constexpr int collapse = 25; // since Linux 6.1; older C libraries do not name it, older systems refuse it
#endif

[[noreturn]] void refuse(const std::string& what, std::size_t bytes) {
  throw storage_limit(what + " of " + std::to_string(bytes) + " bytes: " + std::strerror(errno));
}

std::byte* map(void* where, std::size_t bytes, int protection, int flags, int file, std::int64_t offset) {
  void* address = ::mmap(where, bytes, protection, flags, file, offset);
  return address == MAP_FAILED ? nullptr : static_cast<std::byte*>(address);
}

bool map_private(std::byte* where, std::size_t bytes) {
  return map(where, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
}

/// An address range of `bytes` without memory behind it. What is `offset` behind its start is at a multiple of
/// `alignment`.
std::byte* reserve(std::size_t bytes, std::size_t alignment, std::size_t offset = 0) {
  constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  const std::size_t slack = alignment > system_page_bytes() ? alignment : 0;
  std::byte* start = map(nullptr, bytes + slack, PROT_NONE, flags, -1, 0);
  if (!start || !slack) return start;
  const std::size_t skip = (alignment - (reinterpret_cast<std::uintptr_t>(start) + offset) % alignment) % alignment;
  if (skip) ::munmap(start, skip);
  if (slack > skip) ::munmap(start + skip + bytes, slack - skip);
  return start + skip;
}

std::size_t whole_pages(std::size_t bytes) {
  return static_cast<std::size_t>(
      round_up(static_cast<std::int64_t>(bytes), static_cast<std::int64_t>(system_page_bytes())));
}

} // namespace

std::size_t system_page_bytes() {
  static const auto bytes = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return bytes;
}

storage::storage(std::size_t bytes, memory kind, const file_options& options) {
  if (kind == memory::memfd) options_ = options;
  allocate(bytes, kind);
}

storage storage::at_page_offset(std::size_t bytes, std::size_t offset) {
  storage result;
  result.lead_ = offset;
  result.allocate(bytes, memory::anonymous);
  return result;
}

storage storage::on_device(std::size_t bytes, std::shared_ptr<detail::cuda_device> device) {
  storage result;
  const std::size_t size = whole_pages(bytes);
  if (size == 0) return result;
  result.data_ = device->allocate(size);
  result.size_ = size;
  result.device_ = std::move(device);
  return result;
}

void storage::allocate(std::size_t bytes, memory kind) {
  size_ = whole_pages(bytes);
  if (size_ == 0) return;
  try {
    if (kind == memory::memfd)
      map_file();
    else
      map_anonymous();
  } catch (...) {
    release();
    throw;
  }
  // Fewer TLB misses where the system grants it; it may not, and nothing depends on it.
  if (size_ >= huge_page_bytes) ::madvise(data_ - lead_, lead_ + size_, MADV_HUGEPAGE);
}

storage storage::with_views_if_possible(std::size_t bytes, const file_options& options) {
  try {
    return storage(bytes, memory::memfd, options);
  } catch (const storage_limit& limit) {
    if (options.shown_bytes > 0) return with_views_if_possible(bytes, {options.private_bytes, 0});
    storage result(bytes, memory::anonymous);
    result.refusal_ = limit.what();
    return result;
  }
}

void storage::map_anonymous() {
  const std::size_t mapped = size_ + (lead_ > 0 ? system_page_bytes() : 0);
  std::byte* const start = reserve(mapped, size_ >= huge_page_bytes ? huge_page_bytes : system_page_bytes());
  if (!start) refuse("memory", mapped);
  data_ = start + lead_;
  if (!map_private(start, mapped)) refuse("memory", mapped);
}

void storage::map_file() {
  const std::size_t file_bytes = size_ - options_.private_bytes;
  file_ = ::memfd_create("brick", MFD_CLOEXEC);
  if (file_ < 0) refuse("memory file", file_bytes);
  if (::ftruncate(file_, static_cast<off_t>(file_bytes)) != 0) refuse("memory file", file_bytes);
  data_ = reserve(size_ + options_.shown_bytes, size_ >= huge_page_bytes ? huge_page_bytes : system_page_bytes(),
                  options_.private_bytes);
  if (!data_) refuse("address space", size_ + options_.shown_bytes);
  if (options_.private_bytes > 0 && !map_private(data_, options_.private_bytes)) refuse("memory", size_);
  constexpr int flags = MAP_SHARED | MAP_FIXED;
  if (file_bytes > 0 && !map(data_ + options_.private_bytes, file_bytes, PROT_READ | PROT_WRITE, flags, file_, 0))
    refuse("memory file", file_bytes);
}

void storage::show(int file, const segment& piece) const {
  const auto first = static_cast<std::int64_t>(size_);
  if (piece.destination < first ||
      piece.destination + piece.length > first + static_cast<std::int64_t>(options_.shown_bytes))
    throw error("no address space is kept for bytes [" + std::to_string(piece.destination) + ", " +
                std::to_string(piece.destination + piece.length) + ") behind a storage of " + std::to_string(size_));
  const auto length = static_cast<std::size_t>(piece.length);
  if (!map(data_ + piece.destination, length, PROT_READ, MAP_SHARED | MAP_FIXED, file, piece.source))
    refuse("a view of another rank's memory", length);
}

std::string storage::use_huge_pages() const {
  if (kind() != memory::memfd) return "no huge pages: the storage is no memory file";
  if (::madvise(data_ + options_.private_bytes, size_ - options_.private_bytes, collapse) == 0) return "";
  return "no huge pages: " + std::string(std::strerror(errno));
}

void storage::release() noexcept {
  if (device_)
    device_->free(data_);
  else if (data_)
    ::munmap(data_ - lead_, lead_ + size_ + options_.shown_bytes);
  if (file_ >= 0) ::close(file_);
  device_ = nullptr;
  data_ = nullptr;
  size_ = lead_ = 0;
  options_ = {};
  file_ = -1;
}

storage::storage(storage&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)),
      lead_(std::exchange(other.lead_, 0)), options_(std::exchange(other.options_, {})),
      file_(std::exchange(other.file_, -1)), refusal_(std::move(other.refusal_)), device_(std::move(other.device_)) {}

storage& storage::operator=(storage&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(lead_, other.lead_);
  std::swap(options_, other.options_);
  std::swap(file_, other.file_);
  std::swap(refusal_, other.refusal_);
  std::swap(device_, other.device_);
  return *this;
}

storage::~storage() { release(); }

view::view(const storage& arena, const std::vector<extent>& pieces) {
  const auto page = static_cast<std::int64_t>(system_page_bytes());
  const auto first = static_cast<std::int64_t>(arena.private_bytes());
  if (arena.kind() != memory::memfd)
    throw storage_limit(arena.refusal().empty() ? "the storage is no memory file" : arena.refusal());
  for (const extent& piece : pieces)
    if (piece.offset % page || piece.length % page || piece.offset < first || piece.length <= 0 ||
        piece.offset + piece.length > static_cast<std::int64_t>(arena.size()))
      throw error("a view cannot show bytes [" + std::to_string(piece.offset) + ", " +
                  std::to_string(piece.offset + piece.length) + ") of a storage of " + std::to_string(arena.size()) +
                  " bytes: not whole pages of its file");
  const auto total = static_cast<std::size_t>(bytes(pieces));
  if (total == 0) return;
  const bool huge = std::ranges::all_of(pieces, [](const extent& piece) {
    return piece.offset % huge_page_bytes == 0 && piece.length % huge_page_bytes == 0;
  });
  data_ = reserve(total, huge ? huge_page_bytes : system_page_bytes());
  if (!data_) refuse("address space", total);
  size_ = total;
  std::byte* at = data_;
  for (const extent& piece : join(pieces)) {
    const auto length = static_cast<std::size_t>(piece.length);
    if (!map(at, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, arena.file(), piece.offset - first)) {
      const int reason = errno;
      release();
      errno = reason;
      refuse("a view", total);
    }
    at += length;
  }
}

void view::release() noexcept {
  if (data_) ::munmap(data_, size_);
  data_ = nullptr;
  size_ = 0;
}

view::view(view&& other) noexcept : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

view& view::operator=(view&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

view::~view() { release(); }

} // namespace brick
