# What tools/demo, tools/check and tools/examples share: --help, where things are, and bringing build/ up to date.
# Sourced, not run.
# SPDX-License-Identifier: MIT
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/help.sh"

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=$root/build

say() { printf '\n== %s\n' "$*"; }
die() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }

# build_targets [target...]: installs what is missing, configures build/, builds the targets (none: all of them).
build_targets() {
  "$root/tools/setup"
  say "Building in $build"
  # Configuring says little of interest when it works, and everything when it does not.
  local log
  if ! log=$(cd "$root" && cmake --preset default 2>&1); then
    printf '%s\n' "$log" >&2
    die "cmake could not configure $build (if the folder is from another place or generator, remove it)"
  fi
  cmake --build "$build" ${1:+--target "$@"}
}

# cache_value NAME: what CMake found, from build/CMakeCache.txt.
cache_value() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt"; }

# mpirun ranks threads command...
mpirun() {
  local ranks=$1 threads=$2
  shift 2
  MPIEXEC=$(cache_value MPIEXEC_EXECUTABLE) BRICK_THREADS=$threads "$root/tools/lib/mpirun" -n "$ranks" "$@"
}
