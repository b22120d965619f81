// The table of messages. SPDX-License-Identifier: MIT
#include "compiler/ir/Rejection.h"
#include <gtest/gtest.h>

namespace brickc::ir {
namespace {

constexpr DiagnosticKind all[] = {
#define BRICKC_DIAGNOSTIC(id, message, note) DiagnosticKind::id,
#include "compiler/ir/DiagnosticKinds.def"
};

TEST(Diagnostics, ArgumentsAreFilledIn) {
  const Diagnostic diagnostic{DiagnosticKind::RadiusLargerThanBrick, {3, 4, nullptr}, {"heat", "9", "0", "8"}};
  EXPECT_EQ(message(diagnostic), "'heat' reads 9 cells away on axis 0, but a brick has 8 cells there");
  EXPECT_NE(note(diagnostic).find("--brick"), std::string::npos);
  EXPECT_STREQ(idOf(diagnostic.kind), "RadiusLargerThanBrick");
}

TEST(Diagnostics, MissingArgumentsStayVisible) {
  EXPECT_EQ(message({DiagnosticKind::UnknownTarget, {}, {}}), "unknown target '%0'");
}

TEST(Diagnostics, EveryEntryHasAMessageWithoutFullStop) {
  for (const DiagnosticKind kind : all) {
    const std::string text = message({kind, {}, {}});
    EXPECT_FALSE(text.empty()) << idOf(kind);
    EXPECT_NE(text.back(), '.') << idOf(kind);
  }
}

TEST(Diagnostics, RejectionSaysWhere) {
  EXPECT_EQ(llvm::toString(reject(DiagnosticKind::UnknownTarget, {5, 6, nullptr}, {"z80", "native, cuda"})),
            "5:6: unknown target 'z80' (the targets are native, cuda)");
}

} // namespace
} // namespace brickc::ir
