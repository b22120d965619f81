// SPDX-License-Identifier: MIT
// Memory of fields: owning arenas, and views that show pieces of an arena side by side. Nothing here touches a page, so
// the thread that first writes a page decides where it lives.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "brick/device.hpp"
#include "brick/error.hpp"
#include "brick/transfer.hpp"

namespace brick {

/// Where an arena's pages come from.
enum class memory {
  anonymous, ///< private pages, huge ones where the system gives them
  memfd,     ///< a memory file, so that views can map its pages again
  device,    ///< shared by the host and a device
};

/// A limit of the system was met: no memory file, no address space, or too many mappings (65,530 a process by default).
/// Expected; exchanges fall back to a strategy without views.
class storage_limit : public error {
public:
  using error::error;
};

/// The system's page size in bytes.
std::size_t system_page_bytes();

/// Bytes of a huge page. A page size that is imposed (PPoPP'21, section 7.3) and a multiple of it asks for them.
inline constexpr std::size_t huge_page_bytes = std::size_t{2} << 20;

/// What a memory file is used for. Whole pages.
struct file_options {
  std::size_t private_bytes = 0; ///< at the start, for nobody else: anonymous pages, since files seldom get huge ones
  std::size_t shown_bytes = 0;   ///< address space kept free behind the arena, for `show`
};

/// An arena of zeroes, at a fixed address for its whole life (moving the object does not move the memory).
class storage {
public:
  storage() = default;

  /// `bytes` zeroes (rounded up to pages); throws `storage_limit` when the system refuses.
  storage(std::size_t bytes, memory kind, const file_options& options = {});

  /// Anonymous memory that begins `offset` bytes, less than a page, behind the start of a page.
  static storage at_page_offset(std::size_t bytes, std::size_t offset);

  /// Memory that the device and the host share, zeroed; throws `storage_limit` where there is none.
  static storage on_device(std::size_t bytes, std::shared_ptr<detail::cuda_device> device);

  /// memfd when it can be had, anonymous otherwise; `refusal()` then says why.
  static storage with_views_if_possible(std::size_t bytes, const file_options& options = {});

  /// Shows bytes of another memory file, open in this process, at an offset from this storage's start, where address
  /// space is kept free; for reading only. Offsets and length are whole pages. Throws `storage_limit` when the system
  /// refuses, `error` when the place is not free.
  void show(int file, const segment& piece) const;

  /// Makes huge pages of a memory file's pages, some of each of which have been written: files get none by themselves
  /// unless the system is set up for that, or reserves some. Empty, or why not all of them are huge; nothing but speed
  /// depends on it.
  [[nodiscard]] std::string use_huge_pages() const;

  storage(storage&& other) noexcept;
  storage& operator=(storage&& other) noexcept;
  ~storage();

  [[nodiscard]] std::byte* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] memory kind() const {
    return device_ ? memory::device : file_ >= 0 ? memory::memfd : memory::anonymous;
  }
  [[nodiscard]] int file() const { return file_; }
  [[nodiscard]] std::size_t private_bytes() const { return options_.private_bytes; } ///< those before the file's first
  [[nodiscard]] const std::string& refusal() const { return refusal_; }

  /// Sets all of a device's memory to zero, there, behind what the device has been asked to do.
  void zero_on_device() const { device_->zero(data_, size_); }

  /// Returns when the device, if it has this memory, has computed what it was asked to: the host may read and write.
  void wait_for_device() const {
    if (device_) device_->wait();
  }

private:
  void allocate(std::size_t bytes, memory kind);
  void map_anonymous();
  void map_file();
  void release() noexcept;

  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t lead_ = 0; ///< bytes of the mapping before `data_`
  file_options options_; ///< of a memory file
  int file_ = -1;
  std::string refusal_;
  std::shared_ptr<detail::cuda_device> device_;
};

/// Pieces of a memfd arena mapped side by side: the same memory, contiguous at another address (PPoPP'21, section 4).
/// Huge pages are huge in it too, where all pieces begin and end on them. Must not outlive the arena's use; holds its
/// own mappings.
class view {
public:
  view() = default;

  /// `pieces` start and end on pages of `arena`. Throws `storage_limit` when the system refuses, or the arena is no
  /// memory file; `error` when a piece is not page-aligned, outside the arena, or in its private part.
  view(const storage& arena, const std::vector<extent>& pieces);

  view(view&& other) noexcept;
  view& operator=(view&& other) noexcept;
  ~view();

  [[nodiscard]] std::byte* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }

private:
  void release() noexcept;

  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

} // namespace brick
