// SPDX-License-Identifier: MIT
// Several files of a program that include the same kernel.
#pragma once

// What compilers do not look into, since the linker may keep another definition than the one they see.
#ifdef __clang__
#define BRICK_OPAQUE [[gnu::noinline]]
#else
#define BRICK_OPAQUE [[gnu::noipa]]
#endif

namespace brick {

/// The options that brickc compiled `Entity` with, for stencils and steps of headers. Each file that includes the
/// header has a definition, and the linker keeps one of them, as it does with the kernel.
template <auto Entity> const char* variant();

namespace detail {

/// A file's own version of a kernel, compared with the one that was linked, before the program starts.
struct one_variant {
  /// Where the two differ, `check_variants` will throw.
  one_variant(const char* kernel, const char* own, const char* linked);
};

/// Throws `error` when files were linked that share a kernel, and compiled it with different options.
void check_variants();

} // namespace detail

} // namespace brick
