// A compiled step would change a copy of its own. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s --implicit-check-not=error:
#include <brick/brick.hpp>
#include <array>

using field = brick::field<double, 1>;

struct simulation {
  field u, next;
  double t;
  std::array<int, 2> counts;
};
void count(int& n) { ++n; }

[[brick::step]] void advance(simulation& s, double dt) {
  s.t += dt;
  // CHECK: [[@LINE-1]]:3: error: 's.t' is written in a step
  // CHECK: note: of a struct of fields, a step changes the cells of fields only: change numbers where the step is run
  s.counts.fill(0);
  // CHECK: [[@LINE-1]]:3: error: 's.counts' is written in a step
  int& first = s.counts[0];
  first = 3;
  // CHECK: [[@LINE-1]]:3: error: 's.counts[0]' is written in a step
  count(s.counts[1]);
  // CHECK: 13:22: error: 's.counts[1]' is written in a step
  double t = s.t;
  t += dt;
  if (t > 1) swap(s.u, s.next);
}
