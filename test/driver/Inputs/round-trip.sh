#!/bin/sh
# round-trip.sh BRICKC SOURCE STEM: IR and plan of SOURCE, written and loaded again; files begin with STEM.
# SPDX-License-Identifier: MIT
set -eu
brickc=$1 source=$2 stem=$3

"$brickc" --emit=ir "$source" -o "$stem.ir"
"$brickc" --emit=ir "$stem.ir" -o "$stem.again.ir"
cmp "$stem.ir" "$stem.again.ir"

"$brickc" --emit=ir --passes=default "$stem.ir" -o "$stem.passes.ir"
"$brickc" --emit=ir "$stem.passes.ir" -o "$stem.again.ir"
cmp "$stem.passes.ir" "$stem.again.ir"

"$brickc" --emit=source --target=x86-64-v3 --fp=contract --exchange=layout --save-plan="$stem.yaml" \
  "$source" -o "$stem.first.cpp"
"$brickc" --emit=source --plan="$stem.yaml" --save-plan="$stem.again.yaml" "$source" -o "$stem.second.cpp"
cmp "$stem.first.cpp" "$stem.second.cpp"
cmp "$stem.yaml" "$stem.again.yaml"
