// Lets become constants, stores become assignments to a window; values of fields are declared where first needed, so
// that few of them are alive at a time. SPDX-License-Identifier: MIT
#include "compiler/emit/StencilBody.h"
#include "compiler/ir/Visitor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace brickc::emit {
namespace {

/// The alias `vec` is for the type of what is computed: the result's, or the first output's.
ir::Type mainType(const ir::Stencil& stencil) {
  if (stencil.result) return *stencil.result;
  const auto output = llvm::find_if(stencil.params, [](const ir::Param& p) { return ir::isWritten(p.kind); });
  return output == stencil.params.end() ? ir::Type::F64 : output->type;
}

class BodyEmitter {
public:
  BodyEmitter(const ir::Stencil& stencil, const plan::StencilPlan& plan, const SweepNames& sweep, Names& names)
      : stencil(stencil), sweep(sweep), names(names), point(llvm::join(sweep.axes, ", ")),
        types(mainType(stencil), plan.lanes, names), values(sweep.windows, point, plan.lanes, names, types) {}

  StencilBody emit() {
    loadOldValues();
    for (const ir::Statement& statement : stencil.body)
      std::visit([this](const auto& s) { emitStatement(s); }, statement);
    body.vectorTypes = types.needed();
    return std::move(body);
  }

private:
  /// A field that is written is read before, whatever the order of the statements.
  void loadOldValues() {
    for (const ir::Statement& statement : stencil.body)
      ir::forEachNode(ir::valueOf(statement), [&](const ir::ExprRef& node) {
        const auto* load = llvm::dyn_cast<ir::LoadExpr>(node.get());
        if (load && ir::isWritten(stencil.findParam(load->field)->kind)) declareValues(node);
      });
  }

  void emitStatement(const ir::Let& let) {
    const Fragment value = emitValue(let.value);
    const std::string& name = sweep.locals.at(let.name);
    auto& lines = value.uniform ? body.invariants : body.statements;
    lines.push_back("const " + localType(let.value->type(), value.uniform) + " " + name + " = " + value.text + ";");
    locals[let.name] = {name, ir::Precedence::Primary, value.uniform, value.maskBytes};
  }

  void emitStatement(const ir::Store& store) {
    const Fragment value = emitValue(store.value);
    body.statements.push_back(sweep.windows.at(store.field) + "(" + point +
                              ") = " + asVector(value, store.value->type(), types) + ";");
  }

  void emitStatement(const ir::Return& result) {
    const Fragment value = emitValue(result.value);
    body.statements.push_back(sweep.result + ".store(" + asVector(value, result.value->type(), types) + ", " + point +
                              ");");
  }

  Fragment emitValue(const ir::ExprRef& expr) {
    declareValues(expr);
    const auto load = [this](const ir::LoadExpr& load) { return values.nameOf(load); };
    const auto point = [this](unsigned axis) { return points.at(axis); };
    return emitExpression(expr, {load, point, locals}, types);
  }

  void declareValues(const ir::ExprRef& expr) {
    llvm::append_range(body.statements, values.declare(expr));
    ir::forEachNode(expr, [&](const ir::ExprRef& node) {
      const auto* index = llvm::dyn_cast<ir::PointExpr>(node.get());
      if (index && body.pointAxes.insert(index->axis).second) declarePoint(index->axis);
    });
  }

  /// The index counts up along the vector on the last axis and is one value on the others.
  void declarePoint(unsigned axis) {
    const bool along = axis + 1 == stencil.dims;
    const std::string& vec = types.vec(ir::Type::I64);
    const std::string& name = points[axis] = names.declare("point_" + std::to_string(axis));
    body.statements.push_back("const " + vec + " " + name + " = brick::" + (along ? "count_from<" : "broadcast<") + vec +
                              ">(" + sweep.firstCell[axis] + " + " + sweep.axes[axis] + ");");
  }

  std::string localType(ir::Type type, bool uniform) {
    if (uniform) return ir::cxxTypeName(type).str();
    return type == ir::Type::Bool ? "auto" : types.vec(type);
  }

  const ir::Stencil& stencil;
  const SweepNames& sweep;
  Names& names;
  std::string point; ///< the position in the brick, "z, y, x"
  VectorTypes types;
  FieldValues values;
  std::map<std::string, Fragment> locals; ///< by IR name
  std::map<unsigned, std::string> points; ///< the variable that holds the cells' index, by axis
  StencilBody body;
};

} // namespace

SweepNames nameSweep(const ir::Stencil& stencil, Names& names) {
  SweepNames sweep;
  for (const ir::Param& param : stencil.params)
    names.declare(param.name);
  for (const ir::Statement& statement : stencil.body)
    if (const auto* let = std::get_if<ir::Let>(&statement)) sweep.locals[let->name] = names.declare(let->name);
  sweep.range = names.declare("range");
  sweep.brick = names.declare("b");
  sweep.shape = names.declare("shape");
  for (const std::string& axis : axisNames(stencil.dims))
    sweep.axes.push_back(names.declare(axis));
  for (unsigned axis = 0; axis < stencil.dims; ++axis)
    sweep.firstCell.push_back(names.declare("first_" + std::to_string(axis)));
  sweep.values = names.declare("values");
  sweep.result = names.declare("result_at");
  for (const ir::Param& param : stencil.params)
    if (ir::isField(param.kind)) sweep.windows[param.name] = names.declare(param.name + "_at");
  return sweep;
}

StencilBody emitBody(const ir::Stencil& stencil, const plan::StencilPlan& plan, const SweepNames& sweep, Names& names) {
  return BodyEmitter(stencil, plan, sweep, names).emit();
}

} // namespace brickc::emit
