// What a C++ expression is worth while a stencil is evaluated symbolically. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Expr.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <vector>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace brickc::frontend {

/// A C++ arithmetic type. The IR has fewer integer types: see Integers.h for the others.
struct ScalarType {
  enum Class { Bool, Integer, Float };
  Class kind;
  unsigned bits;
  bool isSigned;

  /// The IR's type, or nothing for, say, unsigned or short.
  std::optional<ir::Type> irType() const;
  bool operator==(const ScalarType&) const = default;
};

struct Choice;

/// Where an lvalue lives: an element of a slot of the State, an output at the point, or one of two other places, as a
/// condition on data says.
struct Place {
  enum Kind { None, Slot, Output, Chosen } kind = None; ///< None: an error was reported
  unsigned index = 0;                                   ///< number of the slot or output
  llvm::SmallVector<unsigned, 2> path;                  ///< elements of nested aggregates, outermost first
  std::shared_ptr<const Choice> choice = nullptr;       ///< of a Chosen place, which has no index and no path

  Place element(unsigned position) const;
  bool operator==(const Place&) const = default;
};

/// What `test ? whenTrue : whenFalse` refers to. The test has the value of when the reference was made.
struct Choice {
  ir::ExprRef test;
  Place whenTrue, whenFalse;
};

/// The place that `test` chooses; None if either is.
Place choose(const ir::ExprRef& test, const Place& whenTrue, const Place& whenFalse);

enum class ValueKind {
  Unset,      ///< declared, but not initialised
  Poison,     ///< an error was reported; everything computed from it is poison too
  Conflict,   ///< differs between two paths, and is no scalar
  Integer,    ///< a compile-time integer, or a compile-time bool of 1 bit
  Expression, ///< an IR expression, including floating-point constants
  Accessor,   ///< a brick::in or brick::out parameter
  Table,      ///< a std::array parameter
  Field,      ///< a brick::field parameter of a step
  Aggregate,  ///< an array or struct
  Lambda,     ///< a closure; its elements are what it has captured
  Function,   ///< a function, or a pointer to it
  Reference,  ///< what a function that returns a reference returns, or a closure has captured by reference
};

struct Value {
  ValueKind kind = ValueKind::Unset;
  llvm::APSInt integer;
  ir::ExprRef expr;
  /// Of an Expression: its integer type where that is none of the IR's.
  std::optional<ScalarType> foreign;
  unsigned parameter = 0; ///< position of an Accessor, Table or Field among the function's parameters
  std::vector<Value> elements;
  Place reference;
  const clang::FunctionDecl* function = nullptr;

  static Value poison() { return of(ValueKind::Poison); }
  static Value of(ValueKind kind, unsigned parameter = 0);
  static Value of(llvm::APSInt integer);
  static Value of(bool value);
  static Value of(ir::ExprRef expr);
  /// What `expr` stands for as a value of a C++ type.
  static Value of(ir::ExprRef expr, ScalarType type);
  /// A Reference to a place; poison to None.
  static Value referenceTo(Place place);
  /// Of a closure's call operator for the function, without a body, that Clang converts a closure to.
  static Value of(const clang::FunctionDecl& function);
  static Value aggregate(std::vector<Value> elements);

  bool is(ValueKind other) const { return kind == other; }
  bool hasElements() const { return kind == ValueKind::Aggregate || kind == ValueKind::Lambda; }
  /// Of an Integer or Expression.
  ScalarType scalarType() const;
  /// A compile-time bool's value; anything else is not known.
  std::optional<bool> knownBool() const;
};

/// Whether both are certainly the same value. Cheap: expressions are compared by identity.
bool identical(const Value& a, const Value& b);

/// The value as an IR expression; null if it is not a scalar, or has more than 64 bits.
ir::ExprRef toExpr(const Value& value);

} // namespace brickc::frontend
