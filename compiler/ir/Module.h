// Stencils, steps and the module that holds them. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Expr.h"
#include "compiler/ir/Location.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace brickc::ir {

/// What a parameter of a stencil is. In/Out/InOut are fields; InOut is read only at the point. A Record is what is made
/// of numbers, but no scalar and no table: a struct, an array of arrays, an enumeration.
enum class ParamKind { In, Out, InOut, Scalar, Table, Record };
inline bool isField(ParamKind kind) { return kind <= ParamKind::InOut; }
inline bool isRead(ParamKind kind) { return kind == ParamKind::In || kind == ParamKind::InOut; }
inline bool isWritten(ParamKind kind) { return kind == ParamKind::Out || kind == ParamKind::InOut; }

/// One number of a Record: to expressions a scalar.
struct Member {
  Type type;
  std::string name; ///< of the scalar
  std::string path; ///< as C++ spells it behind the record, ".rates[2]"; empty where that is an enumeration
};

struct Param {
  ParamKind kind;
  Type type; ///< of no use in a Record
  std::string name;
  unsigned tableSize = 0; ///< elements of a Table, else 0
  Location location;
  std::vector<Member> members; ///< of a Record
};

/// `let name = value`: binds a local once (single assignment).
struct Let {
  std::string name;
  ExprRef value;
  Location location;
};
/// `share name = value`: binds a value that is computed once for every cell and read like a field, `name[1, 0, 0]`
/// being the value at the cell one further, on the last axis at the cell or before it. It depends on inputs, earlier
/// shares, and what is the same at all cells.
struct Share {
  std::string name;
  ExprRef value;
  Location location;
};
/// `name = value`: stores to an output at the point.
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
using Statement = std::variant<Let, Share, Store, Return>;

/// Of a stencil that does what several applies of a step say one after another.
struct Fused {
  std::string step;
  std::vector<std::string> parts; ///< the stencils applied
};

/// What happens at one point. Every Out field is stored exactly once, and loads happen before any store takes effect; a
/// stencil with a result returns it, and has no outputs unless the compiler has made it.
struct Stencil {
  std::string name;             ///< as C++ spells it in `brick::generated<name>`: "heat", "waves::star<4>"
  unsigned dims;                ///< 1, 2 or 3
  std::vector<Param> params;    ///< those that take an argument
  std::vector<unsigned> points; ///< where the user's function has parameters of type brick::point among them, ascending
  std::optional<Type> result;   ///< of a reduction
  std::optional<Fused> fused;   ///< where the compiler has made it, and the user has no function for it
  std::vector<Statement> body;
  Location location;

  const Param* findParam(llvm::StringRef name) const;
  std::set<std::string> parameterNames() const; ///< and those of the members of records
  const Share* findShare(llvm::StringRef name) const;
  bool shares() const; ///< whether there is any Share
  bool writes() const; ///< whether any parameter is an output
};

/// A parameter of a step: a field, a scalar, a table, a box of cells, or a record as stencils have them. To expressions
/// a box is a table of I64: its low ends, then its high ends.
enum class StepParamKind { Field, Scalar, Table, Box, Record };
struct StepParam {
  StepParamKind kind;
  Type type;
  std::string name;
  unsigned dims = 0;      ///< of a Field or Box, else 0
  unsigned tableSize = 0; ///< of a Table, and of a Box as a table, else 0
  Location location;
  std::vector<Member> members; ///< of a Record
  /// Of a Field or Scalar that comes as a part of an argument, a group of fields: the name of that, and what C++ spells
  /// behind it, ".u" or "[2]". The parts of a group are next to each other.
  std::string group = {}, path = {};

  /// As the user writes it in the step: "u", or of a group "s.u".
  std::string spelling() const { return group.empty() ? name : group + path; }
};
inline bool isTable(StepParamKind kind) { return kind == StepParamKind::Table || kind == StepParamKind::Box; }

/// Arguments in the stencil's parameter order: fields by name, as are tables and records that are the step's
/// parameters; a scalar as an expression of step scalars, another record or table by its members' values in order.
struct FieldArg {
  std::string name;
};
struct WholeArg {
  std::string name;
};
struct RecordArg {
  struct Part {
    std::string path; ///< Member::path, of a table "[2]"
    ExprRef value;
  };
  std::vector<Part> parts;
};
using ApplyArg = std::variant<FieldArg, WholeArg, ExprRef, RecordArg>;

/// The cells from `low` to below `high`, global, slowest axis first: expressions of type I64.
struct Region {
  std::vector<ExprRef> low, high;
};

/// How the values that a stencil returns at all cells become one scalar of the step.
struct Reduction {
  std::string result;
  Type type;
  std::string operation; ///< as C++ spells it: "brick::sum"
};

/// Sweeps a stencil over all cells, or those of a region.
struct Apply {
  std::string stencil;
  std::vector<ApplyArg> args;
  std::optional<Region> on;
  std::optional<Reduction> reduction; ///< of a stencil that returns a value
  Location location;
};
struct Swap {
  std::string first, second;
  Location location;
};
/// Fills the ghost cells beyond one side of the domain by a boundary kernel.
struct ApplyBoundary {
  std::string kernel;
  std::string grid; ///< a field on the grid whose side is meant
  unsigned axis;
  bool high; ///< which side
  std::vector<ApplyArg> args;
  std::vector<int> reach; ///< cells on each axis that it reads away from the point; empty: not known
  Location location;
};
/// A field that lives until the end of the operations it stands among. Zeroes at first.
struct Temporary {
  std::string name;
  Type type;
  unsigned dims;
  std::string like; ///< a field on the same grid
  Location location;
};
/// Gives a Scalar parameter the value that it has for who runs the step once that has ended; expressions have the one
/// it came with.
struct Set {
  std::string name;
  ExprRef value;
  Location location;
};
struct StepOp;
/// The condition is a Bool expression of the step's scalars, the same on all ranks.
struct If {
  ExprRef condition;
  std::vector<StepOp> whenTrue, whenFalse;
  Location location;
};
/// Gives variables of the step their values, all of which are computed before. The first assignment makes a variable,
/// known to all that stands behind it; where it was not executed it is 0.
struct Assign {
  struct Assignment {
    std::string name;
    ExprRef value;
  };
  std::vector<Assignment> all;
  Location location;
};
/// The condition is like that of an If. The body assigns to variables of which it is made, or never ends.
struct While {
  ExprRef condition;
  std::vector<StepOp> body;
  Location location;
};
/// A Let binds a scalar of the step, for the operations behind it in its block.
struct StepOp : std::variant<Let, Apply, Swap, ApplyBoundary, Temporary, Set, If, Assign, While> {
  using variant::variant;
};

/// What happens, in order, to whole fields in one time step.
struct Step {
  std::string name;
  std::vector<StepParam> params;
  std::vector<StepOp> body;
  Location location;

  const StepParam* findParam(llvm::StringRef name) const;
  /// One for each argument of the user's function: of a group its first part.
  std::vector<const StepParam*> arguments() const;
  std::set<std::string> parameterNames() const; ///< and those of the members of records, and of groups
  /// Dimensions of the step's fields (the verifier makes sure that they agree).
  unsigned dims() const;
};

struct Module {
  std::string source; ///< the user's file, as given on the command line
  std::vector<Stencil> stencils;
  /// Boundary kernels, whose point is a ghost cell; others that steps apply run as the user wrote them.
  std::vector<Stencil> boundaries;
  std::vector<Step> steps;

  const Stencil* findStencil(llvm::StringRef name) const;
  const Step* findStep(llvm::StringRef name) const;
};

} // namespace brickc::ir
