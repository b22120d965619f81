// Lets become constants, stores become assignments to a window; values of fields are declared where first needed, so
// that few of them are alive at a time. SPDX-License-Identifier: MIT
#include "compiler/emit/StencilBody.h"
#include "compiler/ir/Visitor.h"
#include "compiler/support/LineDirective.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace brickc::emit {
namespace {

/// The alias `vec` is for the type of what is computed: the first output's.
ir::Type mainType(const ir::Stencil& stencil) {
  const auto output = llvm::find_if(stencil.params, [](const ir::Param& p) { return ir::isWritten(p.kind); });
  return output == stencil.params.end() ? ir::Type::F64 : output->type;
}

class BodyEmitter {
public:
  BodyEmitter(const ir::Stencil& stencil, const plan::StencilPlan& plan, const SweepNames& sweep, Names& names)
      : stencil(stencil), sweep(sweep), point(llvm::join(sweep.axes, ", ")),
        types(mainType(stencil), plan.lanes, names), values(sweep.windows, point, plan.lanes, names, types) {}

  StencilBody emit(llvm::StringRef debugFile) {
    loadUpdatedFields();
    for (const ir::Statement& statement : stencil.body)
      std::visit(
          [&](const auto& s) {
            if (!debugFile.empty() && s.location.line > 0)
              body.statements.push_back(lineDirective(s.location.line, debugFile.str()));
            emitStatement(s);
          },
          statement);
    body.vectorTypes = types.needed();
    return std::move(body);
  }

private:
  /// An InOut field is read before it is written, whatever the order of the statements.
  void loadUpdatedFields() {
    for (const ir::Statement& statement : stencil.body)
      ir::forEachNode(ir::valueOf(statement), [&](const ir::ExprRef& node) {
        const auto* load = llvm::dyn_cast<ir::LoadExpr>(node.get());
        if (load && stencil.findParam(load->field)->kind == ir::ParamKind::InOut) declareValues(node);
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

  Fragment emitValue(const ir::ExprRef& expr) {
    declareValues(expr);
    return emitExpression(expr, {[this](const ir::LoadExpr& load) { return values.nameOf(load); }, locals}, types);
  }

  void declareValues(const ir::ExprRef& expr) { llvm::append_range(body.statements, values.declare(expr)); }

  std::string localType(ir::Type type, bool uniform) {
    if (uniform) return ir::cxxTypeName(type).str();
    return type == ir::Type::Bool ? "auto" : types.vec(type);
  }

  const ir::Stencil& stencil;
  const SweepNames& sweep;
  std::string point;
  VectorTypes types;
  FieldValues values;
  std::map<std::string, Fragment> locals; ///< by IR name
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
  for (const ir::Param& param : stencil.params)
    if (ir::isField(param.kind)) sweep.windows[param.name] = names.declare(param.name + "_at");
  return sweep;
}

StencilBody emitBody(const ir::Stencil& stencil, const plan::StencilPlan& plan, const SweepNames& sweep, Names& names,
                     llvm::StringRef debugFile) {
  return BodyEmitter(stencil, plan, sweep, names).emit(debugFile);
}

} // namespace brickc::emit
