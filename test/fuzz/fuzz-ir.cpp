// libFuzzer on the IR parser: any text gives an error at a place in it, or a module that prints to the same module.
// SPDX-License-Identifier: MIT
#include "compiler/ir/Parser.h"
#include "compiler/ir/Printer.h"
#include "compiler/ir/Verifier.h"
#include "test/fuzz/Require.h"

using namespace brickc;

namespace {

std::string printed(const ir::Module& module) {
  std::string text;
  llvm::raw_string_ostream out(text);
  ir::print(module, out);
  return text;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const llvm::StringRef text(reinterpret_cast<const char*>(data), size);
  llvm::Expected<ir::Module> module = ir::parseModule(text, "input.ir");
  if (!module) {
    const std::string message = llvm::toString(module.takeError());
    test::require(llvm::StringRef(message).starts_with("input.ir:"), "error without a place", message);
    return 0;
  }
  const std::string once = printed(*module);
  llvm::consumeError(ir::verify(*module));
  llvm::Expected<ir::Module> again = ir::parseModule(once, "again.ir");
  if (!again) test::require(false, "not parsed again", llvm::toString(again.takeError()) + "\n" + once);
  test::require(printed(*again) == once, "printed differently", once);
  return 0;
}
