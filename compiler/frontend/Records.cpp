// A walk over the members of a type. SPDX-License-Identifier: MIT
//
// Generated code reads the members of an argument and passes each on as a scalar; a step that makes a record of its own
// sets them one by one. So members have to be public, and no constants, and a record must not care how it came about.
#include "compiler/frontend/Records.h"
#include "compiler/frontend/Integers.h"
#include "compiler/frontend/Naming.h"
#include "compiler/frontend/Types.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

namespace brickc::frontend {
namespace {

constexpr std::size_t maxMembers = 64; // each is an argument of a generated function

class Walk {
public:
  explicit Walk(const clang::ASTContext& context) : context(context) {}

  Record record;

  void visit(clang::QualType type, const RecordMember& at) {
    if (!record.problem.empty()) return;
    if (const std::optional<ScalarType> scalar = scalarType(context, type)) return addMember(type, *scalar, at);
    if (const std::optional<ArrayType> array = arrayType(context, type)) return visitElements(*array, at);
    const clang::CXXRecordDecl* definition = valueRecord(type);
    if (!definition || definition->isLambda()) return fail(whole(at) + " is no number, array or struct of numbers");
    if (!type.isTriviallyCopyableType(context)) return fail(whole(at) + " is no struct that is copied byte by byte");
    const unsigned count = static_cast<unsigned>(fieldsOf(*definition).size());
    for (unsigned i = 0; i < count; ++i)
      visitField(*fieldsOf(*definition)[i], i, at);
  }

private:
  void addMember(clang::QualType type, const ScalarType& scalar, const RecordMember& at) {
    if (scalar.bits > 64) return fail(whole(at) + " has more than 64 bits");
    if (record.members.size() == maxMembers)
      return fail("it has more than " + std::to_string(maxMembers) + " numbers (std::array tables have more)");
    record.members.push_back({type, at.path, at.position});
  }

  void visitElements(const ArrayType& array, const RecordMember& at) {
    for (unsigned i = 0; i < array.size && record.problem.empty(); ++i)
      visit(array.element, inside(at, "[" + std::to_string(i) + "]", i));
  }

  void visitField(const clang::FieldDecl& field, unsigned position, const RecordMember& at) {
    const RecordMember member = inside(at, "." + field.getNameAsString(), position);
    const clang::QualType type = field.getType();
    if (field.getName().empty()) return fail("it has a member without a name");
    if (!isPublic(field)) return fail(whole(member) + " is not public");
    if (field.isBitField()) return fail(whole(member) + " is a bit-field");
    if (type->isReferenceType()) return fail(whole(member) + " is a reference");
    if (type->isPointerType()) return fail(whole(member) + " is a pointer");
    if (type.isConstQualified() || type.isVolatileQualified()) return fail(whole(member) + " is const or volatile");
    visit(type, member);
  }

  static RecordMember inside(RecordMember at, const std::string& path, unsigned position) {
    at.path += path;
    at.position.push_back(position);
    return at;
  }

  static std::string whole(const RecordMember& at) {
    return at.path.empty() ? "it" : "its member '" + at.path.substr(at.path.front() == '.') + "'";
  }

  void fail(const std::string& why) {
    if (record.problem.empty()) record.problem = why;
  }

  const clang::ASTContext& context;
};

} // namespace

std::optional<Record> recordOf(const clang::ASTContext& context, clang::QualType type) {
  type = type.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  if (!type->isEnumeralType() && !isStdArray(type) && !valueRecord(type)) return std::nullopt;
  if (brickType(type)) return std::nullopt;
  Walk walk(context);
  walk.visit(type, {});
  if (walk.record.members.empty() && walk.record.problem.empty()) walk.record.problem = "it has no members";
  return std::move(walk.record);
}

std::vector<ir::Member> irMembers(const clang::ASTContext& context, const Record& record,
                                  const clang::ParmVarDecl& parameter, std::set<std::string> taken) {
  taken.merge(namesOfParameters(*llvm::cast<clang::FunctionDecl>(parameter.getDeclContext())));
  std::vector<ir::Member> members;
  for (const RecordMember& member : record.members)
    members.push_back({partType(context, member.type), partName(parameter, member.path, taken), member.path});
  return members;
}

ir::Type partType(const clang::ASTContext& context, clang::QualType number) {
  const ScalarType type = *scalarType(context, number);
  return type.kind == ScalarType::Integer ? storageType(type) : *type.irType();
}

std::string asName(llvm::StringRef spelling) {
  std::string name;
  for (const char c : spelling)
    if (c != ']') name += c == '.' || c == '[' ? '_' : c;
  return name;
}

std::string partName(const clang::ParmVarDecl& parameter, const std::string& path, std::set<std::string>& taken) {
  const std::string wanted = parameterName(parameter) + (path.empty() ? "_value" : asName(path));
  std::string name = wanted;
  for (unsigned i = 1; !taken.insert(name).second; ++i)
    name = wanted + "_" + std::to_string(i);
  return name;
}

std::set<std::string> namesOfParameters(const clang::FunctionDecl& function) {
  std::set<std::string> names;
  for (const clang::ParmVarDecl* parameter : function.parameters())
    names.insert(parameterName(*parameter));
  return names;
}

bool refuseRecord(Reporter& reporter, const clang::ParmVarDecl& parameter, const std::string& problem) {
  reporter.error(DiagnosticKind::UnsupportedRecord, parameter.getLocation(),
                 {parameter.getNameAsString(),
                  parameter.getType().getNonReferenceType().getUnqualifiedType().getAsString(
                      parameter.getASTContext().getPrintingPolicy()),
                  problem});
  return false;
}

Value recordValue(const clang::ASTContext& context, clang::QualType type, const Record& record,
                  const std::vector<ir::Member>& members) {
  Value value = unsetValue(context, type);
  for (std::size_t i = 0; i < members.size(); ++i) {
    Value* part = &value;
    for (const unsigned position : record.members[i].position)
      part = &part->elements[position];
    *part = Value::of(ir::make<ir::ScalarExpr>(members[i].type, members[i].name),
                      *scalarType(context, record.members[i].type));
  }
  return value;
}

} // namespace brickc::frontend
