// SPDX-License-Identifier: MIT
// What a rank says that ends the job.
#pragma once

namespace brick::detail {

/// Prints why this rank is about to end the job, and waits until the launcher has forwarded it. Where several ranks
/// fail alike the first of them speaks for all, since it ends the others before their turn. Calls nothing of MPI.
void last_words(int rank, const char* message);

} // namespace brick::detail
