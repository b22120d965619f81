// A sequence of applied stencils and swaps. SPDX-License-Identifier: MIT
#include "compiler/frontend/StepLowering.h"
#include "compiler/frontend/Attributes.h"
#include "compiler/frontend/Evaluator.h"
#include "compiler/frontend/Naming.h"
#include "compiler/frontend/StencilLowering.h"
#include "compiler/frontend/Unwrap.h"
#include "compiler/ir/Visitor.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

namespace brickc::frontend {
namespace {

constexpr double maxScalarSize = 1000; // operations in one scalar argument

/// Operations as printed: shared nodes count as often as they are used.
double printedSize(const ir::ExprRef& expr) {
  std::map<const ir::Expr*, double> sizes;
  ir::forEachNode(expr, [&](const ir::ExprRef& node) {
    double size = 1;
    for (const ir::ExprRef& operand : ir::operandsOf(*node))
      size += sizes[operand.get()];
    sizes[node.get()] = size;
  });
  return sizes[expr.get()];
}

bool isBrickFunction(const clang::FunctionDecl& function, llvm::StringRef name) {
  if (!function.getIdentifier() || function.getName() != name) return false;
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(function.getDeclContext());
  return space && space->getName() == "brick";
}

/// Whether a call swaps its two arguments, whichever swap overload resolution has found.
bool isSwap(const clang::FunctionDecl& function) {
  return function.getIdentifier() && function.getName() == "swap" &&
         (function.isInStdNamespace() || isBrickFunction(function, "swap"));
}

class Lowering {
public:
  Lowering(clang::ASTContext& context, Reporter& reporter, const StencilTable& stencils,
           const clang::FunctionDecl& definition)
      : context(context), reporter(reporter), stencils(stencils), definition(definition),
        evaluator(context, reporter, nullptr) {}

  std::optional<ir::Step> run(const std::string& name) {
    step.name = name;
    step.location = reporter.irLocation(definition.getLocation());
    bool good = true;
    if (!definition.getReturnType()->isVoidType())
      good = refuse(DiagnosticKind::StepReturnsValue, definition.getLocation(), {definition.getNameAsString()});
    for (const clang::ParmVarDecl* parameter : definition.parameters())
      good &= addParameter(*parameter);
    if (!good) return std::nullopt;
    const auto* block = llvm::dyn_cast<clang::CompoundStmt>(definition.getBody());
    if (!block) {
      refuse(DiagnosticKind::StepStatementUnsupported, definition.getBody()->getBeginLoc(), {"a function-try-block"});
      return std::nullopt;
    }
    for (const clang::Stmt* statement : block->body())
      good &= addStatement(statement);
    if (!good || reporter.hasErrors()) return std::nullopt;
    return std::move(step);
  }

private:
  bool refuse(DiagnosticKind kind, clang::SourceLocation where, std::vector<std::string> args) {
    reporter.error(kind, where, std::move(args));
    return false;
  }

  bool addParameter(const clang::ParmVarDecl& parameter) {
    clang::SourceLocation where = parameter.getLocation();
    clang::QualType type = parameter.getType();
    unsigned position = static_cast<unsigned>(step.params.size());
    ir::StepParam param{ir::StepParamKind::Scalar, ir::Type::F64, parameterName(parameter), 0, 0, {}};
    param.location = reporter.irLocation(where);
    if (param.name.empty())
      return refuse(DiagnosticKind::UnnamedParameter, where,
                    {std::to_string(position + 1), definition.getNameAsString()});
    bool isMutable = type->isReferenceType() && !type.getNonReferenceType().isConstQualified();
    auto special = brickType(type);
    auto scalar = scalarParameterType(context, type);
    auto element = tableElementType(context, type);
    if (special && special->kind == BrickType::Field && type->isLValueReferenceType()) {
      if (!addField(parameter, *special, param)) return false;
    } else if (isMutable || type.isVolatileQualified()) {
      return unsupported(parameter);
    } else if (scalar) {
      param.type = *scalar;
      evaluator.bindParameter(parameter, Value::of(ir::make<ir::ScalarExpr>(param.type, param.name)));
    } else if (element) {
      param.kind = ir::StepParamKind::Table;
      param.type = *element;
      param.tableSize = arrayType(context, type)->size;
      evaluator.describeTable(position, param.name, param.type, param.tableSize);
      evaluator.bindParameter(parameter, Value::of(ValueKind::Table, position));
    } else {
      return unsupported(parameter);
    }
    step.params.push_back(std::move(param));
    return true;
  }

  bool unsupported(const clang::ParmVarDecl& parameter) {
    return refuse(DiagnosticKind::UnsupportedParameter, parameter.getLocation(),
                  {parameter.getNameAsString(), parameter.getType().getAsString()});
  }

  bool addField(const clang::ParmVarDecl& parameter, const BrickType& type, ir::StepParam& param) {
    if (type.dims < 1 || type.dims > 3) return unsupported(parameter);
    auto element = fieldElementType(context, type.element);
    if (!element)
      return refuse(DiagnosticKind::UnsupportedElement, parameter.getLocation(),
                    {param.name, type.element.getAsString()});
    param.kind = ir::StepParamKind::Field;
    param.type = *element;
    param.dims = type.dims;
    for (const ir::StepParam& other : step.params)
      if (other.kind == ir::StepParamKind::Field && other.dims != param.dims)
        return refuse(DiagnosticKind::DimensionMismatch, parameter.getLocation(),
                      {param.name, std::to_string(param.dims), other.name, std::to_string(other.dims)});
    evaluator.bindParameter(parameter, Value::of(ValueKind::Field, static_cast<unsigned>(step.params.size())));
    return true;
  }

  bool addStatement(const clang::Stmt* statement) {
    if (llvm::isa<clang::NullStmt>(statement)) return true;
    if (llvm::isa<clang::DeclStmt>(statement)) {
      evaluator.execute(statement);
      return true;
    }
    const auto* expr = llvm::dyn_cast<clang::Expr>(statement);
    const auto* call = expr ? llvm::dyn_cast<clang::CallExpr>(unwrap(expr)) : nullptr;
    const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    if (callee && isBrickFunction(*callee, "apply")) return addApply(*call, *callee);
    if (callee && isSwap(*callee) && call->getNumArgs() == 2) return addSwap(*call, call->getArg(0), call->getArg(1));
    if (const auto* member = llvm::dyn_cast_or_null<clang::CXXMemberCallExpr>(call))
      if (callee && callee->getNameAsString() == "swap" && call->getNumArgs() == 1)
        return addSwap(*call, member->getImplicitObjectArgument(), call->getArg(0));
    std::string what = callee ? "a call of '" + callee->getQualifiedNameAsString() + "'" : "this statement";
    return refuse(DiagnosticKind::StepStatementUnsupported, statement->getBeginLoc(), {what});
  }

  bool addSwap(const clang::CallExpr& call, const clang::Expr* a, const clang::Expr* b) {
    Value first = evaluator.evaluate(a), second = evaluator.evaluate(b);
    if (!first.is(ValueKind::Field) || !second.is(ValueKind::Field))
      return refuse(DiagnosticKind::StepStatementUnsupported, call.getBeginLoc(),
                    {"swapping values that are no fields"});
    if (first.parameter == second.parameter) return true; // nothing to do
    step.body.push_back(ir::Swap{step.params[first.parameter].name, step.params[second.parameter].name,
                                 reporter.irLocation(call.getBeginLoc())});
    return true;
  }

  bool addApply(const clang::CallExpr& call, const clang::FunctionDecl& callee) {
    const clang::FunctionDecl* kernel = appliedFunction(callee);
    if (!kernel)
      return refuse(DiagnosticKind::StepStatementUnsupported, call.getBeginLoc(), {"this form of brick::apply"});
    std::string name = kernel->getNameAsString();
    if (roleOf(*kernel) != Role::Stencil) return refuse(DiagnosticKind::NotAStencil, call.getBeginLoc(), {name});
    auto found = stencils.find(kernel->getCanonicalDecl());
    if (found == stencils.end()) return refuse(DiagnosticKind::MissingDefinition, call.getBeginLoc(), {name});
    if (!found->second) return false; // the stencil itself was refused
    const ir::Stencil& stencil = *found->second;
    if (call.getNumArgs() != stencil.params.size())
      return refuse(DiagnosticKind::WrongArgumentCount, call.getBeginLoc(),
                    {stencil.name, std::to_string(stencil.params.size()), std::to_string(call.getNumArgs())});
    ir::Apply apply{stencil.name, {}, reporter.irLocation(call.getBeginLoc())};
    const std::vector<const clang::ParmVarDecl*> parameters = argumentParameters(*kernel);
    for (unsigned i = 0; i < call.getNumArgs(); ++i)
      if (!addArgument(*call.getArg(i), stencil, i, parameters[i]->getType(), apply)) return false;
    if (!checkAliases(call, stencil, apply)) return false;
    step.body.push_back(std::move(apply));
    return true;
  }

  /// The F of `brick::apply<F>(...)`.
  static const clang::FunctionDecl* appliedFunction(const clang::FunctionDecl& callee) {
    const clang::TemplateArgumentList* arguments = callee.getTemplateSpecializationArgs();
    if (!arguments || arguments->size() == 0) return nullptr;
    const clang::TemplateArgument& first = arguments->get(0);
    if (first.getKind() != clang::TemplateArgument::Declaration) return nullptr;
    return llvm::dyn_cast<clang::FunctionDecl>(first.getAsDecl());
  }

  bool addArgument(const clang::Expr& argument, const ir::Stencil& stencil, unsigned i, clang::QualType type,
                   ir::Apply& apply) {
    const ir::Param& param = stencil.params[i];
    Value value = evaluator.evaluate(&argument);
    if (value.is(ValueKind::Poison)) return false;
    auto wrong = [&](const std::string& expected) {
      return refuse(DiagnosticKind::WrongArgument, argument.getBeginLoc(),
                    {std::to_string(i + 1), stencil.name, expected});
    };
    if (ir::isField(param.kind)) {
      if (!value.is(ValueKind::Field)) return wrong("a field of the step");
      const ir::StepParam& field = step.params[value.parameter];
      if (field.type != param.type || field.dims != stencil.dims) return wrong("a field of its type");
      apply.args.push_back(ir::FieldArg{field.name});
      return true;
    }
    if (param.kind == ir::ParamKind::Table) {
      if (!value.is(ValueKind::Table)) return wrong("a table of the step");
      const ir::StepParam& table = step.params[value.parameter];
      if (table.type != param.type || table.tableSize != param.tableSize) return wrong("a table of its type");
      apply.args.push_back(ir::TableArg{table.name});
      return true;
    }
    Computed scalar = convert(value, *scalarType(context, type));
    ir::ExprRef expr = toExpr(scalar.value);
    if (!expr) return wrong("a scalar");
    if (printedSize(expr) > maxScalarSize)
      return refuse(DiagnosticKind::BodyTooLarge, argument.getBeginLoc(), {std::to_string(int(maxScalarSize))});
    apply.args.push_back(expr);
    return true;
  }

  bool checkAliases(const clang::CallExpr& call, const ir::Stencil& stencil, const ir::Apply& apply) {
    for (unsigned i = 0; i < apply.args.size(); ++i)
      for (unsigned j = 0; j < apply.args.size(); ++j) {
        const auto *a = std::get_if<ir::FieldArg>(&apply.args[i]), *b = std::get_if<ir::FieldArg>(&apply.args[j]);
        if (i != j && a && b && ir::isWritten(stencil.params[i].kind) && a->name == b->name)
          return refuse(DiagnosticKind::AliasingFields, call.getArg(i)->getBeginLoc(), {a->name, stencil.name});
      }
    return true;
  }

  clang::ASTContext& context;
  Reporter& reporter;
  const StencilTable& stencils;
  const clang::FunctionDecl& definition;
  Evaluator evaluator;
  ir::Step step{};
};

} // namespace

std::optional<ir::Step> lowerStep(clang::ASTContext& context, Reporter& reporter, const StencilTable& stencils,
                                  const clang::FunctionDecl& definition, const std::string& name) {
  return Lowering(context, reporter, stencils, definition).run(name);
}

} // namespace brickc::frontend
