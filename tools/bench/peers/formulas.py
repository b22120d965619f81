"""The schemes of tools/bench/schemes as formulas, for any compiler that Python builds expressions for.

A formula takes `ops` and its fields, and returns the new values of those that it steps. A field is a function of the
offset, f(dz, dy, dx); `ops.constant(value)` is a number of the fields' type, `ops.carried(wind, slope, cells)` is
what `carried` says below, in the way that suits the compiler.
"""
# SPDX-License-Identifier: MIT
import collections
import itertools
import math

# As in tools/bench/problem.hpp.
HEAT_K, RELAXATION, COURANT, ROUGH_FROM, BURGERS_C, BURGERS_D = 0.1, 2 / 3, 0.01, 1e-6, 0.05, 0.1
STAR13_WEIGHTS = (1, 0.5, 0.3)
CUBE45_WEIGHTS = (1, 0.5, 0.4, 0.35, 0.3, 0.25)
CUBE125_WEIGHTS = (1, 0.37, 0.24, 0.18, 0.135, 0.107, 0.086, 0.059, 0.05, 0.031)
WJ27_WEIGHTS = (-128 / 30, 14 / 30, 3 / 30, 1 / 30)

# Fields that are stepped, fields that are read only, how far the stencil reaches, the mean of the first field (and of
# all that are stepped) at the start; that of fields that are read only is 0.
Scheme = collections.namedtuple("Scheme", "formula stepped constant radius mean")


def start(cells, which, mean, sin, z, y, x):
    """The value at the start of field number `which` in cell (z, y, x), numbers or arrays of these."""
    wave = [sin(2 * math.pi / cells * i + 0.7 * which + 1.3 * axis) for axis, i in enumerate((z, y, x))]
    return mean + 0.3 * wave[0] * wave[1] + 0.1 * wave[2] + 0.002 * ((7 * z + 3 * y + x) % 11 - 5)


def total(values):
    """Their sum, which does not begin with the number 0."""
    values = iter(values)
    result = next(values)
    for value in values:
        result = result + value
    return result


def weighted(ops, u, weights):
    """The sum of cells times {offset: weight}: cells of one weight are added before they are weighed, as a person
    would write it."""
    groups = {}
    for offset, weight in weights.items():
        groups.setdefault(weight, []).append(offset)
    return total(ops.constant(weight) * total(u(*offset) for offset in offsets) for weight, offsets in groups.items())


def filtered(ops, u, relative):
    """The same with weights that are scaled so that a constant field stays as it is."""
    scale = 1 / math.fsum(relative.values())
    return [weighted(ops, u, {offset: weight * scale for offset, weight in relative.items()})]


def box(radius):
    return itertools.product(range(-radius, radius + 1), repeat=3)


def shell(distance):
    """Offsets of the cells so far away on an axis."""
    for axis, sign in itertools.product(range(3), (-distance, distance)):
        yield tuple(sign if a == axis else 0 for a in range(3))


def around(u, distance):
    """The sum of these cells."""
    return total(u(*offset) for offset in shell(distance))


def laplacian(ops, u):
    return around(u, 1) - ops.constant(6) * u(0, 0, 0)


def star7(ops, u):
    return [u(0, 0, 0) + ops.constant(HEAT_K) * laplacian(ops, u)]


def star13(ops, u):
    weights = {offset: STAR13_WEIGHTS[distance] for distance in (1, 2) for offset in shell(distance)}
    return filtered(ops, u, {(0, 0, 0): STAR13_WEIGHTS[0], **weights})


def cube45(ops, u):
    weights = {}
    for offset in box(2):
        square = sum(d * d for d in offset)
        if square <= 4:
            weights[offset] = CUBE45_WEIGHTS[square]
        elif square == 8 and 0 in offset:
            weights[offset] = CUBE45_WEIGHTS[5]
    return filtered(ops, u, weights)


def cube125(ops, u):
    weights = {}
    for offset in box(2):
        a, b, c = sorted(map(abs, offset), reverse=True)
        weights[offset] = CUBE125_WEIGHTS[a * (a + 1) * (a + 2) // 6 + b * (b + 1) // 2 + c]
    return filtered(ops, u, weights)


def wj7(ops, p, b):
    return [p(0, 0, 0) + ops.constant(RELAXATION / 6) * (laplacian(ops, p) - b(0, 0, 0))]


def wj13(ops, p, b):
    residual = ops.constant(16) * around(p, 1) - around(p, 2) - ops.constant(90) * p(0, 0, 0) - b(0, 0, 0)
    return [p(0, 0, 0) + ops.constant(RELAXATION / 90) * residual]


def wj27(ops, p, b):
    weights = {offset: WJ27_WEIGHTS[sum(map(abs, offset))] for offset in box(1)}
    return [p(0, 0, 0) + ops.constant(-RELAXATION / WJ27_WEIGHTS[0]) * (weighted(ops, p, weights) - b(0, 0, 0))]


def carried(select, wind, slope, cells):
    """The wind times slope(a, b, c, d) where it is positive, else minus slope(e, d, c, b), of five cells a to e."""
    a, b, c, d, e = cells
    forward = wind > 0
    chosen = (select(forward, a, e), select(forward, b, d), c, select(forward, d, b))
    return select(forward, wind, -wind) * slope(*chosen)


def carried_by_parts(positive, negative, slope, cells):
    """The same for compilers that don't choose well: `positive` is the wind where it is that, else 0, `negative` the
    rest of it."""
    a, b, c, d, e = cells
    return positive * slope(a, b, c, d) - negative * slope(e, d, c, b)


def advection(ops, slope, psi, winds):
    """psi after a step; `slope(a, b, c, d)` is twice the slope at c, where the wind blows from a to d. The first wind
    blows along the last axis."""
    change = []
    for wind, axis in zip(winds, (2, 1, 0)):
        cells = [psi(*(distance if a == axis else 0 for a in range(3))) for distance in range(-2, 3)]
        change.append(ops.carried(wind(0, 0, 0), slope, cells))
    return [psi(0, 0, 0) - ops.constant(COURANT / 2) * total(change)]


def upwind(ops, psi, *winds):
    three, four = ops.constant(3), ops.constant(4)

    def slope(a, b, c, _):
        return three * c - four * b + a

    return advection(ops, slope, psi, winds)


def weno3(ops, psi, *winds):
    one, two, small = ops.constant(1), ops.constant(2), ops.constant(ROUGH_FROM)

    def slope(a, b, c, d):
        bend, upwind_bend = b - two * c + d, a - two * b + c
        r = (small + upwind_bend * upwind_bend) / (small + bend * bend)
        return d - b - (bend - upwind_bend) / (one + two * r * r)

    return advection(ops, slope, psi, winds)


def burgers(ops, *velocity):
    """Component a of the velocity lies on the low faces of axis a."""

    def at(q, shifts):
        """Component q, so many cells away along some axes."""
        return velocity[q](*(shifts.get(axis, 0) for axis in range(3)))

    def square(q, i):
        """Of the component along its own axis, in the middle of cell i."""
        pair = at(q, {q: i}) + at(q, {q: i + 1})
        return pair * pair

    def edge(a, b, i, j):
        """Component a times component b, on the edge that cells i along axis a and j along axis b begin with."""
        return (at(a, {a: i, b: j - 1}) + at(a, {a: i, b: j})) * (at(b, {a: i - 1, b: j}) + at(b, {a: i, b: j}))

    def flux(q):
        result = square(q, 0) - square(q, -1)
        for other in range(3):
            if other > q:
                result = result + edge(q, other, 0, 1) - edge(q, other, 0, 0)
            elif other < q:
                result = result + edge(other, q, 1, 0) - edge(other, q, 0, 0)
        return result

    quarter_c, d = ops.constant(BURGERS_C / 4), ops.constant(BURGERS_D)
    return [u(0, 0, 0) - quarter_c * flux(q) + d * laplacian(ops, u) for q, u in enumerate(velocity)]


def heat_like(formula, radius):
    return Scheme(formula, ("u",), (), radius, 1)


def poisson(formula, radius):
    return Scheme(formula, ("p",), ("b",), radius, 1)


def wind(formula):
    return Scheme(formula, ("psi",), ("u", "v", "w"), 2, 1)


SCHEMES = {
    "star7": heat_like(star7, 1), "star13": heat_like(star13, 2),
    "cube45": heat_like(cube45, 2), "cube125": heat_like(cube125, 2),
    "wj7": poisson(wj7, 1), "wj13": poisson(wj13, 2), "wj27": poisson(wj27, 1),
    "upwind": wind(upwind), "weno3": wind(weno3),
    "burgers": Scheme(burgers, ("u", "v", "w"), (), 1, 0.2),
}
