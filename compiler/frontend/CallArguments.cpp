// A walk over the calls of the user's files. SPDX-License-Identifier: MIT
#include "compiler/frontend/CallArguments.h"
#include "compiler/frontend/Attributes.h"
#include "compiler/frontend/LibraryCode.h"
#include "compiler/frontend/StencilLowering.h"
#include "compiler/frontend/Types.h"
#include "compiler/frontend/Walk.h"
#include "clang/AST/ASTContext.h"
#include "clang/Sema/Initialization.h"
#include "clang/Sema/Sema.h"

namespace brickc::frontend {
namespace {

using Exprs = llvm::ArrayRef<clang::Expr*>;

class CallChecker : public Walk {
public:
  CallChecker(clang::Sema& sema, Reporter& reporter) : sema(sema), context(sema.getASTContext()), reporter(reporter) {}

private:
  bool enter(clang::FunctionDecl& function) override { // steps have been lowered, which checks their calls
    return roleOf(function) != Role::Step;
  }

  void visit(clang::Expr& expr) override {
    auto* call = llvm::dyn_cast<clang::CallExpr>(&expr);
    const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    const clang::FunctionDecl* kernel = callee ? kernelOf(*callee) : nullptr;
    if (kernel) check(*call, *callee, *kernel, {call->getArgs(), call->getNumArgs()});
  }

  void check(const clang::CallExpr& call, const clang::FunctionDecl& callee, const clang::FunctionDecl& kernel,
             Exprs arguments) {
    const auto refuse = [&](DiagnosticKind kind) {
      reporter.error(kind, call.getBeginLoc(), {kernel.getNameAsString()});
    };
    const bool runs = isBrickFunction(callee, {"run", "run_until"}), reduces = isBrickFunction(callee, {"reduce"});
    const bool applies = isBrickFunction(callee, {"apply"});
    if (runs) {
      const bool asks = isBrickFunction(callee, {"run_until"}); // a predicate, which stands between numbers of steps
      checkSteps(*arguments.front());
      if (asks) checkSteps(*arguments[2]);
      arguments = arguments.drop_front(asks ? 3 : 1);
    } else if (isBrickFunction(callee, {"apply_boundary"}))
      arguments = arguments.drop_front(); // the side
    else if (!applies && !reduces)
      return;
    if ((applies || reduces) && !arguments.empty() && isRegion(arguments.front()->getType()))
      arguments = arguments.drop_front();
    if (reduces) arguments = arguments.drop_front(); // the operation
    const bool returnsValue = !kernel.getReturnType()->isVoidType();
    if (applies && returnsValue) return refuse(DiagnosticKind::AppliedReduction);
    if (reduces && !returnsValue) return refuse(DiagnosticKind::ReducedStencil);

    const std::vector<const clang::ParmVarDecl*> parameters = argumentParameters(kernel);
    if (arguments.size() != parameters.size())
      return reporter.error(
          DiagnosticKind::WrongArgumentCount, call.getBeginLoc(),
          {kernel.getNameAsString(), std::to_string(parameters.size()), std::to_string(arguments.size())});
    for (size_t i = 0; i < arguments.size(); ++i)
      if (!fits(*arguments[i], parameters[i]->getType()))
        reporter.error(DiagnosticKind::ArgumentMismatch, arguments[i]->getBeginLoc(),
                       {std::to_string(i + 1), kernel.getNameAsString(),
                        arguments[i]->getType().getAsString(context.getPrintingPolicy()),
                        parameters[i]->getNameAsString(), wanted(parameters[i]->getType())});
  }

  /// A number of steps that C++ would cut off.
  void checkSteps(const clang::Expr& steps) {
    const clang::QualType type = steps.IgnoreImpCasts()->getType();
    llvm::APFloat constant(0.0);
    if (!type->isFloatingType() || steps.isValueDependent()) return;
    if (steps.IgnoreImpCasts()->EvaluateAsFloat(constant, context) && constant.isInteger()) return;
    reporter.error(DiagnosticKind::FractionalSteps, steps.getBeginLoc(),
                   {type.getAsString(context.getPrintingPolicy())});
  }

  bool fits(const clang::Expr& argument, clang::QualType parameter) {
    if (argument.isTypeDependent() || parameter->isDependentType()) return true;
    const clang::QualType type = argument.getType();
    if (const std::optional<BrickType> accessor = accessorType(parameter)) {
      const std::optional<BrickType> field = brickType(type);
      return field && field->kind == BrickType::Field && field->dims == accessor->dims &&
             context.hasSameType(field->element, accessor->element) &&
             (accessor->kind == BrickType::In || !type.isConstQualified());
    }
    // Templates pass on what they were given by a name of their own, whatever it was.
    clang::OpaqueValueExpr passedOn(argument.getBeginLoc(), type, clang::VK_LValue);
    return sema.CanPerformCopyInitialization(
        clang::InitializedEntity::InitializeParameter(context, parameter, /*Consumed=*/false), &passedOn);
  }

  static std::optional<BrickType> accessorType(clang::QualType type) {
    std::optional<BrickType> result = brickType(type);
    const bool isAccessor = result && result->kind != BrickType::Field && result->kind != BrickType::Point;
    return isAccessor ? result : std::nullopt;
  }

  std::string wanted(clang::QualType parameter) const {
    const std::optional<BrickType> accessor = accessorType(parameter);
    if (!accessor) return "'" + parameter.getAsString(context.getPrintingPolicy()) + "'";
    std::string field = "'brick::field<" + accessor->element.getAsString(context.getPrintingPolicy()) + ", " +
                        std::to_string(accessor->dims) + ">'";
    return accessor->kind == BrickType::In ? field : field + " that is not const";
  }

  clang::Sema& sema;
  clang::ASTContext& context;
  Reporter& reporter;
};

} // namespace

void checkCallArguments(clang::Sema& sema, Reporter& reporter) {
  CallChecker calls(sema, reporter);
  for (clang::Decl* declaration : sema.getASTContext().getTranslationUnitDecl()->noload_decls())
    if (!isLibraryDeclaration(*declaration)) calls.over(*declaration);
}

} // namespace brickc::frontend
