// Scalars that come by reference, and numbers of groups, have their last values for who runs the step.
// SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s | FileCheck %s
#include <array>
#include <brick/brick.hpp>

[[brick::stencil]] void scale(brick::inout<double, 1> u, double k) { u(0) *= k; }
[[brick::stencil]] double value(brick::in<double, 1> u) { return u(0); }

void add(int& n, int more) { n += more; }

// CHECK-LABEL: step "scalars" (field f64 1d u, scalar f64 k, scalar i32 n, scalar bool ready, scalar f64 unchanged)
// CHECK-NEXT:    apply "scale"(u, k)
// CHECK-NEXT:    reduce f64 value = "brick::sum" of "value"(u)
// CHECK-NEXT:    if !(value > 1.0)
// CHECK-NEXT:      apply "scale"(u, value)
// CHECK-NEXT:    }
// CHECK-NEXT:    set k = value > 1.0 ? value : value * k
// CHECK-NEXT:    set n = value > 1.0 ? n : n + 3
// CHECK-NEXT:    set ready = value > 1.0
// CHECK-NEXT:  }
[[brick::step]] void scalars(brick::field<double, 1>& u, double& k, int& n, bool& ready, double& unchanged) {
  brick::apply<scale>(u, k);
  const double before = k;
  k = brick::reduce<value>(brick::sum, u);
  ready = k > 1;
  if (ready) return;
  brick::apply<scale>(u, k);
  k *= before;
  add(n, 3);
  unchanged = unchanged;
}

struct numbers {
  brick::field<double, 1> u;
  double k;
  std::array<int, 2> counts;
};

// CHECK-LABEL: step "in_group"
// CHECK-NEXT:    apply "scale"(s_u, s_k + 1.0)
// CHECK-NEXT:    set s_k = s_k + 1.0
// CHECK-NEXT:    set s_counts_0 = s_counts_1
// CHECK-NEXT:    set s_counts_1 = s_counts_0
// CHECK-NEXT:  }
[[brick::step]] void in_group(numbers& s) {
  s.k += 1;
  brick::apply<scale>(s.u, s.k);
  std::swap(s.counts[0], s.counts[1]);
}

struct references {
  brick::field<double, 1>& u;
  double k;
};

// A group that is copied keeps to itself what becomes of its numbers.
// CHECK-LABEL: step "copied"
// CHECK-NEXT:    apply "scale"(s_u, s_k * 2.0)
// CHECK-NEXT:  }
[[brick::step]] void copied(references s) {
  s.k *= 2;
  brick::apply<scale>(s.u, s.k);
}
