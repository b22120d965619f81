// What the arguments of a step's operations mean. SPDX-License-Identifier: MIT
#include "compiler/frontend/Records.h"
#include "compiler/frontend/StencilLowering.h"
#include "compiler/frontend/StepBuilder.h"
#include "compiler/frontend/Unwrap.h"
#include "compiler/ir/Visitor.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/FormatVariadic.h"

namespace brickc::frontend {
namespace {

constexpr double maxScalarSize = 100; // operations in one scalar expression
constexpr ScalarType int64{ScalarType::Integer, 64, true};

/// The call of a function or member `name` that an expression is, or null.
const clang::CallExpr* callOf(const clang::Expr* expr, llvm::StringRef name) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(unwrap(unwrap(expr)->IgnoreImplicit()));
  const clang::FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  return callee && callee->getIdentifier() && callee->getName() == name ? call : nullptr;
}

/// The values of all scalars in an aggregate, in order.
void flatten(const Value& value, std::vector<Value>& leaves) {
  if (!value.is(ValueKind::Aggregate)) return leaves.push_back(value);
  for (const Value& element : value.elements)
    flatten(element, leaves);
}

} // namespace

/// The field of `field.grid()`, or null.
const StepField* StepBuilder::fieldBehindGrid(const clang::Expr* grid) {
  Value field = symbolic.evaluate(grid);
  return field.is(ValueKind::Field) ? &now.fields[field.parameter] : nullptr;
}

bool StepBuilder::readRegion(const clang::Expr* expr, ir::Apply& apply) {
  const clang::CallExpr* on = callOf(expr, "on");
  std::vector<Value> ends;
  if (on && on->getNumArgs() == 1) flatten(symbolic.evaluate(on->getArg(0)), ends);
  const size_t dims = step.dims();
  ir::Region region;
  for (const Value& end : ends) {
    if (end.is(ValueKind::Poison)) return false;
    ir::ExprRef cell = toExpr(convert(end, int64).value);
    if (cell) (region.low.size() < dims ? region.low : region.high).push_back(inParts(cell, expr->getBeginLoc()));
  }
  apply.on = std::move(region);
  if (ends.size() == 2 * dims && apply.on->high.size() == dims) return true;
  refuse(DiagnosticKind::RegionUnsupported, expr->getBeginLoc());
  return false;
}

bool StepBuilder::readSide(const clang::Expr* expr, ir::ApplyBoundary& boundary) {
  const Value side = symbolic.evaluate(expr);
  if (side.is(ValueKind::Poison)) return false;
  const bool isKnown =
      side.is(ValueKind::Aggregate) && side.elements.size() == 3 && side.elements[2].is(ValueKind::Field);
  const StepField* field = isKnown ? &now.fields[side.elements[2].parameter] : nullptr;
  const std::optional<bool> high = isKnown ? side.elements[1].knownBool() : std::nullopt;
  const llvm::APSInt* axis = isKnown && side.elements[0].is(ValueKind::Integer) ? &side.elements[0].integer : nullptr;
  if (!axis || axis->isNegative() || axis->getLimitedValue() >= field->dims || !high) {
    refuse(DiagnosticKind::BoundarySideUnsupported, expr->getBeginLoc());
    return false;
  }
  boundary.grid = field->name;
  boundary.axis = static_cast<unsigned>(axis->getZExtValue());
  boundary.high = *high;
  return true;
}

std::optional<ir::ApplyArg> StepBuilder::readField(const Value& value, const ir::Param& param, unsigned dims) {
  if (!value.is(ValueKind::Field)) return std::nullopt;
  const StepField& field = now.fields[value.parameter];
  if (field.type != param.type || field.dims != dims) return std::nullopt;
  return ir::FieldArg{field.name};
}

std::optional<ir::ApplyArg> StepBuilder::readTable(const Value& value, const ir::Param& param) {
  const ir::StepParam& table = step.params[value.parameter];
  if (table.type != param.type || table.tableSize != param.tableSize) return std::nullopt;
  return ir::WholeArg{table.name};
}

/// A value whose text would be long, as one over parts with names: every assignment to a scalar may double its text,
/// since scalars stand for their values. A part is bound where it is met first, and known to the rest of that block.
ir::ExprRef StepBuilder::inParts(const ir::ExprRef& expr, clang::SourceLocation where) {
  if (ir::printedSize(expr) <= maxScalarSize) return expr;
  std::map<const ir::Expr*, unsigned> uses;
  ir::forEachNode(expr, [&](const ir::ExprRef& node) {
    for (const ir::ExprRef& operand : ir::operandsOf(*node))
      ++uses[operand.get()];
  });
  return inParts(expr, uses, where);
}

/// Parts are values with several uses, and what is still long without them.
ir::ExprRef StepBuilder::inParts(const ir::ExprRef& expr, const std::map<const ir::Expr*, unsigned>& uses,
                                 clang::SourceLocation where) {
  const auto& known = now.blocks.back().parts; // a block around this one may be the other branch
  if (const auto found = known.find(expr); found != known.end()) return found->second;
  std::vector<ir::ExprRef> operands = ir::operandsOf(*expr);
  if (operands.empty()) return expr;
  for (ir::ExprRef& operand : operands)
    operand = inParts(operand, uses, where);
  const ir::ExprRef whole = ir::withOperands(expr, operands);
  const auto used = uses.find(expr.get());
  const bool shared = used != uses.end() && used->second > 1;
  if (!shared && ir::printedSize(whole) <= maxScalarSize) return whole;
  const std::string name = freshName("part");
  append(ir::Let{name, whole, reporter.irLocation(where)}, where);
  return now.blocks.back().parts[expr] = ir::make<ir::ScalarExpr>(expr->type(), name);
}

/// Null if the value is no scalar.
ir::ExprRef StepBuilder::readScalar(const Value& value, clang::QualType type, clang::SourceLocation where) {
  std::optional<ScalarType> scalar = scalarType(context, type);
  ir::ExprRef expr = scalar ? toExpr(convert(value, *scalar).value) : nullptr;
  return expr ? inParts(expr, where) : nullptr;
}

/// The members of an argument, if it has the parameter's type: conversions are not looked at.
std::optional<ir::ApplyArg> StepBuilder::readRecord(const Value& value, const clang::ParmVarDecl& parameter,
                                                    const clang::Expr& expr) {
  const clang::QualType type = parameter.getType().getNonReferenceType();
  const std::optional<Record> record = recordOf(context, type);
  if (!record || !record->problem.empty()) return std::nullopt;
  if (!context.hasSameUnqualifiedType(expr.getType(), type)) return std::nullopt;
  ir::RecordArg argument;
  for (const RecordMember& member : record->members) {
    const std::optional<Value> part = symbolic.part(value, member.position);
    if (part && part->is(ValueKind::Poison)) return std::nullopt;
    if (part && part->is(ValueKind::Unset)) {
      refuse(DiagnosticKind::UninitialisedValue, expr.getBeginLoc(), {parameter.getNameAsString() + member.path});
      return std::nullopt;
    }
    ir::ExprRef scalar = part ? readScalar(*part, member.type, expr.getBeginLoc()) : nullptr;
    if (!scalar) return std::nullopt;
    argument.parts.push_back({member.path, std::move(scalar)});
  }
  if (const ir::StepParam* whole = wholeRecord(argument, type)) return ir::WholeArg{whole->name};
  return argument;
}

/// The step's parameter of that type whose members these are, or null.
const ir::StepParam* StepBuilder::wholeRecord(const ir::RecordArg& argument, clang::QualType type) const {
  const auto isMember = [](const ir::Member& member, const ir::RecordArg::Part& part) {
    const auto* scalar = llvm::dyn_cast<ir::ScalarExpr>(part.value.get());
    return scalar && scalar->name == member.name;
  };
  for (const ir::StepParam& param : step.params) {
    const auto own = records.find(param.name);
    if (own != records.end() && context.hasSameUnqualifiedType(own->second.getNonReferenceType(), type) &&
        llvm::equal(param.members, argument.parts, isMember))
      return &param;
  }
  return nullptr;
}

bool StepBuilder::readArguments(Exprs arguments, const clang::FunctionDecl& kernel, const ir::Stencil& stencil,
                                ir::Apply& apply) {
  const std::vector<const clang::ParmVarDecl*> parameters = argumentParameters(kernel);
  for (unsigned i = 0; i < arguments.size(); ++i) {
    const ir::Param& param = stencil.params[i];
    Value value = symbolic.evaluate(arguments[i]);
    if (value.is(ValueKind::Poison)) return false;
    const clang::SourceLocation where = arguments[i]->getBeginLoc();
    std::string expected = "a scalar";
    std::optional<ir::ApplyArg> argument;
    const size_t errors = reporter.errorCount();
    if (ir::isField(param.kind)) {
      const bool readOnly = param.kind != ir::ParamKind::In && arguments[i]->getType().isConstQualified();
      expected = readOnly ? "a field that it may write"
                          : llvm::formatv("a {0}-D field of '{1}'", stencil.dims, ir::cxxTypeName(param.type)).str();
      if (!readOnly) argument = readField(value, param, stencil.dims);
    } else if (param.kind == ir::ParamKind::Table) {
      const bool isOfStep = value.is(ValueKind::Table);
      expected = isOfStep ? "a table of its type" : "a table of the step, nor one of at most 64 numbers";
      argument = isOfStep ? readTable(value, param) : readRecord(value, *parameters[i], *arguments[i]);
    } else if (param.kind == ir::ParamKind::Record) {
      expected = "a value of its type";
      argument = readRecord(value, *parameters[i], *arguments[i]);
    } else if (ir::ExprRef scalar = readScalar(value, parameters[i]->getType(), where)) {
      argument = std::move(scalar);
    }
    if (!argument && reporter.errorCount() == errors)
      refuse(DiagnosticKind::WrongArgument, where, {std::to_string(i + 1), stencil.name, expected});
    if (!argument) return false;
    apply.args.push_back(std::move(*argument));
  }
  return true;
}

/// The host compiler checks the arguments against the kernel; here they only have to be what a step has.
bool StepBuilder::readBoundaryArguments(Exprs arguments, const clang::FunctionDecl& kernel,
                                        ir::ApplyBoundary& boundary) {
  const std::vector<const clang::ParmVarDecl*> parameters = argumentParameters(kernel);
  if (parameters.size() != arguments.size()) {
    refuse(DiagnosticKind::WrongArgumentCount, kernel.getLocation(),
           {boundary.kernel, std::to_string(parameters.size()), std::to_string(arguments.size())});
    return false;
  }
  for (unsigned i = 0; i < arguments.size(); ++i) {
    Value value = symbolic.evaluate(arguments[i]);
    if (value.is(ValueKind::Poison)) return false;
    const size_t errors = reporter.errorCount();
    ir::ApplyArg& argument = boundary.args.emplace_back();
    if (value.is(ValueKind::Field))
      argument = ir::FieldArg{now.fields[value.parameter].name};
    else if (value.is(ValueKind::Table))
      argument = ir::WholeArg{step.params[value.parameter].name};
    else if (std::optional<ir::ApplyArg> record = readRecord(value, *parameters[i], *arguments[i]))
      argument = std::move(*record);
    else if (ir::ExprRef scalar = readScalar(value, parameters[i]->getType(), arguments[i]->getBeginLoc()))
      argument = std::move(scalar);
    else if (reporter.errorCount() == errors)
      refuse(DiagnosticKind::WrongArgument, arguments[i]->getBeginLoc(),
             {std::to_string(i + 1), boundary.kernel, "a field, table, scalar or struct of numbers"});
    if (reporter.errorCount() != errors) return false;
  }
  return true;
}

} // namespace brickc::frontend
