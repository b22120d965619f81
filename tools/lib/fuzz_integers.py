"""Random integer expressions and conditions of a stencil, small enough never to overflow."""
# SPDX-License-Identifier: MIT


class Integers:
    """The integer part of Expressions: `int_expr` of values below 2^31, `long_expr` of std::int64_t, conditions."""

    def int_leaf(self, scope):
        if self.int_inputs and self.random.random() < 0.4:
            return f"{self.random.choice(self.int_inputs).name}({self.offset()})"
        if self.long_inputs and self.random.random() < 0.2:
            return f"int({self.random.choice(self.long_inputs).name}({self.offset()}) % 31)"
        if self.wrapping_inputs and self.random.random() < 0.3:
            return f"int({self.random.choice(self.wrapping_inputs).name}({self.offset()}) % 31)"
        if scope.ints and self.random.random() < 0.7:
            return self.random.choice(scope.ints)
        if self.random.random() < 0.3:
            return f"int({self.unsigned_leaf(scope, 'unsigned')} % 31)"
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
            lambda: f"int({i()} % (long({self.int_leaf(scope)}) % 3 + 4L))",
            lambda: f"({self.bool_expr(scope, 1)} + {i()})",
            lambda: f"({i()} {self.random.choice('&|^')} {i()})", lambda: f"({i()} >> {self.random.randint(0, 4)})",
            lambda: f"int(~{i()})", lambda: f"static_cast<int>({self.unsigned_expr(scope, 2)} % 31)")

    def long_leaf(self, scope):
        """Below 2^34. Braces, since `(T(int(x)))` may also be a function type."""
        if self.long_inputs and self.random.random() < 0.6:
            return f"{self.random.choice(self.long_inputs).name}({self.offset()})"
        if scope.longs and self.random.random() < 0.6:
            return f"std::int64_t{{{self.random.choice(scope.longs)}}}"
        if self.random.random() < 0.5:
            return f"std::int64_t{{{self.int_leaf(scope)}}}"
        return self.random.choice(["7L", "-3000000000L", "0x123456789LL", "(std::int64_t{1} << 33)", "2147483648L"])

    def long_expr(self, scope, depth):
        """Each level multiplies by 31 at most."""
        if depth <= 0 or self.random.random() < 0.2:
            return self.long_leaf(scope)
        v = lambda: self.long_expr(scope, depth - 1)  # noqa: E731
        return self.pick(
            lambda: f"({v()} {self.random.choice('+-&|^')} {v()})", lambda: f"({v()} * {self.int_leaf(scope)})",
            lambda: f"({v()} / 7)", lambda: f"({v()} % 1000003)", lambda: f"({v()} >> {self.random.randint(0, 40)})",
            lambda: f"({v()} << {self.random.randint(0, 4)})", lambda: f"~{v()}",
            lambda: f"std::max<std::int64_t>({v()}, {v()})",
            lambda: f"std::abs({v()})", lambda: f"({v()} / (9 + {self.int_leaf(scope)} % 7))",
            lambda: f"({self.bool_expr(scope, 1)} ? {v()} : {v()})",
            lambda: f"static_cast<std::int64_t>({self.unsigned_expr(scope, 2)} >> 31)",
            lambda: f"static_cast<std::int64_t>(3e9 * squash(double({self.real_expr(scope, 1)})))")

    def bool_expr(self, scope, depth):
        """A condition; in a smooth body one of the flags, of which there must be one."""
        if scope.flags and (depth <= 0 or self.smooth):
            return self.random.choice(scope.flags)
        order = self.random.choice(["<", "<=", ">", ">=", "==", "!="])
        b = lambda: self.bool_expr(scope, depth - 1)  # noqa: E731
        compare = [lambda: f"({self.real_expr(scope, depth)} {order} {self.real_expr(scope, depth)})",
                   lambda: f"({self.int_expr(scope, 1)} {order} {self.int_expr(scope, 1)})",
                   lambda: f"({self.long_expr(scope, 1)} {order} {self.long_expr(scope, 1)})",
                   lambda: f"({self.unsigned_expr(scope, 1)} {order} {self.unsigned_expr(scope, 1)})"]
        if depth <= 0:
            return self.pick(*compare)
        return self.pick(*compare, lambda: f"({b()} && {b()})", lambda: f"({b()} || {b()})", lambda: f"!{b()}",
                         lambda: f"({b()} == {b()})", lambda: f"({b()} ? {b()} : {b()})")
