// IR and plan are text that can be loaded again: the same IR comes back, and a saved plan gives the same source.
// SPDX-License-Identifier: MIT
// RUN: sh %S/Inputs/round-trip.sh %brickc %examples/heat/heat.cpp %t-heat
// RUN: sh %S/Inputs/round-trip.sh %brickc %examples/brick-125/brick-125.cpp %t-brick-125
// RUN: sh %S/Inputs/round-trip.sh %brickc %examples/jacobi/jacobi.cpp %t-jacobi
// RUN: sh %S/Inputs/round-trip.sh %brickc %examples/burgers/burgers.cpp %t-burgers
// RUN: sh %S/Inputs/round-trip.sh %brickc %examples/wave-2d/wave-2d.cpp %t-wave-2d
// RUN: sh %S/Inputs/round-trip.sh %brickc %examples/advection-1d/advection-1d.cpp %t-advection-1d
