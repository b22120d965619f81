// The handler of signals. SPDX-License-Identifier: MIT
#include "compiler/driver/Interrupt.h"
#include "llvm/Support/Signals.h"
#include <atomic>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace brickc {
namespace {

std::atomic<int> child{0};
char childrenFile[64]; ///< in which Linux lists those of the child
std::atomic<const char*> temporaryFolder{nullptr};

/// When the files in it are gone.
void removeFolder(void*) {
  if (const char* folder = temporaryFolder) rmdir(folder);
}

/// Compilers have programs of their own run, which would go on after them.
void stopChildrenOf(int process, int signal) {
  char text[256];
  const int file = open(childrenFile, O_RDONLY | O_CLOEXEC);
  const ssize_t size = file < 0 ? 0 : read(file, text, sizeof text);
  int id = 0;
  for (ssize_t i = 0; i < size; ++i)
    if (text[i] >= '0' && text[i] <= '9')
      id = 10 * id + (text[i] - '0');
    else if (const int other = std::exchange(id, 0))
      kill(other, signal);
  kill(process, signal);
}

/// Calls only what a handler may call.
void stop(int signal) {
  if (const int process = child) stopChildrenOf(process, signal);
  llvm::sys::RunInterruptHandlers(); // removes the files
  removeFolder(nullptr);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

} // namespace

void catchInterrupts() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT})
    if (struct sigaction before; !sigaction(signal, nullptr, &before) && before.sa_handler != SIG_IGN)
      std::signal(signal, stop);
  llvm::sys::AddSignalHandler(removeFolder, nullptr); // where brickc crashes
}

void forwardInterruptsTo(int process) {
  std::snprintf(childrenFile, sizeof childrenFile, "/proc/%d/task/%d/children", process, process);
  child = process;
}

void removeOnInterrupt(const std::string& folder) { temporaryFolder = folder.empty() ? nullptr : folder.c_str(); }

} // namespace brickc
