// SPDX-License-Identifier: MIT
#include "process.hpp"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace brick::detail {

bool has_ended(pid_t process) {
#ifdef SYS_pidfd_open
  // Can be read once the last thread is gone. /proc says only whether the first one is, which may leave others behind.
  const int file = static_cast<int>(::syscall(SYS_pidfd_open, process, 0U));
  if (file >= 0) {
    pollfd ended{file, POLLIN, 0};
    const int ready = ::poll(&ended, 1, 0);
    ::close(file);
    return ready > 0;
  }
  if (errno == ESRCH) return true;
#endif
  return ::kill(process, 0) != 0 && errno == ESRCH;
}

} // namespace brick::detail
