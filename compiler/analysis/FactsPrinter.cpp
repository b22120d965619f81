// The readable form of Facts. SPDX-License-Identifier: MIT
#include "compiler/analysis/Facts.h"
#include "llvm/ADT/STLExtras.h"

namespace brickc::analysis {
namespace {

class FactsPrinter {
public:
  explicit FactsPrinter(llvm::raw_ostream& out) : out(out) {}

  void print(const StencilFacts& facts) {
    out << "stencil \"" << facts.name << "\": radius ";
    list(facts.radius);
    out << '\n';
    for (const FieldFootprint& input : facts.inputs) {
      out << "  reads ";
      reach(input);
      out << ", " << input.offsets << (input.offsets == 1 ? " cell\n" : " cells\n");
    }
  }

  void print(const StepFacts& facts) {
    out << "step \"" << facts.name << "\"\n";
    for (const FieldFootprint& field : facts.halo) {
      out << "  halo ";
      reach(field);
      out << '\n';
    }
    if (!facts.uniform) out << "  not uniform: dependences are not analysed\n";
    for (const ExchangeNeed& exchange : facts.exchanges)
      print(exchange);
    for (const Dependence& dependence : facts.dependences)
      print(dependence);
    for (const std::string& domain : facts.domains)
      out << "  domain " << domain << '\n';
    for (const std::string& access : facts.accesses)
      out << "  access " << access << '\n';
  }

private:
  void print(const ExchangeNeed& exchange) {
    out << "  exchange ";
    reach(exchange.depth);
    out << " before op " << exchange.before << (exchange.everyStep ? ", every step\n" : ", once\n");
  }

  void print(const Dependence& dependence) {
    static constexpr llvm::StringLiteral kinds[] = {"flow", "anti", "output"};
    out << "  " << kinds[static_cast<int>(dependence.kind)] << " op " << dependence.from << ' ' << dependence.fromField
        << " -> op " << dependence.to << ' ' << dependence.toField << ": ";
    if (dependence.steps) out << dependence.steps << (dependence.steps == 1 ? " step later, " : " steps later, ");
    out << "cells ";
    list(dependence.low);
    out << " to ";
    list(dependence.high);
    out << '\n';
  }

  void reach(const FieldFootprint& footprint) {
    out << footprint.field << " low ";
    list(footprint.low);
    out << " high ";
    list(footprint.high);
  }

  void list(const std::vector<int>& numbers) {
    out << '[';
    llvm::interleave(numbers, out, ", ");
    out << ']';
  }

  llvm::raw_ostream& out;
};

} // namespace

void print(const Facts& facts, llvm::raw_ostream& out) {
  FactsPrinter printer(out);
  for (const StencilFacts& stencil : facts.stencils)
    printer.print(stencil);
  for (const StepFacts& step : facts.steps)
    printer.print(step);
}

} // namespace brickc::analysis
