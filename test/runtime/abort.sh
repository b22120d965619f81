#!/bin/sh
# SPDX-License-Identifier: MIT
# abort.sh <how> <expected message> <command>...: the job ends with that message and a non-zero exit code.
how=$1 expected=$2
shift 2
output=$("$@" "$how" 2>&1)
code=$?
if [ "$code" -eq 0 ]; then
  echo "exit code 0"
  exit 1
fi
case $output in
*"$expected"*) exit 0 ;;
esac
echo "expected: $expected"
echo "got: $output"
exit 1
