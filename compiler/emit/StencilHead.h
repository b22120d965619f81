// What sweeps and kernels say of a stencil alike. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/emit/CodeStream.h"
#include "compiler/ir/Module.h"
#include "compiler/plan/Plan.h"
#include <string>

namespace brickc::emit {

/// `heat (heat.cpp:5): bricks of 8x8x8, vectors of 8, radius 1x1x1`.
std::string describe(const ir::Stencil& stencil, const plan::StencilPlan& plan, llvm::StringRef source);

/// The type of a field's elements, const where it is only read.
std::string elementType(const ir::Param& param);

/// The type of the values of a reduction.
std::string resultType(const ir::Stencil& stencil);

/// A record as the parameter that the user's function has.
std::string recordParameter(const ir::Stencil& stencil, const ir::Param& param);

/// Any parameter of a function that takes what the user's does, fields as where their values begin.
std::string argumentParameter(const ir::Stencil& stencil, const ir::Param& param);

/// What a function that takes records as a whole passes on of a parameter: its name, or a record's members.
std::string inMembers(const ir::Param& param);

/// The members of `brick::generated` that tell the runtime what the stencil is compiled for, and what it reads.
void emitHead(const ir::Stencil& stencil, const plan::StencilPlan& plan, llvm::StringRef order, CodeStream& out);

} // namespace brickc::emit
