// Stencils, steps and the module that holds them. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Expr.h"
#include "compiler/ir/Location.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace brickc::ir {

/// What a parameter of a stencil is. In/Out/InOut are fields; InOut is read only at the point.
enum class ParamKind { In, Out, InOut, Scalar, Table };
inline bool isField(ParamKind kind) { return kind <= ParamKind::InOut; }
inline bool isRead(ParamKind kind) { return kind == ParamKind::In || kind == ParamKind::InOut; }
inline bool isWritten(ParamKind kind) { return kind == ParamKind::Out || kind == ParamKind::InOut; }

struct Param {
  ParamKind kind;
  Type type;
  std::string name;
  unsigned tableSize = 0; ///< elements of a Table, else 0
  Location location;
};

/// `let name = value`: binds a local once (single assignment). `name = value`: stores to an output at the point.
struct Let {
  std::string name;
  ExprRef value;
  Location location;
};
struct Store {
  std::string field;
  ExprRef value;
  Location location;
};
/// `return value`: what a reduction combines, the last statement of its stencil.
struct Return {
  ExprRef value;
  Location location;
};
using Statement = std::variant<Let, Store, Return>;

/// What happens at one point. Every Out field is stored exactly once, and loads happen before any store takes effect; a
/// stencil with a result has no outputs and returns it.
struct Stencil {
  std::string name;             ///< as C++ spells it in `brick::generated<name>`: "heat", "waves::star<4>"
  unsigned dims;                ///< 1, 2 or 3
  std::vector<Param> params;    ///< those that take an argument
  std::vector<unsigned> points; ///< where the user's function has parameters of type brick::point among them, ascending
  std::optional<Type> result;   ///< of a reduction
  std::vector<Statement> body;
  Location location;

  const Param* findParam(llvm::StringRef name) const;
};

/// A parameter of a step: a field, a scalar or a table.
enum class StepParamKind { Field, Scalar, Table };
struct StepParam {
  StepParamKind kind;
  Type type;
  std::string name;
  unsigned dims = 0;      ///< of a Field, else 0
  unsigned tableSize = 0; ///< of a Table, else 0
  Location location;
};

/// Arguments in the stencil's parameter order: a field or table by name, a scalar as an expression of step scalars.
struct FieldArg {
  std::string name;
};
struct TableArg {
  std::string name;
};
using ApplyArg = std::variant<FieldArg, TableArg, ExprRef>;

struct Apply {
  std::string stencil;
  std::vector<ApplyArg> args;
  Location location;
};
struct Swap {
  std::string first, second;
  Location location;
};
using StepOp = std::variant<Apply, Swap>;

/// What happens, in order, to whole fields in one time step.
struct Step {
  std::string name;
  std::vector<StepParam> params;
  std::vector<StepOp> body;
  Location location;

  const StepParam* findParam(llvm::StringRef name) const;
  /// Dimensions of the step's fields (the verifier makes sure that they agree).
  unsigned dims() const;
};

struct Module {
  std::string source; ///< the user's file, as given on the command line
  std::vector<Stencil> stencils;
  std::vector<Step> steps;

  const Stencil* findStencil(llvm::StringRef name) const;
  const Step* findStep(llvm::StringRef name) const;
};

} // namespace brickc::ir
