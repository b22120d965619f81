#!/bin/sh
# Runs brickc in the place of a C++ compiler: brickLaunch.sh BRICKC [OPTION...] -- COMPILER ARGUMENT...
# SPDX-License-Identifier: MIT
set -eu

brickc=$1
shift

# Moves brickc's own options, which come first, behind the compiler's arguments.
while [ "$1" != -- ]; do
  own=$1
  shift
  set -- "$@" "$own"
done
shift
compiler=$1
shift
# CXX="ccache g++": the compiler is the second word. What brickc generates has a new name each time, so
# that ccache would never know it again.
case ${compiler##*/} in
ccache | sccache | distcc | icecc)
  compiler=$1
  shift
  ;;
esac
exec "$brickc" --host-compiler="$compiler" "$@"
