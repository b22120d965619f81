// Structs whose fields the runtime would not find. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s --implicit-check-not=error:
#include <brick/brick.hpp>
#include <tuple>

using field = brick::field<double, 2>;

struct packed {
  unsigned flags : 3;
  field u;
};
[[brick::step]] void of_packed(packed& f) { swap(f.u, f.u); }
// CHECK: [[@LINE-1]]:40: error: parameter 'f' of type 'packed' is not supported: its member 'flags' is a bit-field
struct unnamed {
  union {
    int i;
    float x;
  };
  field u;
};
[[brick::step]] void of_unnamed(unnamed& f) { swap(f.u, f.u); }
// CHECK: [[@LINE-1]]:42: error: parameter 'f' of type 'unnamed' is not supported: it has an unnamed union or struct
struct moving {
  field&& u;
};
[[brick::step]] void of_moving(const moving& f) { swap(f.u, f.u); }
// CHECK: [[@LINE-1]]:46: error: parameter 'f' of type 'const moving' is not supported: its member 'u' is an rvalue reference

class secretive {
public:
  explicit secretive(const brick::grid<2>& grid) : u(grid, "u") {}
  field u;

private:
  auto fields() { return std::tie(u); }
};
[[brick::step]] void of_secretive(secretive& f) { swap(f.u, f.u); }
// CHECK: [[@LINE-1]]:46: error: parameter 'f' of type 'secretive' is not supported: it has constructors, virtual functions or members that are not public, and no public function fields() that returns std::tie of its fields
class counting {
public:
  explicit counting(const brick::grid<2>& grid) : u(grid, "u") {}
  int fields() { return 1; }
  std::tuple<int> fields(int i) { return {i}; }
  field u;
};
[[brick::step]] void of_counting(counting& f) { swap(f.u, f.u); }
// CHECK: [[@LINE-1]]:44: error: parameter 'f' of type 'counting' is not supported: it has constructors, virtual functions or members that are not public, and no public function fields() that returns std::tie of its fields
struct counting_aggregate {
  field u[2];
  int fields() const { return 2; }
};
[[brick::step]] void of_counting_aggregate(counting_aggregate& f) { swap(f.u[0], f.u[1]); }
// CHECK: [[@LINE-1]]:64: error: parameter 'f' of type 'counting_aggregate' is not supported: its member 'u' is a C array: use std::array
struct of_numbers {
  explicit of_numbers(const brick::grid<2>& grid) : u(grid, "u") {}
  auto fields() { return std::tie(k); }
  field u;
  double k = 1;
};
[[brick::step]] void of_of_numbers(of_numbers& f) { swap(f.u, f.u); }
// CHECK: [[@LINE-1]]:48: error: parameter 'f' of type 'of_numbers' is not supported: it has constructors, virtual functions or members that are not public, and no public function fields() that returns std::tie of its fields
