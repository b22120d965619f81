"""Random calls of kernels: apply, reduce and swap with arguments that fit."""
# SPDX-License-Identifier: MIT
from fuzz_kernels import FIELD_KINDS, SCALARS
from fuzz_types import ELEMENTS

# Operations of reductions besides the library's; the first depends on the order of the cells.
OPERATIONS = """\
constexpr auto first_of = brick::associative([](auto a, auto b) { return a == 2000000000 ? b : a; }, 2000000000);
constexpr auto size_of = brick::associative([](double a, double b) { return std::hypot(a, b); }, 0.0);
constexpr auto parity_of = brick::associative([](std::int64_t a, std::int64_t b) { return a ^ b; }, 0);
"""


def bind(random, kernel, fields):
    """The field for each parameter of a kernel that is one, by the parameter's name; outputs have theirs to themselves.

    The last of the fields of each type is never written. Nothing if the fields do not suffice.
    """
    bound, taken = {}, set()
    for each in sorted(kernel.parameters, key=lambda parameter: parameter.kind == "in"):
        if each.kind not in FIELD_KINDS:
            continue
        same = [field for field in fields if field.type == each.type]
        free = [field for field in (same if each.kind == "in" else same[:-1]) if field.name not in taken]
        if not free:
            return None
        bound[each.name] = random.choice(free)
        if each.kind != "in":
            taken.add(bound[each.name].name)
    return bound


def arguments(random, kernel, bound, real, reals=()):
    """The arguments of a call: the fields, and scalars of the step, `reals` among them."""
    texts = []
    for each in kernel.parameters:
        if each.kind in FIELD_KINDS:
            texts.append(bound[each.name].name)
        elif each.kind == "real" and reals and random.random() < 0.5:
            texts.append(random.choice(reals))
        elif SCALARS[each.kind].arguments:
            texts.append(random.choice(SCALARS[each.kind].arguments).format(real=real))
    return texts


def reduction(random, kernel, texts, cells, real):
    """An expression of type `real`, in (-1, 1), for a reduction with these arguments over at most so many cells."""
    exact = ELEMENTS[kernel.result].exact
    operation = random.choice(["brick::sum", "brick::sum", "brick::min", "brick::max", "first_of",
                               "parity_of" if exact else "size_of"])
    text = f"brick::reduce<{kernel.name}>({', '.join([*texts[0], operation, *texts[1]])})"
    if exact:
        return f"{real}({text} % 31) / 31"
    scale = {"brick::sum": cells, "size_of": int(cells ** 0.5) + 1}.get(operation, 1)
    return f"{real}({text}) / {scale}"


def swap(random, fields):
    """A swap of two fields of one type that may be written, or nothing."""
    type_ = random.choice(fields).type
    same = [field.name for field in fields if field.type == type_][:-1]
    if len(same) < 2:
        return []
    a, b = random.sample(same, 2)
    return [random.choice([f"swap({a}, {b});", f"{a}.swap({b});", f"brick::swap({a}, {b});"])]
