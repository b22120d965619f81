// SPDX-License-Identifier: MIT
// One loop, `walk`, is instantiated for every way to copy a block and for every instruction set. Functions of an
// instruction set carry the attribute `target`; all they call is inlined into them, so nothing that is compiled for a
// wide instruction set can be shared with code for every processor. (`target_clones` would choose at load time, and
// could be tested for one instruction set only.)
#include "block_kernels.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <type_traits>
#include <utility>

#include "cache_line.hpp"

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

#define BRICK_INLINE inline __attribute__((always_inline))
#if defined(__clang__) // more unrolling than is written here costs more, in instructions to be fetched, than it gains
#define BRICK_KEEP_LOOP _Pragma("clang loop unroll(disable) vectorize(disable)")
#else
#define BRICK_KEEP_LOOP
#endif

namespace brick::detail {

namespace {

/// What one instruction loads and stores, at any address. Words of four and eight bytes are reals, since these go
/// through vector registers, bit by bit as they are: on Zen 4 more of such copies can wait for their lines, and an x
/// face of 256^3 is packed 1.15 (last cache) to 1.33 times (memory) as fast as through general registers.
template <int Bytes> struct word {
  typedef long long type __attribute__((vector_size(Bytes), aligned(1), may_alias));
};
template <> struct word<1> {
  typedef std::uint8_t type __attribute__((may_alias));
};
template <> struct word<2> {
  typedef std::uint16_t type __attribute__((aligned(1), may_alias));
};
template <> struct word<4> {
  typedef float type __attribute__((aligned(1), may_alias));
};
template <> struct word<8> {
  typedef double type __attribute__((aligned(1), may_alias));
};

/// Copies `Bytes` bytes in words of at most `Width`.
template <int Width, int Bytes> BRICK_INLINE void move(std::byte* to, const std::byte* from) {
  constexpr int step = static_cast<int>(std::bit_floor(static_cast<unsigned>(std::min(Width, Bytes))));
  using part = typename word<step>::type;
  *reinterpret_cast<part*>(to) = *reinterpret_cast<const part*>(from);
  if constexpr (Bytes > step) move<Width, Bytes - step>(to + step, from + step);
}

/// Addresses as numbers: what is prefetched may lie behind the end of an array.
template <block_prefetch Prefetch> BRICK_INLINE void prefetch_line(std::uintptr_t at) {
  constexpr int locality = Prefetch == block_prefetch::near ? 3 : 2;
  __builtin_prefetch(reinterpret_cast<const void*>(at), 0, locality);
}

/// Blocks of a few words. What counts is the lines that they are in, so twins are copied together.
struct short_block {
  static constexpr bool is_short = true;
  template <block_prefetch Prefetch> static BRICK_INLINE void prefetch(std::uintptr_t block, std::int64_t length) {
    prefetch_line<Prefetch>(block);
    if (length > 16) prefetch_line<Prefetch>(block + static_cast<std::uintptr_t>(length - 1));
  }
};

struct long_block {
  static constexpr bool is_short = false;
  template <block_prefetch Prefetch> static BRICK_INLINE void prefetch(std::uintptr_t block, std::int64_t length) {
    BRICK_KEEP_LOOP
    for (std::int64_t at = 0; at < length; at += line)
      prefetch_line<Prefetch>(block + static_cast<std::uintptr_t>(at));
  }
};

template <int Length> struct fixed_block : short_block {
  static constexpr int widest = static_cast<int>(std::bit_floor(static_cast<unsigned>(Length)));
  template <int Width> static BRICK_INLINE void copy(std::byte* to, const std::byte* from, std::int64_t) {
    move<Width, Length>(to, from);
  }
};

/// `Part` <= length <= 2 `Part`.
template <int Part> struct pair_block : std::conditional_t<Part <= 32, short_block, long_block> {
  static constexpr int widest = Part;
  template <int Width> static BRICK_INLINE void copy(std::byte* to, const std::byte* from, std::int64_t length) {
    move<Width, Part>(to, from);
    move<Width, Part>(to + length - Part, from + length - Part);
  }
};

/// Width <= length.
struct vectors_block : long_block {
  static constexpr int widest = 64;
  template <int Width> static BRICK_INLINE void copy(std::byte* to, const std::byte* from, std::int64_t length) {
    std::int64_t at = 0;
    BRICK_KEEP_LOOP
    for (; at + 4 * Width <= length; at += 4 * Width)
      move<Width, 4 * Width>(to + at, from + at);
    BRICK_KEEP_LOOP
    for (; at + Width <= length; at += Width)
      move<Width, Width>(to + at, from + at);
    if (at < length) move<Width, Width>(to + length - Width, from + length - Width);
  }
};

struct call_block : long_block {
  static constexpr int widest = 1;
  template <int> static BRICK_INLINE void copy(std::byte* to, const std::byte* from, std::int64_t length) {
    std::memcpy(to, from, static_cast<std::size_t>(length));
  }
};

/// How many blocks ahead to prefetch: some lines must be under way to hide the memory's latency, but not so many that
/// the processor drops prefetches.
template <block_prefetch Prefetch> BRICK_INLINE std::int64_t blocks_ahead(std::int64_t length) {
  constexpr std::int64_t most = Prefetch == block_prefetch::near ? 16 : 64, bytes = 128 * most;
  return std::clamp<std::int64_t>(bytes / length, 1, most);
}

/// The twin may be in another buffer: a distance of addresses, not within an array.
BRICK_INLINE std::byte* twin_of(std::byte* block, std::ptrdiff_t distance) {
  return reinterpret_cast<std::byte*>(reinterpret_cast<std::uintptr_t>(block) + static_cast<std::uintptr_t>(distance));
}
BRICK_INLINE const std::byte* twin_of(const std::byte* block, std::ptrdiff_t distance) {
  return twin_of(const_cast<std::byte*>(block), distance); // only read
}

/// How one block is copied, or one and its twin.
template <class Block, int Width, block_prefetch Prefetch, bool Twins> struct way {
  static constexpr block_prefetch prefetches = Prefetch;
  static BRICK_INLINE void copy(std::byte* to, const std::byte* from, const block_grid& g) {
    Block::template copy<Width>(to, from, g.length);
    if constexpr (Twins) Block::template copy<Width>(twin_of(to, g.twin_to), twin_of(from, g.twin_from), g.length);
  }
  static BRICK_INLINE void prefetch(std::uintptr_t block, const block_grid& g) {
    Block::template prefetch<Prefetch>(block, g.length);
    const auto twin = static_cast<std::uintptr_t>(g.gathers ? g.twin_from : g.twin_to);
    if constexpr (Twins) Block::template prefetch<Prefetch>(block + twin, g.length);
  }
};

template <class Way, int... I>
BRICK_INLINE void copy_some(std::byte* to, const std::byte* from, const block_grid& g,
                            std::integer_sequence<int, I...>) {
  (Way::copy(to + I * g.to_stride, from + I * g.from_stride, g), ...);
}

template <class Way, int... I>
BRICK_INLINE void prefetch_some(std::uintptr_t ahead, std::int64_t stride, const block_grid& g,
                                std::integer_sequence<int, I...>) {
  (Way::prefetch(ahead + static_cast<std::uintptr_t>(I * stride), g), ...);
}

/// `count` blocks; prefetches as many from `ahead` on.
template <class Way, int Unroll>
BRICK_INLINE void copy_row(std::byte* to, const std::byte* from, std::int64_t count, std::uintptr_t ahead,
                           const block_grid& g) {
  constexpr auto all = std::make_integer_sequence<int, Unroll>{};
  constexpr auto one = std::make_integer_sequence<int, 1>{};
  const std::int64_t stride = g.gathers ? g.from_stride : g.to_stride;
  const auto step = [&](std::int64_t blocks) __attribute__((always_inline)) {
    to += blocks * g.to_stride;
    from += blocks * g.from_stride;
    ahead += static_cast<std::uintptr_t>(blocks * stride);
  };
  BRICK_KEEP_LOOP
  for (; count >= Unroll; count -= Unroll) {
    if constexpr (Way::prefetches != block_prefetch::none) prefetch_some<Way>(ahead, stride, g, all);
    copy_some<Way>(to, from, g, all);
    step(Unroll);
  }
  BRICK_KEEP_LOOP
  for (; count > 0; --count) {
    if constexpr (Way::prefetches != block_prefetch::none) prefetch_some<Way>(ahead, stride, g, one);
    copy_some<Way>(to, from, g, one);
    step(1);
  }
}

/// The last blocks of a row prefetch the first ones of the next row.
template <class Way, int Unroll> BRICK_INLINE void walk_prefetching(const block_grid& g) {
  const std::int64_t stride = g.gathers ? g.from_stride : g.to_stride;
  const std::int64_t row_stride = g.gathers ? g.from_row_stride : g.to_row_stride;
  const std::int64_t distance = blocks_ahead<Way::prefetches>(g.length);
  const std::int64_t first = std::max<std::int64_t>(g.count - distance, 0);
  for (std::int64_t row = 0; row < g.rows; ++row) {
    std::byte* to = g.to + row * g.to_row_stride;
    const std::byte* from = g.from + row * g.from_row_stride;
    const auto start = reinterpret_cast<std::uintptr_t>(g.gathers ? from : to);
    copy_row<Way, Unroll>(to, from, first, start + static_cast<std::uintptr_t>(distance * stride), g);
    copy_row<Way, Unroll>(to + first * g.to_stride, from + first * g.from_stride, g.count - first,
                          start + static_cast<std::uintptr_t>(row_stride), g);
  }
}

template <class Way, int Unroll> BRICK_INLINE void walk(const block_grid& g) {
  if constexpr (Way::prefetches != block_prefetch::none)
    walk_prefetching<Way, Unroll>(g);
  else
    for (std::int64_t row = 0; row < g.rows; ++row)
      copy_row<Way, Unroll>(g.to + row * g.to_row_stride, g.from + row * g.from_row_stride, g.count, 0, g);
}

template <class Block, int Width, int Unroll, block_prefetch Prefetch> BRICK_INLINE void run(const block_grid& given) {
  block_grid g = given; // in registers: stores to `to` cannot change it
  if constexpr (Block::is_short)
    if (g.twins) return walk<way<Block, Width, Prefetch, true>, Unroll>(g);
  walk<way<Block, Width, Prefetch, false>, Unroll>(g);
  if (!g.twins) return;
  g.to = twin_of(g.to, g.twin_to);
  g.from = twin_of(g.from, g.twin_from);
  walk<way<Block, Width, Prefetch, false>, Unroll>(g);
}

template <class Block, int Unroll, block_prefetch Prefetch> void run_baseline(const block_grid& g) {
  run<Block, 16, Unroll, Prefetch>(g);
}

#if defined(__x86_64__)
template <class Block, int Unroll, block_prefetch Prefetch>
__attribute__((target("avx2"))) void run_avx2(const block_grid& g) {
  run<Block, 32, Unroll, Prefetch>(g);
}
template <class Block, int Unroll, block_prefetch Prefetch>
__attribute__((target("avx512f"))) void run_avx512(const block_grid& g) {
  run<Block, 64, Unroll, Prefetch>(g);
}
#endif

/// The same code for all instruction sets where no word is wider than those of the narrower one.
template <class Block, int Unroll, block_prefetch Prefetch> block_kernel kernel_of(instruction_set set) {
#if defined(__x86_64__)
  if constexpr (Block::widest > 32)
    if (set == instruction_set::avx512) return run_avx512<Block, Unroll, Prefetch>;
  if constexpr (Block::widest > 16)
    if (set != instruction_set::baseline) return run_avx2<Block, Unroll, Prefetch>;
#endif
  return run_baseline<Block, Unroll, Prefetch>;
}

template <class Block, int Unroll = 0> block_kernel kernel_of(const block_method& method) {
  constexpr int unroll = unrolls[Unroll];
  if (method.unroll == unroll) switch (method.prefetch) {
    case block_prefetch::none:
      return kernel_of<Block, unroll, block_prefetch::none>(method.set);
    case block_prefetch::near:
      return kernel_of<Block, unroll, block_prefetch::near>(method.set);
    case block_prefetch::far:
      return kernel_of<Block, unroll, block_prefetch::far>(method.set);
    }
  if constexpr (Block::is_short && Unroll + 1 < static_cast<int>(std::size(unrolls)))
    return kernel_of<Block, Unroll + 1>(method);
  return nullptr;
}

template <int... Lengths>
block_kernel fixed_kernel(const block_method& method, std::int64_t length, std::integer_sequence<int, Lengths...>) {
  block_kernel found = nullptr;
  ((length == Lengths ? void(found = kernel_of<fixed_block<Lengths>>(method)) : void()), ...);
  return found;
}

template <int... Logs>
block_kernel pair_kernel(const block_method& method, std::int64_t length, std::integer_sequence<int, Logs...>) {
  block_kernel found = nullptr;
  bool fits = false;
  ((!fits && length <= 2 << Logs ? void((fits = true, found = kernel_of<pair_block<1 << Logs>>(method))) : void()),
   ...);
  return found;
}

template <class Block> void run_list(const block_list& given) {
  const block_list l = given; // in registers: stores cannot change it
  for (std::int64_t i = 0; i < l.count; ++i) {
    std::byte *const in_array = l.array + l.offsets[i], *const in_buffer = l.buffer + i * l.length;
    Block::template copy<16>(l.packs ? in_buffer : in_array, l.packs ? in_array : in_buffer, l.length);
  }
}

template <int... Lengths> list_kernel fixed_list_kernel(std::int64_t length, std::integer_sequence<int, Lengths...>) {
  list_kernel found = run_list<call_block>;
  ((length == Lengths ? void(found = run_list<fixed_block<Lengths>>) : void()), ...);
  return found;
}

using fixed_lengths = std::integer_sequence<int, 4, 8, 12, 16, 24, 32, 48, 64>;

} // namespace

instruction_set widest_instruction_set() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f")) return instruction_set::avx512;
  if (__builtin_cpu_supports("avx2")) return instruction_set::avx2;
#endif
  return instruction_set::baseline;
}

block_kernel find_kernel(const block_method& method, std::int64_t length) {
  const std::int64_t width = vector_bytes(method.set);
  switch (method.loop) {
  case block_loop::fixed:
    return fixed_kernel(method, length, fixed_lengths{});
  case block_loop::pair:
    return length <= 2 * width ? pair_kernel(method, length, std::make_integer_sequence<int, 7>{}) : nullptr;
  case block_loop::vectors:
    return length >= width ? kernel_of<vectors_block>(method) : nullptr;
  case block_loop::call:
    break;
  }
  return kernel_of<call_block>(method);
}

list_kernel find_list_kernel(std::int64_t length) { return fixed_list_kernel(length, fixed_lengths{}); }

#if defined(__x86_64__)

namespace {

void stream_block(std::byte* to, const std::byte* from, std::int64_t length) {
  constexpr std::int64_t width = sizeof(__m128i);
  const auto misplaced = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(to) % width);
  const std::int64_t head = std::min(length, (width - misplaced) % width);
  std::memcpy(to, from, static_cast<std::size_t>(head));
  std::int64_t at = head;
  for (; at + width <= length; at += width)
    _mm_stream_si128(reinterpret_cast<__m128i*>(to + at), _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + at)));
  std::memcpy(to + at, from + at, static_cast<std::size_t>(length - at));
}

} // namespace

void copy_streaming(const block_grid& g) {
  for (std::int64_t row = 0; row < g.rows; ++row)
    for (std::int64_t i = 0; i < g.count; ++i)
      stream_block(g.to + row * g.to_row_stride + i * g.to_stride, g.from + row * g.from_row_stride + i * g.from_stride,
                   g.length);
}

void end_streaming() { _mm_sfence(); }

#else

void copy_streaming(const block_grid& g) { run_baseline<call_block, 1, block_prefetch::none>(g); }
void end_streaming() {}

#endif

} // namespace brick::detail
