// SPDX-License-Identifier: MIT
// Several files of a program that include the same kernel.
#pragma once

namespace brick {

/// The options that brickc compiled `Entity` with, for stencils and steps of headers. Each file that includes the
/// header has a definition, and the linker keeps one of them, as it keeps one version of the kernel. It is volatile so
/// that files read the one that was kept.
template <auto Entity> inline const char* const volatile variant = nullptr;

namespace detail {

/// A file's own version of a kernel, checked against the one that was linked when the program starts.
struct one_variant {
  /// Ends the program with a message where the two differ.
  one_variant(const char* kernel, const char* own, const char* linked);
};

} // namespace detail

} // namespace brick
