// SPDX-License-Identifier: MIT
// What a rank says to the user, above all when it ends the job.
#pragma once

#include <chrono>

namespace brick::detail {

/// How long a rank waits before its last words. Where several ranks fail alike the first of them speaks for all, since
/// it ends the others before their turn.
std::chrono::milliseconds turn_of(int rank);

/// Prints a line to stderr: "brick: rank 1: message". Waits for no other thread: one may hold a stream for ever,
/// reading from it.
void say(int rank, const char* message);

/// Prints why this rank is about to end the job, and waits until the launcher has forwarded it. Calls nothing of MPI,
/// and waits for no other thread.
void last_words(int rank, const char* message);

} // namespace brick::detail
