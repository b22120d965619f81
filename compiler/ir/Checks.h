// What the verifiers of stencils and steps share. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "compiler/ir/Names.h"
#include "compiler/ir/TypeRules.h"
#include "llvm/ADT/Twine.h"
#include <set>

namespace brickc::ir {

/// What the verifier has found first.
struct Problem {
  std::string text;
  Location where;
};

/// Every check returns false once a problem is recorded.
class Checks {
protected:
  explicit Checks(Problem& problem) : problem(problem) {}

  bool fail(Location location, const llvm::Twine& message) {
    problem = {message.str(), location};
    return false;
  }

  bool checkParamName(const std::string& name, Location location, std::set<std::string>& names) {
    if (!isIdentifier(name)) return fail(location, quoted(name) + " is not a parameter name");
    return names.insert(name).second || fail(location, "parameter '" + name + "' is defined twice");
  }

  bool checkTableSize(bool table, unsigned size, const std::string& name, Location location) {
    if (table ? size >= 1 && size <= maxTableSize : size == 0) return true;
    return fail(location, "'" + name + "' has an impossible number of elements");
  }

  /// Of what is no field.
  bool checkIsValue(const std::string& name, Type type, Location location) {
    return !isOfFieldsOnly(type) || fail(location, "'" + name + "' has a type of fields only");
  }

  bool checkMembers(bool record, const std::vector<Member>& members, const std::string& name, Location location,
                    std::set<std::string>& names) {
    if (record == members.empty()) return fail(location, "'" + name + "' has an impossible number of members");
    for (const Member& member : members)
      if (!checkParamName(member.name, location, names) || !checkIsValue(member.name, member.type, location))
        return false;
    return true;
  }

  Problem& problem;
};

} // namespace brickc::ir
