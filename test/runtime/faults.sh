#!/bin/bash
# SPDX-License-Identifier: MIT
# faults.sh ends|ends-alike|goes-on EXPECTED FAULT STRATEGY COMMAND...: runs the job with that fault. It ends within
# seconds, with no process left, and with one message: all ranks that say something say the same, which matches EXPECTED
# (a pattern). `ends` wants an exit code other than 0, `goes-on` 0. With `ends-alike` messages may differ, where ranks
# wait for different others, but all match.
set -u
how=$1 expected=$2 fault=$3 strategy=$4
shift 4
most_seconds=40 # on a busy machine; a few on others

fail() {
  printf '%s\n' "$1" "expected: $expected" "got: $output"
  exit 1
}

start=$SECONDS
output=$(timeout -s KILL $((most_seconds + 60)) "$@" "$fault" "$strategy" 2>&1)
code=$?
seconds=$((SECONDS - start))

for process in $(sed -n 's/^process \([0-9][0-9]*\)$/\1/p' <<<"$output"); do
  for _ in {1..50}; do
    kill -0 "$process" 2>/dev/null || continue 2
    sleep 0.1
  done
  fail "process $process is left"
done
[[ $seconds -le $most_seconds ]] || fail "it took $seconds s"
case $how in
ends | ends-alike) [[ $code -ne 0 ]] || fail "exit code 0" ;;
goes-on) [[ $code -eq 0 ]] || fail "exit code $code" ;;
esac
messages=$(sed -n 's/.*brick: rank [0-9]*: //p' <<<"$output" | sort -u)
[[ $how = ends-alike || $(grep -c . <<<"$messages") -le 1 ]] || fail "several messages"
# shellcheck disable=SC2053 # a pattern
if [[ $how = goes-on ]]; then
  [[ $output == *$expected* ]] || fail "another message"
else
  while read -r message; do
    [[ $message == *$expected* ]] || fail "another message"
  done <<<"$messages"
fi
