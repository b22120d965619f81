// A Diagnostic as an llvm::Error. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Diagnostics.h"
#include "llvm/Support/Error.h"

namespace brickc::ir {

/// The user's program cannot be compiled as asked; `diagnostic` says why and where.
class Rejection : public llvm::ErrorInfo<Rejection> {
public:
  static char ID;
  Diagnostic diagnostic;

  explicit Rejection(Diagnostic diagnostic) : diagnostic(std::move(diagnostic)) {}
  void log(llvm::raw_ostream& out) const override;
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }
};

/// An error that carries Diagnostic{kind, location, args}.
llvm::Error reject(DiagnosticKind kind, Location location, std::vector<std::string> args);

} // namespace brickc::ir
