// Slots: reading, writing and naming what they hold. SPDX-License-Identifier: MIT
#include "compiler/frontend/Evaluator.h"
#include "compiler/frontend/Implication.h"
#include "compiler/frontend/Integers.h"
#include "compiler/ir/Visitor.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/FormatVariadic.h"

namespace brickc::frontend {

Evaluator::Evaluator(clang::ASTContext& context, Reporter& reporter, Body& body)
    : context(context), reporter(reporter), body(&body) {}

Evaluator::Evaluator(clang::ASTContext& context, Reporter& reporter, StepActions& actions)
    : context(context), reporter(reporter), actions(&actions) {}

void Evaluator::bindParameter(const clang::VarDecl& variable, Value value) {
  unsigned slot = slotFor(&variable);
  variables[&variable] = Place{Place::Slot, slot, {}};
  slotNames[slot] = {variable.getNameAsString(), 0, variable.getType()};
  state.slot(slot) = std::move(value);
}

void Evaluator::bindGroup(const clang::VarDecl& variable, Value value) {
  bindParameter(variable, std::move(value));
  groups.insert(slotFor(&variable));
}

Value FieldParam::load(std::vector<int> offset) const {
  return Value::of(ir::make<ir::LoadExpr>(ir::valueType(type), name, std::move(offset)), elementScalar(type));
}

void Evaluator::describeField(unsigned parameter, FieldParam field) { fields[parameter] = std::move(field); }

void Evaluator::describeTable(unsigned parameter, std::string name, ir::Type type, unsigned size) {
  tables[parameter] = {std::move(name), type, size};
}

unsigned Evaluator::addOutput(const FieldParam& field) {
  Value value;
  if (field.isUpdated) value = field.load(std::vector<int>(field.dims));
  state.outputs.push_back({std::move(value), ir::makeBool(false), {}});
  outputParams.push_back({field.name, field.isUpdated});
  return static_cast<unsigned>(state.outputs.size() - 1);
}

Value Evaluator::read(const Place& place, clang::SourceLocation where) {
  if (place.kind == Place::None) return Value::poison();
  if (place.kind == Place::Chosen) {
    Value a = read(place.choice->whenTrue, where), b = read(place.choice->whenFalse, where);
    Value value = mergeValues(place.choice->test, a, b,
                              [&](ir::ExprRef chosen) { return bind("value", std::move(chosen), where, 0); });
    return value.is(ValueKind::Conflict) ? failDependsOnData(place, where) : value;
  }
  if (place.kind == Place::Output) {
    const bool isReadable = outputParams[place.index].isUpdated || isWritten(state.outputs[place.index]);
    return isReadable ? state.outputs[place.index].value
                      : fail(DiagnosticKind::ReadBeforeWrite, where, {spelling(place)});
  }
  std::optional<Value> value = part(state.read(place.index), place.path);
  if (!value) return fail(DiagnosticKind::UnsupportedExpression, where, {"a part of '" + spelling(place) + "'"});
  if (value->is(ValueKind::Unset)) return fail(DiagnosticKind::UninitialisedValue, where, {spelling(place)});
  return value->is(ValueKind::Conflict) ? failDependsOnData(place, where) : std::move(*value);
}

std::optional<Value> Evaluator::part(Value value, llvm::ArrayRef<unsigned> path) const {
  for (unsigned position : path) {
    if (value.is(ValueKind::Unset) || value.is(ValueKind::Poison) || value.is(ValueKind::Conflict)) break;
    if (value.is(ValueKind::Table))
      value = tableElement(value.parameter, position);
    else if (value.hasElements())
      value = Value(value.elements.at(position));
    else
      return std::nullopt;
  }
  return value;
}

/// On every path that leads here.
bool Evaluator::isWritten(const Output& output) const {
  if (const std::optional<bool> known = knownCondition(output.written)) return *known;
  return follows(output.written, state.assumptions, [&](const ir::LocalExpr& local) { return body->valueOf(local); });
}

Value Evaluator::failDependsOnData(const Place& place, clang::SourceLocation where) {
  return fail(DiagnosticKind::UnsupportedExpression, where,
              {("'" + llvm::Twine(spelling(place)) + "', whose value depends on data,").str()});
}

void Evaluator::write(const Place& place, Value value, clang::SourceLocation where) {
  if (place.kind == Place::None) return;
  if (place.kind == Place::Chosen) {
    const Choice& choice = *place.choice;
    branch(choice.test, [&] { write(choice.whenTrue, value, where); }, [&] { write(choice.whenFalse, value, where); });
    return;
  }
  if (place.kind == Place::Output) {
    Output& output = state.outputs[place.index];
    output.value = named(std::move(value), outputParams[place.index].name + "_value", where, 0, false);
    output.written = ir::makeBool(true);
    output.where = reporter.irLocation(where);
    return;
  }
  SlotName name = slotNames.lookup(place.index);
  bool isLocal = name.local != 0;
  value = named(std::move(value), nameOf(place), where, name.local, isLocal);
  if (Value* target = stored(place, where)) *target = std::move(value);
}

/// The value at a place that is about to be overwritten; null after an error.
Value* Evaluator::stored(const Place& place, clang::SourceLocation where) {
  Value* value = &state.slot(place.index);
  for (unsigned position : place.path) {
    if (value->is(ValueKind::Table)) { // a copy of the parameter becomes an ordinary array
      Value expanded = Value::of(ValueKind::Aggregate);
      for (unsigned i = 0; i < tables.at(value->parameter).size; ++i)
        expanded.elements.push_back(tableElement(value->parameter, i));
      *value = std::move(expanded);
    }
    if (value->is(ValueKind::Poison)) return nullptr;
    if (!value->hasElements() || position >= value->elements.size()) {
      fail(DiagnosticKind::UninitialisedValue, where, {spelling(place)});
      return nullptr;
    }
    value = &value->elements[position];
  }
  return value;
}

Value Evaluator::tableElement(unsigned parameter, unsigned index) const {
  const Table& table = tables.at(parameter);
  return Value::of(ir::make<ir::TableElementExpr>(table.type, table.name, index));
}

/// "w[2]" or "s.rates[1]", for messages.
std::string Evaluator::spelling(const Place& place) const {
  if (place.kind == Place::Chosen)
    return spelling(place.choice->whenTrue) + "' or '" + spelling(place.choice->whenFalse);
  std::string text = nameOf({place.kind, place.index, {}});
  clang::QualType type = place.kind == Place::Slot ? slotNames.lookup(place.index).type : clang::QualType();
  for (unsigned position : place.path) {
    const clang::ValueDecl* member = type.isNull() ? nullptr : memberAt(context, type, position);
    if (member && !llvm::isa<clang::FieldDecl>(member))
      text = member->getNameAsString(); // a lambda's own
    else
      text += member ? "." + member->getNameAsString() : "[" + std::to_string(position) + "]";
    const std::optional<ArrayType> array = type.isNull() || member ? std::nullopt : arrayType(context, type);
    type = member ? member->getType() : array ? array->element : clang::QualType();
  }
  return text;
}

/// "w_2" for the third element of w, "value" for what has no name.
std::string Evaluator::nameOf(const Place& place) const {
  if (place.kind == Place::Output) return outputParams[place.index].name;
  auto found = slotNames.find(place.index);
  std::string name = found == slotNames.end() ? "value" : found->second.name;
  for (unsigned position : place.path)
    name += llvm::formatv("_{0}", position).str();
  return name;
}

unsigned Evaluator::slotFor(const void* key) {
  return slotNumbers.try_emplace(key, static_cast<unsigned>(slotNumbers.size())).first->second;
}

/// The slot of an object whose life begins: variables do so whenever their declarations are executed.
unsigned Evaluator::slotOfNew(const void* key) {
  const unsigned slot = slotFor(key);
  births[slot] = ++born;
  return slot;
}

/// Puts what is worth a name into lets. Constants, scalars and lets stand for themselves, and so do loads unless
/// `keepLoads`.
Value Evaluator::named(Value value, std::string name, clang::SourceLocation where, unsigned local, bool keepLoads) {
  if (value.hasElements()) {
    for (size_t i = 0; i < value.elements.size(); ++i)
      value.elements[i] =
          named(std::move(value.elements[i]), llvm::formatv("{0}_{1}", name, i).str(), where, local, keepLoads);
    return value;
  }
  if (!value.is(ValueKind::Expression)) return value;
  bool isLoad = llvm::isa<ir::LoadExpr>(value.expr.get());
  if (ir::isLeaf(*value.expr) && !(isLoad && keepLoads)) return value;
  value.expr = bind(std::move(name), value.expr, where, local);
  return value;
}

ir::ExprRef Evaluator::bind(std::string name, ir::ExprRef value, clang::SourceLocation where, unsigned local) {
  bool isLoad = llvm::isa<ir::LoadExpr>(value.get());
  if (!body || (ir::isLeaf(*value) && !isLoad)) return value;
  return body->bind(std::move(name), std::move(value), reporter.irLocation(where), local);
}

bool Evaluator::operationsExhausted() const { return operations >= maxOperations; }

bool Evaluator::isTooLarge(clang::SourceLocation where) {
  if (operations < maxOperations) return false;
  if (operations++ == maxOperations)
    fail(DiagnosticKind::BodyTooLarge, currentStatement.isValid() ? currentStatement : where,
         {std::to_string(maxOperations)});
  return true;
}

} // namespace brickc::frontend
