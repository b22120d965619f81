"""Random expressions in a stencil: valid C++ without undefined behaviour, whose values stay finite and moderate.

Divisors are at least 1, arguments of functions lie in their domains, integers are small. A smooth body has no
comparison, rounding or integer that depends on data, and amplifies no error: it may be evaluated with other rounding.
"""
# SPDX-License-Identifier: MIT
import fuzz_reals
from fuzz_integers import Integers
from fuzz_reals import Real
from fuzz_types import ELEMENTS, WRAPPING
from fuzz_unsigned import Unsigneds

# What expressions call; %s is the argument list of an accessor along its last axis.
PRELUDE = """\
template <class R> inline R squash(R v) { return v / (1 + std::abs(v)); }
template <class R> R folded(R v, int times) {
  for (int i = 0; i < times; ++i) v = v * R(0.5) + R(0.25);
  return v;
}
template <class R> R chosen(R v, R w) {
  if (v < w) return v;
  R both = v + w;
  if (both > 1) return both - 1;
  return w;
}
template <class R> struct pair_of {
  R first, second;
  pair_of(R f, R s) : first(f), second(s) {}
  pair_of operator+(const pair_of& o) const { return pair_of(first + o.first, second - o.second); }
  R product() const { return first * second; }
};
template <class R> struct with_default {
  R value;
  R twice = value + value;
};
template <int D> int parity(const brick::point<D>& p) { return int((p[0] + p[D - 1]) & 1); }
"""
ALONG = """\
template <class F> auto along(const F& field) {
  return [&field](int i) { return field(%s); };
}
"""


class Expressions(Integers, Unsigneds):
    """Writes expressions of one kernel: of its floating-point type `real`, of integers and of conditions.

    `inputs` are the accessors it may read, `low` and `high` how far they are read along each axis.
    """

    def __init__(self, random, dims, real, smooth, inputs, low, high):
        self.random, self.dims, self.real, self.smooth = random, dims, real, smooth
        self.low, self.high = low, high
        self.real_inputs = [field for field in inputs if not ELEMENTS[field.type].exact]
        self.int_inputs = [field for field in inputs if field.type == "int"]
        self.long_inputs = [field for field in inputs if field.type == "std::int64_t"]
        self.wrapping_inputs = [field for field in inputs if field.type in WRAPPING]

    def pick(self, *choices):
        return self.random.choice(choices)()

    def offset(self):
        return ", ".join(str(self.random.randint(-low, high)) for low, high in zip(self.low, self.high))

    def access(self):
        """A floating-point input at an offset, of the kernel's type."""
        field = self.random.choice(self.real_inputs)
        return self.of_type(field.type, f"{field.name}({self.offset()})")

    def of_type(self, type_, text):
        """A value of that type as one of the kernel's."""
        return Real(text if type_ == self.real else f"{self.real}({text})")

    def as_real(self, value):
        """Of the kernel's type exactly: std::min and helpers deduce it."""
        return fuzz_reals.cast(self.real, value)

    def tame(self, value):
        """In a smooth body a value that moves no further than what it is made of."""
        return fuzz_reals.tamed(self.real, value) if self.smooth else value

    def squashed(self, value):
        """What a variable may hold: between -1 and 1."""
        return fuzz_reals.squash(self.as_real(self.tame(value)))

    def literal(self):
        number = round(self.random.uniform(-1.5, 1.5), self.random.choice([1, 2, 17]))
        suffix = "f" if self.real == "float" and self.random.random() < 0.7 else ""
        whole = f"{self.real}({self.random.randint(-3, 3)})"
        text = self.random.choice([f"{number}{suffix}", f"{number}{suffix}", whole, "-0.0" + suffix])
        return fuzz_reals.constant(text)

    def real_leaf(self, scope):
        if scope.reals and self.random.random() < 0.5:
            return self.random.choice(scope.reals)
        return self.access() if self.random.random() < 0.75 else self.literal()

    def real_expr(self, scope, depth):
        if depth <= 0 or self.random.random() < 0.1:
            return self.real_leaf(scope)
        if not self.smooth and self.random.random() < 0.45:
            return Real(self.pick(*self.sharp_exprs(scope, depth)))
        return self.pick(*self.smooth_exprs(scope, depth))

    def smooth_exprs(self, scope, depth):
        e = lambda: self.real_expr(scope, depth - 1)  # noqa: E731
        t = lambda: self.as_real(e())  # noqa: E731
        r = fuzz_reals
        choices = [
            lambda: r.plus(e(), e()), lambda: r.minus(e(), e()), lambda: r.times(e(), e()),
            lambda: r.plus(e(), r.times(e(), e())),
            lambda: r.minus(e(), r.minus(e(), e())), lambda: r.over(e(), e()), lambda: r.negative(t()),
            lambda: r.root(e()), lambda: r.decay(e()), lambda: r.sine(e()), lambda: r.angle(t(), t()),
            lambda: r.power(t(), self.random.choice(["2", "0.5", "-1", "3.0"])), lambda: r.varying_power(t(), t()),
            lambda: r.squash(t()), lambda: r.folded(t()), lambda: r.pair_product(self.real, t(), t(), t(), t()),
            lambda: r.twice(self.real, t()), self.along,
        ]
        if self.smooth and scope.flags:
            choices.append(lambda: r.chosen(self.bool_expr(scope, 0), self.as_real(self.access()),
                                            self.as_real(self.real_leaf(scope))))
        return choices

    def along(self):
        """An accessor passed to a helper, if there is one of the kernel's type."""
        same = [field.name for field in self.real_inputs if field.type == self.real]
        return Real(f"along({self.random.choice(same)})(0)") if same else self.access()

    def sharp_exprs(self, scope, depth):
        e = lambda: self.real_expr(scope, depth - 1)  # noqa: E731
        t = lambda: self.as_real(e())  # noqa: E731
        b = lambda: self.bool_expr(scope, depth - 1)  # noqa: E731
        return [
            lambda: f"({b()} ? {t()} : {t()})", lambda: f"std::{self.random.choice(['min', 'max'])}({t()}, {t()})",
            lambda: f"std::clamp<{self.real}>({e()}, -1, std::abs({t()}))", lambda: f"std::floor({e()} * 4)",
            lambda: f"std::max({{{t()}, {t()}, {t()}}})", lambda: f"chosen({t()}, {t()})",
            lambda: f"std::fmax({t()}, {t()})",
            lambda: f"static_cast<{self.real}>({self.int_expr(scope, 2)})", lambda: f"({b()} * {t()})",
            lambda: f"std::copysign({t()}, {t()})", lambda: f"std::atan2({t()}, {t()} * {t()} + 1)",
            lambda: f"std::fmod({t()}, 1 + std::abs({t()}))",
            lambda: f"std::remainder({t()}, 1 + std::abs({t()}))",
            lambda: f"({self.int_expr(scope, 1)} * {e()})", lambda: f"std::round({e()} * 3)",
            lambda: f"{self.real}(std::{self.random.choice(['lround', 'llround', 'lrint'])}(squash({e()}) * 9))",
            lambda: f"{self.real}({self.long_expr(scope, 1)} % 1000)",
            lambda: f"squash({self.real}({self.unsigned_expr(scope, 2)}) * {self.real}(1e-9))",
        ]
