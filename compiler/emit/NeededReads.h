// When a kernel reads what it reads. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace brickc::emit {

/// For each field and offset that a kernel without shared values reads at, the condition on points and scalars under
/// which it does, without locals. `true` where it always does, where that depends on fields, and where it takes long to
/// say; `false` where nothing comes of it.
std::map<std::pair<std::string, std::vector<int>>, ir::ExprRef> conditionsOfReads(const ir::Stencil& kernel);

} // namespace brickc::emit
