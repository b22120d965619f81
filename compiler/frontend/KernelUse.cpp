// By what the kernel's attribute says. SPDX-License-Identifier: MIT
#include "compiler/frontend/KernelUse.h"
#include "compiler/frontend/Attributes.h"
#include "clang/AST/Decl.h"

namespace brickc::frontend {
namespace {

/// None for functions that take no kernel.
Role roleTaken(const clang::FunctionDecl& callee) {
  if (isBrickFunction(callee, {"apply", "reduce"})) return Role::Stencil;
  if (isBrickFunction(callee, {"apply_boundary"})) return Role::Boundary;
  if (isBrickFunction(callee, {"run", "run_until"})) return Role::Step;
  return Role::None;
}

std::string nameOf(Role role) {
  return role == Role::Stencil ? "stencil" : role == Role::Boundary ? "boundary kernel" : "step";
}

} // namespace

bool checkKernelUse(const clang::FunctionDecl& callee, clang::SourceLocation where, Reporter& reporter) {
  const Role taken = roleTaken(callee);
  if (taken == Role::None) return true;
  const clang::FunctionDecl* kernel = kernelOf(callee);
  const Role role = kernel ? roleOf(*kernel) : Role::None;
  if (!kernel)
    reporter.error(DiagnosticKind::KernelIsNoFunction, where, {callee.getNameAsString()});
  else if (role != taken && role != Role::None)
    reporter.error(DiagnosticKind::MisplacedKernel, where,
                   {nameOf(role), kernel->getNameAsString(), callee.getNameAsString()});
  return kernel && (role == taken || role == Role::None);
}

} // namespace brickc::frontend
