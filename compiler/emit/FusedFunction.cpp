// The function that a fused sweep has in place of a user's. SPDX-License-Identifier: MIT
#include "compiler/emit/FusedFunction.h"
#include "compiler/emit/CodeStream.h"
#include "compiler/emit/Spelling.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace brickc::emit {
namespace {

std::string parameter(const ir::Param& param, unsigned dims) {
  const std::string type = ir::cxxTypeName(param.type).str();
  switch (param.kind) {
  case ir::ParamKind::In:
    return "brick::in<" + type + ", " + std::to_string(dims) + ">";
  case ir::ParamKind::Out:
    return "brick::out<" + type + ", " + std::to_string(dims) + ">";
  case ir::ParamKind::InOut:
    return "brick::inout<" + type + ", " + std::to_string(dims) + ">";
  case ir::ParamKind::Scalar:
    return type;
  case ir::ParamKind::Table:
    return tableType(param.type, param.tableSize);
  case ir::ParamKind::Record:
    break;
  }
  llvm_unreachable("fused stencils take the numbers of records");
}

} // namespace

std::string emitFusedFunction(const ir::Stencil& stencil) {
  llvm::StringRef name = stencil.name;
  name.consume_back("::sweep");
  const std::string result = stencil.result ? ir::cxxTypeName(*stencil.result).str() : "void";
  CodeStream out;
  out.line("// " + partsOf(*stencil.fused));
  out.line("template <>");
  const auto parameters =
      llvm::map_range(stencil.params, [&](const auto& param) { return parameter(param, stencil.dims); });
  {
    const auto definition = out.open("struct " + name, "};");
    const auto function = out.open("static " + result + " sweep(" + llvm::join(parameters, ", ") + ")");
    out.line("brick::detail::throw_no_cells();");
  }
  return out.take();
}

std::string partsOf(const ir::Fused& fused) {
  constexpr std::size_t few = 4;
  const llvm::ArrayRef<std::string> parts = fused.parts;
  const std::string first = llvm::join(parts.take_front(few), " + ");
  return parts.size() <= few ? first : first + " and " + std::to_string(parts.size() - few) + " more";
}

} // namespace brickc::emit
