// Entry to the emission stage. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "compiler/plan/Plan.h"
#include <map>
#include <string>

namespace brickc::emit {

/// The C++ text of `template <> struct brick::generated<name> {...};` for every stencil and step of the module, by
/// name. Decides nothing: the module is verified and the plan fits it (see plan::check). The text needs
/// <brick/kernel.hpp>, and for a step the public headers of the runtime. With `debugLines`, #line directives tell
/// debuggers which line of the user's a statement of a stencil comes from.
std::map<std::string, std::string> emit(const ir::Module& module, const plan::Plan& plan, bool debugLines = false);

} // namespace brickc::emit
