// Driving nvcc. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/driver/CommandLine.h"
#include "compiler/driver/Installation.h"
#include "llvm/Support/Error.h"
#include <string>

namespace brickc {

/// Makes an image of a file with kernels, at `image`: machine code for the GPU that the target names, and code that
/// drivers compile for later ones; for any GPU where it names none.
llvm::Error compileKernels(const Options& options, const Installation& installation, const std::string& file,
                           const std::string& image);

/// C++ that defines `brick::kernels::image`, the bytes of an image.
llvm::Expected<std::string> imageAsSource(const std::string& image);

} // namespace brickc
