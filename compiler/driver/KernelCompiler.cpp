// Driving nvcc. SPDX-License-Identifier: MIT
#include "compiler/driver/KernelCompiler.h"
#include "compiler/driver/Fail.h"
#include "compiler/driver/HostArguments.h"
#include "compiler/driver/RunCompiler.h"
#include "compiler/plan/Target.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

namespace brickc {
namespace {

/// The least that CUDA 13 still compiles for; drivers make machine code of it.
constexpr const char* anyGpu = "compute_75";

/// Where CUDA's own installers put it, and leave it to users to add that to their PATH.
constexpr const char* usualFolder = "/usr/local/cuda/bin";

llvm::Expected<std::string> findNvcc(const std::string& wanted) {
  const std::string name = wanted.empty() ? "nvcc" : wanted;
  auto found = llvm::sys::findProgramByName(name);
  if (found && llvm::sys::fs::can_execute(*found)) return *found;
  if (wanted.empty())
    if (auto path = llvm::sys::findProgramByName(name, {usualFolder})) return *path;
  return fail("CUDA compiler '%s' not found (--nvcc=PATH); --target=cuda:host does without", name.c_str());
}

} // namespace

llvm::Error compileKernels(const Options& options, const Installation& installation, const std::string& file,
                           const std::string& image) {
  auto nvcc = findNvcc(options.nvcc);
  if (!nvcc) return nvcc.takeError();
  const llvm::StringRef architecture = plan::cudaArchitecture(options.target);
  // Nothing may change a result behind the user's back, as for the host compiler.
  std::vector<std::string> arguments = {"-fatbin",
                                        "-std=c++20",
                                        "-O3",
                                        "-fmad=false",
                                        "--expt-relaxed-constexpr",
                                        "-w", // there are no lines of the user's to warn of
                                        "-arch=" + (architecture.empty() ? anyGpu : architecture.str()),
                                        "-I" + installation.includeDir};
  if (wantsDebugInfo(options.hostArgs)) arguments.push_back("-lineinfo");
  arguments.insert(arguments.end(), {"-o", image, file});
  return runCompiler("CUDA compiler", *nvcc, *nvcc, arguments, options.verbose);
}

llvm::Expected<std::string> imageAsSource(const std::string& image) {
  auto bytes = llvm::MemoryBuffer::getFile(image, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!bytes) return llvm::createFileError(image, bytes.getError());
  constexpr int bytesOfLine = 40;
  std::string text = "namespace brick::kernels {\nalignas(16) static const unsigned char image[] = {";
  int column = 0;
  for (const char byte : (*bytes)->getBuffer())
    text += (column++ % bytesOfLine == 0 ? "\n" : "") + llvm::utostr(static_cast<unsigned char>(byte)) + ",";
  return text + "};\n}\n";
}

} // namespace brickc
