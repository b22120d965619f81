// Calls that act on fields. SPDX-License-Identifier: MIT
#include "compiler/frontend/StepBuilder.h"
#include "compiler/frontend/Attributes.h"
#include "compiler/frontend/KernelUse.h"
#include "compiler/frontend/Naming.h"
#include "compiler/frontend/StencilLowering.h"
#include "compiler/frontend/Unwrap.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

namespace brickc::frontend {
namespace {

/// What a call does that would move fields, for messages, if it does: std::swap exchanges all of two, names and
/// boundaries too, and assignments move all of one. Compiled steps know fields by their names.
std::optional<std::string> wholeFieldMove(const clang::ASTContext& context, const clang::CallExpr& call,
                                          const clang::FunctionDecl& callee) {
  if (call.getNumArgs() == 0) return std::nullopt;
  const clang::QualType moved = call.getArg(0)->getType();
  if (!isField(moved) && !isFieldGroup(context, moved)) return std::nullopt;
  if (callee.isInStdNamespace() && callee.getIdentifier() && callee.getName() == "swap")
    return "std::swap of fields (it swaps names and boundaries too; write swap(a, b))";
  const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(&call);
  if (operation && operation->getOperator() == clang::OO_Equal)
    return isField(moved) ? "assigning to a field" : "assigning to a group of fields";
  return std::nullopt;
}

llvm::ArrayRef<const clang::Expr*> argumentsOf(const clang::CallExpr& call) {
  return {const_cast<const clang::Expr* const*>(call.getArgs()), call.getNumArgs()};
}

} // namespace

Value StepBuilder::refuse(DiagnosticKind kind, clang::SourceLocation where, std::vector<std::string> args) {
  reporter.error(kind, where, std::move(args));
  return Value::poison();
}

Value StepBuilder::addField(StepField field) {
  // Tables refer to their parameter's position too: fields keep to the positions of parameters.
  if (now.fields.size() < step.params.size()) now.fields.resize(step.params.size());
  now.fields.push_back(std::move(field));
  return Value::of(ValueKind::Field, static_cast<unsigned>(now.fields.size() - 1));
}

void StepBuilder::finish() {
  for (const auto& [parameter, before] : results)
    setChanged(before, symbolic.valueOf(*parameter), parameter->getLocation());
  step.body = std::move(now.blocks.front().ops);
}

void StepBuilder::setChanged(const Value& before, const Value& after, clang::SourceLocation where) {
  if (before.hasElements() && after.hasElements())
    for (std::size_t i = 0; i < before.elements.size(); ++i)
      setChanged(before.elements[i], after.elements[i], where);
  const auto* scalar = before.expr ? llvm::dyn_cast<ir::ScalarExpr>(before.expr.get()) : nullptr;
  if (!scalar || identical(before, after)) return;
  if (const ir::ExprRef value = toExpr(convert(after, before.scalarType()).value)) // null after an error
    append(ir::Set{scalar->name, inParts(value, where), reporter.irLocation(where)}, where);
}

std::optional<Value> StepBuilder::call(const clang::CallExpr& call, const clang::FunctionDecl& callee) {
  if (isBrickFunction(callee, {"run", "run_until"}))
    return refuse(DiagnosticKind::RunInStep, call.getBeginLoc(), {callee.getNameAsString()});
  if (!checkKernelUse(callee, call.getBeginLoc(), reporter)) return Value::poison();
  if (isBrickFunction(callee, {"apply"})) return addApply(call, callee, false);
  if (isBrickFunction(callee, {"reduce"})) return addApply(call, callee, true);
  if (isBrickFunction(callee, {"apply_boundary"})) return addBoundary(call, callee);
  if (std::optional<std::string> moves = wholeFieldMove(context, call, callee))
    return refuse(DiagnosticKind::StepStatementUnsupported, call.getBeginLoc(), {*moves});
  if (isBrickFunction(callee, {"swap"}) && call.getNumArgs() == 2 && isField(call.getArg(0)->getType()))
    return addSwap(call, call.getArg(0), call.getArg(1));
  if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(&call)) return callMember(*member, callee);
  return std::nullopt;
}

/// A grid is known by a field on it, and so is a side of it: its members are its axis and whether it is the high one.
std::optional<Value> StepBuilder::callMember(const clang::CXXMemberCallExpr& call, const clang::FunctionDecl& callee) {
  const clang::Expr* object = call.getImplicitObjectArgument();
  const std::string name = callee.getNameAsString();
  if (isField(object->getType()) && name == "swap" && call.getNumArgs() == 1)
    return addSwap(call, object, call.getArg(0));
  if (isField(object->getType()) && name == "grid") return symbolic.evaluate(object);
  if (!isGrid(object->getType()) || (name != "low" && name != "high")) return std::nullopt;
  Value grid = symbolic.evaluate(object);
  if (!grid.is(ValueKind::Field)) return Value::poison();
  return Value::aggregate({symbolic.evaluate(call.getArg(0)), Value::of(name == "high"), std::move(grid)});
}

/// `brick::field<T, D> name(other.grid(), "name")`
Value StepBuilder::declareField(const clang::VarDecl& variable) {
  clang::SourceLocation where = variable.getLocation();
  std::string name = variable.getNameAsString();
  auto type = *brickType(variable.getType());
  auto element = fieldElementType(context, type.element);
  if (!element)
    return refuse(DiagnosticKind::UnsupportedElement, where,
                  {name, type.element.getAsString(context.getPrintingPolicy())});
  const auto* made = variable.getInit() ? llvm::dyn_cast<clang::CXXConstructExpr>(unwrap(variable.getInit())) : nullptr;
  const bool plain = made && made->getNumArgs() >= 2 &&
                     (made->getNumArgs() == 2 || llvm::isa<clang::CXXDefaultArgExpr>(made->getArg(2)));
  const size_t errors = reporter.errorCount();
  const StepField* like = plain ? fieldBehindGrid(made->getArg(0)) : nullptr;
  if (reporter.errorCount() != errors) return Value::poison();
  if (!like || like->dims != type.dims) return refuse(DiagnosticKind::FieldDeclarationUnsupported, where, {name});
  const std::string grid = like->name;
  name = freshName(name);
  append(ir::Temporary{name, *element, type.dims, grid, reporter.irLocation(where)}, where);
  return addField({name, *element, type.dims});
}

Value StepBuilder::addSwap(const clang::CallExpr& call, const clang::Expr* a, const clang::Expr* b) {
  Value first = symbolic.evaluate(a), second = symbolic.evaluate(b);
  if (first.is(ValueKind::Poison) || second.is(ValueKind::Poison)) return Value::poison();
  if (!first.is(ValueKind::Field) || !second.is(ValueKind::Field))
    return refuse(DiagnosticKind::StepStatementUnsupported, call.getBeginLoc(), {"swapping values that are no fields"});
  if (first.parameter != second.parameter)
    append(ir::Swap{now.fields[first.parameter].name, now.fields[second.parameter].name,
                    reporter.irLocation(call.getBeginLoc())},
           call.getBeginLoc());
  return Value();
}

/// `brick::apply<kernel>([brick::on(box),] arguments...)`, or reduce with an operation before the arguments.
Value StepBuilder::addApply(const clang::CallExpr& call, const clang::FunctionDecl& callee, bool reduces) {
  clang::SourceLocation where = call.getBeginLoc();
  const clang::FunctionDecl* kernel = kernelOf(callee); // a function, by checkKernelUse
  std::string name = kernel->getNameAsString();
  if (roleOf(*kernel) != Role::Stencil) return refuse(DiagnosticKind::NotAStencil, where, {name});
  auto found = stencils.find(kernel->getCanonicalDecl());
  if (found == stencils.end()) {
    const bool isOfSystem = context.getSourceManager().isInSystemHeader(kernel->getLocation());
    if (!isOfSystem && kernel->isDefined() && reporter.hasErrors())
      return Value::poison(); // refused where it is defined
    return refuse(isOfSystem ? DiagnosticKind::StencilOfSystem : DiagnosticKind::MissingDefinition, where, {name});
  }
  if (!found->second) return Value::poison(); // the stencil itself was refused
  const ir::Stencil& stencil = *found->second;
  if (reduces && !stencil.result) return refuse(DiagnosticKind::ReducedStencil, where, {name});
  if (!reduces && stencil.result) return refuse(DiagnosticKind::AppliedReduction, where, {name});

  ir::Apply apply{stencil.name, {}, {}, {}, reporter.irLocation(where)};
  Exprs arguments = argumentsOf(call);
  const size_t expected = stencil.params.size() + (reduces ? 1 : 0);
  if (arguments.size() == expected + 1 && isRegion(arguments.front()->getType())) {
    if (!readRegion(arguments.front(), apply)) return Value::poison();
    arguments = arguments.drop_front();
  }
  if (arguments.size() != expected)
    return refuse(DiagnosticKind::WrongArgumentCount, where,
                  {stencil.name, std::to_string(expected), std::to_string(arguments.size())});
  const clang::Expr* operation = reduces ? arguments.front() : nullptr;
  if (reduces) arguments = arguments.drop_front();
  if (!readArguments(arguments, *kernel, stencil, apply)) return Value::poison();
  if (!checkAliases(call, stencil, apply)) return Value::poison();
  if (reduces) return addReduction(std::move(apply), stencil, *kernel, operation, where);
  append(std::move(apply), where);
  return Value();
}

Value StepBuilder::addReduction(ir::Apply apply, const ir::Stencil& stencil, const clang::FunctionDecl& kernel,
                                const clang::Expr* operation, clang::SourceLocation where) {
  const auto* named = llvm::dyn_cast<clang::DeclRefExpr>(operation->IgnoreImplicit());
  const auto* variable = named ? llvm::dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr;
  if (!variable || !variable->isConstexpr() || !variable->isFileVarDecl())
    return refuse(DiagnosticKind::ReductionOperationUnsupported, operation->getBeginLoc());
  const std::optional<std::string> spelling = entityName(context, *variable);
  if (!spelling)
    return refuse(DiagnosticKind::UnnamedTemplateArgument, operation->getBeginLoc(), {variable->getNameAsString()});
  const std::string result = freshName(kernel.getNameAsString());
  apply.reduction = ir::Reduction{result, *stencil.result, *spelling};
  append(std::move(apply), where);
  return Value::of(ir::make<ir::ScalarExpr>(*stencil.result, result));
}

/// `brick::apply_boundary<kernel>(side, arguments...)`
Value StepBuilder::addBoundary(const clang::CallExpr& call, const clang::FunctionDecl& callee) {
  clang::SourceLocation where = call.getBeginLoc();
  const clang::FunctionDecl* kernel = kernelOf(callee);
  if (roleOf(*kernel) != Role::Boundary)
    return refuse(DiagnosticKind::NotABoundaryKernel, where, {kernel->getNameAsString()});
  if (const std::optional<std::string> other = placeOfOverload(*kernel))
    return refuse(DiagnosticKind::OverloadedKernel, where, {kernel->getNameAsString(), *other});
  std::optional<std::string> name = entityName(context, *kernel);
  if (!name) return refuse(DiagnosticKind::UnnamedTemplateArgument, where, {kernel->getNameAsString()});
  const auto [reach, isNew] = reaches.try_emplace(kernel);
  if (isNew) reach->second = reachOf(context, *kernel);
  ir::ApplyBoundary boundary{std::move(*name), {}, 0, false, {}, {}, reporter.irLocation(where)};
  if (reach->second.size() == step.dims())
    boundary.reach = reach->second; // others do not fit, as the host compiler says
  if (!readSide(call.getArg(0), boundary)) return Value::poison();
  if (!readBoundaryArguments(argumentsOf(call).drop_front(), *kernel, boundary)) return Value::poison();
  append(std::move(boundary), where);
  return Value();
}

bool StepBuilder::checkAliases(const clang::CallExpr& call, const ir::Stencil& stencil, const ir::Apply& apply) {
  for (unsigned i = 0; i < apply.args.size(); ++i)
    for (unsigned j = 0; j < apply.args.size(); ++j) {
      const auto *a = std::get_if<ir::FieldArg>(&apply.args[i]), *b = std::get_if<ir::FieldArg>(&apply.args[j]);
      if (i == j || !a || !b || !ir::isWritten(stencil.params[i].kind) || a->name != b->name) continue;
      const unsigned before = call.getNumArgs() - static_cast<unsigned>(apply.args.size()); // region, operation
      const ir::StepParam* param = step.findParam(a->name);                                 // null for a temporary
      refuse(DiagnosticKind::AliasingFields, call.getArg(before + i)->getBeginLoc(),
             {param ? param->spelling() : a->name, stencil.name});
      return false;
    }
  return true;
}

} // namespace brickc::frontend
