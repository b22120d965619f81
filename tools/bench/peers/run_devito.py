"""The schemes in Devito, with OpenMP and blocks. See peer.py."""
# SPDX-License-Identifier: MIT
import types

import numpy
import sympy
from devito import Eq, Function, Grid, Operator, TimeFunction, configuration

import formulas
import peer


def carried(wind, *rest):
    return formulas.carried_by_parts((wind + abs(wind)) / 2, (wind - abs(wind)) / 2, *rest)


OPS = types.SimpleNamespace(constant=sympy.Float, carried=carried)


class Peer:
    choices = [(8, 8), (16, 32), (64, 32), (0, 32)]  # planes (0: a thread's share) and rows of a block

    def __init__(self, scheme, fields, threads):
        configuration["log-level"] = "ERROR"
        configuration["language"] = "openmp"
        self.threads, self.cells = threads, fields[0].current.shape[0] - 2 * scheme.radius
        grid = Grid(shape=(self.cells,) * 3, dtype=fields[0].current.dtype.type)
        z, y, x = grid.dimensions
        time = grid.stepping_dim
        functions = []
        for field in fields:
            make = TimeFunction if field.stepped else Function
            order = {"time_order": 1} if field.stepped else {}
            f = make(name=field.name, grid=grid, space_order=scheme.radius, **order)
            self.fill(f, field)
            functions.append(f)

        def at(f):
            now = (time,) if f.is_TimeFunction else ()
            return lambda dz, dy, dx: f[(*now, z + dz, y + dy, x + dx)]

        values = scheme.formula(OPS, *map(at, functions))
        equations = [Eq(f[time + 1, z, y, x], value) for f, value in zip(functions, values)]
        self.operator = Operator(equations, opt=("advanced", {"openmp": True}))

    def take(self, choice):
        planes, rows = choice
        extents = {"x": planes or -(-self.cells // self.threads), "y": rows}  # Devito's names of the first two axes
        self.blocks = {p.name: min(extents[p.name[0]], self.cells) for p in self.operator.parameters
                       if p.name.endswith("_blk0_size")}

    @staticmethod
    def fill(f, field):
        """Gives Devito's arrays the field's values, and makes them those of the field."""
        array = f.data_with_halo.view(numpy.ndarray)
        array[:] = field.current
        field.current, field.following = array if field.stepped else (array, None)

    def run(self, first, steps):
        self.operator.apply(time_m=first, time_M=first + steps - 1, nthreads=self.threads, **self.blocks)


if __name__ == "__main__":
    peer.main(Peer)
