"""The examples as the end-to-end tests see them: what to run, on which domains, and what their dumps hold."""
# SPDX-License-Identifier: MIT
import dataclasses

# Domains of less than a brick, of uneven parts, of whole bricks, and of neither.
CELLS = {
    1: ["8", "40", "1024", "1000"],
    2: ["8x8", "17x40", "64x128", "100x50"],
    3: ["8x8x8", "17x24x40", "64x64x64", "100x50x30"],
}

# The same in 3-D for programs that do much at each point.
SMALL = ("8x8x8", "17x24x40", "32x16x64", "50x21x13")


@dataclasses.dataclass(frozen=True)
class Case:
    """One way to run an example: extra arguments, and the type of the numbers that it dumps."""

    name: str
    arguments: tuple = ()
    element: str = "f64"

    @property
    def tolerance(self):
        """Largest accepted difference to reference mode, relative to the largest magnitude in the field."""
        return {"f64": 1e-12, "f32": 1e-5, "i32": 0}[self.element]


@dataclasses.dataclass(frozen=True)
class Example:
    """A folder of dsl-examples/ with a program of the same name; `domains` are its own, if not those of CELLS."""

    dims: int
    cases: tuple = (Case("double"),)
    domains: tuple = ()

    @property
    def cells(self):
        return list(self.domains) or CELLS[self.dims]


EXAMPLES = {
    "heat": Example(3),
    "brick-125": Example(3),
    "jacobi": Example(3),
    "burgers": Example(3),
    "wave-2d": Example(2, (Case("double"), Case("float", ("--float",), "f32"))),
    "advection-1d": Example(1),
    "life": Example(2, (Case("int", element="i32"),)),
    "advection-schemes": Example(2),
    "gray-scott": Example(2),
    "shallow-water": Example(2),
    "acoustic-8": Example(3, domains=SMALL),
    "maxwell": Example(3, domains=SMALL),
    "rk3": Example(3, domains=SMALL),
    "multigrid": Example(2, domains=("15x7", "14x9")),  # sizes that can be halved, and not
    "brick-stencils": Example(3, domains=SMALL),
}
