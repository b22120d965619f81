"""What the peers have in common: their schemes, initial values, command line and clock."""
# SPDX-License-Identifier: MIT
import itertools
import sys
import time

import numpy

HEAT = 0.1
CUBE_WEIGHTS = (1, 0.37, 0.24, 0.18, 0.135, 0.107, 0.086, 0.059, 0.05, 0.031)  # as in tools/bench/problem.hpp


def star7():
    """{offset: weight} of the heat equation by 7 points."""
    weights = {(0, 0, 0): 1 - 6 * HEAT}
    for axis, sign in itertools.product(range(3), (-1, 1)):
        weights[tuple(sign if a == axis else 0 for a in range(3))] = HEAT
    return weights


def cube125():
    """{offset: weight} of the symmetric filter over 5x5x5 cells."""
    weights = {}
    for offset in itertools.product(range(-2, 3), repeat=3):
        a, b, c = sorted(map(abs, offset), reverse=True)
        weights[offset] = CUBE_WEIGHTS[a * (a + 1) * (a + 2) // 6 + b * (b + 1) // 2 + c]
    total = sum(weights.values())
    return {offset: weight / total for offset, weight in weights.items()}


SCHEMES = {"star7": star7, "cube125": cube125}


def by_weight(weights):
    """[(weight, offsets)]: cells of one weight are added before they are weighed, as a person would write it."""
    groups = {}
    for offset, weight in weights.items():
        groups.setdefault(weight, []).append(offset)
    return list(groups.items())


def radius(weights):
    return max(max(map(abs, offset)) for offset in weights)


def start(cells, halo, element):
    """A cube with `halo` more cells on all sides, which no peer keeps periodic: less work than brickc's programs do."""
    values = numpy.random.default_rng(1).random((cells + 2 * halo,) * 3)
    return (1 + 0.1 * values).astype("float64" if element == "double" else "float32")


def main(make):
    """`make(weights, cells, element, threads)` returns a function that does so many steps."""
    if len(sys.argv) == 1:
        print(*SCHEMES)
        return
    scheme, cells, element, threads, seconds = sys.argv[1:]
    cells, threads, seconds = int(cells), int(threads), float(seconds)
    run = make(SCHEMES[scheme](), cells, element, threads)
    run(2)  # compiled, pages touched
    begin = time.perf_counter()
    run(2)
    steps = max(2, round(seconds / (time.perf_counter() - begin)) * 2)
    begin = time.perf_counter()
    run(steps)
    print(f"{1e-9 * cells**3 * steps / (time.perf_counter() - begin):.4f}")
