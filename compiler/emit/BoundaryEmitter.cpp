// The cells of a layer beyond a side lie apart, and what a boundary kernel reads beside them in other bricks. The
// runtime copies both to rows of values, one for each offset that is read, and the code is a loop over these rows:
// vectors need no bricks then. SPDX-License-Identifier: MIT
#include "compiler/emit/BoundaryEmitter.h"
#include "compiler/emit/CodeStream.h"
#include "compiler/emit/ExpressionEmitter.h"
#include "compiler/emit/FieldValues.h"
#include "compiler/emit/NeededReads.h"
#include "compiler/emit/Spelling.h"
#include "compiler/emit/StencilHead.h"
#include "compiler/ir/Visitor.h"
#include "compiler/plan/BrickShape.h"
#include "compiler/support/LineDirective.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace brickc::emit {
namespace {

constexpr int mostLanes = 16; ///< the runtime's rows have room for whole vectors of so many

/// The offsets at which a kernel reads each of its inputs.
using Reads = std::map<std::string, std::set<std::vector<int>>>;

/// The type of what is computed: the first output's.
ir::Type mainType(const ir::Stencil& kernel) {
  return llvm::find_if(kernel.params, [](const ir::Param& param) { return ir::isWritten(param.kind); })->type;
}

/// A function of the kernel's arguments: a loop over the cells of a piece.
class PieceLoop {
public:
  PieceLoop(const ir::Stencil& kernel, const Reads& reads, int lanes)
      : kernel(kernel), reads(reads), lanes(lanes), types(mainType(kernel), lanes, names),
        values([this](const FieldValues::Key& key) { return load(key); },
               [](const FieldValues::Key&, ir::Type) { return true; }, lanes, names, types) {
    for (const std::string& parameter : kernel.parameterNames())
      names.declare(parameter);
    cells = names.declare("cells");
    cell = names.declare("i");
    needed = names.declare("needed");
  }

  /// What the kernel does, with the lines of `debugFile` where there is one.
  void addBody(llvm::StringRef debugFile) {
    std::vector<std::string> stores; // behind all loads
    for (const ir::Statement& statement : kernel.body) {
      const auto* let = std::get_if<ir::Let>(&statement);
      const auto* store = std::get_if<ir::Store>(&statement); // there are no others
      const ir::Location at = let ? let->location : store->location;
      if (!debugFile.empty() && at.line > 0) statements.push_back(lineDirective(at.line, at.fileOr(debugFile.str())));
      if (let)
        addLet(*let);
      else
        stores.push_back(cells + ".store(" + store->field + ", " + cell + ", " +
                         asVector(value(store->value), store->value->type(), types) + ");");
    }
    llvm::append_range(statements, stores);
  }

  /// Sets an element of `needed` where a condition holds for some cell.
  void addCondition(std::size_t number, const ir::ExprRef& condition) {
    const Fragment holds = value(condition);
    const std::string set = needed + "[" + std::to_string(number) + "] = ";
    if (holds.uniform) {
      invariants.push_back(set + holds.text + ";");
      return;
    }
    const std::string any = names.declare("any_" + std::to_string(number));
    invariants.push_back(types.mask(holds.maskBytes) + " " + any + "{};");
    statements.push_back(any + " |= " + holds.text + ";");
    results.push_back(set + cells + ".any(" + any + ");");
  }

  const std::string& neededName() const { return needed; }
  bool asksForPoint(unsigned axis) const { return points.count(axis) > 0; }

  /// `more` stands in front of the kernel's own arguments.
  void emit(llvm::StringRef function, const std::string& more, CodeStream& out) {
    std::string parameters = "const brick::outer_cells& " + cells + more;
    for (const ir::Param& param : kernel.params)
      parameters += ", " + argumentParameter(kernel, param);
    const auto body = out.open("static void " + function + "(" + parameters + ")");
    for (const auto& [type, alias] : types.needed())
      out.line("using " + alias + " = brick::vec<" + ir::cxxTypeName(type) + ", " + std::to_string(lanes) + ">;");
    for (const ir::Param& param : kernel.params)
      for (const ir::Member& member : param.members)
        out.line("[[maybe_unused]] const " + ir::cxxTypeName(member.type) + " " + member.name + " = " +
                 memberValue(param.name, member) + ";");
    emitLines(invariants, out);
    {
      const auto loop = out.open("for (std::ptrdiff_t " + cell + " = 0; " + cell + " < " + cells + ".count; " + cell +
                                 " += " + std::to_string(lanes) + ")");
      emitLines(statements, out);
    }
    emitLines(results, out);
  }

private:
  static void emitLines(const std::vector<std::string>& lines, CodeStream& out) {
    for (const std::string& line : lines)
      out.line(line);
  }

  void addLet(const ir::Let& let) {
    const Fragment bound = value(let.value);
    const ir::Type type = let.value->type();
    const std::string name = names.declare(let.name);
    const std::string spelling = bound.uniform            ? ir::cxxTypeName(type).str()
                                 : type == ir::Type::Bool ? "auto"
                                                          : types.vec(type);
    (bound.uniform ? invariants : statements).push_back("const " + spelling + " " + name + " = " + bound.text + ";");
    locals[let.name] = {name, ir::Precedence::Primary, bound.uniform, bound.maskBytes};
  }

  Fragment value(const ir::ExprRef& expr) {
    llvm::append_range(statements, values.declare(expr));
    ir::forEachNode(expr, [&](const ir::ExprRef& node) {
      const auto* index = llvm::dyn_cast<ir::PointExpr>(node.get());
      if (index && !points.count(index->axis)) declarePoint(index->axis);
    });
    const auto load = [this](const ir::LoadExpr& load) { return values.nameOf(load); };
    const auto point = [this](unsigned axis) { return points.at(axis); };
    return emitExpression(expr, {load, point, locals, "brick::math::"}, types);
  }

  void declarePoint(unsigned axis) {
    const std::string& vec = types.vec(ir::Type::I64);
    const std::string& name = points[axis] = names.declare("point_" + std::to_string(axis));
    statements.push_back("const " + vec + " " + name + " = " + cells + ".point<" + vec + ">(" + std::to_string(axis) +
                         ", " + cell + ");");
  }

  /// `cells.load<vec>(u, 2, i)`: row 2 of what is read of u. Outputs have one row, their old values.
  std::string load(const FieldValues::Key& key) {
    const auto& [field, offset] = key;
    const auto rows = reads.find(field);
    const auto row = rows == reads.end() ? 0 : std::distance(rows->second.begin(), rows->second.find(offset));
    return cells + ".load<" + types.vec(ir::valueType(kernel.findParam(field)->type)) + ">(" + field + ", " +
           std::to_string(row) + ", " + cell + ")";
  }

  const ir::Stencil& kernel;
  const Reads& reads;
  int lanes;
  Names names;
  VectorTypes types;
  FieldValues values;
  std::string cells, cell, needed;
  std::map<unsigned, std::string> points;                   ///< the variable that holds the cells' index, by axis
  std::map<std::string, Fragment> locals;                   ///< by IR name
  std::vector<std::string> invariants, statements, results; ///< before, in and behind the loop
};

class BoundaryEmitter {
public:
  BoundaryEmitter(const ir::Stencil& kernel, int vectorBytes)
      : kernel(kernel), lanes(plan::lanesFor(kernel, vectorBytes, mostLanes)) {
    ir::forEachRead(kernel, [&](const std::string& field, const std::vector<int>& offset) {
      if (ir::isWritten(kernel.findParam(field)->kind))
        readBack.insert(field);
      else
        reads[field].insert(offset);
    });
  }

  std::string emit(llvm::StringRef source, llvm::StringRef debugFile) {
    PieceLoop compute(kernel, reads, lanes), conditions(kernel, reads, lanes);
    compute.addBody(debugFile);
    const bool asks = addConditions(conditions);
    std::vector<bool> points;
    for (unsigned axis = 0; axis < kernel.dims; ++axis)
      points.push_back(compute.asksForPoint(axis) || conditions.asksForPoint(axis));
    CodeStream out;
    out.line("// " + origin(kernel.name, source, kernel.location) + ": vectors of " + std::to_string(lanes));
    out.line("template <>");
    {
      const auto definition = out.open("struct brick::generated<" + kernel.name + ">", "};");
      emitHead(points, out);
      out.blank();
      compute.emit("compute", "", out);
      if (asks) {
        out.blank();
        conditions.emit("find_needed", ", std::array<bool, reads.size()>& " + conditions.neededName(), out);
      }
    }
    return out.take();
  }

private:
  /// Whether some of what is read is not always needed.
  bool addConditions(PieceLoop& loop) const {
    const auto conditions = conditionsOfReads(kernel);
    bool asks = false;
    forEachRead([&](std::size_t number, unsigned, const std::string& field, const std::vector<int>& offset) {
      const ir::ExprRef& condition = conditions.at({field, offset});
      loop.addCondition(number, condition);
      asks |= !ir::equal(condition, ir::makeBool(true));
    });
    return asks;
  }

  /// Calls `visit(number, position, field, offset)` for what is read of inputs; `position` is that of the parameter of
  /// the user's function.
  template <class Visit> void forEachRead(Visit visit) const {
    std::size_t number = 0;
    for (const auto& [position, param] : positions()) {
      const auto found = reads.find(param->name);
      if (found == reads.end()) continue;
      for (const std::vector<int>& offset : found->second)
        visit(number++, position, param->name, offset);
    }
  }

  /// The parameters by their places in the user's function, which has points among them.
  std::map<unsigned, const ir::Param*> positions() const {
    std::map<unsigned, const ir::Param*> result;
    unsigned position = 0;
    for (const ir::Param& param : kernel.params) {
      while (llvm::is_contained(kernel.points, position))
        ++position;
      result[position++] = &param;
    }
    return result;
  }

  void emitHead(const std::vector<bool>& points, CodeStream& out) const {
    std::vector<std::string> entries;
    forEachRead([&](std::size_t, unsigned position, const std::string&, const std::vector<int>& offset) {
      entries.push_back("{" + std::to_string(position) + ", {" + list(offset) + "}}");
    });
    std::vector<bool> old(kernel.params.size() + kernel.points.size());
    for (const auto& [position, param] : positions())
      old[position] = readBack.count(param->name) > 0;
    emitArray("brick::outer_read<" + std::to_string(kernel.dims) + ">", "reads", entries, out);
    emitArray("bool", "reads_old", spelled(old), out);
    emitArray("bool", "reads_point", spelled(points), out);
  }

  static std::vector<std::string> spelled(const std::vector<bool>& values) {
    std::vector<std::string> result;
    for (const bool value : values)
      result.push_back(value ? "true" : "false");
    return result;
  }

  static void emitArray(const std::string& type, const std::string& name, const std::vector<std::string>& values,
                        CodeStream& out) {
    const std::string elements = values.empty() ? "{}" : "{{" + llvm::join(values, ", ") + "}}";
    out.line("static constexpr std::array<" + type + ", " + std::to_string(values.size()) + "> " + name + elements +
             ";");
  }

  const ir::Stencil& kernel;
  int lanes;
  Reads reads;
  std::set<std::string> readBack; ///< outputs whose old values are read
};

} // namespace

std::string emitBoundary(const ir::Stencil& kernel, int vectorBytes, llvm::StringRef source, bool debugLines) {
  return BoundaryEmitter(kernel, vectorBytes).emit(source, debugLines ? source : "");
}

} // namespace brickc::emit
