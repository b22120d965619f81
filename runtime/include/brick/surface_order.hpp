// SPDX-License-Identifier: MIT
// The order in which surface regions are stored so that neighbours need few contiguous runs of them
// (Zhao et al., "Improving communication by optimizing on-node data movement with data layout", PPoPP'21, section 3).
// Free of MPI; the compiler links it too.
#pragma once

#include <span>
#include <vector>

namespace brick {

/// An order of the 3^D - 1 surface regions (direction codes, the middle one left out) for which the number of messages
/// of an exchange is optimal. Computed, and the same on every rank. `dims` is 1 to 5; std::invalid_argument otherwise.
std::vector<int> surface_order(int dims);

/// Messages an exchange needs when the regions are stored in `order`: over all neighbours, the runs of consecutive
/// regions that the neighbour needs.
int message_count(int dims, std::span<const int> order);

/// Closed forms: the optimum over all orders, 5^D/3 + (-1)^D/6 + 1/2 (equation 1); one message per neighbour, 3^D - 1
/// (equation 2); one message per region and neighbour, 5^D - 3^D (equation 3).
int optimal_message_count(int dims);
int neighbour_count(int dims);
int basic_message_count(int dims);

} // namespace brick
