"""Random statements of a stencil."""
# SPDX-License-Identifier: MIT
import math
from collections import namedtuple

import fuzz_reals
from fuzz_expressions import Expressions
from fuzz_reals import Real
from fuzz_types import ELEMENTS, WRAPPING, Scope

# Names that generated code might want for itself come first.
NAMES = ["x", "y", "z", "b", "range", "shape", "vec", "u_at", "f0_0", "t0", "sum0", "value", "when", "dividend",
         "lanes", "mask", "math", "a", "c", "d", "e", "g", "h", "p", "q", "r", "s", "w", "alpha", "beta", "flux",
         "gamma_"]

Box = namedtuple("Box", "steps cell other head value taps")


class Statements(Expressions):
    """Writes statements of one kernel."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.names = list(NAMES)
        self.random.shuffle(self.names)
        self.lines, self.indent, self.read_only, self.inouts, self.named = [], 1, (), [], 0

    def name(self):
        self.named += 1
        return self.names.pop() if self.names else f"v{self.named}"

    def decides(self, scope):
        """Whether there are conditions to branch on."""
        return not self.smooth or bool(scope.flags)

    def point(self, field):
        return f"{field.name}({', '.join(['0'] * self.dims)})"

    def stored(self, scope, type_):
        """A value of an element type. Neighbours in it keep the fields from becoming constant."""
        if type_ == "int":
            return f"({self.int_expr(scope, 2)} + 3 * {self.int_leaf(scope)}) % 31"
        if type_ == "std::int64_t":
            return f"({self.long_expr(scope, 2)} + {self.long_leaf(scope)}) % 9876543210"
        if type_ in WRAPPING:
            return f"static_cast<{type_}>({self.unsigned_expr(scope, 2)} + 3 * {self.unsigned_leaf(scope, 'unsigned')})"
        added = f"{self.as_real(self.tame(self.real_expr(scope, 3)))} + {self.access()} + 2 * {self.access()}"
        return f"squash(({added}) / 4)" if self.smooth else f"squash({added})"

    def line(self, text):
        self.lines.append("  " * self.indent + text)

    def block(self, head, scope, statements):
        self.line(head + " {")
        self.indent += 1
        inner = Scope(scope)
        for _ in range(statements):
            self.statement(inner)
        if self.targets(inner):
            self.assign_real(inner)  # often of a variable outside, so that the block has an effect
        self.indent -= 1
        self.line("}")

    def statement(self, scope):
        if len(self.names) < 7:
            return self.assign_real(scope)
        smooth = [self.declare_real, self.declare_real, self.assign_real, self.sum_loop, self.box_sum,
                  self.box_extreme, self.faces, self.array, self.closure]
        sharp = [self.declare_int, self.declare_long, self.declare_unsigned, self.declare_small, self.declare_flag,
                 self.leaving_loop, self.guarded_division, self.switch, self.switch]
        choices = smooth + [self.update] * (2 * bool(self.inouts)) + [self.branch] * (2 * self.decides(scope))
        self.random.choice(choices if self.smooth else choices + sharp)(scope)

    def declare_real(self, scope):
        name = self.name()
        self.line(f"{self.random.choice([self.real, 'auto', 'const ' + self.real])} {name} = "
                  f"{self.squashed(self.real_expr(scope, 3))};")
        constant = self.lines[-1].lstrip().startswith("const")
        scope.reals.append(Real(f"(+{name})" if constant else name))

    def targets(self, scope):
        """Variables to assign to."""
        return [name for name in scope.reals if name.isidentifier() and name not in self.read_only]

    def assignment(self, target, operator, value):
        """An assignment, after which the target is squashed again; in a smooth body a sum of both is halved."""
        left = target if operator == "=" or not self.smooth else f"{target} * {self.real}(0.5)"
        self.line(f"{target} {operator} {value}; {target} = squash({left});")

    def assign_real(self, scope):
        targets = self.targets(scope)
        if not targets:
            return self.declare_real(scope)
        target = self.random.choice(targets)
        operator = self.random.choice(["=", "+=", "-=", "*="])
        self.assignment(target, operator, self.squashed(self.real_expr(scope, 2)))

    def sum_loop(self, scope):
        """Along one axis, with constant bounds and taps left out."""
        axis, total, i = self.random.randrange(self.dims), self.name(), self.name()
        low, high = self.low[axis], self.high[axis]
        offset = ", ".join(i if a == axis else "0" for a in range(self.dims))
        self.line(f"{self.real} {total} = 0;")
        skip = self.random.choice(["", f"if ({i} == {self.random.randint(-low, high)}) continue; "])
        step = self.random.choice([f"++{i}", f"{i} += 2", f"{i}++"])
        field = self.random.choice(self.real_inputs)
        tap = fuzz_reals.times(self.of_type(field.type, f"{field.name}({offset})"), self.literal())
        taps = low + high + 1
        self.line(f"for (int {i} = {-low}; {i} <= {high}; {step}) {{ {skip}{total} += {tap}; }}")
        self.line(f"{total} = {self.squashed(Real(total, taps * tap.bound, taps * tap.slope))};")
        scope.reals.append(Real(total))

    def box(self):
        """Writes loops over a box around the point. What they do begins with `head`; there `cell` and `other` are cells
        of two inputs, and `value` is something that is computed from them."""
        cell = self.name()
        steps = [self.name() for _ in range(self.dims)]
        lows, highs = ([min(reach, 2) for reach in side] for side in (self.low, self.high))
        inputs = [self.random.choice(self.real_inputs) for _ in range(2)]
        own, other = (self.of_type(field.type, f"{field.name}({', '.join(steps)})") for field in inputs)
        here = Real(cell)
        value = self.random.choice([own, here, fuzz_reals.times(here, here), fuzz_reals.times(here, other),
                                    fuzz_reals.root(fuzz_reals.minus(here, other))])
        for step, low, high in zip(steps, lows, highs):
            self.line(f"for (int {step} = {-low}; {step} <= {high}; ++{step})")
        taps = math.prod(low + high + 1 for low, high in zip(lows, highs))
        return Box(steps, cell, other, f"const {self.real} {cell} = {own};", value, taps)

    def box_extreme(self, scope):
        """The smallest or largest of what cells of a box have, in one of the ways to write it."""
        extreme, result = self.name(), self.name()
        self.line(f"{self.real} {extreme} = {self.random.choice([self.access(), self.literal()])};")
        box = self.box()
        value = self.name()
        step = self.random.choice([f"{extreme} = std::min({extreme}, {value});",
                                   f"{extreme} = std::max({value}, {extreme});",
                                   f"if ({value} > {extreme}) {extreme} = {value};",
                                   f"{extreme} = {extreme} > {value} ? {value} : {extreme};",
                                   f"{extreme} = std::fmax({value}, {extreme});"])
        self.line(f"{{ {box.head} const {self.real} {value} = {box.value}; {step} }}")
        bound, slope = max(box.value.bound, fuzz_reals.LARGEST), max(box.value.slope, 1)
        self.line(f"{self.real} {result} = {self.squashed(Real(extreme, bound, slope))};")
        scope.reals.append(Real(result))

    def box_sum(self, scope):
        """Of what cells of a box have, perhaps of some only, with two weights."""
        total, near, far = (self.name() for _ in range(3))
        names = self.random.random() < 0.5
        self.line(f"{self.real} {near} = 0, {far} = 0;")
        box = self.box()
        distance = " + ".join(f"{step} * {step}" for step in box.steps)
        condition = "" if self.smooth else self.random.choice(["", f"if ({box.cell} > {self.literal()}) ",
                                                               f"if (!({box.other} > {self.literal()})) "])
        value, taps = box.value, box.taps
        self.line(f"{{ {box.head} {condition}({distance} > 1 ? {far} : {near}) += {value}; }}")
        parts = fuzz_reals.plus(*(fuzz_reals.times(self.literal(), Real(part, taps * value.bound, taps * value.slope))
                                  for part in (near, far)))
        if names:
            self.line(f"const {self.real} {total} = {parts};")
            parts = Real(f"({total} - {self.access()})", parts.bound + fuzz_reals.LARGEST, parts.slope + 1)
        result = self.name()
        self.line(f"{self.real} {result} = {self.squashed(parts)};")
        scope.reals.append(Real(result))

    def faces(self, scope):
        """The difference between the fluxes through two faces of the cell, or two such differences."""
        axis, flux, i, slope, j = self.random.randrange(self.dims), *(self.name() for _ in range(4))
        if self.low[axis] + self.high[axis] == 0:
            return self.box_sum(scope)
        field = self.random.choice(self.real_inputs)
        back = self.random.choice([1, self.random.randint(1, self.low[axis] + self.high[axis])])
        low, high = back - self.low[axis], self.high[axis]
        span = self.random.randint(0, high - low)

        def cell(index, at):
            offset = ", ".join(f"{index} + {at}" if a == axis else "0" for a in range(self.dims))
            return self.of_type(field.type, f"{field.name}({offset})")

        r = fuzz_reals
        steep = r.over(r.minus(cell(j, 0), cell(j, span)), r.root(r.times(cell(j, 0), cell(j, 0))))
        self.line(f"const auto {slope} = [&](int {j}) {{ return {steep}; }};")
        at = self.random.randint(low, high - span)
        called = Real(f"{slope}({i} + {at})", steep.bound, steep.slope)
        through = self.random.choice([called, r.over(cell(i, low), called), r.times(called, cell(i, high)),
                                      r.root(r.plus(called, cell(i, low)))])
        self.line(f"const auto {flux} = [&](int {i}) {{ return {through}; }};")
        ends = [Real(f"{flux}({end})", through.bound, through.slope) for end in (0, -back)]
        result = self.name()
        self.line(f"{self.real} {result} = {self.squashed(r.minus(*ends))};")
        scope.reals.append(Real(result))

    def array(self, scope):
        name, count, i = self.name(), self.random.randint(2, 4), self.name()
        values = ", ".join(self.squashed(self.real_expr(scope, 1)) for _ in range(count))
        self.line(self.random.choice([f"std::array<{self.real}, {count}> {name}{{{values}}};",
                                      f"{self.real} {name}[{count}] = {{{values}}};"]))
        at = self.random.randrange(count)
        self.line(self.random.choice([
            f"for (auto& {i} : {name}) {i} *= {self.literal()};", f"int {i} = {at}; {name}[{i}] += {name}[0];",
            f"for (int {i} = 1; {i} < {count}; ++{i}) {name}[{i}] = squash({name}[{i}] + {name}[{i} - 1]);"]))
        # The sum of all at most, or three times an element.
        scope.reals.append(Real(f"{name}[{self.random.randrange(count)}]", slope=4))

    def closure(self, scope):
        name, state, argument = self.name(), self.name(), self.name()
        start, passed = (self.as_real(self.real_leaf(scope)) for _ in range(2))
        inner = Scope(scope)
        inner.reals += [Real(state, slope=start.slope + passed.slope), Real(argument, slope=passed.slope)]
        value = self.squashed(self.real_expr(inner, 2))
        self.line(f"auto {name} = [&, {state} = {start}]({self.real} {argument}) mutable {{ "
                  f"{state} = squash({state} + {argument}); return {value}; }};")
        # One call to a statement: calls that change the state have no order inside an expression.
        result = self.name()
        self.line(f"{self.real} {result} = {name}({passed});")
        self.line(f"{result} -= {name}({self.as_real(self.literal())});")
        scope.reals.append(Real(result, slope=2))

    def declare_int(self, scope):
        name = self.name()
        self.line(f"{self.random.choice(['int', 'const int', 'long'])} {name} = ({self.int_expr(scope, 2)}) % 31;")
        scope.ints.append(f"int({name})")

    def declare_long(self, scope):
        name = self.name()
        self.line(f"{self.random.choice(['std::int64_t', 'const auto', 'long long'])} {name} = "
                  f"({self.long_expr(scope, 2)}) % 9876543210;")
        scope.longs.append(name)

    def declare_flag(self, scope):
        name = self.name()
        self.line(f"bool {name} = {self.bool_expr(scope, 2)};")
        scope.flags.append(name)

    def update(self, scope):
        """An inout changes in the middle of the body."""
        each = self.random.choice(self.inouts)
        operator = self.random.choice(["=", "+=", "-="])
        point = self.point(each)
        if ELEMENTS[each.type].exact:
            self.line(f"{point} {operator} {self.stored(scope, each.type)}; {point} %= 31;")
        else:
            self.assignment(point, operator, self.stored(scope, each.type))

    def branch(self, scope):
        if self.indent > 3:
            return self.assign_real(scope)
        self.block(f"if ({self.bool_expr(scope, 1)})", scope, self.random.randint(1, 2))
        if self.random.random() < 0.6:
            self.block("else", scope, self.random.randint(1, 2))

    def switch(self, scope):
        """Cases on data that fall through or break, in any order; perhaps none for the other values."""
        if self.indent > 3:
            return self.assign_real(scope)
        self.line(f"switch ({self.int_expr(scope, 1)} {self.random.choice(['& 3', '% 4', '% 3'])}) {{")
        labels = [f"case {value}:" for value in self.random.sample([-2, -1, 0, 1, 2, 3], 3)]
        labels = labels[:self.random.randint(1, 3)] + self.random.choice([[], ["default:"]])
        self.random.shuffle(labels)
        for label in labels:
            self.block(label, scope, 1)
            if label is not labels[-1]:
                self.line(self.random.choice(["break;", "break;", "[[fallthrough]];"]))
        self.line("}")

    def leaving_loop(self, scope):
        """A loop left early on data."""
        total, i = self.name(), self.name()
        leave = self.random.choice(["break", "continue", "condition"])
        goes_on = f" && {total} <= {self.literal()}" if leave == "condition" else ""
        self.line(f"{self.real} {total} = {self.as_real(self.real_leaf(scope))};")
        self.line(f"for (int {i} = 0; {i} < {self.random.randint(2, 4)}{goes_on}; ++{i}) {{")
        if leave != "condition":
            self.line(f"  if ({total} > {self.literal()}) {leave};")
        self.line(f"  {total} = squash({total} + {self.as_real(self.real_expr(scope, 2))} * {i});")
        self.line("}")
        scope.reals.append(Real(total))

    def guarded_division(self, scope):
        name, divisor = self.name(), self.name()
        quotient = f"({self.int_expr(scope, 1)} {self.random.choice('/%')} {divisor}) % 31"
        self.line(f"const int {divisor} = {self.int_expr(scope, 1)}, {name} = {divisor} != 0 ? {quotient} : "
                  f"{self.random.randint(-3, 3)};")
        scope.ints.append(f"int({name})")
