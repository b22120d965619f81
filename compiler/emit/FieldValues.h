// The values of fields that a kernel reads. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/emit/Names.h"
#include "compiler/emit/VectorTypes.h"
#include "compiler/ir/Module.h"
#include <functional>
#include <map>
#include <set>

namespace brickc::emit {

/// Names every vector of field values and writes the declarations. `u_m1_0_2` is u from the cell (-1, 0, 2) on. A
/// vector whose last offset is a whole number of vectors is one aligned load. So is any other where loads may begin
/// anywhere; else it is an align of the two loads around it, which all values of the same row share.
class FieldValues {
public:
  using Key = std::pair<std::string, std::vector<int>>; ///< field and offset

  /// `load` writes the load of a vector, which is aligned unless `loadsAnywhere` is true of the values at an offset.
  FieldValues(std::function<std::string(const Key&)> load, std::function<bool(const Key&, ir::Type)> loadsAnywhere,
              int lanes, Names& names, VectorTypes& types);

  /// Declarations of the values that `expr` loads and no earlier call declared.
  std::vector<std::string> declare(const ir::ExprRef& expr);
  /// The variable that holds a declared value.
  const std::string& nameOf(const ir::LoadExpr& load) const { return variables.at({load.field, load.offset}); }

private:
  struct Row;
  void declareRow(const Row& row, std::vector<std::string>& lines);
  void declareVector(const Key& key, ir::Type type, const std::string& value, std::vector<std::string>& lines);

  std::function<std::string(const Key&)> load;
  std::function<bool(const Key&, ir::Type)> loadsAnywhere;
  int lanes;
  Names& names;
  VectorTypes& types;
  std::map<Key, std::string> variables;
};

} // namespace brickc::emit
