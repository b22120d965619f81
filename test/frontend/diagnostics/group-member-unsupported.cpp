// Of a struct of fields a step has public fields and numbers only. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s --implicit-check-not=error:
#include <brick/brick.hpp>
#include <string>
#include <tuple>

using field = brick::field<double, 1>;

[[brick::stencil]] void scale(brick::out<double, 1> next, brick::in<double, 1> u, double k) { next(0) = k * u(0); }

struct simulation {
  field u, next;
  std::string name;
  double& shared;
};
[[brick::step]] void advance(simulation& s) {
  brick::apply<scale>(s.next, s.u, static_cast<double>(s.name.size()));
  // CHECK: [[@LINE-1]]:58: error: member 'name' of 'simulation' cannot be used in a step
  // CHECK: note: of a struct of fields, public members can be that are fields, references to fields, numbers, or std::array and structs of these; a grid is that of a field, as in u.grid()
  brick::apply<scale>(s.next, s.u, s.shared);
  // CHECK: [[@LINE-1]]:38: error: member 'shared' of 'simulation' cannot be used in a step
}

class closed {
public:
  auto fields() { return std::tie(u); }
  void flip() { swap(u, hidden); }
  field u;

private:
  field hidden;
};
[[brick::step]] void advance_closed(closed& c) { c.flip(); }
// CHECK: 27:25: error: member 'hidden' of 'closed' cannot be used in a step

struct on_grid {
  const brick::grid<1>& grid;
  field u;
};
[[brick::step]] void advance_on_grid(on_grid& s) {
  field next(s.grid, "next");
  // CHECK: [[@LINE-1]]:16: error: member 'grid' of 'on_grid' cannot be used in a step
  brick::apply<scale>(next, s.u, 2.0);
  swap(s.u, next);
}
