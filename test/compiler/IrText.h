// Modules from and to text, for tests of everything that works on the IR. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Parser.h"
#include "compiler/ir/Printer.h"
#include "compiler/ir/Rejection.h"
#include "compiler/ir/Verifier.h"
#include <gtest/gtest.h>

namespace brickc::test {

inline std::string errorText(llvm::Error error) { return error ? llvm::toString(std::move(error)) : std::string(); }

/// The module, parsed and verified; a failure of the test and an empty module otherwise.
inline ir::Module parsed(const std::string& text) {
  llvm::Expected<ir::Module> module = ir::parseModule(text, "test.ir");
  if (!module) {
    ADD_FAILURE() << errorText(module.takeError()) << "\nin\n" << text;
    return {};
  }
  if (const std::string error = errorText(ir::verify(*module)); !error.empty()) ADD_FAILURE() << error;
  return std::move(*module);
}

inline std::string printed(const ir::Module& module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  ir::print(module, out);
  return text;
}

/// A module with one stencil that has f64, f32, integer and bool parameters of every kind, and this body.
inline std::string stencil(const std::string& body) {
  return "module \"test.cpp\"\n\n"
         "stencil \"s\" 2d (out f64 a, in f64 u, in f32 v, scalar f64 k, scalar f32 h, scalar i32 n, scalar i64 m, "
         "scalar "
         "bool b, table f64 c[4]) at 1:2 {\n" +
         body + "}\n";
}

/// `stencil` with the one statement `a = value`.
inline std::string storing(const std::string& value) { return stencil("  a = " + value + "\n"); }

/// The value of the only store, printed.
inline std::string storedText(const ir::Module& module) {
  return ir::toString(std::get<ir::Store>(module.stencils.front().body.back()).value);
}

/// The kind of diagnostic that an error carries; -1 for other errors and none.
inline int rejectionKind(llvm::Error error, ir::Location* where = nullptr) {
  int kind = -1;
  llvm::handleAllErrors(
      std::move(error),
      [&](const ir::Rejection& rejection) {
        kind = static_cast<int>(rejection.diagnostic.kind);
        if (where) *where = rejection.diagnostic.location;
      },
      [](const llvm::ErrorInfoBase& other) { ADD_FAILURE() << "not a rejection: " << other.message(); });
  return kind;
}

} // namespace brickc::test
