// The statements of a stencil while it is lowered. SPDX-License-Identifier: MIT
//
// Every assignment to a local binds a new `let`. When the body is complete, lets that nothing uses disappear, a let
// that is used once is put where it is used unless it is the last value of one of the user's own locals, and the rest
// get their names: the user's, with _1, _2, ... where a name is taken.
#pragma once

#include "compiler/ir/Module.h"
#include <set>

namespace brickc::frontend {

class Body {
public:
  /// A reference to a new let. `name` is a wish. `local` numbers a declaration of one of the user's locals, 0 for
  /// values that have no name in the user's program.
  ir::ExprRef bind(std::string name, ir::ExprRef value, ir::Location location, unsigned local = 0);

  /// What a reference that `bind` has returned stands for.
  const ir::ExprRef& valueOf(const ir::LocalExpr& local) const;

  /// The finished statements: lets, then `ends`, the stores or the return. `taken` are names that lets may not have.
  std::vector<ir::Statement> finish(std::vector<ir::Statement> ends, std::set<std::string> taken) const;

private:
  struct Binding {
    std::string name;
    ir::ExprRef value;
    ir::Location location;
    unsigned local;
  };
  std::vector<Binding> bindings; ///< number i is the LocalExpr named "i"
};

/// Levels of operators in an expression.
unsigned depthOf(const ir::ExprRef& expr);

} // namespace brickc::frontend
