// Whether a plan fits a module. SPDX-License-Identifier: MIT
#include "compiler/analysis/Footprint.h"
#include "compiler/ir/Rejection.h"
#include "compiler/ir/StepOps.h"
#include "compiler/plan/BrickShape.h"
#include "compiler/plan/KernelPlan.h"
#include "compiler/plan/PlanYaml.h"
#include "compiler/plan/Target.h"
#include "compiler/support/LlvmCompat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <algorithm>

namespace brickc::plan {
namespace {

using ir::DiagnosticKind;

llvm::Error misfit(const llvm::Twine& message) { return compat::stringError("the plan does not fit: " + message); }

/// Exactly one entry for each entity of the module.
template <class Plans, class Entities>
llvm::Error checkNames(const Plans& plans, const Entities& entities, const char* what) {
  const auto named = [](const std::string& name) { return [&](const auto& item) { return item.name == name; }; };
  for (const auto& plan : plans) {
    if (!llvm::any_of(entities, named(plan.name)))
      return misfit(llvm::Twine("there is no ") + what + " '" + plan.name + "'");
    if (llvm::count_if(plans, named(plan.name)) > 1)
      return misfit(llvm::Twine(what) + " '" + plan.name + "' is planned twice");
  }
  for (const auto& entity : entities)
    if (!llvm::any_of(plans, named(entity.name)))
      return misfit(llvm::Twine(what) + " '" + entity.name + "' is not planned");
  return llvm::Error::success();
}

llvm::Error checkBrick(const std::string& name, const std::vector<int>& brick, unsigned dims, ir::Location location) {
  if (brick.size() != dims) return misfit("the brick of '" + name + "' must have " + llvm::Twine(dims) + " extents");
  if (cellsOf(brick) == 0) {
    std::string shape;
    for (const int extent : brick)
      shape += (shape.empty() ? "" : "x") + std::to_string(extent);
    return ir::reject(DiagnosticKind::BrickTooLarge, location, {shape, std::to_string(maxBrickCells)});
  }
  return llvm::Error::success();
}

/// `cells` per axis (a radius or halo) must cover what is read and fit into one brick.
llvm::Error checkReach(const std::string& name, const std::vector<int>& cells, const std::vector<int>& needed,
                       const std::vector<int>& brick, ir::Location location) {
  if (cells.size() != needed.size())
    return misfit("'" + name + "' must have " + llvm::Twine(needed.size()) + " cells of reach");
  for (std::size_t axis = 0; axis < cells.size(); ++axis) {
    if (cells[axis] < needed[axis])
      return misfit("'" + name + "' reads " + llvm::Twine(needed[axis]) + " cells away on axis " + llvm::Twine(axis) +
                    ", but " + llvm::Twine(cells[axis]) + " are planned");
    if (cells[axis] > brick[axis])
      return ir::reject(DiagnosticKind::RadiusLargerThanBrick, location,
                        {name, std::to_string(cells[axis]), std::to_string(axis), std::to_string(brick[axis])});
  }
  return llvm::Error::success();
}

llvm::Error checkLanes(const StencilPlan& plan, const ir::Stencil& stencil, int vectorBytes) {
  if (plan.brick.back() % 2 != 0)
    return ir::reject(DiagnosticKind::BrickRowNotVectors, stencil.location,
                      {std::to_string(plan.brick.back()), stencil.name});
  if (stencil.result && !llvm::has_single_bit(unsigned(plan.brick.back())))
    return ir::reject(DiagnosticKind::ReductionRowNotPower, stencil.location,
                      {std::to_string(plan.brick.back()), stencil.name});
  const bool power = plan.lanes > 1 && llvm::has_single_bit(unsigned(plan.lanes));
  if (!power || plan.brick.back() % plan.lanes != 0 || plan.lanes > vectorBytes / smallestValue(stencil))
    return misfit("vectors of " + llvm::Twine(plan.lanes) + " elements are not possible for '" + plan.name + "'");
  return llvm::Error::success();
}

/// All parameters of a kernel, each on a multiple of its size; what it is told of the bricks first.
int parameterBytes(const ir::Stencil& stencil) {
  int bytes = 0, fields = 0;
  for (const ir::Param& param : stencil.params) {
    bytes += 8 * static_cast<int>(param.members.size());
    if (param.kind == ir::ParamKind::Record) continue;
    const int count = param.kind == ir::ParamKind::Table ? static_cast<int>(param.tableSize) : 1;
    fields += ir::isField(param.kind);
    bytes += ir::isField(param.kind) ? 8 : (count * static_cast<int>(ir::byteSize(param.type)) + 7) / 8 * 8;
  }
  constexpr int tables = 3, ends = 2; // see runtime/include/brick/device_range.hpp
  return bytes + 8 * (tables + std::max(fields, 1) + ends * static_cast<int>(stencil.dims) + (stencil.result ? 1 : 0));
}

/// Of a kernel for devices.
llvm::Error checkThreads(const StencilPlan& plan, const ir::Stencil& stencil) {
  if (stencil.result && !llvm::has_single_bit(unsigned(plan.brick.back())))
    return ir::reject(DiagnosticKind::ReductionRowNotPower, stencil.location,
                      {std::to_string(plan.brick.back()), stencil.name});
  if (plan.threads > maxThreads || plan.lanes != 1)
    return misfit(llvm::Twine(plan.threads) + " threads with vectors of " + llvm::Twine(plan.lanes) +
                  " elements are not possible for '" + plan.name + "'");
  if (const int bytes = parameterBytes(stencil); bytes > maxParameterBytes)
    return ir::reject(DiagnosticKind::KernelParametersTooLarge, stencil.location,
                      {stencil.name, std::to_string(bytes), std::to_string(maxParameterBytes)});
  if (stencil.shares())
    return misfit("'" + plan.name + "' shares values between cells, which kernels for devices cannot");
  return llvm::Error::success();
}

llvm::Error check(const Plan& whole, const StencilPlan& plan, const ir::Stencil& stencil) {
  if (llvm::Error error = checkBrick(plan.name, plan.brick, stencil.dims, stencil.location)) return error;
  if (const bool kernels = hasKernels(whole.target); (plan.threads > 0) != kernels)
    return misfit("'" + plan.name + "' has " + (kernels ? "no threads" : "threads") + " on target " + whole.target);
  const std::vector<int> radius = analysis::factsOf(stencil).radius;
  if (llvm::Error error = checkReach(plan.name, plan.radius, radius, plan.brick, stencil.location)) return error;
  if (plan.rowLoop != RowLoop::Never && stencil.dims != 3)
    return misfit("rows of '" + plan.name + "' are in a loop in " + llvm::Twine(stencil.dims) +
                  "-D; row-loop can be other than never in 3-D");
  return plan.threads > 0 ? checkThreads(plan, stencil) : checkLanes(plan, stencil, whole.vectorBytes);
}

/// The halo that the applies and boundary kernels of a step need, whatever field they read.
std::vector<int> haloOf(const Plan& plan, const ir::Step& step) {
  std::vector<int> halo = ir::reachOfBoundaries(step);
  ir::forEachOp<ir::Apply>(step.body, [&](const ir::Apply& apply) {
    const std::vector<int>& radius = plan.findStencil(apply.stencil)->radius; // which covers what it reads
    for (std::size_t axis = 0; axis < halo.size(); ++axis)
      halo[axis] = std::max(halo[axis], radius[axis]);
  });
  return halo;
}

/// A field of the step is stored in the step's bricks and swept in the stencil's.
llvm::Error checkBricksAgree(const Plan& plan, const StepPlan& stepPlan, const ir::Step& step) {
  llvm::Error problem = llvm::Error::success();
  ir::forEachOp<ir::Apply>(step.body, [&](const ir::Apply& apply) {
    if (!problem && plan.findStencil(apply.stencil)->brick != stepPlan.brick)
      problem = misfit("step '" + step.name + "' and stencil '" + apply.stencil + "' differ in their bricks");
  });
  return problem;
}

/// Blames the kernel itself, where it is applied.
llvm::Error checkBoundaries(const ir::Step& step, const std::vector<int>& brick) {
  llvm::Error problem = llvm::Error::success();
  ir::forEachOp<ir::ApplyBoundary>(step.body, [&](const ir::ApplyBoundary& boundary) {
    if (!problem && !boundary.reach.empty())
      problem = checkReach(boundary.kernel, boundary.reach, boundary.reach, brick, boundary.location);
  });
  return problem;
}

llvm::Error check(const Plan& plan, const StepPlan& stepPlan, const ir::Step& step) {
  if (llvm::Error error = checkBrick(stepPlan.name, stepPlan.brick, step.dims(), step.location)) return error;
  if (llvm::Error error = checkBoundaries(step, stepPlan.brick)) return error;
  const std::vector<int> needed = haloOf(plan, step);
  if (llvm::Error error = checkReach(stepPlan.name, stepPlan.halo, needed, stepPlan.brick, step.location)) return error;
  const int smallest = smallestElement(step);
  if (stepPlan.elementBytes != smallest)
    return misfit("the smallest element of step '" + step.name + "' has " + llvm::Twine(smallest) + " bytes, not " +
                  llvm::Twine(stepPlan.elementBytes));
  if (hasKernels(plan.target) && (stepPlan.exchange == Exchange::Shared || stepPlan.exchange == Exchange::MemMap))
    return misfit("ghost zones in a GPU's memory travel by layout or basic");
  return checkBricksAgree(plan, stepPlan, step);
}

} // namespace

llvm::Error check(const Plan& plan, const ir::Module& module) {
  const bool kernels = hasKernels(plan.target);
  if (kernels ? plan.vectorBytes != 8 : plan.vectorBytes != 16 && plan.vectorBytes != 32 && plan.vectorBytes != 64)
    return misfit("vectors of " + llvm::Twine(plan.vectorBytes) + " bytes do not exist");
  // The width may differ from the target's own: a plan may ask for less, and `native` may have been another machine.
  if (llvm::Expected<int> width = vectorBytesOf(plan.target); !width) return width.takeError();
  if (llvm::Error error = checkNames(plan.stencils, module.stencils, "stencil")) return error;
  if (llvm::Error error = checkNames(plan.steps, module.steps, "step")) return error;
  for (const ir::Stencil& stencil : module.stencils)
    if (llvm::Error error = check(plan, *plan.findStencil(stencil.name), stencil)) return error;
  for (const ir::Step& step : module.steps)
    if (llvm::Error error = check(plan, *plan.findStep(step.name), step)) return error;
  return llvm::Error::success();
}

} // namespace brickc::plan
