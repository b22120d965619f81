"""What the peers have in common: initial values, ghost zones, command line, clock.

    run_NAME.py SCHEME CELLS ELEMENT THREADS                      says when it is ready, then answers each line
                                                                  `SECONDS` of the standard input by GCells/s
    run_NAME.py SCHEME CELLS ELEMENT THREADS --dump=FILE STEPS    writes the fields that are stepped after so many
                                                                  steps, by each choice in turn, row-major

A peer is a class, `Peer(scheme, fields, threads)`; `fields` are Field objects, those that are stepped first, whose
arrays it may replace by some of its own. `choices` are ways to compile or run a scheme, and `take(choice)` chooses one.
`run(first, steps)` does so many steps, the first of which has number `first`: where that is even, fields are read from
their `current` arrays and written to `following`.
"""
# SPDX-License-Identifier: MIT
import sys
import time

import numpy

import formulas

TURNS = 2  # of each choice


class Field:
    """A cube with a ghost zone on all sides, twice if it is stepped."""

    def __init__(self, name, values, stepped):
        self.name, self.stepped = name, stepped
        self.current, self.following = values, values.copy() if stepped else None


def fields_of(scheme, cells, element):
    """The fields at their start, with ghost zones as a periodic cube has them."""
    z, y, x = numpy.ogrid[tuple(slice(-scheme.radius, cells + scheme.radius) for _ in range(3))]
    z, y, x = z % cells, y % cells, x % cells
    for which, name in enumerate((*scheme.stepped, *scheme.constant)):
        stepped = which < len(scheme.stepped)
        values = formulas.start(cells, which, scheme.mean if stepped else 0, numpy.sin, z, y, x)
        yield Field(name, values.astype({"double": "float64", "float": "float32"}[element]), stepped)


def wrap(values, halo):
    """Makes a cube periodic."""
    for axis in range(3):
        part = numpy.moveaxis(values, axis, 0)
        part[:halo], part[-halo:] = part[-2 * halo:-halo].copy(), part[halo:2 * halo].copy()


def dump(program, scheme, fields, steps, path):
    """Runs step by step, periodic; what is measured leaves ghost zones as they are, less work than brickc has."""
    for number in range(steps):
        program.take(program.choices[number % len(program.choices)])
        program.run(number, 1)
        newest = [field.current if number % 2 else field.following for field in fields if field.stepped]
        for values in newest:
            wrap(values, scheme.radius)
    halo = slice(scheme.radius, -scheme.radius)
    with open(path, "wb") as file:
        for values in newest:
            file.write(numpy.ascontiguousarray(values[halo, halo, halo]).tobytes())


def seconds_of(program, steps):
    begin = time.perf_counter()
    program.run(0, steps)
    return time.perf_counter() - begin


def take_fastest(program):
    """Makes it the fastest of its choices; returns the seconds of a step."""
    seconds = {}
    for choice in program.choices:
        program.take(choice)
        program.run(0, 2)  # compiled, pages touched
        seconds[choice] = min(seconds_of(program, 2) for _ in range(TURNS)) / 2
    best = min(seconds, key=seconds.get)
    program.take(best)
    program.run(0, 2)
    return seconds[best]


def measure(program, cells, fields, step_seconds):
    """Answers the lines of the standard input."""
    print("ready", flush=True)
    for line in sys.stdin:
        steps = max(2, round(float(line) / step_seconds / 2) * 2)
        seconds = seconds_of(program, steps)
        if not all(numpy.isfinite(field.current).all() for field in fields):
            sys.exit("values have become infinite")
        print(f"{1e-9 * cells**3 * steps / seconds:.4f}", flush=True)


def main(peer):
    name, cells, element, threads, *rest = sys.argv[1:]
    scheme, cells, threads = formulas.SCHEMES[name], int(cells), int(threads)
    fields = list(fields_of(scheme, cells, element))
    program = peer(scheme, fields, threads)
    if rest:
        path, steps = rest
        dump(program, scheme, fields, int(steps), path.removeprefix("--dump="))
    else:
        measure(program, cells, fields, take_fastest(program))
