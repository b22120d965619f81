// SPDX-License-Identifier: MIT
// Processes of other ranks on this node.
#pragma once

#include <sys/types.h>

namespace brick::detail {

/// Whether the process runs no more. One that has ended keeps its number until its parent takes notice, and a launcher
/// may take many seconds for that: such a process has ended too, where the system can tell (Linux 5.3).
[[nodiscard]] bool has_ended(pid_t process);

} // namespace brick::detail
