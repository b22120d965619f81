// Memory of the baselines: fields, row buffers, streaming stores.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <sys/mman.h>
#include <vector>
#if defined(__SSE2__)
#include <immintrin.h>
#endif

#include "../problem.hpp"

namespace baseline {

using bench::element;

inline constexpr long line = 64 / static_cast<long>(sizeof(element)); // elements of a cache line
inline constexpr long margin = 2; // how far a stencil may reach; ghost cells on both ends of a row
inline constexpr std::size_t huge_page = std::size_t{2} << 20;

struct free_memory {
  void operator()(element* memory) const { std::free(memory); }
};
using memory = std::unique_ptr<element[], free_memory>;

/// Memory in huge pages where the system gives them, not touched yet.
inline memory allocate(long elements) {
  const std::size_t bytes = (static_cast<std::size_t>(elements) * sizeof(element) / huge_page + 1) * huge_page;
  void* found = std::aligned_alloc(huge_page, bytes);
  if (!found) throw std::bad_alloc();
  madvise(found, bytes, MADV_HUGEPAGE); // a wish: without it the program is right, if slower
  return memory(static_cast<element*>(found));
}

/// A periodic cube. Rows and planes beyond an end are those at the other end, found by their number; only rows have
/// ghost cells, in the cache line between one row and the next, so that all of them begin a line.
class field {
public:
  /// `number`: which field of the program this is. Fields, planes and rows begin at different places modulo 4 KiB,
  /// since a store otherwise looks to a later load like one to the same address, and a few sets of the cache hold
  /// everything.
  field(long n, int number)
      : n_(n), pitch_(odd_lines(n + 2 * margin)), plane_(odd_lines(pitch_ * n) + 8 * line),
        memory_(allocate(plane_ * n + (11 * number + 2) * line)), origin_(memory_.get() + (11 * number + 1) * line) {
    for (long i = -margin; i < n + margin; ++i)
      wrapped_.push_back((i + n) % n);
  }

  /// Rows and planes from -margin to n + margin - 1.
  element* row(long z, long y) const { return origin_ + wrapped_[z + margin] * plane_ + wrapped_[y + margin] * pitch_; }

  /// Elements from the end of a row to the beginning of the next.
  [[nodiscard]] long gap() const { return pitch_ - n_; }

  /// Each plane is touched first by the thread that computes it.
  void fill(const bench::start& values) {
#pragma omp parallel for schedule(static)
    for (long z = 0; z < n_; ++z) {
      // From the ghost cells before the plane's first row to those before the next plane.
      std::memset(row(z, 0) - line, 0, static_cast<std::size_t>(plane_) * sizeof(element));
      for (long y = 0; y < n_; ++y) {
        element* cells = row(z, y);
        for (long x = 0; x < n_; ++x)
          cells[x] = values(z, y, x);
        wrap(cells, n_);
      }
    }
  }

  /// Sets the ghost cells on both ends of a row.
  static void wrap(element* cells, long n) {
    for (long i = 0; i < margin; ++i) {
      cells[-1 - i] = cells[n - 1 - i];
      cells[n + i] = cells[i];
    }
  }

private:
  static long odd_lines(long elements) { return ((elements + line - 1) / line | 1) * line; }

  long n_, pitch_, plane_;
  std::vector<long> wrapped_; // the number of the row or plane that has number i - margin
  memory memory_;
  element* origin_;
};

/// Rows of a thread's own, in its caches, each with ghost cells.
class row_buffers {
public:
  row_buffers(long n, long rows)
      : pitch_(((n + line - 1) / line | 1) * line + 2 * line), memory_(allocate(pitch_ * rows)) {}
  element* row(long i) const { return memory_.get() + i * pitch_ + line; }

private:
  long pitch_;
  memory memory_;
};

/// Copies elements past the caches; `to` and `from` begin a cache line. A last part of a line is copied as usual.
inline void stream(element* to, const element* from, long count) {
  long done = 0;
#if defined(__AVX512F__)
  for (; done + line <= count; done += line)
    _mm512_stream_si512(reinterpret_cast<__m512i*>(to + done),
                        _mm512_load_si512(reinterpret_cast<const __m512i*>(from + done)));
#elif defined(__AVX__)
  for (; done + line / 2 <= count; done += line / 2)
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to + done),
                        _mm256_load_si256(reinterpret_cast<const __m256i*>(from + done)));
#elif defined(__SSE2__)
  for (; done + line / 4 <= count; done += line / 4)
    _mm_stream_si128(reinterpret_cast<__m128i*>(to + done),
                     _mm_load_si128(reinterpret_cast<const __m128i*>(from + done)));
#elif defined(__clang__)
  for (; done < count; ++done)
    __builtin_nontemporal_store(from[done], to + done);
#endif
  std::copy(from + done, from + count, to + done);
}

/// Makes streamed rows visible to the other threads, before a barrier.
inline void end_of_streaming() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

} // namespace baseline
