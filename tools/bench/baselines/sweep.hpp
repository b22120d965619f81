// How a baseline walks: blocks of rows in shares of planes, a share for each thread, all time steps in one parallel
// region.
//
// A kernel computes rows. It is told
//   block(in, z, y)        that rows y, y + 1, ... of plane z are next: it may fill buffers with rows before them;
//   row(in, z, y)          which row is next: it finds the rows it reads, and may compute row buffers of its own;
//   cells(out, low, high)  to compute a part of that row: out[f][low...high).
// The last two are not inlined: in one large function compilers run out of registers for the pointers of a row.
// It says in `leading` which row of each field is the newest that row() reads, for prefetching what comes behind it.
//
// With streaming stores a row is computed into a buffer and then copied past the caches, a few cache lines at a time;
// the kernels know nothing of it. Ghost cells at the ends of rows are written with the row.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <chrono>
#include <omp.h>
#include <span>
#include <utility>
#include <vector>

#include "field.hpp"

namespace baseline {

struct choices {
  long block = 16;        // rows of a block; 0: all
  bool streaming = false; // stores that go past the caches
  long prefetch = 0;      // rows ahead; 0: none
};

/// The newest row that a kernel reads, relative to the one it computes.
struct reach {
  long z, y;
};

using inputs = std::span<const field* const>;
using outputs = std::span<element* const>;

/// Where a finished row goes.
template <std::size_t Outputs> class row_writer {
public:
  row_writer(long n, long gap, bool streaming)
      : n_(n), gap_(gap), streaming_(streaming), joins_(streaming && gap % line == 0),
        buffers_(streaming ? n : 0, streaming ? Outputs : 1), between_(gap, Outputs) {}

  /// The next row; `follows`: it is the one behind the last.
  void begin(const std::array<element*, Outputs>& rows, bool follows) {
    follows_ = follows && joins_;
    rows_ = target_ = rows;
    if (streaming_)
      for (std::size_t f = 0; f < Outputs; ++f)
        target_[f] = buffers_.row(static_cast<long>(f));
  }

  /// Where the kernel writes the row.
  outputs target() const { return target_; }

  /// Cells [low, high) are computed.
  void computed(long low, long high) const {
    if (streaming_)
      for (std::size_t f = 0; f < Outputs; ++f)
        stream(rows_[f] + low, target_[f] + low, high - low);
  }

  /// The row is computed: writes its ghost cells. The line between two rows holds ghost cells of both, and is streamed
  /// as a whole once the second is known; to write a part of it would read it first.
  void end() const {
    for (std::size_t f = 0; f < Outputs; ++f) {
      const element* cells = target_[f];
      element* between = between_.row(static_cast<long>(f));
      if (follows_) {
        for (long i = 1; i <= margin; ++i)
          between[gap_ - i] = cells[n_ - i];
        stream(rows_[f] - gap_, between, gap_);
      } else {
        for (long i = 1; i <= margin; ++i)
          rows_[f][-i] = cells[n_ - i];
      }
      for (long i = 0; i < margin; ++i)
        (joins_ ? between : rows_[f] + n_)[i] = cells[i];
    }
  }

  /// No row follows the last one.
  void end_of_block() const {
    if (joins_)
      for (std::size_t f = 0; f < Outputs; ++f)
        std::copy_n(between_.row(static_cast<long>(f)), margin, rows_[f] + n_);
  }

private:
  long n_, gap_;
  bool streaming_, joins_, follows_ = false;
  row_buffers buffers_, between_;
  std::array<element*, Outputs> rows_{}, target_{};
};

/// Computes rows [low, high) of plane z.
template <class Kernel>
void compute_block(Kernel& kernel, row_writer<Kernel::outputs>& writer, inputs in, std::span<const field* const> out,
                   long n, long z, long low, long high, long prefetch) {
  constexpr long part = 16 * line; // cells computed between prefetches and streaming
  kernel.block(in, z, low);
  for (long y = low; y < high; ++y) {
    std::array<element*, Kernel::outputs> rows{};
    for (std::size_t f = 0; f < rows.size(); ++f)
      rows[f] = out[f]->row(z, y);
    writer.begin(rows, y > low);
    kernel.row(in, z, y);
    for (long x = 0; x < n; x += part) {
      const long end = std::min(x + part, n);
      if (prefetch)
        for (std::size_t f = 0; f < in.size(); ++f) {
          const reach newest = Kernel::leading[f];
          const element* next = in[f]->row(z + newest.z, std::min(y + newest.y + prefetch, n + margin - 1));
          for (long i = x; i < end; i += line)
            __builtin_prefetch(next + i, 0, 2); // to the L2 cache: the L1 cache is full of rows in use
        }
      kernel.cells(writer.target(), x, end);
      writer.computed(x, end);
    }
    writer.end();
  }
  writer.end_of_block();
}

/// Runs `steps` steps after a warm-up, and returns the seconds of these. `in` and `out` change roles after each step:
/// the first fields of `in`, as many as there are outputs, are what was computed last. Each thread has a kernel of its
/// own, make_kernel(n).
template <class Kernel, class Make>
double run_steps(const Make& make_kernel, std::vector<const field*>& in, std::vector<const field*>& out, long n,
                 long warm_up, long steps, const choices& chosen) {
  const long block = chosen.block > 0 ? std::min(chosen.block, n) : n;
  std::chrono::steady_clock::time_point begin;
#pragma omp parallel
  {
    Kernel kernel = make_kernel(n);
    row_writer<Kernel::outputs> writer(n, in[0]->gap(), chosen.streaming);
    const long shares = std::min<long>(omp_get_num_threads(), n);
    for (long step = -warm_up; step < steps; ++step) {
      if (step == 0) {
#pragma omp single
        begin = std::chrono::steady_clock::now();
      }
#pragma omp for collapse(2) schedule(static) nowait
      for (long share = 0; share < shares; ++share)
        for (long y = 0; y < n; y += block)
          for (long z = share * n / shares; z < (share + 1) * n / shares; ++z)
            compute_block(kernel, writer, in, out, n, z, y, std::min(y + block, n), chosen.prefetch);
      if (chosen.streaming) end_of_streaming();
#pragma omp barrier
#pragma omp single
      std::swap_ranges(out.begin(), out.end(), in.begin());
    }
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

} // namespace baseline
