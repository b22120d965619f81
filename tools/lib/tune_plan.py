"""Plans as tools/brick-tune changes them: the text that brickc --save-plan writes, and what may stand in it."""
# SPDX-License-Identifier: MIT
import itertools
import math
import re

# What the entries of a stencil may be (compiler/plan/Plan.h), but choices that only keep compilers from taking minutes.
CHOICES = {
    "fetch": ("second-level", "second-level-twice", "first-level", "first-of-large-levels", "second-of-large-levels"),
    "row-loop": ("never", "out-of-cache", "always"),  # where there are rows in planes
    "stores-at-once": ("few-lines", "one-line", "whole-plane"),
    "results-with-rows": ("true", "false"),
    "row-sums-in-memory": ("true", "false"),
    "fetch-in-caches": ("true", "false"),
    "unroll-vectors": ("false",),
}
BRICK_BYTES = (1 << 10, 1 << 15)  # of doubles: what the planner's rules were found among


class Plan:
    """The text of a plan. Changed where it stands, so that it stays in the form that brickc writes."""

    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text

    def __eq__(self, other):
        return self.text == other.text

    def _part(self, name):
        """(begin, end) of the lines of a stencil."""
        match = re.search(rf"^  - name: +{re.escape(name)}\n(?:    .*\n)*", self._stencils(), re.M)
        begin = self.text.index("stencils:")
        return begin + match.start(), begin + match.end()

    def _stencils(self):
        return re.search(r"^stencils:.*?(?=^\S|\Z)", self.text, re.M | re.S)[0]

    def stencils(self):
        return re.findall(r"^  - name: +(.*)$", self._stencils(), re.M)

    def entry(self, stencil, key):
        begin, end = self._part(stencil)
        return re.search(rf"^    {key}: +(.*)$", self.text[begin:end], re.M)[1]

    def numbers(self, stencil, key):
        return tuple(int(number) for number in re.findall(r"\d+", self.entry(stencil, key)))

    def with_entry(self, stencil, key, value):
        begin, end = self._part(stencil)
        part = re.sub(rf"^(    {key}: +).*$", rf"\g<1>{value}", self.text[begin:end], flags=re.M)
        return Plan(self.text[:begin] + part + self.text[end:])

    def is_for_devices(self):
        return re.search(r"^target: +'?cuda", self.text, re.M) is not None


def changes(plan, stencil):
    """(what, plan) for each plan that differs in one entry of a stencil."""
    for key, values in CHOICES.items():
        if key == "row-loop" and len(plan.numbers(stencil, "brick")) < 3:
            continue
        for value in values:
            if value != plan.entry(stencil, key):
                yield f"{stencil}: {key} {value}", plan.with_entry(stencil, key, value)


def bricks(plan):
    """Shapes of bricks next to those of the plan: one axis twice or half as long, or one of each. None where stencils
    are of several dimensionalities, since --brick is for one."""
    shapes = {plan.numbers(stencil, "brick") for stencil in plan.stencils()}
    if len(shapes) != 1:
        return []
    shape = shapes.pop()
    lanes = max(plan.numbers(stencil, "lanes")[0] for stencil in plan.stencils())
    radius = [max(reach) for reach in zip(*(plan.numbers(stencil, "radius") for stencil in plan.stencils()))]
    found = []
    for factors in itertools.product((1, 2, 0.5), repeat=len(shape)):
        if factors.count(2) > 1 or factors.count(0.5) > 1 or set(factors) == {1}:
            continue
        new = tuple(int(extent * factor) for extent, factor in zip(shape, factors))
        fits = all(extent >= max(reach, 1) for extent, reach in zip(new, radius)) and new[-1] % lanes == 0
        if fits and BRICK_BYTES[0] <= 8 * math.prod(new) <= BRICK_BYTES[1]:
            found.append(new)
    return found
