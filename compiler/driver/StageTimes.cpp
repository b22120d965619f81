// Printing the times of the stages. SPDX-License-Identifier: MIT
#include "compiler/driver/StageTimes.h"
#include "llvm/Support/Format.h"

namespace brickc {

void StageTimes::add(const std::string& name, double seconds) {
  for (auto& [known, time] : entries)
    if (known == name) {
      time += seconds;
      return;
    }
  entries.emplace_back(name, seconds);
}

void StageTimes::print(llvm::raw_ostream& out) const {
  double total = 0;
  for (const auto& [name, seconds] : entries)
    total += seconds;
  out << "brickc: time per stage\n";
  for (const auto& [name, seconds] : entries)
    out << llvm::format("  %9.1f ms  %5.1f %%  %s\n", 1e3 * seconds, total > 0 ? 100 * seconds / total : 0.0,
                        name.c_str());
  out << llvm::format("  %9.1f ms  100.0 %%  total\n", 1e3 * total);
}

} // namespace brickc
