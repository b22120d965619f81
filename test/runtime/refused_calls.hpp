// SPDX-License-Identifier: MIT
// System calls that the system refuses to this process from now on, as a container's policy might.
#pragma once

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace brick_test {

inline void install(std::vector<sock_filter> rules) {
  const sock_fprog program{static_cast<unsigned short>(rules.size()), rules.data()};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    throw std::runtime_error("the system has no filters of system calls");
}

/// memfd_create fails.
inline void refuse_memory_files() {
  install({BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
           BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_memfd_create, 0, 1),
           BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)});
}

/// mmap fails where it has all of these flags.
inline void refuse_mmap(std::uint32_t flags) {
  install({BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
           BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 4),
           BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args) + 3 * sizeof(std::uint64_t)), // its low half
           BPF_STMT(BPF_ALU | BPF_AND | BPF_K, flags), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, flags, 0, 1),
           BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOMEM), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)});
}

/// Files cannot be mapped at given addresses, as storages and views need it.
inline void refuse_shared_mappings() { refuse_mmap(MAP_SHARED | MAP_FIXED); }

/// No memory is mapped at given addresses; that of malloc is not.
inline void refuse_mappings() { refuse_mmap(MAP_FIXED); }

} // namespace brick_test
