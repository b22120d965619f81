// Includes a header with stencils, so it becomes text too. SPDX-License-Identifier: MIT
#ifndef UMBRELLA_HPP
#define UMBRELLA_HPP
#include "kernels.hpp" // what this is for
constexpr int line_in_umbrella = __LINE__;
#endif
