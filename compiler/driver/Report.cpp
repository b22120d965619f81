// Printing through LLVM's SourceMgr, which draws the caret. SPDX-License-Identifier: MIT
#include "compiler/driver/Report.h"
#include "compiler/ir/Rejection.h"
#include "llvm/Support/raw_ostream.h"

namespace brickc {

void report(const std::string& mainFile, ir::Location location, llvm::SourceMgr::DiagKind kind,
            const std::string& message) {
  const std::string file = location.fileOr(mainFile);
  llvm::SourceMgr manager;
  std::string ignored;
  unsigned buffer = 0;
  if (auto text = llvm::MemoryBuffer::getFile(file, /*IsText=*/true))
    buffer = manager.AddNewSourceBuffer(std::move(*text), llvm::SMLoc());
  llvm::SMLoc place;
  if (buffer != 0 && location.line != 0)
    place = manager.FindLocForLineAndColumn(buffer, location.line, location.column);
  manager.PrintMessage(llvm::errs(), place, kind, message);
}

void report(const std::string& mainFile, llvm::SourceMgr::DiagKind kind, const ir::Diagnostic& diagnostic) {
  report(mainFile, diagnostic.location, kind, ir::message(diagnostic));
  report(mainFile, diagnostic.location, llvm::SourceMgr::DK_Note, ir::note(diagnostic));
}

void reportErrors(llvm::Error error, const std::string& file) {
  llvm::handleAllErrors(
      std::move(error),
      [&](const ir::Rejection& rejection) { report(file, llvm::SourceMgr::DK_Error, rejection.diagnostic); },
      [](const llvm::ErrorInfoBase& info) {
        if (std::string message = info.message(); !message.empty())
          llvm::errs() << "brickc: error: " << message << '\n';
      });
}

} // namespace brickc
