"""The schemes in pystencils, with OpenMP and its vectors. See peer.py."""
# SPDX-License-Identifier: MIT
import types

import pystencils as ps
import sympy

import formulas
import peer


def carried(wind, *rest):
    return formulas.carried_by_parts(sympy.Max(wind, 0), sympy.Min(wind, 0), *rest)


OPS = types.SimpleNamespace(constant=sympy.Float, carried=carried)


class Peer:
    choices = [16, 32, 64, 0]  # rows of a block, 0: whole planes

    def __init__(self, scheme, fields, threads):
        self.fields = fields
        kind = str(fields[0].current.dtype)
        read = {field.name: ps.fields(f"{field.name}: {kind}[3D]") for field in fields}
        written = [ps.fields(f"next_{field.name}: {kind}[3D]") for field in fields if field.stepped]
        values = scheme.formula(OPS, *(lambda *offset, f=f: f[offset] for f in read.values()))
        self.assignments = [ps.Assignment(following.center, value) for following, value in zip(written, values)]
        self.config = ps.CreateKernelConfig(target=ps.Target.CurrentCPU, ghost_layers=scheme.radius, default_dtype=kind)
        self.config.cpu.openmp.enable = True
        self.config.cpu.openmp.num_threads = threads
        self.config.cpu.vectorize.enable = True
        self.config.cpu.vectorize.assume_inner_stride_one = True

    def take(self, choice):
        config = self.config.copy()
        if choice:
            config.cpu.loop_blocking = (choice, choice, self.fields[0].current.shape[2])
        self.kernel = ps.create_kernel(self.assignments, config).compile()

    def arrays(self, turn):
        for field in self.fields:
            yield field.name, field.current if turn == 0 or not field.stepped else field.following
            if field.stepped:
                yield f"next_{field.name}", field.following if turn == 0 else field.current

    def run(self, first, steps):
        turns = [dict(self.arrays(turn)) for turn in (0, 1)]
        for number in range(first, first + steps):
            self.kernel(**turns[number % 2])


if __name__ == "__main__":
    peer.main(Peer)
