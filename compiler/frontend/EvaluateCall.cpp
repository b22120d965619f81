// Calls: functions and closures are entered, members of arrays are built in. SPDX-License-Identifier: MIT
#include "compiler/frontend/Evaluator.h"
#include "compiler/frontend/ExplicitObject.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

namespace brickc::frontend {
namespace {

/// Whether a call is an assignment, whose right side is evaluated before its left side.
bool isAssignment(const clang::CallExpr& expr) {
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(&expr);
  return call && call->isAssignmentOp();
}

/// The object of a member call, or null for a free function. The arguments that follow are left in `arguments`.
const clang::Expr* splitObject(const clang::CallExpr* expr, const clang::FunctionDecl& function,
                               llvm::ArrayRef<const clang::Expr*>& arguments) {
  arguments = {const_cast<const clang::Expr* const*>(expr->getArgs()), expr->getNumArgs()};
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  if (!method || hasExplicitObject(*method)) return nullptr;
  if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(expr))
    return method->isStatic() ? nullptr : member->getImplicitObjectArgument();
  if (!llvm::isa<clang::CXXOperatorCallExpr>(expr)) return nullptr;
  const clang::Expr* object = arguments.front();
  arguments = arguments.drop_front();
  return method->isStatic() ? nullptr : object;
}

/// Gives the unset parts of a value those of another value of its type.
void keepWhereUnset(Value& value, const Value& before) {
  if (value.is(ValueKind::Unset)) {
    value = before;
  } else if (value.is(ValueKind::Aggregate) && before.is(ValueKind::Aggregate)) {
    for (std::size_t i = 0; i < value.elements.size(); ++i)
      keepWhereUnset(value.elements[i], before.elements.at(i));
  }
}

/// The object that a call is written with, if any: `object` of `object.call()`, `object()` and `object[0]`.
const clang::Expr* namedObject(const clang::CallExpr& expr) {
  if (llvm::isa<clang::CXXOperatorCallExpr>(expr)) return expr.getArg(0);
  const auto* callee = llvm::dyn_cast<clang::MemberExpr>(expr.getCallee()->IgnoreParenImpCasts());
  return callee ? callee->getBase() : nullptr;
}

} // namespace

/// What is written, but not needed, such as the object of a call of a static member.
void Evaluator::evaluateForEffects(const clang::Expr* expr) {
  if (expr->HasSideEffects(context)) place(expr);
}

/// The value of a call, or a Reference for functions that return one.
Value Evaluator::evaluateCall(const clang::CallExpr* expr) {
  clang::SourceLocation where = expr->getBeginLoc();
  if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expr))
    if (std::optional<Place> place = access(call))
      return expr->isGLValue() ? Value::referenceTo(*place) : read(*place, where);
  const clang::FunctionDecl* function = expr->getDirectCallee();
  if (!function) {
    const Value callee = evaluate(expr->getCallee());
    if (callee.is(ValueKind::Poison)) return callee;
    if (!callee.is(ValueKind::Function)) return fail(DiagnosticKind::UnsupportedCall, where, {"a function pointer"});
    function = callee.function;
  }
  if (actions)
    if (std::optional<Value> done = actions->call(*expr, *function)) return *done;
  bool maybeKnown = function->isConstexpr() || function->getBuiltinID() != 0; // the latter for NAN and INFINITY
  if (maybeKnown && expr->isPRValue())
    if (std::optional<Value> known = knownToClang(expr)) return *known;

  Exprs arguments;
  const clang::Expr* object = splitObject(expr, *function, arguments);
  if (const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(function)) {
    if (hasExplicitObject(*method) && !method->getParent()->captures().empty())
      return fail(DiagnosticKind::UnsupportedCall, where, {"a closure that is its own parameter"});
    const bool namesStatic = method->isStatic() && expr->getDirectCallee();
    if (const clang::Expr* unused = namesStatic ? namedObject(*expr) : nullptr) evaluateForEffects(unused);
    if (object)
      if (std::optional<Value> result = builtInMember(expr, *method, object, arguments)) return *result;
    auto special = brickType(context.getRecordType(method->getParent()));
    if (special && special->kind != BrickType::Point)
      return fail(DiagnosticKind::UnsupportedCall, where, {function->getQualifiedNameAsString()});
    bool isTag = method->getParent()->isEmpty() && !method->getParent()->isLambda();
    if (isLibraryFunction(*function) && !isTag && object && isPoison(place(object))) return Value::poison();
    if (isLibraryFunction(*function) && !isTag)
      return fail(DiagnosticKind::UnsupportedCall, where, {function->getQualifiedNameAsString()});
  } else if (isLibraryFunction(*function)) {
    return evaluateLibraryCall(expr, *function);
  }
  return inlineCall(*function, evaluateOperands(*function, object, arguments, isAssignment(*expr)), where);
}

/// Members of std::array and brick::point, and assignment of whole objects.
std::optional<Value> Evaluator::builtInMember(const clang::CallExpr* expr, const clang::CXXMethodDecl& method,
                                              const clang::Expr* object, Exprs arguments) {
  const bool assigns = method.isCopyAssignmentOperator() || method.isMoveAssignmentOperator();
  if (assigns && !method.isTrivial() && isStdArray(object->getType()))
    return fail(DiagnosticKind::CopyUnsupported, expr->getBeginLoc(),
                {object->getType().getAsString(context.getPrintingPolicy())});
  const bool isEmpty = method.getParent()->isEmpty(); // perhaps a base, whose place is that of the whole object
  if (assigns && (isEmpty || method.isTrivial() || isStdPair(context, object->getType()))) {
    Place target;
    if (!isAssignment(*expr)) target = place(object); // object.operator=(argument)
    Value value = evaluate(arguments[0]);
    if (isAssignment(*expr)) target = place(object);
    if (!isEmpty) write(target, std::move(value), expr->getBeginLoc());
    return Value::referenceTo(target);
  }
  bool isSubscript = method.getOverloadedOperator() == clang::OO_Subscript;
  if (auto special = brickType(object->getType()); special && special->kind == BrickType::Point && isSubscript) {
    Place point = place(object); // its first member is the index of the cell
    Place index = point.kind == Place::None ? point : point.element(0);
    Value value = read(elementOf(index, spelling(point), special->dims, arguments[0]), expr->getBeginLoc());
    return value;
  }
  if (!isStdArray(object->getType())) return std::nullopt;
  std::optional<ArrayType> array = arrayType(context, object->getType());
  llvm::StringRef name = method.getIdentifier() ? method.getName() : "";
  if ((isSubscript || name == "at") && arguments.size() == 1)
    return Value::referenceTo(placeOfElement(object, arguments[0], expr->getBeginLoc()));
  if (array && (name == "size" || name == "max_size")) return Value::of(llvm::APSInt::getUnsigned(array->size));
  if (array && name == "fill" && arguments.size() == 1) {
    if (!array->element.isTriviallyCopyableType(context))
      return fail(DiagnosticKind::CopyUnsupported, expr->getBeginLoc(),
                  {object->getType().getAsString(context.getPrintingPolicy())});
    const Place whole = place(object);
    Value value = named(evaluate(arguments[0]), "value", expr->getBeginLoc(), 0, false);
    write(whole, Value::aggregate(std::vector<Value>(array->size, value)), expr->getBeginLoc());
    return Value();
  }
  if (!array || (name != "front" && name != "back")) return std::nullopt;
  Place whole = place(object);
  return Value::referenceTo(whole.kind == Place::None ? whole : whole.element(name == "front" ? 0 : array->size - 1));
}

/// Evaluates what a call hands over. `lastFirst`: the right side of an assignment comes before its left side.
Evaluator::Operands Evaluator::evaluateOperands(const clang::FunctionDecl& function, const clang::Expr* object,
                                                Exprs arguments, bool lastFirst) {
  Operands result;
  const unsigned count = function.getNumParams();
  result.values.resize(count);
  result.places.resize(count);
  auto evaluateObject = [&] {
    if (object) result.self = place(object);
  };
  if (!lastFirst) evaluateObject();
  for (unsigned turn = 0; turn < count && turn < arguments.size(); ++turn) {
    const unsigned i = lastFirst ? count - 1 - turn : turn;
    if (function.getParamDecl(i)->getType()->isReferenceType())
      result.places[i] = place(arguments[i]);
    else
      result.values[i] = evaluate(arguments[i]);
  }
  if (lastFirst) evaluateObject();
  return result;
}

/// Evaluates the body of a function with its parameters bound to the operands.
Value Evaluator::inlineCall(const clang::FunctionDecl& function, Operands operands, clang::SourceLocation where) {
  const clang::FunctionDecl* definition = nullptr;
  if (!function.hasBody(definition)) {
    const bool isBricks = llvm::StringRef(function.getQualifiedNameAsString()).starts_with("brick::");
    return fail(isBricks ? DiagnosticKind::HostFunction : DiagnosticKind::MissingDefinition, where,
                {function.getNameAsString()});
  }
  if (llvm::is_contained(callStack, definition))
    return fail(DiagnosticKind::Recursion, where, {function.getNameAsString()});
  if (function.isVariadic()) return fail(DiagnosticKind::UnsupportedCall, where, {function.getNameAsString()});

  Captured outer;
  if (operands.self) outer = enterObject(*definition, *operands.self, where);
  for (unsigned i = 0; i < definition->getNumParams(); ++i) {
    const clang::ParmVarDecl& parameter = *definition->getParamDecl(i);
    const clang::QualType type = parameter.getType();
    if (type->isReferenceType())
      variables[&parameter] = operands.places[i];
    else if (valueRecord(type) && !isValueType(context, type)) // with bit-fields or references
      bindVariable(parameter, failType(type.getUnqualifiedType(), parameter.getLocation()));
    else
      bindVariable(parameter, std::move(operands.values[i]));
  }
  Value result = runBody(function, *definition, where);
  for (const auto& [variable, original] : outer)
    variables[variable] = original;
  if (operands.self) objects.pop_back();
  return result;
}

/// Makes an object the one that `this` points to; of a closure what it has captured, `this` and variables under their
/// names. Returns what these names were before.
Evaluator::Captured Evaluator::enterObject(const clang::FunctionDecl& function, const Place& self,
                                           clang::SourceLocation where) {
  objects.push_back(self);
  Captured outer;
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  if (!method || !method->getParent()->isLambda()) return outer;
  Value closure = read(self, where);
  if (!closure.is(ValueKind::Lambda)) return outer; // an error was reported
  unsigned position = 0;
  for (const clang::LambdaCapture& capture : method->getParent()->captures()) {
    const Value& element = closure.elements.at(position);
    Place place = element.is(ValueKind::Reference) ? element.reference : self.element(position);
    ++position;
    if (element.is(ValueKind::Unset)) continue;
    if (capture.capturesThis()) {
      objects.back() = std::move(place);
      continue;
    }
    const clang::ValueDecl* variable = capture.getCapturedVar();
    outer.emplace_back(variable, std::exchange(variables[variable], std::move(place)));
  }
  return outer;
}

Value Evaluator::run(const clang::FunctionDecl& definition) {
  callStack.push_back(&definition);
  unsigned result = slotFor(definition.getCanonicalDecl());
  slotNames[result] = {"result", 0};
  execute(definition.getBody());
  callStack.pop_back();
  return state.read(result);
}

Value Evaluator::runBody(const clang::FunctionDecl& function, const clang::FunctionDecl& definition,
                         clang::SourceLocation where) {
  Reporter::Call call(reporter, function, where);
  callStack.push_back(&definition);
  State outer = State();
  std::swap(outer.returned, state.returned);
  std::swap(outer.broken, state.broken);
  std::swap(outer.continued, state.continued);
  unsigned result = slotOfNew(definition.getCanonicalDecl());
  slotNames[result] = {function.getIdentifier() ? function.getNameAsString() : "value", 0};
  state.slot(result) = Value();

  const std::size_t errors = reporter.errorCount();
  if (const auto* constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&definition)) initialiseMembers(*constructor);
  execute(definition.getBody());
  const bool isGood = reporter.errorCount() == errors;

  state.returned = outer.returned;
  state.broken = outer.broken;
  state.continued = outer.continued;
  callStack.pop_back();
  return isGood ? state.read(result) : Value::poison();
}

/// Members of a member that its constructor leaves alone keep the zeros that the whole object began with, if it did.
/// Of a member; what a reference refers to.
Value Evaluator::initialValue(const clang::Expr& initialiser, const clang::FieldDecl& member) {
  return member.getType()->isReferenceType() ? Value::referenceTo(place(&initialiser)) : evaluate(&initialiser);
}

void Evaluator::initialiseMember(const clang::CXXCtorInitializer& initialiser) {
  const clang::FieldDecl& field = *initialiser.getMember();
  // A std::array is its only member.
  const bool isWhole = isStdArray(context.getRecordType(field.getParent()));
  const Place member = isWhole ? objects.back() : objects.back().element(field.getFieldIndex());
  const clang::SourceLocation where = initialiser.getSourceLocation();
  Value value = initialValue(*initialiser.getInit(), field);
  if (const Value* before = stored(member, where)) keepWhereUnset(value, *before);
  write(member, std::move(value), where);
}

void Evaluator::initialiseMembers(const clang::CXXConstructorDecl& constructor) {
  for (const clang::CXXCtorInitializer* initialiser : constructor.inits()) {
    if (initialiser->isDelegatingInitializer())
      write(objects.back(), evaluate(initialiser->getInit()), initialiser->getSourceLocation());
    else if (initialiser->isMemberInitializer())
      initialiseMember(*initialiser);
    else
      evaluate(initialiser->getInit()); // of a base, which has no members, but may change what it is given
  }
}

} // namespace brickc::frontend
