// The blocks that operations of a step stand in: branches, loops, and what is tried. SPDX-License-Identifier: MIT
#include "compiler/frontend/StepBuilder.h"

namespace brickc::frontend {
namespace {

constexpr unsigned maxOperations = 10000; // in one step

} // namespace

void StepBuilder::append(ir::StepOp op, clang::SourceLocation where) {
  if (++now.operations == maxOperations)
    refuse(DiagnosticKind::StepTooLong, where, {step.name, std::to_string(maxOperations)});
  if (now.operations < maxOperations) now.blocks.back().ops.push_back(std::move(op));
}

std::string StepBuilder::freshName(const std::string& wanted) {
  const std::set<std::string> parameters = step.parameterNames();
  std::string name = wanted;
  for (unsigned i = 1; parameters.count(name) || !now.names.insert(name).second; ++i)
    name = wanted + "_" + std::to_string(i);
  return name;
}

void StepBuilder::beginBlock() { now.blocks.emplace_back(); }

void StepBuilder::endBlocks(const ir::ExprRef& decides) {
  std::vector<ir::StepOp> whenFalse = std::move(now.blocks.back().ops);
  now.blocks.pop_back();
  std::vector<ir::StepOp> whenTrue = std::move(now.blocks.back().ops);
  now.blocks.pop_back();
  if (whenTrue.empty() && whenFalse.empty()) return;
  const ir::ExprRef condition = inParts(decides, {});
  const ir::Location where =
      std::visit([](const auto& op) { return op.location; },
                 static_cast<ir::StepOp::variant&>((whenTrue.empty() ? whenFalse : whenTrue)[0]));
  if (whenTrue.empty())
    now.blocks.back().ops.push_back(ir::If{negation(condition), std::move(whenFalse), {}, where});
  else
    now.blocks.back().ops.push_back(ir::If{condition, std::move(whenTrue), std::move(whenFalse), where});
}

void StepBuilder::beginTrial() { beforeTrials.push_back(now); }

void StepBuilder::endTrial(bool keep) {
  if (!keep) now = std::move(beforeTrials.back());
  beforeTrials.pop_back();
}

ir::ExprRef StepBuilder::makeVariable(const std::string& name, ir::Type type) {
  return ir::make<ir::ScalarExpr>(type, freshName(name));
}

void StepBuilder::assign(const std::vector<std::pair<ir::ExprRef, ir::ExprRef>>& variablesAndValues,
                         clang::SourceLocation where) {
  ir::Assign assign{{}, reporter.irLocation(where)};
  for (const auto& [variable, value] : variablesAndValues)
    assign.all.push_back({llvm::cast<ir::ScalarExpr>(variable.get())->name, inParts(value, where)});
  if (!assign.all.empty()) append(std::move(assign), where);
}

void StepBuilder::beginLoop() { now.blocks.emplace_back(); }

void StepBuilder::endLoop(const ir::ExprRef& condition, clang::SourceLocation where) {
  std::vector<ir::StepOp> body = std::move(now.blocks.back().ops);
  now.blocks.pop_back();
  append(ir::While{condition, std::move(body), reporter.irLocation(where)}, where);
}

} // namespace brickc::frontend
