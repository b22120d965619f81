"""Real expressions of random stencils, with bounds that tell how much they amplify rounding errors.

Each expression knows the largest absolute value it can have, and its slope: how far it moves at most where every value
in its reach moves by one. `tamed` divides an expression of a larger slope than one down to it. Where all that a stencil
keeps is tamed, an error can grow by addition only, with the number of statements run, and results of two ways to round
stay as close as those of one statement do. In bodies with comparisons bounds are not kept.
"""
# SPDX-License-Identifier: MIT
import math

LARGEST = 3.0  # literals, parameters, fields and variables


class Real(str):
    """The text of an expression, with its bounds."""

    def __new__(cls, text, bound=LARGEST, slope=1.0):
        made = super().__new__(cls, text)
        made.bound, made.slope = bound, slope
        return made


def constant(text):
    return Real(text, LARGEST, 0.0)


def cast(type_, a):
    return Real(f"{type_}({a})", a.bound, a.slope)


def plus(a, b, sign="+"):
    return Real(f"({a} {sign} {b})", a.bound + b.bound, a.slope + b.slope)


def minus(a, b):
    return plus(a, b, "-")


def times(a, b):
    return Real(f"({a} * {b})", a.bound * b.bound, a.slope * b.bound + a.bound * b.slope)


def over(a, b):
    """A quotient whose divisor is at least one."""
    return Real(f"({a} / (1 + std::abs({b})))", a.bound, a.slope + a.bound * b.slope)


def negative(a):
    return Real(f"-{a}", a.bound, a.slope)


def root(a):
    return Real(f"std::sqrt(1 + std::abs({a}))", math.sqrt(1 + a.bound), a.slope / 2)


def decay(a):
    return Real(f"std::exp(-std::abs({a}))", 1.0, a.slope)


def sine(a):
    return Real(f"std::sin({a})", 1.0, a.slope)


def angle(a, b):
    """Away from the origin and from where the angle jumps."""
    return Real(f"std::atan2({a}, 1 + std::abs({b}))", math.pi / 2, a.slope + b.slope / 2)


def squash(a):
    return Real(f"squash({a})", 1.0, a.slope)


def power(a, exponent):
    """Of a number from one to two, since powers of powers would overflow."""
    return Real(f"std::pow(1 + std::abs(squash({a})), {exponent})", 8.0, 12 * a.slope)


def varying_power(a, b):
    """An exponent between minus one and one."""
    return Real(f"std::pow(1 + std::abs(squash({a})), squash({b}))", 2.0, a.slope + 2 * math.log(2) * b.slope)


def folded(a):
    """The helper of the prelude, three times."""
    return Real(f"folded({a}, 3)", a.bound / 8 + 0.5, a.slope / 8)


def pair_product(type_, a, b, c, d):
    """The product of a sum of pairs, whose second members are subtracted."""
    bounds = times(plus(a, c), minus(b, d))
    return Real(f"(pair_of<{type_}>({a}, {b}) + pair_of<{type_}>({c}, {d})).product()", bounds.bound, bounds.slope)


def twice(type_, a):
    return Real(f"with_default<{type_}>{{{a}}}.twice", 2 * a.bound, 2 * a.slope)


def chosen(condition, a, b):
    """One of two, by a condition that is known exactly."""
    return Real(f"({condition} ? {a} : {b})", max(a.bound, b.bound), max(a.slope, b.slope))


def tamed(type_, a):
    """The expression, of a slope of one at most."""
    if a.slope <= 1:
        return a
    divisor = 2 ** math.ceil(math.log2(a.slope))
    return Real(f"({a} * {type_}({1 / divisor}))", a.bound / divisor, a.slope / divisor)
