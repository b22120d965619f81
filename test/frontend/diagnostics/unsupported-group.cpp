// Structs and arrays of fields that a step cannot have. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s --implicit-check-not=error:
#include <brick/brick.hpp>
#include <array>
#include <tuple>

using field = brick::field<double, 2>;

struct flow {
  field u, v;
};
[[brick::step]] void by_value(flow f) { swap(f.u, f.v); }
// CHECK: [[@LINE-1]]:36: error: parameter 'f' of type 'flow' is not supported: it does not come by reference
// CHECK: note: a step takes fields by reference: each by itself, in a std::array, in a struct without constructors, or in one whose member function fields() returns std::tie of its fields
[[brick::step]] void moved(flow&& f) { swap(f.u, f.v); }
// CHECK: [[@LINE-1]]:35: error: parameter 'f' of type 'flow' is not supported: it does not come by reference
[[brick::step]] void array_by_value(std::array<field, 2> f) { swap(f[0], f[1]); }
// CHECK: [[@LINE-1]]:58: error: parameter 'f' of type 'std::array<field, 2>' is not supported: it does not come by reference
[[brick::step]] void pointed_to(flow* f) { swap(f->u, f->v); }
// CHECK: [[@LINE-1]]:39: error: parameter 'f' of type 'flow *' is not supported

struct constructed {
  explicit constructed(const brick::grid<2>& grid) : u(grid, "u"), v(grid, "v") {}
  field u, v;
};
[[brick::step]] void of_constructed(constructed& f) { swap(f.u, f.v); }
// CHECK: [[@LINE-1]]:50: error: parameter 'f' of type 'constructed' is not supported: it has constructors, virtual functions or members that are not public, and no public function fields() that returns std::tie of its fields

struct changing {
  explicit changing(const brick::grid<2>& grid) : u(grid, "u") {}
  auto fields() { return std::tie(u); }
  field u;
};
[[brick::step]] void of_changing(const changing& f, field& u) { swap(u, u); }
// CHECK: [[@LINE-1]]:50: error: parameter 'f' of type 'const changing' is not supported: it has constructors, virtual functions or members that are not public, and no public function fields() const that returns std::tie of its fields

struct derived : flow {
  field w;
};
[[brick::step]] void of_derived(derived& f) { swap(f.u, f.w); }
// CHECK: [[@LINE-1]]:42: error: parameter 'f' of type 'derived' is not supported: it has a base

union either {
  field u, v;
};
[[brick::step]] void of_union(either& f) { swap(f.u, f.v); }
// CHECK: [[@LINE-1]]:39: error: parameter 'f' of type 'either' is not supported: it is a union

struct old {
  field u[2];
};
struct of_old {
  std::array<old, 1> parts;
};
[[brick::step]] void of_arrays(of_old& f) { swap(f.parts[0].u[0], f.parts[0].u[1]); }
// CHECK: [[@LINE-1]]:40: error: parameter 'f' of type 'of_old' is not supported: its member 'parts' cannot be in it: its member 'u' is a C array: use std::array

struct long_one {
  field u;
  int a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p;
};
[[brick::step]] void of_long_one(long_one& f) { swap(f.u, f.u); }
// CHECK: [[@LINE-1]]:44: error: parameter 'f' of type 'long_one' is not supported: it has more than 16 members, and no public function fields() that returns std::tie of its fields
[[brick::step]] void of_many(std::array<field, 65>& f) { swap(f[0], f[1]); }
// CHECK: [[@LINE-1]]:53: error: parameter 'f' of type 'std::array<field, 65>' is not supported: it has more than 64 fields and numbers

struct mixed {
  field u;
  brick::field<double, 3> v;
};
[[brick::step]] void of_mixed(mixed& f) { swap(f.u, f.u); }
// CHECK: [[@LINE-1]]:38: error: 'f.v' has 3 dimensions, but 'f.u' has 2
struct chars {
  brick::field<char, 2> u;
};
[[brick::step]] void of_chars(chars& f) { swap(f.u, f.u); }
// CHECK: [[@LINE-1]]:38: error: 'f.u' is a field of 'char', which is not supported
