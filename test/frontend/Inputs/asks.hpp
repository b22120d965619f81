// A stencil, and a question whose answer depends on where the text lies. SPDX-License-Identifier: MIT
#	pragma	once // with tabs
_Pragma("once") static_assert(true);
#include <brick/accessor.hpp>

#if __has_include("limiter.hpp") && !__has_include("asks-nothing.hpp")
constexpr bool is_beside = true;
#else
constexpr bool is_beside = false;
#endif

[[brick::stencil]] inline void asked(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = u(0); }
