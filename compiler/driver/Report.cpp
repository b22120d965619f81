// Printing through LLVM's SourceMgr, which draws the caret. SPDX-License-Identifier: MIT
#include "compiler/driver/Report.h"
#include "compiler/ir/Rejection.h"
#include "llvm/Support/raw_ostream.h"

namespace brickc {

void report(const std::string& mainFile, ir::Location location, llvm::SourceMgr::DiagKind kind,
            const std::string& message) {
  const std::string file = location.fileOr(mainFile);
  llvm::SourceMgr manager;
  auto text = llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
  if (!text && location.line != 0) { // standard input, of which nothing is left to show
    const int line = static_cast<int>(location.line), column = static_cast<int>(location.column) - 1;
    const llvm::StringRef name = file == "-" ? "<stdin>" : llvm::StringRef(file);
    manager.PrintMessage(llvm::errs(),
                         llvm::SMDiagnostic(manager, llvm::SMLoc(), name, line, column, kind, message, "", {}));
    return;
  }
  llvm::SMLoc place;
  if (text && location.line != 0) {
    const unsigned buffer = manager.AddNewSourceBuffer(std::move(*text), llvm::SMLoc());
    place = manager.FindLocForLineAndColumn(buffer, location.line, location.column);
  }
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
