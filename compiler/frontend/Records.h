// Parameters that are made of numbers, such as structs. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/frontend/Reporter.h"
#include "compiler/frontend/Value.h"
#include "compiler/ir/Module.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/SmallVector.h"
#include <set>

namespace clang {
class ASTContext;
class FunctionDecl;
class ParmVarDecl;
} // namespace clang

namespace brickc::frontend {

/// A number in a record.
struct RecordMember {
  clang::QualType type;
  std::string path;                        ///< ir::Member::path
  llvm::SmallVector<unsigned, 2> position; ///< elements of nested aggregates, outermost first
};

/// The numbers that a type is made of, or why it cannot be the parameter of a stencil or step.
struct Record {
  std::vector<RecordMember> members;
  std::string problem; ///< "its member 'next' is a pointer"; empty where there is none
};

/// Structs whose members generated code can read and set, arrays, and enumerations; nothing for all else. Parameters of
/// which scalars and tables are made come first: an array is a record where a step makes it, or its elements are none
/// of a table's.
std::optional<Record> recordOf(const clang::ASTContext& context, clang::QualType type);

/// The members of a parameter, each with a name that is not `taken` and that no parameter of its function has.
std::vector<ir::Member> irMembers(const clang::ASTContext& context, const Record& record,
                                  const clang::ParmVarDecl& parameter, std::set<std::string> taken);

/// "s_last_1" for what C++ spells `s.last[1]`.
std::string asName(llvm::StringRef spelling);

/// The type and the name of the scalar that a number is, which is a part of a parameter: what C++ spells behind that is
/// `path`. The name is not `taken`, but is from then on.
ir::Type partType(const clang::ASTContext& context, clang::QualType number);
std::string partName(const clang::ParmVarDecl& parameter, const std::string& path, std::set<std::string>& taken);
std::set<std::string> namesOfParameters(const clang::FunctionDecl& function);

/// Reports that a parameter is no record, and why. Returns false.
bool refuseRecord(Reporter& reporter, const clang::ParmVarDecl& parameter, const std::string& problem);

/// What a parameter of that type is worth: its members as scalars.
Value recordValue(const clang::ASTContext& context, clang::QualType type, const Record& record,
                  const std::vector<ir::Member>& members);

} // namespace brickc::frontend
