// Cutting long sums at row changes. SPDX-License-Identifier: MIT
#include "compiler/transform/SplitLongSums.h"
#include "compiler/ir/Visitor.h"
#include "compiler/transform/FreshNames.h"
#include "compiler/transform/RewriteBodies.h"
#include "compiler/transform/Sum.h"
#include "llvm/ADT/STLExtras.h"

namespace brickc::transform {
namespace {

using namespace ir;

class Splitter {
public:
  explicit Splitter(const Stencil& stencil) : stencil(stencil), names(stencil, "sum") {}

  std::vector<Statement> run() {
    for (const Statement& statement : stencil.body) {
      const std::vector<Term> terms = termsOf(valueOf(statement));
      const bool whole = lengthOf(terms) < longSum || std::holds_alternative<Share>(statement);
      result.push_back(whole ? statement : withValue(statement, split(terms)));
    }
    return std::move(result);
  }

private:
  /// How many terms are added up, those of rows that are sums by themselves counted one by one.
  static std::size_t lengthOf(const std::vector<Term>& terms) {
    std::size_t length = 0;
    for (const Term& term : terms)
      length += termsOf(term.value).size();
    return length;
  }

  /// The last part of the sum; the others have become lets.
  ExprRef split(const std::vector<Term>& terms) {
    std::vector<Term> part;
    std::string row;
    for (const Term& term : terms) {
      const std::string next = rowOf(term.value);
      if (part.size() > 1 && !next.empty() && !row.empty() && next != row) part = {{names.bind(sumOf(part), result)}};
      if (!next.empty()) row = next;
      part.push_back(term);
    }
    return sumOf(part);
  }

  const Stencil& stencil;
  FreshNames names;
  std::vector<Statement> result;
};

} // namespace

Module splitLongSums(const Module& module) {
  return rewriteBodies(module, [](const Stencil& stencil) { return Splitter(stencil).run(); });
}

} // namespace brickc::transform
