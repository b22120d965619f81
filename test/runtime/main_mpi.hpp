// SPDX-License-Identifier: MIT
// What the MPI tests share: the program's runtime, made in main_mpi.cpp.
#pragma once

#include "brick/runtime.hpp"

/// The one runtime of a test program.
brick::runtime& program();
