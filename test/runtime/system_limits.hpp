// SPDX-License-Identifier: MIT
// Test helpers: what a process holds of the system, and ways to take it to its limits for a while.
#pragma once

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>

namespace brick_test {

/// Open descriptors, and mappings of brick's memory files, of this process.
struct resources {
  resources() {
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd"))
      ++descriptors;
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);)
      mappings += line.find("memfd:brick") != std::string::npos;
  }
  int descriptors = 0, mappings = 0;
  friend bool operator==(const resources&, const resources&) = default;
  friend std::ostream& operator<<(std::ostream& out, const resources& r) {
    return out << r.descriptors << " descriptors, " << r.mappings << " mappings";
  }
};

/// While it lives, no file can grow, so no memory file can be had. (A limit on descriptors would do too, but sanitizers
/// need a few.)
class no_memory_files {
public:
  no_memory_files() : signal_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &saved_);
    const rlimit none{0, saved_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &none);
  }
  ~no_memory_files() {
    ::setrlimit(RLIMIT_FSIZE, &saved_);
    std::signal(SIGXFSZ, signal_);
  }
  no_memory_files(const no_memory_files&) = delete;
  no_memory_files& operator=(const no_memory_files&) = delete;

private:
  void (*signal_)(int);
  rlimit saved_{};
};

/// While it lives, only about ten more mappings can be made: all others are used up by single pages.
class no_more_mappings {
public:
  no_more_mappings() {
    area_ = static_cast<char*>(::mmap(nullptr, bytes(), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    if (area_ == MAP_FAILED) return;
    std::size_t i = 1;
    while (i < pages && ::mprotect(area_ + i * page_, page_, PROT_READ) == 0)
      i += 2;
    reached_ = i < pages;
    for (std::size_t freed = 0; reached_ && freed < 5; ++freed)
      ::mprotect(area_ + (i -= 2) * page_, page_, PROT_NONE);
  }
  ~no_more_mappings() {
    if (area_ != MAP_FAILED) ::munmap(area_, bytes());
  }
  no_more_mappings(const no_more_mappings&) = delete;
  no_more_mappings& operator=(const no_more_mappings&) = delete;

  [[nodiscard]] bool reached() const { return reached_; }

private:
  static constexpr std::size_t pages = 200'000;
  [[nodiscard]] std::size_t bytes() const { return pages * page_; }

  std::size_t page_ = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  char* area_ = nullptr;
  bool reached_ = false;
};

} // namespace brick_test
