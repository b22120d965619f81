// Parameters, symbolic evaluation of the body, one store for each output. SPDX-License-Identifier: MIT
#include "compiler/frontend/StencilLowering.h"
#include "compiler/frontend/Evaluator.h"
#include "compiler/frontend/Naming.h"
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
    evaluator.execute(definition.getBody());
    if (reporter.errorCount() != errors || !storeOutputs()) return std::nullopt;
    return std::move(stencil);
  }

private:
  bool refuse(DiagnosticKind kind, clang::SourceLocation where, std::vector<std::string> args) {
    reporter.error(kind, where, std::move(args));
    return false;
  }

  bool checkSignature() {
    std::string name = definition.getNameAsString();
    if (!definition.getReturnType()->isVoidType())
      return refuse(DiagnosticKind::ReductionUnsupported, definition.getLocation(), {name});
    bool good = true;
    for (const clang::ParmVarDecl* parameter : definition.parameters())
      good &= addParameter(*parameter);
    if (good && outputs.empty()) return refuse(DiagnosticKind::NoOutput, definition.getLocation(), {name});
    return good;
  }

  bool addParameter(const clang::ParmVarDecl& parameter) {
    clang::SourceLocation where = parameter.getLocation();
    clang::QualType type = parameter.getType();
    unsigned position = static_cast<unsigned>(stencil.params.size());
    ir::Param param{ir::ParamKind::Scalar, ir::Type::F64, parameterName(parameter), 0, reporter.irLocation(where)};
    if (param.name.empty())
      return refuse(DiagnosticKind::UnnamedParameter, where,
                    {std::to_string(position + 1), definition.getNameAsString()});
    bool isMutable = type->isReferenceType() && !type.getNonReferenceType().isConstQualified();
    auto special = brickType(type);
    auto scalar = scalarParameterType(context, type);
    auto element = tableElementType(context, type);
    if (special) {
      if (!addField(parameter, *special, param)) return false;
    } else if (isMutable || type.isVolatileQualified()) {
      return unsupported(parameter);
    } else if (scalar) {
      param.type = *scalar;
      evaluator.bindParameter(parameter, Value::of(ir::make<ir::ScalarExpr>(param.type, param.name)));
    } else if (element) {
      param.kind = ir::ParamKind::Table;
      param.type = *element;
      param.tableSize = arrayType(context, type)->size;
      evaluator.describeTable(position, param.name, param.type, param.tableSize);
      evaluator.bindParameter(parameter, Value::of(ValueKind::Table, position));
    } else {
      return unsupported(parameter);
    }
    stencil.params.push_back(std::move(param));
    return true;
  }

  bool unsupported(const clang::ParmVarDecl& parameter) {
    return refuse(DiagnosticKind::UnsupportedParameter, parameter.getLocation(),
                  {parameter.getNameAsString(), parameter.getType().getAsString()});
  }

  bool addField(const clang::ParmVarDecl& parameter, const BrickType& type, ir::Param& param) {
    clang::SourceLocation where = parameter.getLocation();
    if (type.kind == BrickType::InOut) return refuse(DiagnosticKind::InoutUnsupported, where, {param.name});
    if (type.kind == BrickType::Point) return refuse(DiagnosticKind::PointUnsupported, where, {param.name});
    if (type.kind == BrickType::Field || type.dims < 1 || type.dims > 3) return unsupported(parameter);
    auto element = fieldElementType(context, type.element);
    if (!element) return refuse(DiagnosticKind::UnsupportedElement, where, {param.name, type.element.getAsString()});
    param.kind = type.kind == BrickType::In ? ir::ParamKind::In : ir::ParamKind::Out;
    param.type = *element;
    if (firstField && type.dims != stencil.dims)
      return refuse(DiagnosticKind::DimensionMismatch, where,
                    {param.name, std::to_string(type.dims), firstField->name, std::to_string(stencil.dims)});
    stencil.dims = type.dims;
    if (!firstField) firstField = param;
    unsigned position = static_cast<unsigned>(stencil.params.size());
    FieldParam field{param.name, param.type, type.dims, std::nullopt};
    if (param.kind == ir::ParamKind::Out) {
      field.output = evaluator.addOutput(param.name);
      outputs.emplace_back(param.name, &parameter);
    }
    evaluator.describeField(position, std::move(field));
    evaluator.bindParameter(parameter, Value::of(ValueKind::Accessor, position));
    return true;
  }

  bool storeOutputs() {
    std::vector<ir::Store> stores;
    bool good = true;
    for (unsigned i = 0; i < outputs.size(); ++i) {
      const Output& output = evaluator.output(i);
      const auto& [name, parameter] = outputs[i];
      auto written = knownCondition(output.written);
      if (!written || !*written)
        good = refuse(written ? DiagnosticKind::OutputNeverWritten : DiagnosticKind::OutputSometimesWritten,
                      parameter->getLocation(), {name});
      else
        stores.push_back({name, toExpr(output.value), output.where});
    }
    if (!good || reporter.hasErrors()) return false;
    std::set<std::string> taken;
    for (const ir::Param& param : stencil.params)
      taken.insert(param.name);
    stencil.body = body.finish(std::move(stores), std::move(taken));
    return true;
  }

  clang::ASTContext& context;
  Reporter& reporter;
  const clang::FunctionDecl& definition;
  Body body;
  Evaluator evaluator;
  ir::Stencil stencil{};
  std::optional<ir::Param> firstField;
  std::vector<std::pair<std::string, const clang::ParmVarDecl*>> outputs; ///< by the number of the output
};

} // namespace

std::optional<ir::Stencil> lowerStencil(clang::ASTContext& context, Reporter& reporter,
                                        const clang::FunctionDecl& definition, const std::string& name) {
  return Lowering(context, reporter, definition).run(name);
}

} // namespace brickc::frontend
