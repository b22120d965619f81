// Reading YAML documents, with errors at a place. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/plan/YamlGuard.h"
#include "compiler/support/LlvmCompat.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLTraits.h"

namespace brickc::plan {

/// Keeps the first message of LLVM's YAML parser, as `file:line:col: message`.
struct FirstMessage {
  std::string file, text;

  static void handle(const llvm::SMDiagnostic& diagnostic, void* self) {
    auto& first = *static_cast<FirstMessage*>(self);
    if (!first.text.empty()) return;
    first.text = first.file + ":" + std::to_string(std::max(1, diagnostic.getLineNo())) + ":" +
                 std::to_string(diagnostic.getColumnNo() + 1) + ": " + diagnostic.getMessage().str();
  }
};

/// The document, which LLVM knows how to read into a Document; `what` says what it should be.
template <class Document>
llvm::Expected<Document> readYaml(llvm::StringRef text, llvm::StringRef file, llvm::StringRef what) {
  if (const std::string problem = yamlGuard(text); !problem.empty())
    return compat::stringError((file + ":" + problem).str());
  FirstMessage first{file.str(), ""};
  // In a text with nothing in it LLVM has no place for an error of `validate`.
  FirstMessage ignored;
  const bool isEmpty = !llvm::yaml::Input(text, nullptr, FirstMessage::handle, &ignored).setCurrentDocument();
  llvm::yaml::Input input(text, nullptr, FirstMessage::handle, &first);
  Document document;
  if (!isEmpty) input >> document;
  if (!isEmpty && !input.error() && first.text.empty()) return document;
  return compat::stringError(first.text.empty() ? first.file + ":1:1: this is not " + what.str() : first.text);
}

} // namespace brickc::plan
