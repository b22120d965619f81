"""random_shares.py SEED COUNT: prints a module of random stencils with shared values, for the test of emitted kernels.

What brickc's passes share has few shapes; the emitter takes any. So values are read here on planes and rows before and
behind, at cells before in the row, of each other, and where others of their nest are not needed, as far as the bricks
of generate.cpp allow.
"""
# SPDX-License-Identifier: MIT
import random
import sys

BRICKS = {1: (32,), 2: (6, 16), 3: (4, 5, 16)}  # of generate.cpp
FIELDS = ("u", "v", "w")


class Stencil:
    """The statements of one stencil, as lists of what each reads: (name, offset)."""

    def __init__(self, choose):
        self.choose = choose
        self.reach = BRICKS[choose.choice((1, 2, 2, 3, 3, 3))]
        self.beside = len(self.reach) == 1 or choose.random() < 0.4
        self.shares = []
        for _ in range(choose.randint(1, 5)):
            reads = [self.field() for _ in range(choose.randint(1, 3))]
            if self.shares and choose.random() < 0.7:
                only = choose.random() < 0.7  # its rows may be a loop then
                reads = reads * (not only) + [self.share() for _ in range(choose.randint(1, 2 + only))]
            self.shares.append(reads)
        self.result = [self.share() for _ in range(choose.randint(1, 4))]
        unread = set(range(len(self.shares))) - {name for reads in self.readers() for name, _ in reads}
        self.result += [(number, self.offset(1, self.before())) for number in sorted(unread)]
        if choose.random() < 0.5:
            self.result.append(self.field())

    def readers(self):
        """Those of the shared values, then those of the result."""
        return [*self.shares, self.result]

    def offset(self, likely, along=0):
        slow = [self.choose.randint(-reach, reach) if self.choose.random() < likely else 0 for reach in self.reach[:-1]]
        return (*slow, along)

    def field(self):
        return self.choose.choice(FIELDS), self.offset(0.5, self.choose.choice((0, 0, -1, 1, 2, -3)))

    def before(self):
        """How far, as an offset on the last axis, a shared value is read: at the cell, or at one before it."""
        return self.choose.choice((0, -1, -1, -2, -5)) if self.beside else 0

    def share(self):
        """One of those before."""
        return self.choose.randrange(len(self.shares)), self.offset(0.6, self.before())

    def fits(self):
        """Whether no field is read further than a brick away, by the values that are made of it."""
        needed = {len(self.shares): [(0, 0)] * len(self.reach)}
        for number, reads in reversed(list(enumerate(self.readers()))):
            for name, offset in reads:
                before = needed.get(name, [(0, 0)] * len(self.reach))
                needed[name] = [(max(low, by - step), max(high, above + step)) for (low, high), (by, above), step
                                in zip(before, needed[number], offset)]
        return all(max(margin) <= reach for name in FIELDS for margin, reach in zip(needed.get(name, ()), self.reach))

    def expression(self, reads):
        text = ""
        for name, offset in reads:
            read = f"{name if name in FIELDS else f's{name}'}[{', '.join(map(str, offset))}]"
            text = f"({text}) {self.choose.choice('+-*')} {read}" if text else read
        return text

    def text(self, name):
        element = self.choose.choice(("f64", "f32"))
        fields = ", ".join(f"in {element} {field}" for field in FIELDS)
        lines = [f"  share s{number} = {self.expression(reads)}" for number, reads in enumerate(self.shares)]
        return "\n".join([f'stencil "{name}" {len(self.reach)}d (out {element} next, {fields}) {{', *lines,
                          f"  next = {self.expression(self.result)}", "}\n"])


def main():
    choose = random.Random(int(sys.argv[1]))
    print('module "random.cpp"\n')
    for number in range(int(sys.argv[2])):
        stencil = Stencil(choose)
        while not stencil.fits():
            stencil = Stencil(choose)
        print(stencil.text(f"random_{number}"))


if __name__ == "__main__":
    main()
