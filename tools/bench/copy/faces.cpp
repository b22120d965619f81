// Packing the surface of a cube of doubles with ghost cells: block_set against MPI_Pack with subarray types and against
// loops that call memcpy for each row, with a length known to the compiler where it is 8, 16 or 32: [RUNS]. Prints
// microseconds, and how much faster than each of the two block_set is: median, and best run against best run;
// "reading", the time of reading a word of each cache line that the surface has a part in, in the order of addresses
// and without storing anything, as a part of block_set's (who packs on one core does that too); and block_set with two
// threads against MPI_Pack. tools/bench/README.md says how it is compiled.
// SPDX-License-Identifier: MIT
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <mpi.h>

#include "block_copy.hpp"
#include "brick/parallel.hpp"
#include "plain_rows.hpp"
#include "timing.hpp"

namespace {

using timing::plain;
using timing::region;

struct cube {
  int cells, ghosts;
  [[nodiscard]] int side() const { return cells + 2 * ghosts; }
};

/// The own cells that the neighbour in a direction of -1, 0, 1 an axis has as ghosts.
region surface(const cube& c, const std::array<int, 3>& direction) {
  region r{};
  for (int a = 0; a < 3; ++a) {
    r.low[a] = direction[a] > 0 ? c.cells : c.ghosts;
    r.extents[a] = direction[a] != 0 ? c.ghosts : c.cells;
  }
  return r;
}

std::vector<brick::extent> rows(const cube& c, const std::vector<region>& regions) {
  std::vector<brick::extent> result;
  for (const region& r : regions)
    for (int i = 0; i < r.extents[0]; ++i)
      for (int j = 0; j < r.extents[1]; ++j)
        result.push_back({8 * (((r.low[0] + i) * std::int64_t{c.side()} + r.low[1] + j) * c.side() + r.low[2]),
                          8 * std::int64_t{r.extents[2]}});
  return result;
}

/// The first word of each cache line that the regions have a part in, in the order of addresses.
std::vector<std::int64_t> words_of_lines(const cube& c, const std::vector<region>& regions, const std::byte* array) {
  constexpr std::uintptr_t line = 64;
  const auto start = reinterpret_cast<std::uintptr_t>(array);
  std::vector<std::int64_t> result;
  for (const brick::extent& row : rows(c, regions)) {
    const std::uintptr_t first = start + static_cast<std::uintptr_t>(row.offset);
    for (std::uintptr_t at = first; at < first + static_cast<std::uintptr_t>(row.length); at = (at / line + 1) * line)
      result.push_back(static_cast<std::int64_t>((std::max(at / line * line, start) - start) / sizeof(double)));
  }
  std::ranges::sort(result);
  result.erase(std::ranges::unique(result).begin(), result.end());
  return result;
}

/// Four sums, so that no load waits for another.
void read(const std::vector<std::int64_t>& words, const std::byte* array) {
  const auto* from = reinterpret_cast<const std::uint64_t*>(array);
  std::array<std::uint64_t, 4> sums{};
  for (std::size_t i = 0; i + 4 <= words.size(); i += 4)
    for (std::size_t j = 0; j < 4; ++j)
      sums[j] += from[words[i + j]];
  [[maybe_unused]] static volatile std::uint64_t kept;
  kept = sums[0] + sums[1] + sums[2] + sums[3];
}

std::vector<MPI_Datatype> types(const cube& c, const std::vector<region>& regions) {
  std::vector<MPI_Datatype> result;
  const std::array<int, 3> sizes{c.side(), c.side(), c.side()};
  for (const region& r : regions) {
    MPI_Type_create_subarray(3, sizes.data(), r.extents.data(), r.low.data(), MPI_ORDER_C, MPI_DOUBLE,
                             &result.emplace_back());
    MPI_Type_commit(&result.back());
  }
  return result;
}

constexpr int threads = 2;

/// Between two sweeps of a program its threads wait for work, awake.
void wake_threads() {
  brick::detail::parallel(threads, [](int) {});
}

struct memory {
  std::vector<std::byte> array, buffer, other;
};

void compare(const char* what, const cube& c, const std::vector<region>& regions, bool cold, int runs, memory& m) {
  brick::detail::block_options alone, shared_out;
  alone.methods = shared_out.methods = &brick::detail::measured_copy_methods();
  shared_out.threads = threads;
  const brick::detail::block_set blocks(rows(c, regions), alone), shared(rows(c, regions), shared_out);
  std::vector<MPI_Datatype> mpi = types(c, regions);
  const auto bytes = static_cast<int>(blocks.bytes());
  const auto packed_by_mpi = [&] {
    int position = 0;
    for (const MPI_Datatype& type : mpi)
      MPI_Pack(m.array.data(), 1, type, m.other.data(), bytes, &position, MPI_COMM_SELF);
  };
  const std::vector<std::int64_t> words = words_of_lines(c, regions, m.array.data());
  const std::vector<std::function<void()>> contenders{
      [&] { blocks.pack(m.array.data(), m.buffer.data()); }, packed_by_mpi,
      [&] { plain(c.side(), regions, m.array.data(), m.buffer.data()); }, [&] { read(words, m.array.data()); },
      [&] { shared.pack(m.array.data(), m.buffer.data()); }};
  packed_by_mpi();
  for (const std::size_t i : {0, 2, 4}) {
    contenders[i]();
    if (std::memcmp(m.buffer.data(), m.other.data(), static_cast<std::size_t>(bytes)) != 0) std::puts("different!");
    std::memset(m.buffer.data(), 0, static_cast<std::size_t>(bytes));
  }
  const timing::samples t = timing::measure(contenders, cold, runs, wake_threads);
  std::printf("%4d %d %-8s %-4s %9d B  us: %9.2f %9.2f %9.2f  x MPI_Pack: %5.2f %5.2f  x plain: %5.2f %5.2f  reading: "
              "%5.2f 2 threads: %5.2f\n",
              c.cells, c.ghosts, what, cold ? "cold" : "hot", bytes, 1e6 * timing::median(t[0]),
              1e6 * timing::median(t[1]), 1e6 * timing::median(t[2]), timing::ratio(t[1], t[0]),
              timing::ratio_of_best(t[1], t[0]), timing::ratio(t[2], t[0]), timing::ratio_of_best(t[2], t[0]),
              timing::ratio(t[3], t[0]), timing::ratio(t[1], t[4]));
  for (MPI_Datatype& type : mpi)
    MPI_Type_free(&type);
}

/// Faces across each axis, all faces, and all that the 26 neighbours need.
void compare_all(const cube& c, bool cold, int runs, memory& m) {
  std::vector<region> across[3], faces, surfaces;
  for (int code = 0; code < 27; ++code) {
    const std::array<int, 3> d{code / 9 - 1, code / 3 % 3 - 1, code % 3 - 1};
    if (code == 13) continue;
    surfaces.push_back(surface(c, d));
    if (std::abs(d[0]) + std::abs(d[1]) + std::abs(d[2]) != 1) continue;
    faces.push_back(surfaces.back());
    across[d[0] != 0 ? 0 : d[1] != 0 ? 1 : 2].push_back(surfaces.back());
  }
  compare("slowest", c, across[0], cold, runs, m);
  compare("middle", c, across[1], cold, runs, m);
  compare("fastest", c, across[2], cold, runs, m);
  compare("6 faces", c, faces, cold, runs, m);
  compare("26 parts", c, surfaces, cold, runs, m);
}

} // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int runs = argc > 1 ? std::atoi(argv[1]) : 15;
  for (const bool cold : {false, true})
    for (const int cells : {16, 32, 64, 128, 256})
      for (const int ghosts : {1, 2}) {
        const cube c{cells, ghosts};
        const auto side = static_cast<std::size_t>(c.side());
        memory m{std::vector<std::byte>(8 * side * side * side, std::byte{1}),
                 std::vector<std::byte>(std::size_t{8} << 20), std::vector<std::byte>(std::size_t{8} << 20)};
        for (std::size_t i = 0; i < m.array.size(); ++i)
          m.array[i] = static_cast<std::byte>(i * 37 / 8);
        compare_all(c, cold, runs, m);
      }
  MPI_Finalize();
}
