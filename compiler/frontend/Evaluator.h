// Symbolic evaluation of a function's body: C++ in, IR expressions out. SPDX-License-Identifier: MIT
//
// The evaluator runs the body as a C++ program would, on Values instead of numbers. Loops with known conditions are
// executed, calls are entered, and an `if` on data evaluates both branches and joins their States. What is left when it
// ends are the outputs' values: one expression over loads, scalars, tables and lets. Nothing reorders floating point.
//
// After an error the evaluator goes on with poison, so that one run reports every error of a body once.
//
// The class is one, its implementation is by subject: EvaluateExpr, EvaluatePlace, EvaluateGlobal, EvaluateMemory,
// EvaluateObject, EvaluateCall, EvaluateLibraryCall, EvaluateStmt, EvaluateSwitch, EvaluateLoop,
// EvaluateRunTimeLoop.
#pragma once

#include "compiler/frontend/Arithmetic.h"
#include "compiler/frontend/Body.h"
#include "compiler/frontend/Reporter.h"
#include "compiler/frontend/State.h"
#include "compiler/frontend/StepActions.h"
#include "compiler/frontend/Types.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include <set>

namespace brickc::frontend {

/// A field parameter, as accesses to it need it.
struct FieldParam {
  std::string name;
  ir::Type type;
  unsigned dims;
  std::optional<unsigned> output; ///< number of the output, for brick::out and brick::inout
  bool isUpdated = false;         ///< brick::inout: its old value may be read

  /// What is read of it there.
  Value load(std::vector<int> offset) const;
};

class Evaluator {
public:
  /// Of a stencil: `body` receives lets.
  Evaluator(clang::ASTContext& context, Reporter& reporter, Body& body);
  /// Of a step: every value is a single expression, and `actions` receives what concerns whole fields.
  Evaluator(clang::ASTContext& context, Reporter& reporter, StepActions& actions);

  /// Gives a parameter its value. Fields and tables refer to it by its position.
  void bindParameter(const clang::VarDecl& variable, Value value);
  /// The same for a group of fields.
  void bindGroup(const clang::VarDecl& variable, Value value);
  /// Registers the field or table at a parameter's position.
  void describeField(unsigned parameter, FieldParam field);
  void describeTable(unsigned parameter, std::string name, ir::Type type, unsigned size);
  /// Registers the output of `field` and returns its number.
  unsigned addOutput(const FieldParam& field);

  /// Executes the body of a stencil. What it returns: Unset for none; on the paths of `returned`.
  Value run(const clang::FunctionDecl& definition);
  const ir::ExprRef& returned() const { return state.returned; }
  void execute(const clang::Stmt* statement);
  Value evaluate(const clang::Expr* expr);
  /// What a value has at positions of nested aggregates, or the Unset, Poison or Conflict on the way there; nothing
  /// where it has no such parts.
  std::optional<Value> part(Value value, llvm::ArrayRef<unsigned> path) const;
  /// What a parameter is worth now.
  Value valueOf(const clang::VarDecl& variable) { return state.read(slotFor(&variable)); }
  const Output& output(unsigned number) const { return state.outputs[number]; }
  /// Cells on each axis between the point and the furthest cell that has been read, used or not.
  const std::vector<int>& reach() const { return furthest; }
  /// Expressions evaluated in one body before it is refused.
  void limit(unsigned expressions) { maxOperations = expressions; }

private:
  using Exprs = llvm::ArrayRef<const clang::Expr*>;

  // EvaluateExpr.cpp
  Value evaluateUncounted(const clang::Expr* expr);
  Value evaluateByKind(const clang::Expr* expr);
  Value evaluateArrayCopy(const clang::ArrayInitLoopExpr* expr);
  Value evaluateCast(const clang::CastExpr* expr);
  Value evaluateUnary(const clang::UnaryOperator* expr);
  Value evaluateBinary(const clang::BinaryOperator* expr);
  Value evaluateLogical(const clang::BinaryOperator* expr);
  void bindCommon(const clang::AbstractConditionalOperator* expr);
  Value evaluateConditional(const clang::AbstractConditionalOperator* expr);
  Value compute(clang::BinaryOperatorKind op, Value left, Value right, const clang::Expr* where);
  Value convertTo(const Value& value, clang::QualType type, clang::SourceLocation where);
  Value checked(Computed computed, clang::SourceLocation where, const std::string& argument);
  ir::ExprRef condition(const clang::Expr* expr);

  // EvaluatePlace.cpp
  Place place(const clang::Expr* expr);
  Place placeByKind(const clang::Expr* expr);
  Place placeOfDeclaration(const clang::DeclRefExpr* expr);
  Place placeOfElement(const clang::Expr* object, const clang::Expr* index, clang::SourceLocation where);
  Place elementOf(const Place& whole, const std::string& name, unsigned size, const clang::Expr* index);
  std::optional<Place> placeOfIterator(const clang::Expr* expr);
  std::optional<Place> placeOfThis(const clang::Expr* expr);
  Place asDerived(Place object, const clang::CastExpr* expr);
  Place placeOfMember(const clang::MemberExpr* expr);
  bool isUnknownInGroup(const Place& place) const;
  Place placeOfConditional(const clang::AbstractConditionalOperator* expr);
  Place placeOfCall(const clang::CallExpr* expr);
  Place assign(const clang::BinaryOperator* expr);
  Value increment(const clang::UnaryOperator* expr, const Place& where);
  bool isPoison(const Place& place) const;
  Place temporary(const void* key, Value value, clang::SourceLocation where);
  Value read(const Place& place, clang::SourceLocation where);
  void write(const Place& place, Value value, clang::SourceLocation where);
  bool isWritten(const Output& output) const;
  Value failDependsOnData(const Place& place, clang::SourceLocation where);
  Value* stored(const Place& place, clang::SourceLocation where);
  Value tableElement(unsigned parameter, unsigned index) const;
  std::string nameOf(const Place& place) const;
  std::string spelling(const Place& place) const;

  // EvaluateGlobal.cpp
  Place placeOfGlobal(const clang::VarDecl& variable, clang::SourceLocation where);
  std::optional<Value> lateConstant(const clang::VarDecl& variable, std::optional<Reporter::Remark>& problem);

  // EvaluateObject.cpp
  std::optional<Value> constantOf(const clang::APValue& constant, clang::QualType type, clang::SourceLocation where);
  std::optional<Value> knownToClang(const clang::Expr* expr);
  Value evaluateInitList(const clang::InitListExpr* expr);
  Value evaluateConstruction(const clang::CXXConstructExpr* expr);
  Value runConstructor(const clang::CXXConstructExpr* expr, clang::QualType type);
  Value initialiseAggregate(const clang::InitListExpr* expr);
  Value evaluateLambda(const clang::LambdaExpr* expr);
  Value constructPair(const clang::CXXConstructExpr* expr);
  Value pairOf(Exprs values, clang::QualType type, clang::SourceLocation where);
  Value captured(const clang::LambdaCapture& capture, const clang::Expr* copy);
  Value zeroValue(clang::QualType type, clang::SourceLocation where);
  std::optional<Place> access(const clang::CXXOperatorCallExpr* call);
  Place accessField(const clang::CXXOperatorCallExpr* call, const FieldParam& field);

  // EvaluateCall.cpp
  Value evaluateCall(const clang::CallExpr* expr);
  std::optional<Value> builtInMember(const clang::CallExpr* expr, const clang::CXXMethodDecl& method,
                                     const clang::Expr* object, Exprs arguments);
  /// What a call hands over: the object of a member, and a value or, for references, a place for each parameter.
  struct Operands {
    std::optional<Place> self;
    std::vector<Value> values;
    std::vector<Place> places;
  };
  Operands evaluateOperands(const clang::FunctionDecl& function, const clang::Expr* object, Exprs arguments,
                            bool lastFirst = false);
  Value inlineCall(const clang::FunctionDecl& function, Operands operands, clang::SourceLocation where);
  using Captured = std::vector<std::pair<const clang::ValueDecl*, Place>>;
  Captured enterObject(const clang::FunctionDecl& function, const Place& self, clang::SourceLocation where);
  Value runBody(const clang::FunctionDecl& function, const clang::FunctionDecl& definition,
                clang::SourceLocation where);

  void evaluateForEffects(const clang::Expr* expr);
  void initialiseMembers(const clang::CXXConstructorDecl& constructor);
  Value initialValue(const clang::Expr& initialiser, const clang::FieldDecl& member);
  void initialiseMember(const clang::CXXCtorInitializer& initialiser);

  // EvaluateLibraryCall.cpp
  bool isLibraryFunction(const clang::FunctionDecl& function) const;
  Value evaluateLibraryCall(const clang::CallExpr* expr, const clang::FunctionDecl& function);
  Value areEqual(const Place& a, const Place& b, clang::QualType type, const clang::Expr* where);
  bool isInDefaultedFunction() const;
  Value copyArray(const clang::CallExpr* expr);
  Value elementNamedByTemplate(const clang::CallExpr* expr, const clang::FunctionDecl& function);
  std::optional<Value> evaluateMinMax(const clang::CallExpr* expr, llvm::StringRef name);
  std::optional<Place> placeOfMinMax(const clang::CallExpr* expr);
  Place placeOfSmaller(const Place& a, const Place& b, const Place& whenSmaller, const Place& otherwise,
                       const clang::Expr* where);
  std::optional<Value> evaluateClassification(const clang::CallExpr* expr, llvm::StringRef name);
  std::optional<Value> evaluateMath(const clang::CallExpr* expr, llvm::StringRef name);
  std::optional<Value> evaluateRounding(const clang::CallExpr* expr, llvm::StringRef name);
  std::optional<Value> evaluateAbs(const clang::CallExpr* expr);
  Value isLess(const Value& a, const Value& b, const clang::Expr* where);
  Value selectSmaller(const Value& a, const Value& b, const Value& whenSmaller, const Value& otherwise,
                      const clang::Expr* where);

  // EvaluateStmt.cpp
  void executeByKind(const clang::Stmt* statement);
  void executeSequence(llvm::ArrayRef<const clang::Stmt*> statements);
  void executeIf(const clang::IfStmt* statement);
  void executeReturn(const clang::ReturnStmt* statement);
  void declare(const clang::Decl* declaration);
  void declareVariable(const clang::VarDecl& variable);
  void declareBindings(const clang::DecompositionDecl& declaration, const Place& whole);
  std::optional<Value> constantOf(const clang::VarDecl& variable);
  bool checkVariable(const clang::VarDecl& variable);
  void bindVariable(const clang::VarDecl& variable, Value value);
  // EvaluateSwitch.cpp
  struct Switch;
  void executeSwitch(const clang::SwitchStmt* statement);
  void declareAllOf(const Switch& all);
  void executeCases(const Switch& all, size_t next);
  ir::ExprRef matches(const Switch& all, size_t entry);

  void branch(const ir::ExprRef& condition, llvm::function_ref<void()> whenTrue, llvm::function_ref<void()> whenFalse);
  void unlessStopped(llvm::function_ref<void()> rest);

  // EvaluateLoop.cpp
  void executeFor(const clang::ForStmt* statement);
  void executeWhile(const clang::WhileStmt* statement);
  void executeDo(const clang::DoStmt* statement);
  void executeRangeFor(const clang::CXXForRangeStmt* statement);
  struct Loop {
    const clang::Stmt *statement, *body;
    llvm::function_ref<ir::ExprRef()> enter; ///< whether there is another iteration; null after an error
    llvm::function_ref<void()> advance;
    llvm::function_ref<void()> prepare = nullptr; ///< before the body
    const clang::VarDecl* variable = nullptr;     ///< that the condition declares
    std::size_t errors = 0;                       ///< found before
    bool isTried = false;                         ///< whether it can be unrolled
  };
  void iterate(Loop loop);
  void iterateFrom(Loop& loop, unsigned count, unsigned nesting, bool isEntered);
  void failOnData(const Loop& loop);
  void enterWhere(const ir::ExprRef& test, Loop& loop, unsigned count, unsigned nesting);

  // EvaluateRunTimeLoop.cpp
  struct Carried;
  bool mayRepeatAtRunTime(const Loop& loop) const;
  void repeatAtRunTime(const ir::ExprRef& test, Loop& loop, llvm::function_ref<void()> unroll);
  bool tryWhole(llvm::function_ref<bool()> evaluateLoop);
  bool repeatOn(Carried& carried, const ir::ExprRef& test, const Loop& loop);
  ir::ExprRef iterateOnce(const Loop& loop);
  bool addChanged(Carried& carried, const Value& before, const Value& after, const Place& place);

  Value fail(DiagnosticKind kind, clang::SourceLocation where, std::vector<std::string> args = {});
  Value failType(clang::QualType type, clang::SourceLocation where);
  unsigned slotFor(const void* key);
  unsigned slotOfNew(const void* key);
  Value named(Value value, std::string name, clang::SourceLocation where, unsigned local, bool keepLoads);
  ir::ExprRef bind(std::string name, ir::ExprRef value, clang::SourceLocation where, unsigned local);
  bool isTooLarge(clang::SourceLocation where);
  bool operationsExhausted() const;

  struct Table {
    std::string name;
    ir::Type type;
    unsigned size;
  };
  /// The user's name for what a slot holds, and which of the declarations it is.
  struct SlotName {
    std::string name;
    unsigned local = 0;
    clang::QualType type = {}; ///< null where it is no variable
  };

  clang::ASTContext& context;
  Reporter& reporter;
  Body* body = nullptr;           ///< of a stencil
  StepActions* actions = nullptr; ///< of a step
  State state;
  std::map<unsigned, FieldParam> fields;
  std::map<unsigned, Table> tables;
  struct OutputParam {
    std::string name;
    bool isUpdated;
  };
  std::vector<OutputParam> outputParams;
  llvm::DenseMap<const clang::ValueDecl*, Place> variables;    ///< references are bound to what they refer to
  llvm::DenseMap<const clang::OpaqueValueExpr*, Place> opaque; ///< expressions that stand in several places of the tree
  llvm::DenseMap<const void*, unsigned> slotNumbers;
  llvm::DenseMap<unsigned, SlotName> slotNames;
  std::set<unsigned> groups; ///< slots of groups of fields
  std::vector<const clang::FunctionDecl*> callStack;
  std::vector<const clang::VarDecl*> initialising; ///< constants whose initialisers are evaluated, and nothing else
  std::vector<Place> objects;                      ///< `*this` of the member functions being executed
  clang::SourceLocation currentStatement;
  bool writing = false; ///< the place being computed is the target of an assignment
  unsigned locals = 0;
  llvm::DenseMap<unsigned, unsigned> births; ///< of objects in slots: the last one's number, counted up
  unsigned born = 0;
  unsigned depth = 0; ///< of nested evaluate calls
  unsigned operations = 0, maxOperations = 400'000;
  std::vector<int> furthest;
};

} // namespace brickc::frontend
