// SPDX-License-Identifier: MIT
// The description of the machine, as tools/brick-probe writes it.
#pragma once

#include <string>
#include <vector>

namespace brick::detail {

struct machine_entry {
  std::string key, value; ///< without comments and blanks at the ends
  std::string where;      ///< file and key, for errors
};

/// The entries of the file that BRICK_MACHINE names or else of brick/machine.yaml in the user's cache folder
/// (XDG_CACHE_HOME, ~/.cache), in their order; none where there is no such file. Throws `error` where a file that
/// BRICK_MACHINE names cannot be read.
std::vector<machine_entry> read_machine_description();

} // namespace brick::detail
