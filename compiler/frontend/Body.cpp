// Liveness, substitution and naming of lets. SPDX-License-Identifier: MIT
#include "compiler/frontend/Body.h"
#include "compiler/ir/Visitor.h"
#include <algorithm>

namespace brickc::frontend {
namespace {

/// Substitution stops here, so that later passes may recurse over expressions.
constexpr unsigned maxDepth = 300;

unsigned numberOf(const ir::LocalExpr& local) { return static_cast<unsigned>(std::stoul(local.name)); }

/// Replaces references to bindings by what has become of them.
class Substitution : public ir::ExprMutator {
public:
  explicit Substitution(const std::vector<ir::ExprRef>& replacements) : replacements(replacements) {}

protected:
  ir::ExprRef rewrite(const ir::ExprRef& expr) override {
    const auto* local = llvm::dyn_cast<ir::LocalExpr>(expr.get());
    return local ? replacements[numberOf(*local)] : expr;
  }

private:
  const std::vector<ir::ExprRef>& replacements;
};

/// Counts how often every binding is used by `expr` as it would be printed: shared nodes count each time.
void countUses(const ir::ExprRef& expr, std::vector<unsigned>& uses) {
  std::map<const ir::Expr*, unsigned> occurrences;
  std::vector<const ir::Expr*> order;
  ir::forEachNode(expr, [&](const ir::ExprRef& node) { order.push_back(node.get()); });
  occurrences[expr.get()] = 1;
  for (auto node = order.rbegin(); node != order.rend(); ++node) { // users before operands
    unsigned count = std::min(occurrences[*node], 2u);
    for (const ir::ExprRef& operand : ir::operandsOf(**node))
      occurrences[operand.get()] += count;
    if (const auto* local = llvm::dyn_cast<ir::LocalExpr>(*node)) uses[numberOf(*local)] += count;
  }
}

std::string freeName(const std::string& wish, std::set<std::string>& taken) {
  std::string name = wish;
  for (unsigned i = 1; !taken.insert(name).second; ++i)
    name = wish + "_" + std::to_string(i);
  return name;
}

} // namespace

unsigned depthOf(const ir::ExprRef& expr) {
  std::map<const ir::Expr*, unsigned> depths;
  ir::forEachNode(expr, [&](const ir::ExprRef& node) {
    unsigned depth = 0;
    for (const ir::ExprRef& operand : ir::operandsOf(*node))
      depth = std::max(depth, depths[operand.get()]);
    depths[node.get()] = depth + 1;
  });
  return depths[expr.get()];
}

ir::ExprRef Body::bind(std::string name, ir::ExprRef value, ir::Location location, unsigned local) {
  ir::Type type = value->type();
  bindings.push_back({std::move(name), std::move(value), location, local});
  return ir::make<ir::LocalExpr>(type, std::to_string(bindings.size() - 1));
}

const ir::ExprRef& Body::valueOf(const ir::LocalExpr& local) const { return bindings[numberOf(local)].value; }

std::vector<ir::Statement> Body::finish(std::vector<ir::Statement> ends, std::set<std::string> taken) const {
  std::vector<unsigned> uses(bindings.size());
  for (const ir::Statement& end : ends)
    countUses(ir::valueOf(end), uses);
  std::map<unsigned, size_t> lastOfLocal;
  for (size_t i = bindings.size(); i-- > 0;) {
    if (!uses[i]) continue;
    countUses(bindings[i].value, uses);
    if (bindings[i].local) lastOfLocal.try_emplace(bindings[i].local, i);
  }

  std::vector<ir::ExprRef> replacements(bindings.size());
  std::vector<ir::Statement> statements;
  for (size_t i = 0; i < bindings.size(); ++i) {
    if (!uses[i]) continue;
    const Binding& binding = bindings[i];
    ir::ExprRef value = Substitution(replacements).mutate(binding.value);
    bool isUsersLocal = binding.local && lastOfLocal.at(binding.local) == i;
    bool isLeaf = ir::isLeaf(*value) && !llvm::isa<ir::LoadExpr>(value.get());
    if (isLeaf || (uses[i] == 1 && !isUsersLocal && depthOf(value) < maxDepth)) {
      replacements[i] = value;
      continue;
    }
    std::string name = freeName(binding.name, taken);
    replacements[i] = ir::make<ir::LocalExpr>(value->type(), name);
    statements.push_back(ir::Let{name, value, binding.location});
  }
  for (const ir::Statement& end : ends)
    statements.push_back(ir::withValue(end, Substitution(replacements).mutate(ir::valueOf(end))));
  return statements;
}

} // namespace brickc::frontend
