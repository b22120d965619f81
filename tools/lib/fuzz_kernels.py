"""Random bodies of stencils: valid C++ without undefined behaviour, whose values stay finite and moderate.

Divisors are at least 1, arguments of functions lie in their domains, what is stored is squashed into (-1, 1). A smooth
body has no comparison, rounding or integer that depends on data: it may be evaluated with other rounding.
"""
# SPDX-License-Identifier: MIT
import dataclasses

# Names that generated code might want for itself come first.
NAMES = ["x", "y", "z", "b", "range", "shape", "vec", "u_at", "f0_0", "t0", "sum0", "value", "when", "dividend", "lanes",
         "mask", "math", "a", "c", "d", "e", "g", "h", "p", "q", "r", "s", "w", "alpha", "beta", "flux", "gamma_"]

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
template <class F> auto along(const F& field) {
  return [&field](int i) { return field(%s); };
}
"""


@dataclasses.dataclass(frozen=True)
class Kernel:
    """A stencil: its text, its name as apply wants it, and what each parameter is: out, in, real, int, flag or table."""

    text: str
    name: str
    parameters: tuple


class Scope:
    """The names that an expression may use, by type."""

    def __init__(self, outer=None):
        self.reals = list(outer.reals) if outer else []
        self.ints = list(outer.ints) if outer else []
        self.flags = list(outer.flags) if outer else []


class Body:
    """Writes the statements of one kernel."""

    def __init__(self, random, dims, real, smooth, inputs, low, high):
        self.random, self.dims, self.real, self.smooth = random, dims, real, smooth
        self.inputs, self.low, self.high = inputs, low, high
        self.names = list(NAMES)
        random.shuffle(self.names)
        self.lines, self.indent, self.read_only = [], 1, ()

    # Expressions

    def pick(self, *choices):
        return self.random.choice(choices)()

    def name(self):
        return self.names.pop()

    def offset(self):
        return ", ".join(str(self.random.randint(-low, high)) for low, high in zip(self.low, self.high))

    def access(self):
        return f"{self.random.choice(self.inputs)}({self.offset()})"

    def literal(self):
        number = round(self.random.uniform(-1.5, 1.5), self.random.choice([1, 2, 17]))
        suffix = "f" if self.real == "float" and self.random.random() < 0.7 else ""
        return self.random.choice([f"{number}{suffix}", f"{number}{suffix}", f"{self.real}({self.random.randint(-3, 3)})",
                                   "-0.0" + suffix])

    def real_leaf(self, scope):
        if scope.reals and self.random.random() < 0.5:
            return self.random.choice(scope.reals)
        return self.access() if self.random.random() < 0.75 else self.literal()

    def as_real(self, text):
        """Of the fields' type exactly: std::min and helpers deduce it."""
        return f"{self.real}({text})"

    def real_expr(self, scope, depth):
        if depth <= 0 or self.random.random() < 0.1:
            return self.real_leaf(scope)
        e = lambda: self.real_expr(scope, depth - 1)  # noqa: E731
        t = lambda: self.as_real(e())  # noqa: E731
        smooth = [
            lambda: f"({e()} + {e()})", lambda: f"({e()} - {e()})", lambda: f"({e()} * {e()})",
            lambda: f"({e()} + {e()} * {e()})", lambda: f"({e()} - ({e()} - {e()}))",
            lambda: f"({e()} / (1 + std::abs({e()})))", lambda: f"-{self.as_real(e())}",
            lambda: f"std::sqrt(1 + std::abs({e()}))", lambda: f"std::exp(-std::abs({e()}))", lambda: f"std::sin({e()})",
            lambda: f"std::pow(1 + std::abs({e()}), {self.random.choice(['2', '0.5', '-1', '3.0', t()])})",
            lambda: f"std::atan2({t()}, {t()} * {t()} + 1)", lambda: f"squash({t()})", lambda: f"folded({t()}, 3)",
            lambda: f"(pair_of<{self.real}>({t()}, {t()}) + pair_of<{self.real}>({t()}, {t()})).product()",
            lambda: f"with_default<{self.real}>{{{t()}}}.twice", lambda: f"along({self.random.choice(self.inputs)})(0)",
        ]
        if self.smooth:
            return self.pick(*smooth)
        b = lambda: self.bool_expr(scope, depth - 1)  # noqa: E731
        sharp = [
            lambda: f"({b()} ? {t()} : {t()})", lambda: f"std::{self.random.choice(['min', 'max'])}({t()}, {t()})",
            lambda: f"std::clamp<{self.real}>({e()}, -1, {t()} * {t()} + 1)", lambda: f"std::floor({e()} * 4)",
            lambda: f"std::max({{{t()}, {t()}, {t()}}})", lambda: f"chosen({t()}, {t()})", lambda: f"std::fmax({t()}, {t()})",
            lambda: f"static_cast<{self.real}>({self.int_expr(scope, 2)})", lambda: f"({b()} * {t()})",
            lambda: f"std::copysign({t()}, {t()})", lambda: f"std::fmod({t()}, 1 + std::abs({t()}))",
            lambda: f"({self.int_expr(scope, 1)} * {e()})", lambda: f"std::round({e()} * 3)",
        ]
        return self.pick(*smooth, *sharp)

    def int_leaf(self, scope):
        if scope.ints and self.random.random() < 0.7:
            return self.random.choice(scope.ints)
        return str(self.random.randint(-9, 9))

    def int_expr(self, scope, depth):
        """At most 31 at a leaf, so that depth 2 cannot overflow."""
        if depth <= 0 or self.random.random() < 0.2:
            return self.int_leaf(scope)
        i = lambda: self.int_expr(scope, depth - 1)  # noqa: E731
        return self.pick(
            lambda: f"({i()} + {i()})", lambda: f"({i()} - {i()})", lambda: f"({i()} * {i()})", lambda: f"({i()} / 3)",
            lambda: f"({i()} % 5)", lambda: f"static_cast<int>(8 * squash({self.as_real(self.real_expr(scope, 1))}))",
            lambda: f"({self.bool_expr(scope, 1)} ? {i()} : {i()})", lambda: f"int(std::abs({i()}))",
            lambda: f"({i()} / (7 + {self.int_leaf(scope)} % 5))", lambda: f"std::min<int>({i()}, {i()})",
            lambda: f"int({i()} % (long({self.int_leaf(scope)}) % 3 + 4L))", lambda: f"({self.bool_expr(scope, 1)} + {i()})")

    def bool_expr(self, scope, depth):
        if depth <= 0 and scope.flags:
            return self.random.choice(scope.flags)
        order = self.random.choice(["<", "<=", ">", ">=", "==", "!="])
        b = lambda: self.bool_expr(scope, depth - 1)  # noqa: E731
        compare = [lambda: f"({self.real_expr(scope, depth)} {order} {self.real_expr(scope, depth)})",
                   lambda: f"({self.int_expr(scope, 1)} {order} {self.int_expr(scope, 1)})"]
        if depth <= 0:
            return self.pick(*compare)
        return self.pick(*compare, lambda: f"({b()} && {b()})", lambda: f"({b()} || {b()})", lambda: f"!{b()}",
                         lambda: f"({b()} == {b()})", lambda: f"({b()} ? {b()} : {b()})")

    # Statements

    def line(self, text):
        self.lines.append("  " * self.indent + text)

    def block(self, head, scope, statements):
        self.line(head + " {")
        self.indent += 1
        inner = Scope(scope)
        for _ in range(statements):
            self.statement(inner)
        self.indent -= 1
        self.line("}")

    def statement(self, scope):
        if len(self.names) < 7:
            return self.assign_real(scope)
        smooth = [self.declare_real, self.declare_real, self.assign_real, self.sum_loop, self.array, self.closure]
        sharp = [self.declare_int, self.declare_flag, self.branch, self.branch, self.leaving_loop, self.guarded_division]
        self.random.choice(smooth if self.smooth else smooth + sharp)(scope)

    def declare_real(self, scope):
        name = self.name()
        self.line(f"{self.random.choice([self.real, 'auto', 'const ' + self.real])} {name} = "
                  f"squash({self.as_real(self.real_expr(scope, 3))});")
        if not self.lines[-1].lstrip().startswith("const"):
            scope.reals.append(name)
        else:
            scope.reals.append(f"(+{name})")

    def assign_real(self, scope):
        targets = [name for name in scope.reals if name.isidentifier() and name not in self.read_only]
        if not targets:
            return self.declare_real(scope)
        target = self.random.choice(targets)
        operator = self.random.choice(["=", "+=", "-=", "*="])
        value = f"squash({self.as_real(self.real_expr(scope, 2))})"
        self.line(f"{target} {operator} {value}; {target} = squash({target});")

    def sum_loop(self, scope):
        """Along one axis, with constant bounds and taps left out."""
        axis, total, i = self.random.randrange(self.dims), self.name(), self.name()
        low, high = self.low[axis], self.high[axis]
        offset = ", ".join(i if a == axis else "0" for a in range(self.dims))
        self.line(f"{self.real} {total} = 0;")
        skip = self.random.choice(["", f"if ({i} == {self.random.randint(-low, high)}) continue; "])
        step = self.random.choice([f"++{i}", f"{i} += 2", f"{i}++"])
        self.line(f"for (int {i} = {-low}; {i} <= {high}; {step}) {{ {skip}{total} += "
                  f"{self.random.choice(self.inputs)}({offset}) * {self.literal()}; }}")
        self.line(f"{total} = squash({total});")
        scope.reals.append(total)

    def array(self, scope):
        name, count, i = self.name(), self.random.randint(2, 4), self.name()
        values = ", ".join(f"squash({self.as_real(self.real_expr(scope, 1))})" for _ in range(count))
        self.line(self.random.choice([f"std::array<{self.real}, {count}> {name}{{{values}}};",
                                      f"{self.real} {name}[{count}] = {{{values}}};"]))
        at = self.random.randrange(count)
        self.line(self.random.choice([
            f"for (auto& {i} : {name}) {i} *= {self.literal()};", f"int {i} = {at}; {name}[{i}] += {name}[0];",
            f"for (int {i} = 1; {i} < {count}; ++{i}) {name}[{i}] = squash({name}[{i}] + {name}[{i} - 1]);"]))
        scope.reals.append(f"{name}[{self.random.randrange(count)}]")

    def closure(self, scope):
        name, state, argument = self.name(), self.name(), self.name()
        inner = Scope(scope)
        inner.reals += [state, argument]
        value = self.as_real(self.real_expr(inner, 2))
        self.line(f"auto {name} = [&, {state} = {self.as_real(self.real_leaf(scope))}]({self.real} {argument}) mutable {{ "
                  f"{state} = squash({state} + {argument}); return squash({value}); }};")
        # One call to a statement: calls that change the state have no order inside an expression.
        result = self.name()
        self.line(f"{self.real} {result} = {name}({self.as_real(self.real_leaf(scope))});")
        self.line(f"{result} -= {name}({self.as_real(self.literal())});")
        scope.reals.append(result)

    def declare_int(self, scope):
        name = self.name()
        self.line(f"{self.random.choice(['int', 'const int', 'long'])} {name} = ({self.int_expr(scope, 2)}) % 31;")
        scope.ints.append(f"int({name})")

    def declare_flag(self, scope):
        name = self.name()
        self.line(f"bool {name} = {self.bool_expr(scope, 2)};")
        scope.flags.append(name)

    def branch(self, scope):
        if self.indent > 3:
            return self.assign_real(scope)
        self.block(f"if ({self.bool_expr(scope, 1)})", scope, self.random.randint(1, 2))
        if self.random.random() < 0.6:
            self.block("else", scope, self.random.randint(1, 2))

    def leaving_loop(self, scope):
        """A loop left early on data."""
        total, i = self.name(), self.name()
        leave = self.random.choice(["break", "continue"])
        self.line(f"{self.real} {total} = {self.as_real(self.real_leaf(scope))};")
        self.line(f"for (int {i} = 0; {i} < {self.random.randint(2, 4)}; ++{i}) {{")
        self.line(f"  if ({total} > {self.literal()}) {leave};")
        self.line(f"  {total} = squash({total} + {self.as_real(self.real_expr(scope, 2))} * {i});")
        self.line("}")
        scope.reals.append(total)

    def guarded_division(self, scope):
        name, divisor = self.name(), self.name()
        self.line(f"const int {divisor} = {self.int_expr(scope, 1)}, {name} = {divisor} != 0 ? "
                  f"({self.int_expr(scope, 1)} {self.random.choice('/%')} {divisor}) % 31 : {self.random.randint(-3, 3)};")
        scope.ints.append(f"int({name})")

    def write(self, scope, outputs, statements):
        """The whole body; every output is written on every path, the first may be read back."""
        self.read_only = tuple(scope.reals)
        for _ in range(statements):
            self.statement(scope)
        point = ", ".join(["0"] * self.dims)
        for output in outputs:
            # The neighbours keep the fields from becoming constant.
            value = lambda: (f"squash({self.as_real(self.real_expr(scope, 3))} + {self.access()} + "  # noqa: E731
                             f"2 * {self.access()})")
            if not self.smooth and self.random.random() < 0.3:
                self.line(f"if ({self.bool_expr(scope, 1)}) {output}({point}) = {value()};")
                self.line(f"else {output}({point}) = {value()};")
            else:
                self.line(f"{output}({point}) = {value()};")
            scope.reals.append(f"{output}({point})")
        return "\n".join(self.lines)


def parameter_text(kind, name, dims, real):
    accessor = f"<{real}, {dims}> {name}"
    return {"out": f"brick::out{accessor}", "in": f"brick::in{accessor}", "real": f"{real} {name}", "int": f"int {name}",
            "flag": f"bool {name}", "table": f"const std::array<{real}, 3>& {name}"}[kind]


def kernel(random, number, dims, real, smooth):
    """A random stencil named k<number>, perhaps a template or in a namespace."""
    outputs = ["o0", "o1"][:random.choice([1, 1, 1, 2])]
    inputs = ["f0", "f1", "f2"][:random.randint(1, 3)]
    deep = random.randrange(dims) if random.random() < 0.3 else -1
    low, high = ([random.choice([1, 1, 0, 2]) if axis != deep else random.randint(2, 4) for axis in range(dims)]
                 for _ in range(2))
    scope = Scope()
    extra = []
    for kind, name in (("real", "k"), ("table", "tab"), ("int", "n"), ("flag", "on")):
        if random.random() < 0.4 and not (smooth and kind in ("int", "flag")):
            extra.append((kind, name))
            {"real": scope.reals, "table": scope.reals, "int": scope.ints, "flag": scope.flags}[kind].append(
                f"tab[{random.randrange(3)}]" if kind == "table" else name)
    is_template = random.random() < 0.25
    if is_template:
        scope.reals.append(f"{real}(N)") if smooth else scope.ints.append("N")
    body = Body(random, dims, real, smooth, inputs, low, high).write(scope, outputs, random.randint(1, 6))
    parameters = [("out", name) for name in outputs] + [("in", name) for name in inputs] + extra
    random.shuffle(parameters)
    signature = ", ".join(parameter_text(kind, name, dims, real) for kind, name in parameters)
    name = f"k{number}"
    text = f"{'template <int N> ' if is_template else ''}[[brick::stencil]]\nvoid {name}({signature}) {{\n{body}\n}}\n"
    space = random.choice(["", "", "app", "app::inner"])
    if space:
        text = f"namespace {space} {{\n{text}}} // namespace {space}\n"
    full = (space + "::" if space else "") + name + ("<2>" if is_template else "")
    return Kernel(text, full, tuple(kind for kind, _ in parameters))
