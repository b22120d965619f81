// The skeleton of a kernel: signature, windows, and loops around the body. SPDX-License-Identifier: MIT
//
// A block of threads computes a brick, as in papers/bricks. Each thread has a place in the planes of the slowest axis,
// and computes the cells there one behind the other: what is read of neighbouring planes is then read once, and in
// which brick a place beside it lies is found once. The body is that of vector code, with vectors of one cell. Cells
// that are not wanted are computed too, and not stored.
#include "compiler/emit/KernelEmitter.h"
#include "compiler/emit/CodeStream.h"
#include "compiler/emit/Spelling.h"
#include "compiler/emit/StencilBody.h"
#include "compiler/emit/StencilHead.h"
#include "compiler/plan/Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace brickc::emit {
namespace {

/// Passed by value: the host's addresses mean nothing on a device.
std::string parameter(const ir::Param& param) {
  if (ir::isField(param.kind)) return elementType(param) + "* __restrict " + param.name;
  if (param.kind == ir::ParamKind::Table)
    return "const std::array<" + ir::cxxTypeName(param.type).str() + ", " + std::to_string(param.tableSize) + "> " +
           param.name;
  const auto scalar = [](ir::Type type, const std::string& name) {
    return "const " + ir::cxxTypeName(type).str() + " " + name;
  };
  if (param.kind != ir::ParamKind::Record) return scalar(param.type, param.name);
  return llvm::join(
      llvm::map_range(param.members, [&](const ir::Member& member) { return scalar(member.type, member.name); }), ", ");
}

unsigned fieldsOf(const ir::Stencil& stencil) {
  return llvm::count_if(stencil.params, [](const ir::Param& param) { return ir::isField(param.kind); });
}

/// In an image, as a function of C: what stands in no identifier is written by its number.
std::string kernelName(const ir::Stencil& stencil) {
  std::string name = "brick_kernel_";
  for (const char c : stencil.name)
    name += llvm::isAlnum(c) || c == '_' ? std::string(1, c) : "_" + llvm::utohexstr(static_cast<unsigned char>(c));
  return name;
}

class KernelEmitter {
public:
  KernelEmitter(const ir::Stencil& stencil, const plan::StencilPlan& plan, plan::FpMode fp, llvm::StringRef debugFile,
                CodeStream& out)
      : stencil(stencil), plan(plan), name(nameSweep(stencil, names)),
        body(emitBody(stencil, plan, fp, name, names, debugFile)), out(out) {}

  /// `head` is what stands in front of the parameters.
  void emit(const std::string& head) {
    const auto function = out.open(head + "(" + parameters() + ")");
    out.line("using " + name.shape + " = brick::brick_shape<" + list(plan.brick) + ">;");
    for (const auto& [type, alias] : body.vectorTypes)
      out.line("using " + alias + " = brick::vec<" + ir::cxxTypeName(type) + ", 1>;");
    emitLines(body.invariants);
    out.line("const brick::place " + name.here + " = brick::here();");
    out.line("const std::int32_t " + name.brick + " = brick::brick_of(" + name.range + ", " + name.here + ");");
    emitWindows();
    if (stencil.writes())
      out.line("const brick::wanted_cells<" + name.shape + "> " + name.wanted + "(" + name.range + ", " + name.brick +
               ");");
    for (const unsigned axis : body.pointAxes)
      out.line("const std::int64_t " + name.firstCell[axis] + " = brick::first_cell<" + name.shape + ", " +
               std::to_string(axis) + ">(" + name.range + ", " + name.brick + ");");
    emitPlaces();
  }

private:
  std::string parameters() const {
    std::string text = "const ::brick::device_range<" + std::to_string(fieldsOf(stencil)) + ", " +
                       std::to_string(stencil.dims) + "> " + name.range;
    if (stencil.result) text += ", " + resultType(stencil) + "* __restrict " + name.values;
    for (const ir::Param& param : stencil.params)
      text += ", " + parameter(param);
    return text;
  }

  void emitWindows() {
    unsigned field = 0;
    for (const ir::Param& param : stencil.params)
      if (ir::isField(param.kind))
        out.line("const brick::window<" + elementType(param) + ", " + name.shape + "> " + name.windows.at(param.name) +
                 "(" + param.name + ", " + name.range + ", " + std::to_string(field++) + ", " + name.brick + ");");
    if (stencil.result)
      out.line("const brick::brick_values<" + resultType(stencil) + ", " + name.shape + "> " + name.result + "(" +
               name.values + ", " + name.here + ");");
  }

  /// The axes whose cells are shared among the threads: all but the slowest, or the only one.
  std::size_t firstSharedAxis() const { return stencil.dims > 1 ? 1 : 0; }

  int placesOfPlane() const {
    int places = 1;
    for (const int extent : llvm::ArrayRef(plan.brick).drop_front(firstSharedAxis()))
      places *= extent;
    return places;
  }

  /// The places of one thread: one, or every so many of a plane.
  void emitPlaces() {
    const std::string thread = name.here + ".thread";
    if (placesOfPlane() == plan.threads) return emitPlace(thread);
    const auto loop =
        out.open("for (int " + name.cell + " = " + thread + "; " + name.cell + " < " + std::to_string(placesOfPlane()) +
                 "; " + name.cell + " += " + std::to_string(plan.threads) + ")");
    emitPlace(name.cell);
  }

  void emitPlace(const std::string& number) {
    int behind = 1;
    std::vector<std::string> lines;
    for (std::size_t axis = plan.brick.size(); axis-- > firstSharedAxis();) {
      std::string value = behind == 1 ? number : number + " / " + std::to_string(behind);
      if (axis > firstSharedAxis()) value += " % " + std::to_string(plan.brick[axis]);
      lines.push_back("const int " + name.axes[axis] + " = " + value + ";");
      behind *= plan.brick[axis];
    }
    for (const std::string& line : llvm::reverse(lines))
      out.line(line);
    emitPlanes();
  }

  /// Where the code is written out for each plane, that of bricks whose cells are all wanted has no conditions: values
  /// that planes read in common would be read again behind a store that may not happen.
  void emitPlanes() {
    if (stencil.dims == 1) return emitCell(contained());
    emitLines(body.planes);
    if (!plan.unrollsPlanes || !stencil.writes()) return emitLoop(plan.unrollsPlanes, contained());
    {
      const auto block = out.open("if (" + name.wanted + ".are_all())");
      emitLoop(true, "true");
    }
    const auto block = out.open("else");
    emitLoop(false, contained());
  }

  std::string contained() const { return name.wanted + ".contain(" + llvm::join(name.axes, ", ") + ")"; }

  void emitLoop(bool unrolled, const std::string& writes) {
    const std::string& z = name.axes.front();
    out.line(unrolled ? "BRICK_UNROLL" : "BRICK_ROLLED");
    const auto loop =
        out.open("for (int " + z + " = 0; " + z + " < " + std::to_string(plan.brick.front()) + "; ++" + z + ")");
    emitCell(writes);
  }

  /// A reduction computes all values; who combines them knows which are wanted.
  void emitCell(const std::string& writes) {
    if (stencil.writes()) out.line("const bool " + name.writes + " = " + writes + ";");
    emitLines(body.statements);
  }

  void emitLines(const std::vector<std::string>& lines) {
    for (const std::string& line : lines)
      out.line(line);
  }

  const ir::Stencil& stencil;
  const plan::StencilPlan& plan;
  Names names;
  SweepNames name;
  StencilBody body;
  CodeStream& out;
};

/// Takes what the user's function takes, with fields as they are on the device, and has the kernel called with it.
void emitLaunch(const ir::Stencil& stencil, const plan::StencilPlan& plan, bool onHost, CodeStream& out) {
  Names names;
  const SweepNames name = nameSweep(stencil, names);
  const std::string device = names.declare("device"), threads = std::to_string(plan.threads);
  std::string parameters = "const brick::device_launch& " + device + ", const auto& " + name.range;
  std::string arguments = name.range;
  if (stencil.result) {
    parameters += ", const auto& " + name.values;
    arguments += ", " + name.values;
  }
  for (const ir::Param& param : stencil.params) {
    parameters +=
        ", " + (param.kind == ir::ParamKind::Record ? recordParameter(stencil, param) : "const auto& " + param.name);
    arguments += ", " + inMembers(param);
  }
  const auto function = out.open("static void launch(" + parameters + ")");
  const std::string kernel = onHost ? threads + ", brick::kernels::on_host<::" + stencil.name + ">::run"
                                    : "{brick::kernels::image, \"" + kernelName(stencil) + "\", " + threads + "}";
  out.line(device + (onHost ? ".on_host(" : ".on_cuda(") + kernel + ", " + arguments + ");");
}

} // namespace

std::string emitKernelStencil(const ir::Stencil& stencil, const plan::Plan& plan, llvm::StringRef source,
                              bool debugLines) {
  const plan::StencilPlan& own = *plan.findStencil(stencil.name);
  const bool onHost = plan::processorOf(plan.target) == plan::Processor::CudaOnHost;
  CodeStream out;
  out.line("// " + describe(stencil, own, source));
  if (onHost) {
    out.line("template <>");
    const auto definition = out.open("struct brick::kernels::on_host<" + stencil.name + ">", "};");
    KernelEmitter(stencil, own, plan.fp, debugLines ? source : "", out).emit("static void run");
  }
  if (onHost) out.blank();
  out.line("template <>");
  {
    const auto definition = out.open("struct brick::generated<" + stencil.name + ">", "};");
    emitHead(stencil, own, sweepOrder(false), out);
    out.line("static constexpr auto where = " + processorName(plan.target) + ";");
    out.line("static constexpr int fields = " + std::to_string(fieldsOf(stencil)) +
             ", threads = " + std::to_string(own.threads) + ";");
    out.blank();
    emitLaunch(stencil, own, onHost, out);
  }
  return out.take();
}

std::string emitKernels(const ir::Module& module, const plan::Plan& plan, bool debugLines) {
  CodeStream out;
  out.line("#include <brick/device_code.hpp>");
  out.blank();
  out.line("namespace brick::kernels {");
  for (const ir::Stencil& stencil : module.stencils) {
    const plan::StencilPlan& own = *plan.findStencil(stencil.name);
    out.blank();
    out.line("// " + describe(stencil, own, module.source));
    KernelEmitter(stencil, own, plan.fp, debugLines ? llvm::StringRef(module.source) : "", out)
        .emit("BRICK_KERNEL(" + std::to_string(own.threads) + ") " + kernelName(stencil));
  }
  out.blank();
  out.line("} // namespace brick::kernels");
  return out.take();
}

} // namespace brickc::emit
