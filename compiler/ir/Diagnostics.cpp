// Filling arguments into the texts of DiagnosticKinds.def. SPDX-License-Identifier: MIT
#include "compiler/ir/Diagnostics.h"
#include <cctype>

namespace brickc::ir {
namespace {

struct Texts {
  const char *id, *message, *note;
};

constexpr Texts table[] = {
#define BRICKC_DIAGNOSTIC(id, message, note) {#id, message, note},
#include "compiler/ir/DiagnosticKinds.def"
#undef BRICKC_DIAGNOSTIC
};

const Texts& textsOf(DiagnosticKind kind) { return table[static_cast<int>(kind)]; }

/// Replaces %0 to %9; an argument that is not there stays visible as its placeholder.
std::string fill(const char* text, const std::vector<std::string>& args) {
  std::string result;
  for (const char* at = text; *at; ++at) {
    const bool placeholder = *at == '%' && std::isdigit(static_cast<unsigned char>(at[1]));
    const std::size_t index = placeholder ? at[1] - '0' : 0;
    if (placeholder && index < args.size()) {
      result += args[index];
      ++at;
    } else {
      result += *at;
    }
  }
  return result;
}

} // namespace

std::string message(const Diagnostic& diagnostic) { return fill(textsOf(diagnostic.kind).message, diagnostic.args); }
std::string note(const Diagnostic& diagnostic) { return fill(textsOf(diagnostic.kind).note, diagnostic.args); }
const char* idOf(DiagnosticKind kind) { return textsOf(kind).id; }

} // namespace brickc::ir
