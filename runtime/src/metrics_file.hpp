// SPDX-License-Identifier: MIT
// The file that BRICK_METRICS names: where the time of a program went, written when it ends.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "brick/communicator.hpp"
#include "brick/metrics.hpp"

namespace brick::detail {

/// What BRICK_METRICS says on rank 0, the same on all ranks; empty when unset. Makes the file there, empty; throws
/// `error` on all ranks if that fails. Collective.
std::string choose_metrics_file(const communicator& world);

/// Writes the report of the records of all ranks to `file` as JSON, on rank 0, which says so if that fails: the program
/// has ended by then. Collective over `world`; waits for ranks without a limit, so that all must have come to their
/// end.
void write_metrics_file(const std::string& file, const communicator& world, int threads, const metrics_record& own,
                        const std::vector<std::string>& notes);

} // namespace brick::detail
