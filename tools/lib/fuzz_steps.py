"""Random steps: stages, temporaries, loops, branches, helpers, regions, reductions and boundary kernels."""
# SPDX-License-Identifier: MIT
import dataclasses
import math

import fuzz_calls
from fuzz_kernels import FIELD_KINDS
from fuzz_types import FieldName

DEPTH = 2  # of nested blocks
OPERATIONS = 40  # that one step may execute


@dataclasses.dataclass(frozen=True)
class Parts:
    """What a step is made of: kernels that write, kernels to be reduced, boundary kernels; and its grid's cells."""

    kernels: list
    reductions: list
    inlets: list
    ghosts: dict  # sides to be filled of each field, by name; of temporaries by the name ""
    cells: tuple
    real: str
    smooth: bool


class Block:
    """The names in reach of a block: fields, those that may be written before the last of each type, and scalars."""

    def __init__(self, fields, reals, times, depth=0, in_loop=False):
        self.fields, self.reals, self.times, self.depth = list(fields), list(reals), times, depth
        self.in_loop = in_loop

    def inner(self, times=1):
        return Block(self.fields, self.reals, self.times * times, self.depth + 1, self.in_loop or times > 1)


class Step:
    """Writes the body of one step, and the helper functions that it calls."""

    def __init__(self, random, parts, plain):
        self.random, self.parts, self.plain = random, parts, plain
        self.dims, self.real = len(parts.cells), parts.real
        self.lines, self.helpers, self.count, self.operations = [], [], 0, 0

    def write(self, fields, statements):
        block = Block(fields, ["k", "local"] + ["held"] * (not self.plain), 1)
        for chosen in self.parts.kernels:
            self.apply(block, chosen)
            self.statement(block)
        for _ in range(statements):
            self.statement(block)
        return "\n".join(self.lines)

    def line(self, block, text):
        self.lines.append("  " * (block.depth + 1) + text)

    def name(self, stem):
        self.count += 1
        return f"{stem}{self.count}"

    def statement(self, block):
        if self.operations > OPERATIONS:
            return
        choices = [self.apply, self.apply, self.swap]
        if not self.plain:
            choices += [self.temporary, self.helper, self.scalar]
            choices += [self.reduce, self.reduce]
            choices += [self.boundary, self.boundary] * bool(self.parts.inlets)
            choices += [self.loop, self.branch, self.branch, self.leave] * (block.depth < DEPTH)
            choices += [self.stop] * block.in_loop
        self.random.choice(choices)(block)

    def apply(self, block, kernel=None):
        kernel = kernel or self.random.choice(self.parts.kernels)
        bound = fuzz_calls.bind(self.random, kernel, block.fields)
        if bound is None:
            return
        self.operations += block.times
        texts = fuzz_calls.arguments(self.random, kernel, bound, self.real, block.reals)
        self.line(block, f"brick::apply<{kernel.name}>({', '.join(self.applied_region() + texts)});")

    def swap(self, block):
        for text in fuzz_calls.swap(self.random, block.fields):
            self.line(block, text)

    def region(self):
        """`brick::on(box)`, or nothing for all cells: the parameter `inside`, made from it, or of constants."""
        if self.plain or self.random.random() < 0.7:
            return []
        low = [self.random.choice([f"inside.low[{axis}] + 1", "0", "3", "n"]) for axis in range(self.dims)]
        high = [self.random.choice([f"inside.high[{axis}]", str(extent), str(extent - 1)])
                for axis, extent in enumerate(self.parts.cells)]
        made = f"brick::box<{self.dims}>{{{{{', '.join(low)}}}, {{{', '.join(high)}}}}}"
        return [f"brick::on({self.random.choice(['inside', made])})"]

    def applied_region(self):
        """The same, or no cells at all, of which a reduction would be infinite."""
        empty = f"brick::on(brick::box<{self.dims}>{{inside.low, inside.low}})"
        return [empty] if not self.plain and self.random.random() < 0.02 else self.region()

    def temporary(self, block):
        """In front of the others of its type: the last one stays unwritten."""
        other, name = self.random.choice(block.fields), self.name("temporary")
        self.line(block, f'brick::field<{other.type}, {self.dims}> {name}({other.name}.grid(), "{name}");')
        block.fields.insert(0, FieldName(name, other.type))
        self.apply(block)

    def helper(self, block):
        """A function that applies a kernel to the fields that it is given."""
        kernel, name = self.random.choice(self.parts.kernels), self.name("helper")
        bound = fuzz_calls.bind(self.random, kernel, block.fields)
        if bound is None:
            return
        self.operations += block.times
        fields = [each for each in kernel.parameters if each.kind in FIELD_KINDS]
        const = {each.name: "const " if each.kind == "in" else "" for each in fields}
        parameters = [f"{const[each.name]}brick::field<{each.type}, {self.dims}>& {each.name}" for each in fields]
        passed = ["0.5 * k", "n"]
        parameters += [f"{self.real} k", "int n"]
        if any(each.kind == "table" for each in kernel.parameters):
            parameters.append(f"const std::array<{self.real}, 3>& table")
            passed.append("table")
        inner = {each.name: FieldName(each.name, each.type) for each in fields}
        texts = fuzz_calls.arguments(self.random, kernel, inner, self.real)
        self.helpers.append(f"void {name}({', '.join(parameters)}) {{\n  const {self.real} local = k / n;\n"
                            f"  brick::apply<{kernel.name}>({', '.join(texts)});\n}}\n")
        self.line(block, f"{name}({', '.join([bound[each.name].name for each in fields] + passed)});")

    def scalar(self, block):
        value = f"{self.real}(0.5) * local + {self.random.choice(block.reals)} * {self.random.choice(['k', 'n'])} / 8"
        self.line(block, self.random.choice([f"local = {value};", f"local = {value};", "++count;",
                                             f"held = {self.real}(0.5) * held + local / 4;"]))

    def reduced(self, block):
        """An expression that reduces fields; nothing if there is no such kernel for them."""
        kernel = self.random.choice(self.parts.reductions) if self.parts.reductions else None
        bound = fuzz_calls.bind(self.random, kernel, block.fields) if kernel else None
        if bound is None:
            return None
        self.operations += block.times
        texts = self.region(), fuzz_calls.arguments(self.random, kernel, bound, self.real, block.reals)
        return fuzz_calls.reduction(self.random, kernel, texts, math.prod(self.parts.cells), self.real)

    def reduce(self, block):
        name, value = self.name("total"), self.reduced(block)
        if value:
            self.line(block, f"const {self.real} {name} = {value};")
            block.reals.append(name)

    def boundary(self, block):
        """On a field whose side is to be filled: by its own conditions, or the grid's."""
        inlet = self.random.choice(self.parts.inlets)
        sides = lambda field: self.parts.ghosts.get(field.name, self.parts.ghosts[""])  # noqa: E731
        free = {field.name for type_ in {field.type for field in block.fields}
                for field in [each for each in block.fields if each.type == type_][:-1]}
        chosen = [field.name for field in block.fields
                  if field.type == inlet.type and field.name in free and inlet.side in sides(field)]
        if not chosen:
            return
        name, (axis, end) = self.random.choice(chosen), inlet.side
        time = self.random.choice([*block.reals, "local", "n"])
        self.operations += block.times
        self.line(block, f"brick::apply_boundary<{inlet.name}>({name}.grid().{end}({axis}), {name}, {name}, {time});")

    def condition(self, block):
        """On parameters; on reductions only where their last bits do not matter."""
        known = ["n > 1", "k < 0", "on", "!on && n == 2", "n % 2 == 0 || on", "inside.low[0] > 2"]
        if self.parts.smooth:
            return self.random.choice(known)
        found = [f"{name} {order} {value}" for name in block.reals for order, value in (("<", "0.05"), (">", "k"))]
        value = self.reduced(block) if self.random.random() < 0.1 else None
        return f"{value} > 0.1" if value else self.random.choice(known + found)

    def body(self, block, inner, end="}"):
        for _ in range(self.random.randint(1, 2)):
            self.statement(inner)
        self.line(block, end)

    def loop(self, block):
        """Unrolled, or one whose end only a run knows: n is 2."""
        i, times = self.name("i"), self.random.randint(2, 3)
        known_late = f"n + {times - 2}"
        before, head, end = self.random.choice([
            ("", f"for (int {i} = 0; {i} < {times}; ++{i}) {{", "}"),
            ("", f"for (int {i} = 0; {i} < {known_late}; ++{i}) {{", "}"),
            (f"int {i} = {known_late};", f"while ({i}-- > 0) {{", "}"),
            (f"int {i} = 0;", "do {", f"}} while (++{i} < {known_late});")])
        if before:
            self.line(block, before)
        self.line(block, head)
        inner = block.inner(times)
        inner.reals.append(f"k * {self.real}({i} + 1)")
        self.body(block, inner, end)

    def stop(self, block):
        self.line(block, f"if ({self.condition(block)}) {self.random.choice(['break', 'continue'])};")

    def branch(self, block):
        self.line(block, f"if ({self.condition(block)}) {{")
        self.body(block, block.inner())
        if self.random.random() < 0.5:
            self.lines[-1] += " else {"
            self.body(block, block.inner())

    def leave(self, block):
        if self.random.random() < 0.5:
            self.line(block, f"if ({self.condition(block)}) return;")
