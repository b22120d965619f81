// Loads and aligns, row by row. SPDX-License-Identifier: MIT
#include "compiler/emit/FieldValues.h"
#include "compiler/emit/Spelling.h"
#include "compiler/ir/Visitor.h"
#include "llvm/ADT/STLExtras.h"

namespace brickc::emit {

/// Values of one field at one offset on all axes but the last.
struct FieldValues::Row {
  ir::Type type;
  Key key;             ///< last offset 0
  std::set<int> along; ///< offsets on the last axis

  Key at(int x) const {
    Key moved = key;
    moved.second.back() = x;
    return moved;
  }
};

namespace {

int floorToMultiple(int value, int unit) { return value - ((value % unit) + unit) % unit; }

} // namespace

FieldValues::FieldValues(std::function<std::string(const Key&)> load,
                         std::function<bool(const Key&, ir::Type)> loadsAnywhere, int lanes, Names& names,
                         VectorTypes& types)
    : load(std::move(load)), loadsAnywhere(std::move(loadsAnywhere)), lanes(lanes), names(names), types(types) {}

std::vector<std::string> FieldValues::declare(const ir::ExprRef& expr) {
  std::map<Key, Row> rows;
  ir::forEachNode(expr, [&](const ir::ExprRef& node) {
    const auto* load = llvm::dyn_cast<ir::LoadExpr>(node.get());
    if (!load || variables.count({load->field, load->offset})) return;
    Key key{load->field, load->offset};
    key.second.back() = 0;
    Row& row = rows.try_emplace(key, Row{load->type(), key, {}}).first->second;
    row.along.insert(load->offset.back());
  });
  std::vector<std::string> lines;
  for (const auto& [key, row] : rows)
    declareRow(row, lines);
  return lines;
}

void FieldValues::declareRow(const Row& row, std::vector<std::string>& lines) {
  if (loadsAnywhere(row.key, row.type)) {
    for (const int x : row.along)
      declareVector(row.at(x), row.type, load(row.at(x)), lines);
    return;
  }
  std::set<int> aligned;
  for (const int x : row.along) {
    const int low = floorToMultiple(x, lanes);
    aligned.insert(low);
    if (low != x) aligned.insert(low + lanes);
  }
  for (const int x : aligned)
    declareVector(row.at(x), row.type, load(row.at(x)), lines);
  for (const int x : row.along) {
    const int low = floorToMultiple(x, lanes);
    if (low == x) continue;
    const std::string around = variables.at(row.at(low)) + ", " + variables.at(row.at(low + lanes));
    declareVector(row.at(x), row.type, "brick::align<" + std::to_string(x - low) + ">(" + around + ")", lines);
  }
}

void FieldValues::declareVector(const Key& key, ir::Type type, const std::string& value,
                                std::vector<std::string>& lines) {
  const auto [place, isNew] = variables.try_emplace(key);
  if (!isNew) return;
  place->second = names.declare(offsetName(key.first, key.second));
  lines.push_back("const " + types.vec(type) + " " + place->second + " = " + value + ";");
}

} // namespace brickc::emit
