// The memory of a stencil while it is evaluated, on one path through its body. SPDX-License-Identifier: MIT
//
// A condition on data splits the state in two; both paths are evaluated, and `merge` joins them with selects. Whether
// an output has been written, and whether the path has left a loop or function, is itself such a condition: a bool
// expression, usually constant.
#pragma once

#include "compiler/frontend/Value.h"
#include "compiler/ir/Location.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace brickc::frontend {

struct Output {
  Value value;
  ir::ExprRef written; ///< on which paths
  ir::Location where;  ///< of the last write
};

struct State {
  std::vector<Value> slots; ///< grows on demand; what is not there is Unset
  std::vector<Output> outputs;
  ir::ExprRef returned, broken, continued; ///< where the path has left the function, loop or iteration
  std::vector<ir::ExprRef> assumptions;    ///< what holds on this path

  State();
  Value& slot(unsigned index);
  Value read(unsigned index) const;
  /// Where the rest of the current statements is not executed.
  ir::ExprRef stopped() const;
  /// From now on `condition` has this value. Simplifies the conditions of the state.
  void assume(const ir::ExprRef& condition, bool value);
};

/// `condition ? a : b` for values of any kind; `name` is called for every scalar that has to be selected.
Value mergeValues(const ir::ExprRef& condition, const Value& a, const Value& b,
                  llvm::function_ref<ir::ExprRef(ir::ExprRef)> name);

/// Called for every value that had to be selected, with its slot, to give it a name.
using NameMerged = llvm::function_ref<ir::ExprRef(unsigned slot, ir::ExprRef value)>;
using NameMergedOutput = llvm::function_ref<ir::ExprRef(unsigned output, ir::ExprRef value)>;

/// The state after `condition ? whenTrue : whenFalse`. A value that only one path has set is that path's: reading it on
/// the other would be undefined behaviour.
State merge(const ir::ExprRef& condition, State whenTrue, State whenFalse, NameMerged name,
            NameMergedOutput nameOutput);

} // namespace brickc::frontend
