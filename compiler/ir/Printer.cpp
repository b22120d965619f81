// The text of modules, stencils and steps. SPDX-License-Identifier: MIT
#include "compiler/ir/Printer.h"
#include "compiler/ir/Names.h"

namespace brickc::ir {
namespace {

class ModulePrinter {
public:
  explicit ModulePrinter(llvm::raw_ostream& out) : out(out) {}

  void print(const Module& module) {
    out << "module " << quoted(module.source) << '\n';
    for (const Stencil& stencil : module.stencils)
      print("stencil", stencil);
    for (const Stencil& boundary : module.boundaries)
      print("boundary", boundary);
    for (const Step& step : module.steps)
      print(step);
  }

private:
  void print(llvm::StringRef keyword, const Stencil& stencil) {
    out << '\n' << keyword << ' ' << quoted(stencil.name) << ' ' << stencil.dims << "d (";
    printParams(stencil);
    out << ')';
    if (stencil.result) out << " returns " << typeName(*stencil.result);
    if (stencil.fused) print(*stencil.fused);
    printLocation(stencil.location);
    out << " {\n";
    for (const Statement& statement : stencil.body) {
      out << "  ";
      std::visit([&](const auto& item) { print(item); }, statement);
    }
    out << "}\n";
  }

  void print(const Fused& fused) {
    out << " fuses ";
    llvm::interleaveComma(fused.parts, out, [&](const std::string& part) { out << quoted(part); });
    out << " of " << quoted(fused.step);
  }

  void print(const Step& step) {
    out << "\nstep " << quoted(step.name) << " (";
    printList(step.params);
    out << ')';
    printLocation(step.location);
    out << " {\n";
    printOps(step.body);
    out << "}\n";
  }

  void printOps(const std::vector<StepOp>& ops) {
    ++depth;
    for (const StepOp& op : ops) {
      indent();
      std::visit([&](const auto& item) { print(item); }, static_cast<const StepOp::variant&>(op));
    }
    --depth;
  }
  void indent() { out.indent(2 * depth); }

  /// With the places of points, which take no argument.
  void printParams(const Stencil& stencil) {
    auto param = stencil.params.begin();
    auto point = stencil.points.begin();
    for (unsigned i = 0; param != stencil.params.end() || point != stencil.points.end(); ++i) {
      if (i) out << ", ";
      const bool isPoint = param == stencil.params.end() || (point != stencil.points.end() && *point == i);
      if (isPoint) {
        out << "point";
        ++point;
      } else {
        print(*param++);
      }
    }
  }

  void print(const Param& param) {
    if (param.kind == ParamKind::Record) return printRecord(param.name, param.members);
    static constexpr llvm::StringLiteral kinds[] = {"in", "out", "inout", "scalar", "table"};
    out << kinds[static_cast<int>(param.kind)] << ' ' << typeName(param.type) << ' ' << nameText(param.name);
    if (param.kind == ParamKind::Table) out << '[' << param.tableSize << ']';
  }

  void print(const StepParam& param) {
    if (param.kind == StepParamKind::Record) return printRecord(param.name, param.members);
    static constexpr llvm::StringLiteral kinds[] = {"field", "scalar", "table", "box"};
    out << kinds[static_cast<int>(param.kind)] << ' ';
    if (param.kind != StepParamKind::Box) out << typeName(param.type) << ' ';
    if (param.dims) out << param.dims << "d ";
    out << nameText(param.name);
    if (param.kind == StepParamKind::Table) out << '[' << param.tableSize << ']';
    if (!param.group.empty()) out << " of " << nameText(param.group) << ' ' << quoted(param.path);
  }

  void printRecord(const std::string& name, const std::vector<Member>& members) {
    out << "record " << nameText(name) << " {";
    llvm::interleaveComma(members, out, [&](const Member& member) {
      out << typeName(member.type) << ' ' << nameText(member.name) << ' ' << quoted(member.path);
    });
    out << '}';
  }

  void print(const Let& let) {
    out << "let " << nameText(let.name) << " = " << toString(let.value);
    endLine(let.location);
  }
  void print(const Share& share) {
    out << "share " << nameText(share.name) << " = " << toString(share.value);
    endLine(share.location);
  }
  void print(const Store& store) {
    out << nameText(store.field) << " = " << toString(store.value);
    endLine(store.location);
  }
  void print(const Return& result) {
    out << "return " << toString(result.value);
    endLine(result.location);
  }
  void print(const Apply& apply) {
    if (apply.reduction)
      out << "reduce " << typeName(apply.reduction->type) << ' ' << nameText(apply.reduction->result) << " = "
          << quoted(apply.reduction->operation) << " of ";
    else
      out << "apply ";
    out << quoted(apply.stencil) << '(';
    printList(apply.args);
    out << ')';
    if (apply.on) {
      out << " on [";
      printList(apply.on->low);
      out << "] to [";
      printList(apply.on->high);
      out << ']';
    }
    endLine(apply.location);
  }
  void print(const Swap& swap) {
    out << "swap " << nameText(swap.first) << ", " << nameText(swap.second);
    endLine(swap.location);
  }
  void print(const ApplyBoundary& boundary) {
    out << "boundary " << quoted(boundary.kernel) << (boundary.high ? " high " : " low ") << boundary.axis << " of "
        << nameText(boundary.grid) << " (";
    printList(boundary.args);
    out << ')';
    if (!boundary.reach.empty()) {
      out << " reach [";
      llvm::interleaveComma(boundary.reach, out);
      out << ']';
    }
    endLine(boundary.location);
  }
  void print(const Temporary& temporary) {
    out << "temporary " << typeName(temporary.type) << ' ' << temporary.dims << "d " << nameText(temporary.name)
        << " like " << nameText(temporary.like);
    endLine(temporary.location);
  }
  void print(const Set& set) {
    out << "set " << nameText(set.name) << " = " << toString(set.value);
    endLine(set.location);
  }
  void print(const Assign& assign) {
    out << "assign ";
    llvm::interleaveComma(assign.all, out, [&](const Assign::Assignment& assignment) {
      out << nameText(assignment.name) << " = " << toString(assignment.value);
    });
    endLine(assign.location);
  }
  void print(const While& loop) {
    out << "while " << toString(loop.condition);
    printLocation(loop.location);
    out << " {\n";
    printOps(loop.body);
    indent();
    out << "}\n";
  }
  void print(const If& branch) {
    out << "if " << toString(branch.condition);
    printLocation(branch.location);
    out << " {\n";
    printOps(branch.whenTrue);
    indent();
    out << '}';
    if (!branch.whenFalse.empty()) {
      out << " else {\n";
      printOps(branch.whenFalse);
      indent();
      out << '}';
    }
    out << '\n';
  }

  void print(const ApplyArg& arg) {
    std::visit([&](const auto& item) { printArg(item); }, arg);
  }
  void printArg(const FieldArg& arg) { out << nameText(arg.name); }
  void printArg(const WholeArg& arg) { out << nameText(arg.name); }
  void printArg(const ExprRef& arg) { out << toString(arg); }
  void printArg(const RecordArg& arg) {
    out << '{';
    llvm::interleaveComma(arg.parts, out, [&](const RecordArg::Part& part) {
      out << quoted(part.path) << " = " << toString(part.value);
    });
    out << '}';
  }
  void print(const ExprRef& expr) { out << toString(expr); }

  template <class Items> void printList(const Items& items) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (i) out << ", ";
      print(items[i]);
    }
  }

  void printLocation(Location location) {
    if (!location.line) return;
    out << " at ";
    if (location.file) out << quoted(*location.file) << ':';
    out << location.line << ':' << location.column;
  }
  void endLine(Location location) {
    printLocation(location);
    out << '\n';
  }

  llvm::raw_ostream& out;
  unsigned depth = 0; ///< of nested operations
};

} // namespace

void print(const Module& module, llvm::raw_ostream& out) { ModulePrinter(out).print(module); }

} // namespace brickc::ir
