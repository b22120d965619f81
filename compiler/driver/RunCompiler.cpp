// Running another compiler. SPDX-License-Identifier: MIT
#include "compiler/driver/RunCompiler.h"
#include "compiler/driver/Interrupt.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstring>

namespace brickc {

llvm::Error runCompiler(const char* kind, const std::string& name, const std::string& path,
                        const std::vector<std::string>& arguments, bool verbose) {
  std::vector<llvm::StringRef> command = {path};
  for (const std::string& argument : arguments)
    command.push_back(argument);
  if (verbose) {
    for (llvm::StringRef word : command) {
      llvm::sys::printArg(llvm::errs(), word, /*Quote=*/false);
      llvm::errs() << ' ';
    }
    llvm::errs() << '\n';
  }
  std::string message;
  const llvm::sys::ProcessInfo process = llvm::sys::ExecuteNoWait(path, command, std::nullopt, {}, 0, &message);
  int status = -1;
  if (process.Pid != llvm::sys::ProcessInfo::InvalidPid) {
    forwardInterruptsTo(process.Pid);
    status = llvm::sys::Wait(process, std::nullopt, &message).ReturnCode;
    forwardInterruptsTo(0);
  }
  if (status == 0) return llvm::Error::success();
  if (message == strsignal(SIGPIPE)) std::raise(SIGPIPE); // nobody reads what it prints, nor what brickc would
  if (!message.empty())
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s: %s", name.c_str(), message.c_str());
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s '%s' failed (status %d)", kind, name.c_str(),
                                 status);
}

} // namespace brickc
