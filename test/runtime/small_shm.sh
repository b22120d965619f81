#!/bin/bash
# SPDX-License-Identifier: MIT
# small_shm.sh MEBIBYTES small|full COMMAND...: runs the command where /dev/shm has that many MiB, and is full or not.
# Only the command sees it: it has its own mounts. Exits as it does, or with 77, and a line that says why, where that
# cannot be done.
set -u
size=$1 filled=$2
shift 2

enter=(unshare --mount)
[[ $(id -u) -eq 0 ]] || enter+=(--map-root-user)

refusal=$("${enter[@]}" mount -t tmpfs tmpfs /dev/shm 2>&1) || {
  echo "skipped: no /dev/shm of its own: $refusal"
  exit 77
}
# shellcheck disable=SC2016 # expanded in there
exec "${enter[@]}" bash -c '
  mount -t tmpfs -o size="$1"m tmpfs /dev/shm || exit
  [[ $2 = small ]] || cat /dev/zero >/dev/shm/filling 2>/dev/null
  shift 2
  exec "$@"' bash "$size" "$filled" "$@"
