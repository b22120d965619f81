// Grouping the terms of long sums by row. SPDX-License-Identifier: MIT
#include "compiler/transform/ReassociateSums.h"
#include "compiler/ir/Visitor.h"
#include "compiler/transform/Sum.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

namespace brickc::transform {
namespace {

using namespace ir;

/// Terms by row, rows in the order of their first terms. Inside a row an added term goes first, so that no negation is
/// needed where the row has one.
std::vector<std::vector<Term>> rowsOf(const std::vector<Term>& terms) {
  llvm::MapVector<std::string, std::vector<Term>, std::map<std::string, unsigned>> rows;
  for (const Term& term : terms)
    rows[rowOf(term.value)].push_back(term);
  std::vector<std::vector<Term>> result;
  for (auto& [row, members] : rows) {
    llvm::stable_sort(members, [](const Term& a, const Term& b) { return a.negative < b.negative; });
    result.push_back(std::move(members));
  }
  return result;
}

ExprRef regrouped(const std::vector<Term>& terms) {
  std::vector<Term> sums;
  for (const std::vector<Term>& row : rowsOf(terms)) {
    if (row.size() == 1)
      sums.push_back(row.front());
    else
      sums.push_back({sumOf(row)});
  }
  return sums.size() == terms.size() ? sumOf(terms) : sumOf(sums);
}

Statement reassociated(const Statement& statement) {
  const std::vector<Term> terms = termsOf(valueOf(statement));
  return terms.size() < longSum ? statement : withValue(statement, regrouped(terms));
}

} // namespace

Module reassociateSums(const Module& module) {
  Module result = module;
  for (Stencil& stencil : result.stencils)
    for (Statement& statement : stencil.body)
      statement = reassociated(statement);
  return result;
}

} // namespace brickc::transform
