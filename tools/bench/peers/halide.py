"""The schemes in Halide: vectors along x, threads along z, tiles of rows. Usage: see tools/lib/bench_peers.py."""
# SPDX-License-Identifier: MIT
import os
import pathlib
import sys

# This file must not be found in the package's place.
sys.path = [path for path in sys.path if pathlib.Path(path or ".").resolve() != pathlib.Path(__file__).parent]
import halide as hl  # noqa: E402

sys.path.append(str(pathlib.Path(__file__).parent))
import peer  # noqa: E402

ROWS = 16  # of a tile


def make(weights, cells, element, threads):
    os.environ["HL_NUM_THREADS"] = str(threads)
    halo = peer.radius(weights)
    kind = hl.Float(64 if element == "double" else 32)
    x, y, z, inner = hl.Var("x"), hl.Var("y"), hl.Var("z"), hl.Var("inner")
    source = hl.ImageParam(kind, 3, "u")
    value = None
    for weight, offsets in peer.by_weight(weights):
        added = None
        for k, j, i in offsets:
            cell = source[x + i, y + j, z + k]
            added = cell if added is None else added + cell
        term = hl.cast(kind, hl.f64(weight)) * added
        value = term if value is None else value + term
    step = hl.Func("step")
    step[x, y, z] = value
    share = -(-cells // threads)
    plane = hl.Var("plane")
    step.split(y, y, inner, ROWS).split(z, z, plane, share).reorder(x, inner, plane, y, z)
    step.vectorize(x, 64 // (8 if element == "double" else 4)).parallel(z)
    step.compile_jit(hl.get_jit_target_from_environment())

    # Halide's first dimension is numpy's last; a part of a buffer without its halo is written.
    fields = [hl.Buffer(peer.start(cells, halo, element)) for _ in range(2)]
    for field in fields:
        field.set_min([-halo] * 3)
    inside = [field.cropped(0, 0, cells).cropped(1, 0, cells).cropped(2, 0, cells) for field in fields]

    def run(steps):
        for number in range(steps):
            source.set(fields[number % 2])
            step.realize(inside[1 - number % 2])

    return run


if __name__ == "__main__":
    peer.main(make)
