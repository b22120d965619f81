// The handler of signals. SPDX-License-Identifier: MIT
#include "compiler/driver/Interrupt.h"
#include "llvm/Support/Signals.h"
#include <atomic>
#include <csignal>
#include <unistd.h>

namespace brickc {
namespace {

std::atomic<int> child{0};
std::atomic<const char*> temporaryFolder{nullptr};

/// When the files in it are gone.
void removeFolder(void*) {
  if (const char* folder = temporaryFolder) rmdir(folder);
}

/// Calls only what a handler may call.
void stop(int signal) {
  if (const int process = child) kill(process, signal);
  llvm::sys::RunInterruptHandlers(); // removes the files
  removeFolder(nullptr);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

} // namespace

void catchInterrupts() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE})
    if (struct sigaction before; !sigaction(signal, nullptr, &before) && before.sa_handler != SIG_IGN)
      std::signal(signal, stop);
  llvm::sys::AddSignalHandler(removeFolder, nullptr); // where brickc crashes
}

void forwardInterruptsTo(int process) { child = process; }

void removeOnInterrupt(const std::string& folder) { temporaryFolder = folder.empty() ? nullptr : folder.c_str(); }

} // namespace brickc
