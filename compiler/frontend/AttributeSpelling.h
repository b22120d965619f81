// Attributes that look like those of brick. SPDX-License-Identifier: MIT
#pragma once

namespace clang {
class ASTContext;
}

namespace brickc::frontend {

struct Inclusions;
class Reporter;

/// Reports `[[brick::...]]` of another name than the attributes that there are, in all files of the user. Clang would
/// ignore it, and the function would stay what it is.
void checkAttributeSpelling(const clang::ASTContext& context, const Inclusions& inclusions, Reporter& reporter);

} // namespace brickc::frontend
