// Loops of steps that only a run ends stay loops; what one iteration leaves to the next are variables.
// SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s | FileCheck %s
#include <array>
#include <brick/brick.hpp>

using field = brick::field<double, 1>;

[[brick::stencil]] void scale(brick::inout<double, 1> u, double k) { u(0) *= k; }
[[brick::stencil]] double size(brick::in<double, 1> u) { return u(0); }

// CHECK-LABEL: step "counted"
// CHECK-NEXT:    assign goes_on = 0 < n, i = 0
// CHECK-NEXT:    while goes_on at {{.*}} {
// CHECK-NEXT:      apply "scale"(u, k)
// CHECK-NEXT:      assign i = i + 1, goes_on = i + 1 < n
// CHECK-NEXT:    }
// CHECK-NEXT:  }
[[brick::step]] void counted(field& u, double k, int n) {
  for (int i = 0; i < n; ++i) brick::apply<scale>(u, k);
}

// The first iteration stands before the loop. What is behind a break happens where it was not met.
// CHECK-LABEL: step "until"
// CHECK-NEXT:    apply "scale"(u, 0.5)
// CHECK-NEXT:    reduce f64 size = "brick::max" of "size"(u)
// CHECK-NEXT:    assign goes_on = size > limit, most = size
// CHECK-NEXT:    while goes_on at {{.*}} {
// CHECK-NEXT:      apply "scale"(u, 0.5)
// CHECK-NEXT:      reduce f64 size_1 = "brick::max" of "size"(u)
// CHECK-NEXT:      if !(size_1 == most)
// CHECK-NEXT:        apply "scale"(u, size_1)
// CHECK-NEXT:      }
// CHECK-NEXT:      assign most = size_1, goes_on = !(size_1 == most) && size_1 > limit
// CHECK-NEXT:    }
// CHECK-NEXT:    set largest = most
// CHECK-NEXT:  }
[[brick::step]] void until(field& u, double limit, double& largest) {
  double most = limit;
  bool first = true;
  do {
    brick::apply<scale>(u, 0.5);
    const double now = brick::reduce<size>(brick::max, u);
    const bool stays = !first && now == most;
    most = now;
    if (stays) break;
    if (!first) brick::apply<scale>(u, now);
    first = false;
  } while (most > limit);
  largest = most;
}

// A return from within, and no condition at all.
// CHECK-LABEL: step "returns"
// CHECK:         while goes_on
// CHECK:           if !(size{{[_0-9]*}} < limit)
// CHECK-NEXT:        apply "scale"(u, 0.5)
// CHECK-NEXT:      }
// CHECK-NEXT:      assign returned = size{{[_0-9]*}} < limit, goes_on = !(size{{[_0-9]*}} < limit)
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK:       }
[[brick::step]] void returns(field& u, double limit) {
  while (true) {
    if (brick::reduce<size>(brick::max, u) < limit) return;
    brick::apply<scale>(u, 0.5);
  }
}

// Nested: the inner loop's variables get their first values in each iteration of the outer one.
// CHECK-LABEL: step "nested"
// CHECK-NEXT:    assign goes_on = 0 < n, i = 0
// CHECK-NEXT:    while goes_on at {{.*}} {
// CHECK-NEXT:      assign goes_on_1 = 0 < i, j = 0
// CHECK-NEXT:      while goes_on_1 at {{.*}} {
// CHECK-NEXT:        apply "scale"(u, f64(i + j))
// CHECK-NEXT:        assign j = j + 1, goes_on_1 = j + 1 < i
// CHECK-NEXT:      }
// CHECK-NEXT:      assign i = i + 1, goes_on = i + 1 < n
// CHECK-NEXT:    }
// CHECK-NEXT:  }
[[brick::step]] void nested(field& u, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) brick::apply<scale>(u, i + j);
}

// What is needed as a constant has the loop unrolled.
// CHECK-LABEL: step "unrolled"
// CHECK-NOT:     while
// CHECK:         apply "scale"(u, k[0])
// CHECK:         apply "scale"(u, k[1])
[[brick::step]] void unrolled(field& u, const std::array<double, 2>& k, int n) {
  for (int i = 0; i < 2 && i < n; ++i) brick::apply<scale>(u, k[i]);
}

double norm(const field& u, double factor) {
  const double sum = brick::reduce<size>(brick::sum, u);
  return sum * factor;
}

// What the condition declares lives on in the body, locals of functions do not; references may choose.
// CHECK-LABEL: step "conditions"
// CHECK:         assign goes_on = size * 3.0 > limit, t = 3.0, a = 1.0, b = 2.0
// CHECK:         while goes_on
// CHECK:           apply "scale"(u, t > 1.0 ? a : b)
// CHECK-NEXT:      reduce
// CHECK-NEXT:      assign t = t * 0.5, a = t > 1.0 ? (t > 1.0 ? a : b) + 1.0 : a, b = {{.*}}, goes_on = size_1 * (t
// CHECK:         assign goes_on_1 = n % 5 != 0, n_1 = n, left = n % 5
// CHECK-NEXT:    while goes_on_1
// CHECK-NEXT:      apply "scale"(u, f64(left))
// CHECK-NEXT:      assign n_1 = n_1 - left, left = (n_1 - left) % 5, goes_on_1 = (n_1 - left) % 5 != 0
// CHECK-NEXT:    }
// CHECK-NEXT:    set out = t + a + b
[[brick::step]] void conditions(field& u, double limit, int n, double& out) {
  double t = 3, a = 1, b = 2;
  while (norm(u, t) > limit) {
    double& chosen = t > 1 ? a : b;
    brick::apply<scale>(u, chosen);
    chosen += 1;
    t *= 0.5;
  }
  while (const int left = n % 5) {
    brick::apply<scale>(u, left);
    n -= left;
  }
  out = t + a + b;
}
