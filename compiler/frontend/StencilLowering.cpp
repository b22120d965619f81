// Parameters, symbolic evaluation of the body, what is stored or returned. SPDX-License-Identifier: MIT
#include "compiler/frontend/StencilLowering.h"
#include "compiler/frontend/Evaluator.h"
#include "compiler/frontend/Naming.h"
#include "compiler/frontend/Records.h"
#include "clang/AST/ASTContext.h"

namespace brickc::frontend {
namespace {

class Lowering {
public:
  Lowering(clang::ASTContext& context, Reporter& reporter, const clang::FunctionDecl& definition)
      : context(context), reporter(reporter), definition(definition), evaluator(context, reporter, body) {}

  std::optional<ir::Stencil> run(const std::string& name) {
    stencil.name = name;
    stencil.location = reporter.irLocation(definition.getLocation());
    if (!checkSignature()) return std::nullopt;
    size_t errors = reporter.errorCount();
    Value result = evaluator.run(definition);
    if (reporter.errorCount() != errors) return std::nullopt;
    std::vector<ir::Statement> ends;
    if (!(stencil.result ? addReturn(result, ends) : addStores(ends))) return std::nullopt;
    stencil.body = body.finish(std::move(ends), stencil.parameterNames());
    return std::move(stencil);
  }

  /// Evaluates no more than so many operations.
  void limit(unsigned operations) { evaluator.limit(operations); }

  std::vector<int> reach() {
    if (!checkSignature()) return {};
    evaluator.run(definition);
    std::vector<int> reach = evaluator.reach();
    reach.resize(stencil.dims);
    return reach;
  }

private:
  bool refuse(DiagnosticKind kind, clang::SourceLocation where, std::vector<std::string> args) {
    reporter.error(kind, where, std::move(args));
    return false;
  }

  bool checkSignature() {
    std::string name = definition.getNameAsString();
    clang::QualType result = definition.getReturnType();
    if (!result->isVoidType()) {
      stencil.result = result->isReferenceType() ? std::nullopt : fieldElementType(context, result);
      if (!stencil.result)
        return refuse(DiagnosticKind::UnsupportedResult, definition.getLocation(),
                      {name, result.getAsString(context.getPrintingPolicy())});
    }
    bool good = true;
    for (const clang::ParmVarDecl* parameter : definition.parameters())
      good &= addParameter(*parameter);
    if (!good || !checkPoints()) return false;
    if (stencil.result && !outputs.empty())
      return refuse(DiagnosticKind::ReductionWithOutput, definition.getLocation(), {name, outputs.front().first});
    if (stencil.result && !firstField)
      return refuse(DiagnosticKind::ReductionWithoutInput, definition.getLocation(), {name});
    if (!stencil.result && outputs.empty()) return refuse(DiagnosticKind::NoOutput, definition.getLocation(), {name});
    return true;
  }

  bool checkPoints() {
    for (const clang::ParmVarDecl* point : points)
      if (unsigned dims = brickType(point->getType())->dims; firstField && dims != stencil.dims)
        return refuse(DiagnosticKind::DimensionMismatch, point->getLocation(),
                      {point->getNameAsString(), std::to_string(dims), firstField->name, std::to_string(stencil.dims)});
    return true;
  }

  bool addParameter(const clang::ParmVarDecl& parameter) {
    clang::SourceLocation where = parameter.getLocation();
    clang::QualType type = parameter.getType();
    unsigned position = static_cast<unsigned>(stencil.params.size());
    ir::Param param{ir::ParamKind::Scalar, ir::Type::F64, parameterName(parameter), 0, reporter.irLocation(where), {}};
    if (param.name.empty())
      return refuse(DiagnosticKind::UnnamedParameter, where,
                    {std::to_string(parameter.getFunctionScopeIndex() + 1), definition.getNameAsString()});
    bool isMutable = type->isReferenceType() && !type.getNonReferenceType().isConstQualified();
    auto special = brickType(type);
    if (special && special->kind == BrickType::Point && !isMutable) return addPoint(parameter, *special);
    auto scalar = scalarParameterType(context, type);
    auto element = tableElementType(context, type);
    if (special && !isMutable) {
      if (!addField(parameter, *special, param)) return false;
    } else if (isMutable || type.isVolatileQualified()) {
      return unsupported(parameter);
    } else if (scalar) {
      param.type = *scalar;
      const ir::ExprRef value = ir::make<ir::ScalarExpr>(param.type, param.name);
      evaluator.bindParameter(parameter, Value::of(value, *scalarType(context, type)));
    } else if (element) {
      param.kind = ir::ParamKind::Table;
      param.type = *element;
      param.tableSize = arrayType(context, type)->size;
      evaluator.describeTable(position, param.name, param.type, param.tableSize);
      evaluator.bindParameter(parameter, Value::of(ValueKind::Table, position));
    } else if (auto record = recordOf(context, type)) {
      if (!record->problem.empty()) return refuseRecord(reporter, parameter, record->problem);
      param.kind = ir::ParamKind::Record;
      param.members = irMembers(context, *record, parameter, stencil.parameterNames());
      evaluator.bindParameter(parameter, recordValue(context, type, *record, param.members));
    } else {
      return unsupported(parameter);
    }
    stencil.params.push_back(std::move(param));
    return true;
  }

  bool unsupported(const clang::ParmVarDecl& parameter) {
    return refuse(DiagnosticKind::UnsupportedParameter, parameter.getLocation(),
                  {parameter.getNameAsString(), parameter.getType().getAsString(context.getPrintingPolicy())});
  }

  bool addField(const clang::ParmVarDecl& parameter, const BrickType& type, ir::Param& param) {
    clang::SourceLocation where = parameter.getLocation();
    if (type.kind == BrickType::Field || type.kind == BrickType::Point || type.dims < 1 || type.dims > 3)
      return unsupported(parameter);
    auto element = fieldElementType(context, type.element);
    if (!element)
      return refuse(DiagnosticKind::UnsupportedElement, where,
                    {param.name, type.element.getAsString(context.getPrintingPolicy())});
    bool isUpdated = type.kind == BrickType::InOut;
    param.kind = type.kind == BrickType::In ? ir::ParamKind::In : isUpdated ? ir::ParamKind::InOut : ir::ParamKind::Out;
    param.type = *element;
    if (firstField && type.dims != stencil.dims)
      return refuse(DiagnosticKind::DimensionMismatch, where,
                    {param.name, std::to_string(type.dims), firstField->name, std::to_string(stencil.dims)});
    stencil.dims = type.dims;
    if (!firstField) firstField = param;
    unsigned position = static_cast<unsigned>(stencil.params.size());
    FieldParam field{param.name, param.type, type.dims, std::nullopt, isUpdated};
    if (ir::isWritten(param.kind)) {
      field.output = evaluator.addOutput(field);
      outputs.emplace_back(param.name, &parameter);
    }
    evaluator.describeField(position, std::move(field));
    evaluator.bindParameter(parameter, Value::of(ValueKind::Accessor, position));
    return true;
  }

  /// A point is the struct that it is in the runtime: one member, the index of the cell.
  bool addPoint(const clang::ParmVarDecl& parameter, const BrickType& type) {
    std::vector<Value> index;
    for (unsigned axis = 0; axis < type.dims; ++axis)
      index.push_back(Value::of(ir::make<ir::PointExpr>(axis)));
    evaluator.bindParameter(parameter, Value::aggregate({Value::aggregate(std::move(index))}));
    stencil.points.push_back(parameter.getFunctionScopeIndex());
    points.push_back(&parameter);
    return true;
  }

  /// One store for each output. An output that some paths leave alone keeps its old value there.
  bool addStores(std::vector<ir::Statement>& ends) {
    bool good = true;
    for (unsigned i = 0; i < outputs.size(); ++i) {
      const Output& output = evaluator.output(i);
      const auto& [name, parameter] = outputs[i];
      if (!knownCondition(output.written).value_or(true))
        good = refuse(DiagnosticKind::OutputNeverWritten, parameter->getLocation(), {name});
      else
        ends.push_back(ir::Store{name, whereWritten(output, *stencil.findParam(name)), output.where});
    }
    return good;
  }

  /// The value of an output; its old value where it is not written. That of an inout parameter takes care of itself.
  ir::ExprRef whereWritten(const Output& output, const ir::Param& param) const {
    ir::ExprRef value = toExpr(output.value);
    if (param.kind == ir::ParamKind::InOut || knownCondition(output.written)) return value;
    ir::ExprRef old = ir::make<ir::LoadExpr>(ir::valueType(param.type), param.name, std::vector<int>(stencil.dims));
    return select(output.written, value, old);
  }

  bool addReturn(const Value& result, std::vector<ir::Statement>& ends) {
    if (!knownCondition(evaluator.returned()).value_or(false))
      return refuse(DiagnosticKind::ResultSometimesMissing, definition.getLocation(), {definition.getNameAsString()});
    ends.push_back(ir::Return{toExpr(result), stencil.location});
    return true;
  }

  clang::ASTContext& context;
  Reporter& reporter;
  const clang::FunctionDecl& definition;
  Body body;
  Evaluator evaluator;
  ir::Stencil stencil{};
  std::optional<ir::Param> firstField;
  std::vector<const clang::ParmVarDecl*> points;
  std::vector<std::pair<std::string, const clang::ParmVarDecl*>> outputs; ///< by the number of the output
};

} // namespace

std::vector<const clang::ParmVarDecl*> argumentParameters(const clang::FunctionDecl& stencil) {
  std::vector<const clang::ParmVarDecl*> result;
  for (const clang::ParmVarDecl* parameter : stencil.parameters())
    if (auto special = brickType(parameter->getType()); !special || special->kind != BrickType::Point)
      result.push_back(parameter);
  return result;
}

/// For boundary kernels, which need not be understood: a tenth of a second.
static constexpr unsigned fewOperations = 20'000;

std::optional<ir::Stencil> lowerBoundary(clang::ASTContext& context, Reporter& reporter,
                                         const clang::FunctionDecl& definition, const std::string& name) {
  Lowering lowering(context, reporter, definition);
  lowering.limit(fewOperations);
  return lowering.run(name);
}

std::vector<int> reachOf(clang::ASTContext& context, const clang::FunctionDecl& kernel) {
  const clang::FunctionDecl* definition = kernel.getDefinition();
  if (!definition) return {};
  SilentReporter silent(context.getDiagnostics());
  silent.enter(definition->getLocation());
  Lowering lowering(context, silent, *definition);
  lowering.limit(fewOperations);
  return lowering.reach();
}

std::optional<ir::Stencil> lowerStencil(clang::ASTContext& context, Reporter& reporter,
                                        const clang::FunctionDecl& definition, const std::string& name) {
  return Lowering(context, reporter, definition).run(name);
}

} // namespace brickc::frontend
