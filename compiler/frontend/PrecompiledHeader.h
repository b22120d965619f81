// A precompiled <brick/brick.hpp>, without which parsing it takes most of brickc's time. SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace clang {
class CompilerInstance;
}

namespace brickc::frontend {

/// Whether `path` is a precompiled header made with options like those of `compiler`. False for an empty path.
bool fits(const std::string& path, clang::CompilerInstance& compiler);

} // namespace brickc::frontend
