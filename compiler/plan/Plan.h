// The Plan: every decision the emitter needs, as plain data. SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace brickc::plan {

/// From the strictest on: each allows what those before it do.
enum class FpMode { Strict, Contract, Reassociate };
constexpr const char* spelling(FpMode mode) {
  return mode == FpMode::Strict ? "strict" : mode == FpMode::Contract ? "contract" : "reassociate";
}
enum class Exchange { Shared, MemMap, Layout, Basic };

/// Where the rows inside a brick's plane are a loop, in 3-D: nowhere, in code for fields that are larger than the
/// caches, everywhere; or everywhere, those at the edges of the plane too. Else the code is written out for each row.
enum class RowLoop { Never, OutOfCache, Always, WithEdges };
/// How a sweep over fields larger than the caches, or over any, fetches what it will read
/// (runtime/include/brick/prefetch.hpp): into the second-level or the first-level cache, by rules for cores with a
/// small one of them or with two large ones.
enum class Fetch { SecondLevel, SecondLevelTwice, FirstLevel, FirstOfLargeLevels, SecondOfLargeLevels };

/// How much of a plane waits to be stored past the caches in one go: runs of a few lines, each line by itself, all.
enum class StoresAtOnce { FewLines, OneLine, WholePlane };

constexpr bool fetchesIntoFirstLevel(Fetch fetch) {
  return fetch == Fetch::FirstLevel || fetch == Fetch::FirstOfLargeLevels;
}

/// How one stencil is swept over bricks.
struct StencilPlan {
  std::string name;
  std::vector<int> brick;  ///< cells per axis, slowest first; the last is a whole number of vectors
  std::vector<int> radius; ///< largest offset per axis over all inputs
  int lanes = 0;           ///< elements of a vector
  RowLoop rowLoop = RowLoop::Never;
  bool unrollsVectors = true; ///< whether the code of a row is written out for each of its vectors, or a loop
  Fetch fetch = Fetch::SecondLevel;
  bool fetchesInCaches = false; ///< whether it fetches what it will read while the caches hold the fields, too
  StoresAtOnce storesAtOnce = StoresAtOnce::FewLines;
  bool resultsWithRows = false; ///< whether results that need fields beside shared values are computed with the rows of
                                ///< these, where they can be
  bool rowSumsInMemory = false; ///< whether shared values that other rows read lie in memory, not in registers: rows of
                                ///< what reads them are a loop then
  int threads = 0;              ///< of a block that computes a brick, where kernels for devices do; else 0
  bool unrollsPlanes = false;   ///< whether a thread's code is written out for each plane of the brick, or a loop
  bool operator==(const StencilPlan&) const = default;
};

/// How the grid of one step is laid out and exchanged.
struct StepPlan {
  std::string name;
  std::vector<int> brick;
  std::vector<int> halo; ///< cells per axis that must be valid around a rank's own cells
  int elementBytes = 0;  ///< smallest element of the step's fields
  Exchange exchange = Exchange::Shared;
  bool operator==(const StepPlan&) const = default;
};

struct Plan {
  std::string target; ///< native, x86-64-v2, x86-64-v3, x86-64-v4, cuda, cuda:sm_NN, cuda:host
  int vectorBytes = 0;
  FpMode fp = FpMode::Reassociate;
  std::vector<StencilPlan> stencils;
  std::vector<StepPlan> steps;
  bool operator==(const Plan&) const = default;

  const StencilPlan* findStencil(const std::string& name) const;
  const StepPlan* findStep(const std::string& name) const;
};

} // namespace brickc::plan
