"""The schemes in Devito, with its own blocking and OpenMP. Usage: see tools/lib/bench_peers.py."""
# SPDX-License-Identifier: MIT
import pathlib
import sys

# This file must not be found in the package's place.
sys.path = [path for path in sys.path if pathlib.Path(path or ".").resolve() != pathlib.Path(__file__).parent]
from devito import Eq, Grid, Operator, TimeFunction, configuration  # noqa: E402

sys.path.append(str(pathlib.Path(__file__).parent))
import peer  # noqa: E402


def make(weights, cells, element, threads):
    configuration["log-level"] = "ERROR"
    configuration["language"] = "openmp"
    halo = peer.radius(weights)
    values = peer.start(cells, 0, element)
    grid = Grid(shape=(cells,) * 3, dtype=values.dtype.type)
    u = TimeFunction(name="u", grid=grid, space_order=2 * halo, time_order=1)
    u.data[0], u.data[1] = values, values
    x, y, z = grid.dimensions
    time = grid.stepping_dim
    value = sum(weight * sum(u[time, x + i, y + j, z + k] for i, j, k in offsets)
                for weight, offsets in peer.by_weight(weights))
    operator = Operator([Eq(u[time + 1, x, y, z], value)], opt=("advanced", {"openmp": True}))
    return lambda steps: operator.apply(time_m=0, time_M=steps - 1, nthreads=threads)


if __name__ == "__main__":
    peer.main(make)
