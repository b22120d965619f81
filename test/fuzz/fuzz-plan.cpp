// libFuzzer on the plan parser: any text gives an error at a place in it, or a plan that is written and read back the
// same. SPDX-License-Identifier: MIT
#include "compiler/plan/PlanYaml.h"
#include "test/fuzz/Require.h"

using namespace brickc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const llvm::StringRef text(reinterpret_cast<const char*>(data), size);
  llvm::Expected<plan::Plan> plan = plan::planFromYaml(text, "input.yaml");
  if (!plan) {
    const std::string message = llvm::toString(plan.takeError());
    test::require(llvm::StringRef(message).starts_with("input.yaml:"), "error without a place", message);
    return 0;
  }
  const std::string once = plan::toYaml(*plan);
  llvm::Expected<plan::Plan> again = plan::planFromYaml(once, "again.yaml");
  if (!again) test::require(false, "not read again", llvm::toString(again.takeError()) + "\n" + once);
  test::require(*again == *plan, "read differently", once);
  llvm::consumeError(plan::check(*plan, ir::Module()));
  return 0;
}
