// A Diagnostic as an llvm::Error. SPDX-License-Identifier: MIT
#include "compiler/ir/Rejection.h"
#include "llvm/Support/raw_ostream.h"

namespace brickc::ir {

char Rejection::ID = 0;

void Rejection::log(llvm::raw_ostream& out) const {
  if (diagnostic.location.line) out << diagnostic.location.line << ':' << diagnostic.location.column << ": ";
  out << ir::message(diagnostic);
  if (const std::string advice = note(diagnostic); !advice.empty()) out << " (" << advice << ')';
}

llvm::Error reject(DiagnosticKind kind, Location location, std::vector<std::string> args) {
  return llvm::make_error<Rejection>(Diagnostic{kind, location, std::move(args)});
}

} // namespace brickc::ir
