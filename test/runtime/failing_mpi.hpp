// SPDX-License-Identifier: MIT
// Calls of MPI that fail when a test wants them to, through MPI's profiling interface.
#pragma once

#include <string>

namespace brick_test {

/// From now on, `call` returns an error on this rank; throws when it is none of those that can be made to.
void fail_in(const std::string& call);

/// From now on, or not, persistent receives have half of the length that they should have.
void halve_receives(bool on);

/// From now on, MPI_Testall reports success where it would report errors in statuses, which are there all the same.
void hide_errors_in_statuses();

} // namespace brick_test
