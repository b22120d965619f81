"""The examples as the end-to-end tests see them: what to run, on which domains, and what their dumps hold."""
# SPDX-License-Identifier: MIT
import dataclasses

# Domains of less than a brick, of uneven parts, of whole bricks, and of neither.
CELLS = {
    1: ["8", "40", "1024", "1000"],
    2: ["8x8", "17x40", "64x128", "100x50"],
    3: ["8x8x8", "17x24x40", "64x64x64", "100x50x30"],
}


@dataclasses.dataclass(frozen=True)
class Case:
    """One way to run an example: extra arguments, and the type of the numbers that it dumps."""

    name: str
    arguments: tuple = ()
    element: str = "f64"

    @property
    def tolerance(self):
        """Largest accepted difference to reference mode, relative to the largest magnitude in the field."""
        return 1e-12 if self.element == "f64" else 1e-5


@dataclasses.dataclass(frozen=True)
class Example:
    """A folder of dsl-examples/ with a program of the same name."""

    dims: int
    cases: tuple = (Case("double"),)

    @property
    def cells(self):
        return CELLS[self.dims]


EXAMPLES = {
    "heat": Example(3),
    "brick-125": Example(3),
    "jacobi": Example(3),
    "burgers": Example(3),
    "wave-2d": Example(2, (Case("double"), Case("float", ("--float",), "f32"))),
    "advection-1d": Example(1),
}
