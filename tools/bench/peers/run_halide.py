"""The schemes in Halide: vectors along a row, a share of the planes for each thread, blocks of rows. See peer.py."""
# SPDX-License-Identifier: MIT
import functools
import os
import types

import halide as hl

import formulas
import peer


class Peer:
    choices = [16, 32, 64, 0]  # rows of a block, 0: whole planes

    def __init__(self, scheme, fields, threads):
        os.environ["HL_NUM_THREADS"] = str(threads)
        kind = hl.Float(8 * fields[0].current.itemsize)
        self.sources = [hl.ImageParam(kind, 3, field.name) for field in fields]
        self.stepped = [field.stepped for field in fields]
        x, y, z = self.axes = hl.Var("x"), hl.Var("y"), hl.Var("z")
        ops = types.SimpleNamespace(constant=lambda value: hl.cast(kind, hl.f64(value)),
                                    carried=functools.partial(formulas.carried, hl.select))

        def at(source):
            return lambda dz, dy, dx: source[x + dx, y + dy, z + dz]

        self.values = scheme.formula(ops, *map(at, self.sources))
        self.vector = 64 // fields[0].current.itemsize
        self.cells, self.threads = fields[0].current.shape[0] - 2 * scheme.radius, threads
        # Halide's first dimension is numpy's last; of what is written, the ghost zone is no part.
        self.whole = [self.buffers(field, scheme.radius) for field in fields]
        self.inside = [[self.without_ghosts(buffer) for buffer in pair] for pair in self.whole]

    def take(self, choice):
        x, y, z = self.axes
        plane, row = hl.Var("plane"), hl.Var("row")
        self.step = hl.Func("step")
        self.step[x, y, z] = self.values[0] if len(self.values) == 1 else hl.Tuple(self.values)
        self.step.split(z, z, plane, -(-self.cells // self.threads))
        if 0 < choice < self.cells:
            self.step.split(y, y, row, choice).reorder(x, row, plane, y, z)
        self.step.vectorize(x, min(self.cells, self.vector)).parallel(z)
        self.step.compile_jit(hl.get_jit_target_from_environment())

    @staticmethod
    def buffers(field, halo):
        pair = [hl.Buffer(values) for values in (field.current, field.following) if values is not None]
        for buffer in pair:
            buffer.set_min([-halo] * 3)
        return pair

    def without_ghosts(self, buffer):
        for dimension in range(3):
            buffer = buffer.cropped(dimension, 0, self.cells)
        return buffer

    def run(self, first, steps):
        for number in range(first, first + steps):
            for source, pair in zip(self.sources, self.whole):
                source.set(pair[number % len(pair)])
            results = [pair[1 - number % 2] for pair, stepped in zip(self.inside, self.stepped) if stepped]
            self.step.realize(results[0] if len(results) == 1 else results)


if __name__ == "__main__":
    peer.main(Peer)
