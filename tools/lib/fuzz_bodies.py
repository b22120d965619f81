"""Random bodies of stencils. What is stored is squashed into (-1, 1), so that values stay moderate over the steps."""
# SPDX-License-Identifier: MIT
from fuzz_statements import Statements
from fuzz_types import WRAPPING


class Body(Statements):
    """Writes the body of one kernel: statements, then its outputs or its result."""

    def write(self, scope, outputs, statements):
        """The whole body. Outputs that are written on every path may be read back, an inout anywhere at the point."""
        self.read_only = tuple(scope.reals)
        self.inouts = [each for each in outputs if each.kind == "inout"]
        for each in self.inouts:
            self.know(scope, each)
        for _ in range(statements):
            self.statement(scope)
        for each in outputs:
            self.store(scope, each)
        return "\n".join(self.lines)

    def write_result(self, scope, type_, statements):
        """The body of a reduction's stencil."""
        self.read_only = tuple(scope.reals)
        for _ in range(statements):
            self.statement(scope)
        if self.decides(scope) and self.random.random() < 0.3:
            self.line(f"if ({self.bool_expr(scope, 1)}) return {self.stored(scope, type_)};")
        self.line(f"return {self.stored(scope, type_)};")
        return "\n".join(self.lines)

    def unknown(self, scope):
        """A condition that no compiler knows: an output that is never written is an error."""
        condition = self.bool_expr(scope, 1)
        return condition if self.smooth else f"{condition} != ({self.access()} > {self.literal()})"

    def know(self, scope, output):
        """What an output holds joins the expressions."""
        if output.type == "int":
            scope.ints.append(self.point(output))
        elif output.type == "std::int64_t":
            scope.longs.append(self.point(output))
        elif output.type in WRAPPING:
            scope.unsigneds.append(self.point(output))
        else:
            scope.reals.append(self.of_type(output.type, self.point(output)))

    def store(self, scope, output):
        """On every path, or on some only."""
        kind = self.random.random() if self.decides(scope) else 1
        store = lambda: f"{self.point(output)} = {self.stored(scope, output.type)};"  # noqa: E731
        if kind < 0.1:
            self.line(f"if ({self.unknown(scope)}) return;")
            kind = self.random.random()
        if kind < 0.25:
            self.line(f"if ({self.unknown(scope)}) {store()}")
            return
        if kind < 0.45:
            self.line(f"if ({self.bool_expr(scope, 1)}) {store()}")
            self.line(f"else {store()}")
        else:
            self.line(store())
        if output.kind == "out":
            self.know(scope, output)
