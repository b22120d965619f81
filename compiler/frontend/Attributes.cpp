// Registration of the attributes with Clang's parser. SPDX-License-Identifier: MIT
#include "compiler/frontend/Attributes.h"
#include "compiler/ir/Diagnostics.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Lex/Lexer.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaDiagnostic.h"
#include "llvm/ADT/StringSwitch.h"

namespace brickc::frontend {
namespace {

using ir::DiagnosticKind;

/// One attribute without arguments, on functions.
class FunctionAttribute : public clang::ParsedAttrInfo {
public:
  explicit FunctionAttribute(const char* name) : name(name), spelling{{clang::ParsedAttr::AS_CXX11, name}} {
    Spellings = spelling;
  }

  bool diagAppertainsToDecl(clang::Sema& sema, const clang::ParsedAttr& attribute,
                            const clang::Decl* decl) const override {
    if (!llvm::isa<clang::FunctionDecl>(decl)) return refuse(sema, attribute, DiagnosticKind::NotAFunction, {name});
    if (hasArguments(sema, attribute)) return refuse(sema, attribute, DiagnosticKind::AttributeWithArguments, {name});
    for (const auto* other : decl->specific_attrs<clang::AnnotateAttr>())
      if (other->getAnnotation().starts_with("brick::") && other->getAnnotation() != name)
        return refuse(sema, attribute, DiagnosticKind::SeveralRoles, {name, other->getAnnotation().str()});
    return true;
  }

  AttrHandling handleDeclAttribute(clang::Sema& sema, clang::Decl* decl,
                                   const clang::ParsedAttr& attribute) const override {
    decl->addAttr(clang::AnnotateAttr::Create(sema.Context, name, nullptr, 0, attribute.getRange()));
    return AttributeApplied;
  }

private:
  /// Clang skips what stands in parentheses behind an attribute that is not one of its own.
  static bool hasArguments(clang::Sema& sema, const clang::ParsedAttr& attribute) {
    const auto next =
        clang::Lexer::findNextToken(attribute.getRange().getEnd(), sema.getSourceManager(), sema.getLangOpts());
    return next && next->is(clang::tok::l_paren);
  }

  static bool refuse(clang::Sema& sema, const clang::ParsedAttr& attribute, DiagnosticKind kind,
                     std::vector<std::string> arguments) {
    clang::DiagnosticsEngine& engine = sema.getDiagnostics();
    const unsigned id = engine.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0");
    sema.Diag(attribute.getLoc(), id) << message(ir::Diagnostic{kind, {}, std::move(arguments)});
    return false;
  }

  const char* name;
  Spelling spelling[1];
};

struct StencilAttribute : FunctionAttribute {
  StencilAttribute() : FunctionAttribute("brick::stencil") {}
};
struct StepAttribute : FunctionAttribute {
  StepAttribute() : FunctionAttribute("brick::step") {}
};
struct BoundaryAttribute : FunctionAttribute {
  BoundaryAttribute() : FunctionAttribute("brick::boundary") {}
};

const clang::ParsedAttrInfoRegistry::Add<StencilAttribute> stencil("brick::stencil", "what happens at one point");
const clang::ParsedAttrInfoRegistry::Add<StepAttribute> step("brick::step", "what happens in one time step");
const clang::ParsedAttrInfoRegistry::Add<BoundaryAttribute> boundary("brick::boundary", "what happens on a face");

Role annotatedRole(const clang::FunctionDecl& function) {
  for (const auto* attribute : function.specific_attrs<clang::AnnotateAttr>()) {
    Role role = llvm::StringSwitch<Role>(attribute->getAnnotation())
                    .Case("brick::stencil", Role::Stencil)
                    .Case("brick::step", Role::Step)
                    .Case("brick::boundary", Role::Boundary)
                    .Default(Role::None);
    if (role != Role::None) return role;
  }
  return Role::None;
}

} // namespace

bool isBrickFunction(const clang::FunctionDecl& function, std::initializer_list<llvm::StringRef> names) {
  if (!function.getIdentifier() || !llvm::is_contained(names, function.getName())) return false;
  const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(function.getDeclContext());
  return space && space->getName() == "brick";
}

const clang::FunctionDecl* kernelOf(const clang::FunctionDecl& caller) {
  const clang::TemplateArgumentList* arguments = caller.getTemplateSpecializationArgs();
  if (!arguments || arguments->size() == 0) return nullptr;
  const clang::TemplateArgument& first = arguments->get(0);
  if (first.getKind() != clang::TemplateArgument::Declaration) return nullptr;
  return llvm::dyn_cast<clang::FunctionDecl>(first.getAsDecl());
}

Role roleOf(const clang::FunctionDecl& function) {
  for (const clang::FunctionDecl* declaration : function.redecls())
    if (Role role = annotatedRole(*declaration); role != Role::None) return role;
  const clang::FunctionDecl* pattern = function.getTemplateInstantiationPattern();
  return pattern && pattern != &function ? roleOf(*pattern) : Role::None;
}

} // namespace brickc::frontend
