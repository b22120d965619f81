"""Random conditions beyond the domain: of grids and of fields, and kernels that compute ghost cells."""
# SPDX-License-Identifier: MIT
import dataclasses

CONDITIONS = ("brick::dirichlet(0.25)", "brick::dirichlet(-0.5)", "brick::neumann", "brick::ghost",
              "brick::dirichlet(outer_wave<{dims}>)")


@dataclasses.dataclass(frozen=True)
class Boundary:
    """Conditions as text, and what a program may do with them."""

    text: str
    periodic: tuple  # axes
    ghosts: tuple  # sides to be filled: (axis, "low" or "high")


@dataclasses.dataclass(frozen=True)
class Inlet:
    """A boundary kernel for one side: it takes the field, the field again as an input, and a time."""

    text: str
    name: str
    type: str
    side: tuple


def boundary(random, dims, periodic):
    """Conditions for a grid, or a field of it, that is periodic on these axes."""
    axes, ghosts = [], []
    for axis in range(dims):
        if axis in periodic:
            axes.append("brick::boundary_sides(brick::periodic)")
            continue
        sides = [random.choice(CONDITIONS).format(dims=dims) for _ in range(2)]
        ghosts += [(axis, side) for side, condition in zip(("low", "high"), sides) if condition == "brick::ghost"]
        axes.append(f"brick::boundary_sides({', '.join(sides)})")
    text = f"brick::boundaries<{dims}>(std::array<brick::boundary_sides, {dims}>{{{', '.join(axes)}}})"
    return Boundary(text, tuple(periodic), tuple(ghosts))


def inlet(random, name, type_, side, cells):
    """A kernel for the ghost cells beyond a side of a domain of these cells. Along the side it reads inside only."""
    dims, (axis, end) = len(cells), side
    inward = [0] * dims
    inward[axis] = 1 if end == "low" else -1
    real = "float" if type_ == "float" else "double"
    at = lambda offset: f"inside({', '.join(map(str, offset))})"  # noqa: E731
    time = random.choice(["0.25", "-0.25", "std::cos(t) / 16"])  # times t moves a quarter as far as t, or less
    lines = [f"double v = t * {time} + 0.1 * double((cell[{dims - 1}] + 70) % 7);",
             f"v += {random.choice(['0.5', '-0.5'])} * {at(inward)};"]
    along = random.choice([other for other in range(dims) if other != axis] or [axis])
    if along != axis:
        beside = list(inward)
        beside[along] = random.choice([-1, 1])
        lines.append(f"if (cell[{along}] > 0 && cell[{along}] < {cells[along] - 1}) v -= 0.25 * {at(beside)};")
    value = f"squash({real}(v))" if real == type_ else "int(9 * squash(v))"
    lines.append(f"u({', '.join(['0'] * dims)}) = {type_}({value});")
    text = (f"[[brick::boundary]]\nvoid {name}(brick::out<{type_}, {dims}> u, brick::in<{type_}, {dims}> inside, "
            f"brick::point<{dims}> cell, double t) {{\n  " + "\n  ".join(lines) + "\n}\n")
    return Inlet(text, name, type_, side)
