// Partial sums shared by neighbouring cells. SPDX-License-Identifier: MIT
//
// Each statement's value is taken apart into weighted sums of cells and the rest (WeightedSum.h), twice: as it is, and
// with the values of locals that are used once in place of these. The second form is taken where it needs fewer
// operations by far, and the locals are gone. What sums of it pay are cut (SumCutter.h).
#include "compiler/transform/ShareAcrossCells.h"
#include "compiler/ir/Visitor.h"
#include "compiler/transform/EliminateDeadCode.h"
#include "compiler/transform/RewriteBodies.h"
#include "compiler/transform/Sum.h"
#include "compiler/transform/SumCutter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <limits>

namespace brickc::transform {
namespace {

using namespace ir;

/// Giving up a user's locals must save a third of the operations: they make generated code readable.
constexpr double enoughGain = 1.5;

class Sharing {
public:
  explicit Sharing(const Stencil& stencil) : stencil(stencil), sums(stencil), parts(stencil, body) {}

  std::vector<Statement> run() {
    if (stencil.dims < 2 || stencil.shares()) return stencil.body;
    for (const Statement& statement : stencil.body)
      sums.see(statement);
    findUnfinished();
    std::vector<LinearForm> forms;
    for (const Statement& statement : stencil.body)
      forms.push_back(formOf(statement));
    std::set<std::string> opened; // by statements behind them
    for (std::size_t i = forms.size(); i-- > 0;)
      if (!isOneOf(opened, stencil.body[i])) opened.merge(forms[i].opened);
    for (std::size_t i = 0; i < forms.size(); ++i)
      if (!isOneOf(opened, stencil.body[i])) body.push_back(shared(stencil.body[i], forms[i]));
    return liveStatements(body);
  }

private:
  static bool isOneOf(const std::set<std::string>& locals, const Statement& statement) {
    const auto* let = std::get_if<Let>(&statement);
    return let && locals.contains(let->name);
  }

  /// Where a statement of a loop adds to what it has computed before, only the last sum counts.
  void findUnfinished() {
    std::map<std::string, Location> places; // of locals that users have named
    for (const Statement& statement : stencil.body) {
      const auto* let = std::get_if<Let>(&statement);
      if (!let || let->location.line == 0) continue;
      forEachSummand(let->value, [&](const std::string& local) {
        const auto place = places.find(local);
        if (place != places.end() && place->second == let->location && sums.usedOnce(local)) unfinished.insert(local);
      });
      places[let->name] = let->location;
    }
  }

  /// Calls `action` for the locals that a value adds up.
  void forEachSummand(const ExprRef& value, llvm::function_ref<void(const std::string&)> action) {
    if (const auto* local = llvm::dyn_cast<LocalExpr>(value.get())) action(local->name);
    for (const ExprRef& summand : sums.summandsOf(*value))
      forEachSummand(summand, action);
  }

  /// The value of a statement as sums for which it pays to cut them, and what it adds of others.
  LinearForm formOf(const Statement& statement) {
    const ExprRef& value = valueOf(statement);
    if (value->type() == Type::Bool) return {};
    if (const auto* let = std::get_if<Let>(&statement); let && unfinished.contains(let->name)) {
      costs[let->name] = std::numeric_limits<double>::infinity(); // whoever needs it adds to it
      return {};
    }
    const auto all = [](const std::string&) { return true; };
    const LinearForm own = sums.formOf(value, all, Locals::Closed), whole = sums.formOf(value, all, Locals::Opened);
    const double together = costOf(whole);
    double apart = costOf(own);
    for (const std::string& local : whole.direct)
      apart += costs.at(local);
    const bool opens = !isLeaf(*value) && enoughGain * together < apart;
    if (const auto* let = std::get_if<Let>(&statement)) costs[let->name] = opens ? together : apart;
    std::set<std::string> paying;
    for (const WeightedSum& sum : (opens ? whole : own).sums)
      if (SumCutter::ifWorthIt(sum, stencil.dims)) paying.insert(sum.name);
    if (paying.empty()) return {};
    return sums.formOf(
        value, [&](const std::string& cell) { return paying.contains(cell); }, opens ? Locals::Opened : Locals::Closed);
  }

  double costOf(const LinearForm& form) const {
    double cost = static_cast<double>(form.rest.size());
    for (const WeightedSum& sum : form.sums) {
      const auto cutter = SumCutter::ifWorthIt(sum, stencil.dims);
      cost += cutter ? cutter->cost() : SumCutter::plainCost(sum);
    }
    return cost;
  }

  Statement shared(const Statement& statement, const LinearForm& form) {
    if (form.sums.empty()) return statement;
    std::vector<Term> terms;
    for (const WeightedSum& sum : form.sums)
      terms.push_back({SumCutter(sum, stencil.dims).cut(parts)});
    llvm::append_range(terms, form.rest);
    return withValue(statement, sumOf(terms));
  }

  const Stencil& stencil;
  WeightedSums sums;
  std::map<std::string, double> costs; ///< operations for a cell, of locals
  std::set<std::string> unfinished;    ///< locals
  std::vector<Statement> body;
  CutParts parts;
};

} // namespace

Module shareAcrossCells(const Module& module) {
  return rewriteBodies(module, [](const Stencil& stencil) { return Sharing(stencil).run(); });
}

} // namespace brickc::transform
