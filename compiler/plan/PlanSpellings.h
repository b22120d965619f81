// How a plan's decisions are written in its YAML and, some of them, on the command line. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/plan/Plan.h"
#include "compiler/support/Spelling.h"

namespace brickc::plan {

inline constexpr Spelling<FpMode> fpModes[] = {
    {spelling(FpMode::Strict), FpMode::Strict},
    {spelling(FpMode::Contract), FpMode::Contract},
    {spelling(FpMode::Reassociate), FpMode::Reassociate},
};

inline constexpr Spelling<Exchange> exchanges[] = {
    {"shared", Exchange::Shared},
    {"memmap", Exchange::MemMap},
    {"layout", Exchange::Layout},
    {"basic", Exchange::Basic},
};

inline constexpr Spelling<RowLoop> rowLoops[] = {
    {"never", RowLoop::Never},
    {"out-of-cache", RowLoop::OutOfCache},
    {"always", RowLoop::Always},
    {"with-edges", RowLoop::WithEdges},
};

inline constexpr Spelling<Fetch> fetches[] = {
    {"second-level", Fetch::SecondLevel},
    {"second-level-twice", Fetch::SecondLevelTwice},
    {"first-level", Fetch::FirstLevel},
    {"first-of-large-levels", Fetch::FirstOfLargeLevels},
    {"second-of-large-levels", Fetch::SecondOfLargeLevels},
};

inline constexpr Spelling<StoresAtOnce> storesAtOnce[] = {
    {"few-lines", StoresAtOnce::FewLines},
    {"one-line", StoresAtOnce::OneLine},
    {"whole-plane", StoresAtOnce::WholePlane},
};

} // namespace brickc::plan
