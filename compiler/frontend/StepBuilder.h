// Operations on whole fields, as the evaluation of a step meets them. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/frontend/Evaluator.h"
#include "compiler/frontend/StepLowering.h"
#include <map>
#include <set>

namespace brickc::frontend {

/// A field of the step: a parameter or a temporary. The Values of kind Field refer to it by its position.
struct StepField {
  std::string name;
  ir::Type type;
  unsigned dims;
};

/// Builds the body of an ir::Step. Its implementation is by subject: StepBuilder.cpp has calls, StepOperations.cpp what
/// their arguments mean, StepBlocks.cpp branches and loops.
class StepBuilder : public StepActions, public LoopActions {
public:
  StepBuilder(clang::ASTContext& context, Reporter& reporter, const StencilTable& stencils, ir::Step& step)
      : context(context), reporter(reporter), stencils(stencils), step(step),
        symbolic(context, reporter, static_cast<StepActions&>(*this)) {}

  Evaluator& evaluator() { return symbolic; }
  /// Makes a field known.
  Value addField(StepField field);
  /// Makes the type of a record known that is a parameter.
  void addRecord(const std::string& name, clang::QualType type) { records[name] = type; }
  /// Who runs the step sees what becomes of the scalars in a parameter, which was `before`.
  void addResults(const clang::ParmVarDecl& parameter, Value before) {
    results.emplace_back(&parameter, std::move(before));
  }
  /// Gives the step its body, behind which what has become of scalars is set.
  void finish();

  std::optional<Value> call(const clang::CallExpr& call, const clang::FunctionDecl& callee) override;
  Value declareField(const clang::VarDecl& variable) override;
  void beginBlock() override;
  void endBlocks(const ir::ExprRef& condition) override;
  LoopActions* loops() override { return this; }
  void beginTrial() override;
  void endTrial(bool keep) override;
  ir::ExprRef makeVariable(const std::string& name, ir::Type type) override;
  void assign(const std::vector<std::pair<ir::ExprRef, ir::ExprRef>>& variablesAndValues,
              clang::SourceLocation where) override;
  void beginLoop() override;
  void endLoop(const ir::ExprRef& condition, clang::SourceLocation where) override;

private:
  using Exprs = llvm::ArrayRef<const clang::Expr*>;

  Value refuse(DiagnosticKind kind, clang::SourceLocation where, std::vector<std::string> args = {});
  void setChanged(const Value& before, const Value& after, clang::SourceLocation where);

  // StepBlocks.cpp
  void append(ir::StepOp op, clang::SourceLocation where);
  std::string freshName(const std::string& wanted);

  // StepBuilder.cpp
  std::optional<Value> callMember(const clang::CXXMemberCallExpr& call, const clang::FunctionDecl& callee);
  Value addSwap(const clang::CallExpr& call, const clang::Expr* a, const clang::Expr* b);
  Value addApply(const clang::CallExpr& call, const clang::FunctionDecl& callee, bool reduces);
  Value addReduction(ir::Apply apply, const ir::Stencil& stencil, const clang::FunctionDecl& kernel,
                     const clang::Expr* operation, clang::SourceLocation where);
  Value addBoundary(const clang::CallExpr& call, const clang::FunctionDecl& callee);
  bool checkAliases(const clang::CallExpr& call, const ir::Stencil& stencil, const ir::Apply& apply);

  // StepOperations.cpp
  const StepField* fieldBehindGrid(const clang::Expr* grid);
  bool readRegion(const clang::Expr* expr, ir::Apply& apply);
  bool readSide(const clang::Expr* expr, ir::ApplyBoundary& boundary);
  bool readArguments(Exprs arguments, const clang::FunctionDecl& kernel, const ir::Stencil& stencil, ir::Apply& apply);
  bool readBoundaryArguments(Exprs arguments, const clang::FunctionDecl& kernel, ir::ApplyBoundary& boundary);
  std::optional<ir::ApplyArg> readField(const Value& value, const ir::Param& param, unsigned dims);
  std::optional<ir::ApplyArg> readTable(const Value& value, const ir::Param& param);
  std::optional<ir::ApplyArg> readRecord(const Value& value, const clang::ParmVarDecl& parameter,
                                         const clang::Expr& expr);
  const ir::StepParam* wholeRecord(const ir::RecordArg& argument, clang::QualType type) const;
  ir::ExprRef readScalar(const Value& value, clang::QualType type, clang::SourceLocation where);
  ir::ExprRef inParts(const ir::ExprRef& expr, clang::SourceLocation where);
  ir::ExprRef inParts(const ir::ExprRef& expr, const std::map<const ir::Expr*, unsigned>& uses,
                      clang::SourceLocation where);

  struct Block {
    std::vector<ir::StepOp> ops;
    std::map<ir::ExprRef, ir::ExprRef> parts; ///< of long scalars: values that this block binds, and their names
  };

  /// What a trial may change.
  struct Progress {
    std::vector<Block> blocks{1};  ///< the innermost one last
    std::vector<StepField> fields; ///< by position; that of a table or scalar parameter is unused
    std::set<std::string> names;   ///< of fields, results and variables that are no parameters
    unsigned operations = 0;
  };

  clang::ASTContext& context;
  Reporter& reporter;
  const StencilTable& stencils;
  ir::Step& step;
  std::map<std::string, clang::QualType> records; ///< the step's parameters
  Progress now;
  std::vector<Progress> beforeTrials;
  std::map<const clang::FunctionDecl*, std::vector<int>> reaches; ///< of boundary kernels
  std::vector<std::pair<const clang::ParmVarDecl*, Value>> results;
  Evaluator symbolic;
};

} // namespace brickc::frontend
