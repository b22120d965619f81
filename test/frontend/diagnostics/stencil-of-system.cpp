// Stencils of system headers are not compiled, so steps cannot apply them. SPDX-License-Identifier: MIT
// RUN: not %brickc -isystem %S/Inputs/system --emit=ir %s 2>&1 | FileCheck %s --implicit-check-not=warning
#include <brick/brick.hpp>
#include <hidden.hpp>

[[brick::step]] void advance(brick::field<double, 1>& u, brick::field<double, 1>& next) {
  brick::apply<hidden>(next, u);
  // CHECK: [[@LINE-1]]:3: error: stencil 'hidden' is defined in a system header, of which none are compiled
  // CHECK: [[@LINE-2]]:3: note: include its folder with -I
}
