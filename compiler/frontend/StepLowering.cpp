// Parameters, then symbolic evaluation of the body, which hands everything about whole fields to StepBuilder.
// SPDX-License-Identifier: MIT
#include "compiler/frontend/StepLowering.h"
#include "compiler/frontend/Evaluator.h"
#include "compiler/frontend/Groups.h"
#include "compiler/frontend/Naming.h"
#include "compiler/frontend/Records.h"
#include "compiler/frontend/StepBuilder.h"
#include "clang/AST/ASTContext.h"

namespace brickc::frontend {
namespace {

constexpr std::size_t maxParts = 64; ///< fields and numbers of a group

class Lowering {
public:
  Lowering(clang::ASTContext& context, Reporter& reporter, const StencilTable& stencils,
           const clang::FunctionDecl& definition)
      : context(context), reporter(reporter), definition(definition), builder(context, reporter, stencils, step) {}

  std::optional<ir::Step> run(const std::string& name) {
    step.name = name;
    step.location = reporter.irLocation(definition.getLocation());
    size_t errors = reporter.errorCount();
    if (!definition.getReturnType()->isVoidType())
      refuse(DiagnosticKind::StepReturnsValue, definition.getLocation(), {definition.getNameAsString()});
    for (const clang::ParmVarDecl* parameter : definition.parameters())
      addParameter(*parameter);
    if (reporter.errorCount() != errors) return std::nullopt;
    if (!llvm::isa<clang::CompoundStmt>(definition.getBody()))
      refuse(DiagnosticKind::StepStatementUnsupported, definition.getBody()->getBeginLoc(), {"a function-try-block"});
    else
      builder.evaluator().execute(definition.getBody());
    builder.finish();
    if (reporter.hasErrors()) return std::nullopt;
    return std::move(step);
  }

private:
  void refuse(DiagnosticKind kind, clang::SourceLocation where, std::vector<std::string> args) {
    reporter.error(kind, where, std::move(args));
  }

  void addParameter(const clang::ParmVarDecl& parameter) {
    clang::SourceLocation where = parameter.getLocation();
    clang::QualType type = parameter.getType();
    ir::StepParam param{ir::StepParamKind::Scalar, ir::Type::F64, parameterName(parameter), 0, 0, {}, {}};
    param.location = reporter.irLocation(where);
    if (param.name.empty())
      return refuse(DiagnosticKind::UnnamedParameter, where,
                    {std::to_string(parameter.getFunctionScopeIndex() + 1), definition.getNameAsString()});
    bool isMutable = type->isReferenceType() && !type.getNonReferenceType().isConstQualified();
    auto special = brickType(type);
    if (special && special->kind == BrickType::Field && type->isLValueReferenceType())
      return addField(parameter, *special, std::move(param));
    if (isFieldGroup(context, type)) return addGroup(parameter);
    const bool isResult = isMutable && type->isLValueReferenceType() && scalarParameterType(context, type);
    const bool isValue = !isMutable && !type.isVolatileQualified();
    std::optional<Value> value = isValue || isResult ? describe(type, param) : std::nullopt;
    auto record = isValue && !value ? recordOf(context, type) : std::nullopt;
    if (record && !record->problem.empty()) return void(refuseRecord(reporter, parameter, record->problem));
    if (record) {
      param.kind = ir::StepParamKind::Record;
      param.members = irMembers(context, *record, parameter, step.parameterNames());
      value = recordValue(context, type, *record, param.members);
      builder.addRecord(param.name, type);
    }
    if (!value) return unsupported(parameter);
    if (isResult) builder.addResults(parameter, *value);
    builder.evaluator().bindParameter(parameter, std::move(*value));
    step.params.push_back(std::move(param));
  }

  void unsupported(const clang::ParmVarDecl& parameter) {
    refuse(DiagnosticKind::UnsupportedParameter, parameter.getLocation(),
           {parameter.getNameAsString(), parameter.getType().getAsString(context.getPrintingPolicy())});
  }

  /// Completes the parameter for a scalar, table or box. Returns what it is worth; nothing for other types.
  std::optional<Value> describe(clang::QualType type, ir::StepParam& param) {
    unsigned position = static_cast<unsigned>(step.params.size());
    if (auto scalar = scalarParameterType(context, type)) {
      param.type = *scalar;
      return Value::of(ir::make<ir::ScalarExpr>(param.type, param.name), *scalarType(context, type));
    }
    if (auto element = tableElementType(context, type)) {
      param.kind = ir::StepParamKind::Table;
      param.type = *element;
      param.tableSize = arrayType(context, type)->size;
      builder.evaluator().describeTable(position, param.name, param.type, param.tableSize);
      return Value::of(ValueKind::Table, position);
    }
    param.dims = boxDims(type);
    if (param.dims < 1 || param.dims > 3) return std::nullopt;
    param.kind = ir::StepParamKind::Box;
    param.type = ir::Type::I64;
    param.tableSize = 2 * param.dims;
    std::vector<Value> ends[2];
    for (unsigned i = 0; i < param.tableSize; ++i)
      ends[i / param.dims].push_back(Value::of(ir::make<ir::TableElementExpr>(ir::Type::I64, param.name, i)));
    return Value::aggregate({Value::aggregate(std::move(ends[0])), Value::aggregate(std::move(ends[1]))});
  }

  void addField(const clang::ParmVarDecl& parameter, const BrickType& type, ir::StepParam param) {
    if (type.dims < 1 || type.dims > 3) return unsupported(parameter);
    const Value field = describeField(parameter, type, std::move(param));
    if (!field.is(ValueKind::Poison)) builder.evaluator().bindParameter(parameter, field);
  }

  /// A struct or array of fields: each field and number in it is a parameter of the step in the IR.
  void addGroup(const clang::ParmVarDecl& parameter) {
    const clang::QualType type = parameter.getType();
    const auto refuseGroup = [&](const std::string& problem) {
      refuse(
          DiagnosticKind::UnsupportedGroup, parameter.getLocation(),
          {parameter.getNameAsString(), type.getNonReferenceType().getAsString(context.getPrintingPolicy()), problem});
    };
    const bool isCopied = !type->isReferenceType(); // as structs of references can be
    if (type->isRValueReferenceType() || (isCopied && !type.isTriviallyCopyableType(context)))
      return refuseGroup("it does not come by reference");
    if (const std::string problem = problemOfGroup(context, type); !problem.empty()) return refuseGroup(problem);
    std::set<std::string> taken = step.parameterNames();
    taken.merge(namesOfParameters(definition));
    std::size_t parts = 0;
    const Value group = groupValue(context, type, [&](clang::QualType part, const std::string& path) {
      return ++parts > maxParts ? Value::poison() : describePart(parameter, part, path, taken);
    });
    if (parts > maxParts) return refuseGroup("it has more than " + std::to_string(maxParts) + " fields and numbers");
    if (!isCopied) builder.addResults(parameter, group);
    builder.evaluator().bindGroup(parameter, group);
  }

  Value describePart(const clang::ParmVarDecl& parameter, clang::QualType type, const std::string& path,
                     std::set<std::string>& taken) {
    ir::StepParam param{ir::StepParamKind::Scalar, ir::Type::F64, partName(parameter, path, taken), 0, 0, {}, {}};
    param.location = reporter.irLocation(parameter.getLocation());
    param.group = parameterName(parameter);
    param.path = path;
    if (isField(type)) return describeField(parameter, *brickType(type), std::move(param));
    param.type = partType(context, type);
    step.params.push_back(param);
    return Value::of(ir::make<ir::ScalarExpr>(param.type, param.name), *scalarType(context, type));
  }

  /// Poison after an error.
  Value describeField(const clang::ParmVarDecl& parameter, const BrickType& type, ir::StepParam param) {
    const auto refuseField = [&](DiagnosticKind kind, std::vector<std::string> args) {
      refuse(kind, parameter.getLocation(), std::move(args));
      return Value::poison();
    };
    auto element = fieldElementType(context, type.element);
    if (!element)
      return refuseField(DiagnosticKind::UnsupportedElement,
                         {param.spelling(), type.element.getAsString(context.getPrintingPolicy())});
    param.kind = ir::StepParamKind::Field;
    param.type = *element;
    param.dims = type.dims;
    for (const ir::StepParam& other : step.params)
      if (other.kind == ir::StepParamKind::Field && other.dims != param.dims)
        return refuseField(DiagnosticKind::DimensionMismatch, {param.spelling(), std::to_string(param.dims),
                                                               other.spelling(), std::to_string(other.dims)});
    Value field = builder.addField({param.name, param.type, param.dims});
    step.params.push_back(std::move(param));
    return field;
  }

  clang::ASTContext& context;
  Reporter& reporter;
  const clang::FunctionDecl& definition;
  ir::Step step{};
  StepBuilder builder;
};

} // namespace

std::optional<ir::Step> lowerStep(clang::ASTContext& context, Reporter& reporter, const StencilTable& stencils,
                                  const clang::FunctionDecl& definition, const std::string& name) {
  return Lowering(context, reporter, stencils, definition).run(name);
}

} // namespace brickc::frontend
