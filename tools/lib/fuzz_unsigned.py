"""Random expressions of unsigned integers, which wrap around, and variables of small ones."""
# SPDX-License-Identifier: MIT

WIDTHS = {"unsigned": 32, "std::uint64_t": 64}
SMALL = ["std::uint8_t", "std::int8_t", "char", "std::uint16_t", "short"]


class Unsigneds:
    """The unsigned part of Expressions: `unsigned_expr` of values of one of the types WIDTHS."""

    def unsigned_leaf(self, scope, type_):
        if self.wrapping_inputs and self.random.random() < 0.5:
            return f"static_cast<{type_}>({self.random.choice(self.wrapping_inputs).name}({self.offset()}))"
        if scope.unsigneds and self.random.random() < 0.6:
            return f"{type_}({self.random.choice(scope.unsigneds)})"
        if self.random.random() < 0.5:
            return f"static_cast<{type_}>({self.int_leaf(scope)})"
        return f"{type_}{{{self.random.choice(['0u', '7u', '0x7feb352du', '2654435769u', '0xffffffffu'])}}}"

    def unsigned_expr(self, scope, depth, type_=None):
        """Every operation is defined: divisors are odd, shifts shorter than the type."""
        type_ = type_ or self.random.choice(list(WIDTHS))
        if depth <= 0 or self.random.random() < 0.1:
            return self.unsigned_leaf(scope, type_)
        other = "unsigned" if type_ == "std::uint64_t" else "std::uint64_t"
        v = lambda: self.unsigned_expr(scope, depth - 1, type_)  # noqa: E731
        shift = lambda: self.random.choice([f"{self.random.randrange(WIDTHS[type_])}",  # noqa: E731
                                            f"({self.unsigned_expr(scope, 1)} & {WIDTHS[type_] - 1})"])
        largest = WIDTHS[type_] * "1"
        return self.pick(
            lambda: f"({v()} {self.random.choice('+-*&|^')} {v()})", lambda: f"({v()} * {v()})",
            lambda: f"({v()} / ({v()} | 1))", lambda: f"({v()} % ({v()} | 1))",
            lambda: f"({v()} {self.random.choice(['/', '%'])} 1000003u)",
            lambda: f"({v()} << {shift()})", lambda: f"({v()} >> {shift()})", lambda: f"(~{v()})", lambda: f"(-{v()})",
            lambda: f"{type_}({self.unsigned_expr(scope, depth - 1, other)})",
            lambda: f"static_cast<{type_}>({self.long_expr(scope, 1)})",
            lambda: f"({self.bool_expr(scope, 0)} ? {v()} : {v()})", lambda: f"std::max<{type_}>({v()}, {v()})",
            lambda: f"{type_}({int(largest, 2) // 5 * 2}.0 * (1 + squash(double({self.real_expr(scope, 1)}))))")

    def declare_unsigned(self, scope):
        name = self.name()
        self.line(f"{self.random.choice(list(WIDTHS))} {name} = {self.unsigned_expr(scope, 3)};")
        scope.unsigneds.append(name)
        if self.random.random() < 0.5:
            operator = self.random.choice(["+=", "-=", "*=", "^=", "|=", "&="])
            self.line(f"{name} {operator} {self.unsigned_expr(scope, 2)};")
        if self.random.random() < 0.3:
            self.line(f"{name} {self.random.choice(['>>=', '<<='])} {self.random.randrange(32)};")

    def declare_small(self, scope):
        """What is assigned is cut to the size of the variable."""
        name, type_ = self.name(), self.random.choice(SMALL)
        self.line(f"{type_} {name} = static_cast<{type_}>({self.unsigned_expr(scope, 2)});")
        for _ in range(self.random.randint(0, 3)):
            self.line(self.random.choice([f"{name}++;", f"--{name};", f"{name} += 100;", f"{name} <<= 3;",
                                          f"{name} *= {self.random.randint(-9, 99)};", f"{name} >>= 1;",
                                          f"{name} ^= {self.int_expr(scope, 1)};", f"{name} = -{name};"]))
        scope.ints.append(f"({name} % 31)")
