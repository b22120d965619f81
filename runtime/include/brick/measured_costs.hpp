// SPDX-License-Identifier: MIT
// What puts and copies cost on this machine, as tools/brick-probe has written it down.
#pragma once

#include "brick/put_pipeline.hpp"

namespace brick {

/// Costs of puts to ranks on other nodes, and to those on this one.
struct measured_costs {
  put_costs between_nodes = {};
  put_costs on_node = put_costs_on_node;
};

/// Those in the description of the machine, the file that BRICK_MACHINE names or else brick/machine.yaml in the user's
/// cache folder (XDG_CACHE_HOME, ~/.cache): the keys of `tools/brick-probe --puts`, one a line. What is not there keeps
/// its default, all of it where there is no such file. Throws `error` where a file that BRICK_MACHINE names cannot be
/// read, or a cost is not a number from 0 on.
measured_costs read_measured_costs();

} // namespace brick
