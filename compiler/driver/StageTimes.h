// How long every stage took (--time-passes). SPDX-License-Identifier: MIT
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace brickc {

/// Collects wall-clock times of named stages in the order in which they ran.
class StageTimes {
public:
  /// Runs `stage()` and adds its time under `name`. Returns what it returns.
  template <class Function> auto measure(llvm::StringRef name, Function&& stage) {
    Clock clock(*this, name);
    return stage();
  }
  /// A table of milliseconds and per cent, with the total.
  void print(llvm::raw_ostream& out) const;

private:
  using Time = std::chrono::steady_clock;
  struct Clock {
    StageTimes& times;
    std::string name;
    Time::time_point start = Time::now();
    Clock(StageTimes& times, llvm::StringRef name) : times(times), name(name.str()) {}
    ~Clock() { times.add(name, std::chrono::duration<double>(Time::now() - start).count()); }
  };
  void add(const std::string& name, double seconds);

  std::vector<std::pair<std::string, double>> entries;
};

} // namespace brickc
