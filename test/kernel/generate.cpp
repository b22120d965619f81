// SPDX-License-Identifier: MIT
// generate FILE.ir VECTOR_BYTES: prints a header with the emitted kernels of a module and a table of them. With 8
// bytes, a cell, they are kernels for devices, compiled for the host; those that share values between cells are left
// out.
//
// The bricks are small and of odd proportions, so that rows of one and of several vectors, and offsets of a whole brick
// occur; vectors of 32 bytes come with loops over rows, those of 64 with sums of rows in registers. Real plans come
// from the planner.
#include "compiler/emit/Emitter.h"
#include "compiler/ir/Parser.h"
#include "compiler/ir/Verifier.h"
#include "compiler/ir/Visitor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace brickc;

namespace {

bool shares(const ir::Stencil& stencil) {
  return llvm::any_of(stencil.body, [](const auto& s) { return std::holds_alternative<ir::Share>(s); });
}

plan::StencilPlan planFor(const ir::Stencil& stencil, unsigned vectorBytes) {
  static const std::vector<int> bricks[] = {{32}, {6, 16}, {4, 5, 16}};
  plan::StencilPlan plan{stencil.name, bricks[stencil.dims - 1], std::vector<int>(stencil.dims, 0), 0};
  unsigned elementBytes = 8;
  for (const ir::Param& param : stencil.params)
    if (ir::isField(param.kind)) elementBytes = std::min(elementBytes, ir::byteSize(ir::valueType(param.type)));
  plan.lanes = vectorBytes / elementBytes;
  // Each kind of loop; with vectors of 64 bytes where the planner has it, so not where values are shared.
  const bool isEvery2nd = shares(stencil) && stencil.name.back() % 2 == 1;
  if (stencil.dims == 3 && (vectorBytes == 32 || (vectorBytes == 16 && isEvery2nd)))
    plan.rowLoop = plan::RowLoop::Always;
  plan.fetchesInCaches = vectorBytes == 32;
  plan.unrollsVectors = vectorBytes != 16;
  plan.resultsWithRows = vectorBytes == 64;
  plan.rowSumsInMemory = vectorBytes != 64;
  if (stencil.dims == 3 && vectorBytes == 64 && !shares(stencil)) plan.rowLoop = plan::RowLoop::OutOfCache;
  using enum plan::StoresAtOnce;
  plan.storesAtOnce = vectorBytes == 16 ? FewLines : vectorBytes == 32 ? WholePlane : OneLine;
  ir::forEachRead(stencil, [&](const std::string&, const std::vector<int>& offset) {
    for (unsigned axis = 0; axis < stencil.dims; ++axis)
      plan.radius[axis] = std::max(plan.radius[axis], std::abs(offset[axis]));
  });
  if (plan.rowLoop == plan::RowLoop::Always && plan.radius[1] > 1) plan.rowLoop = plan::RowLoop::WithEdges;
  if (vectorBytes == 8) {
    plan.lanes = 1;
    plan.threads = stencil.dims == 2 ? 16 : 24; // the places of a plane, or fewer
    plan.unrollsPlanes = stencil.params.size() % 2 == 0;
  }
  return plan;
}

int fail(llvm::Error error) {
  llvm::errs() << llvm::toString(std::move(error)) << "\n";
  return 1;
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  auto text = llvm::MemoryBuffer::getFile(argv[1]);
  if (!text) return fail(llvm::errorCodeToError(text.getError()));
  auto module = ir::parseModule((*text)->getBuffer(), argv[1]);
  if (!module) return fail(module.takeError());
  if (llvm::Error error = ir::verify(*module)) return fail(std::move(error));

  plan::Plan plan;
  plan.fp = plan::FpMode::Strict; // compared bit for bit
  const int vectorBytes = std::atoi(argv[2]);
  if (vectorBytes == 8) {
    plan.target = "cuda:host";
    llvm::erase_if(module->stencils, shares);
  }
  for (const ir::Stencil& stencil : module->stencils)
    plan.stencils.push_back(planFor(stencil, vectorBytes));
  const auto texts = emit::emit(*module, plan);
  for (const ir::Stencil& stencil : module->stencils)
    llvm::outs() << "void " << stencil.name << "();\n" << texts.at(stencil.name) << "\n";
  llvm::outs() << "inline const std::vector<Kernel> kernels = {\n";
  for (const ir::Stencil& stencil : module->stencils)
    llvm::outs() << "    kernel<" << stencil.name << ">(\"" << stencil.name << "\"),\n";
  llvm::outs() << "};\n";
}
